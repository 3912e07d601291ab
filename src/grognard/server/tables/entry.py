"""Coming to a table."""

from __future__ import annotations

from grognard.server.errors import Stale
from grognard.server.tables.asking import go_on_unasked
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.dealing import tend
from grognard.server.tables.driving import drive
from grognard.server.tables.live import Live
from grognard.server.tables.presence import attend


async def open_table(tables: Tables, id: str) -> Live:
    """The table as it stands now, where bots go on. Raises NotFound."""
    try:
        live = await _gone_on(tables, id)
    except Stale:  # another process was quicker to go on
        live = await tables.follow(id)
    await tend(tables, live)
    drive(tables, live)
    return live


async def _gone_on(tables: Tables, id: str) -> Live:
    """The table, where it stands at nothing that nobody need be asked for: a new one may."""
    async with tables.held(id) as live:
        if live.dealt and (deeds := go_on_unasked(live)):
            await tables.keep(live, *deeds)
            tables.tell(live.id, live.done)
        return live


async def visit(tables: Tables, id: str, guest: str) -> Live:
    """The table for a guest who looks or acts there: he is seen. Raises NotFound."""
    live = await open_table(tables, id)
    attend(tables, live, guest)
    return live
