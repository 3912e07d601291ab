"""Coming to a table."""

from __future__ import annotations

from grognard.play.daily import day_of
from grognard.server.errors import Forbidden, Stale
from grognard.server.storage.records import now
from grognard.server.tables.asking import go_on_unasked
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.dealing import tend
from grognard.server.tables.driving import drive
from grognard.server.tables.live import Live
from grognard.server.tables.presence import attend


async def open_table(tables: Tables, id: str, guest: str) -> Live:
    """Returns the table as a guest may open it; bots continue there. Raises NotFound and Forbidden."""
    live = await open_to_join(tables, id)
    day = live.table.daily
    if day is not None and not live.seats_of(guest) and day >= day_of(now()).isoformat():
        raise Forbidden("This is somebody's attempt at today's deal. It opens for others at midnight UTC.")
    return live


async def open_to_join(tables: Tables, id: str) -> Live:
    """Returns the table for a guest who may hold the link of a seat. Raises NotFound."""
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
    """Returns the table for a guest who looks or acts there, and notes that they are here. Raises as `open_table`."""
    live = await open_table(tables, id, guest)
    attend(tables, live, guest)
    return live
