"""Coming to a table."""

from __future__ import annotations

from grognard.server.tables.at_hand import Tables
from grognard.server.tables.driving import drive
from grognard.server.tables.live import Live
from grognard.server.tables.presence import attend


async def open_table(tables: Tables, id: str) -> Live:
    """The table as it stands now, where bots go on. Raises NotFound."""
    live = await tables.follow(id)
    drive(tables, live)
    return live


async def visit(tables: Tables, id: str, guest: str) -> Live:
    """The table for a guest who looks or acts there: he is seen. Raises NotFound."""
    live = await open_table(tables, id)
    await attend(tables, live, guest)
    return live
