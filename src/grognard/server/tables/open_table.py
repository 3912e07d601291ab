"""Opens tables for guests."""

from __future__ import annotations

from grognard.play.daily import day_of
from grognard.server.errors import Forbidden, Stale
from grognard.server.storage.rows import ANYONE, now
from grognard.server.tables.auto_pass import play_automatic_actions
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.dealing import tend
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import mark_looked, mark_seen
from grognard.server.tables.table_registry import TableRegistry


async def open_table(tables: TableRegistry, id: str, guest: str) -> LiveTable:
    """Returns the table as a guest may open it; bots continue there. Raises NotFound and Forbidden."""
    live = await open_to_join(tables, id)
    day = live.table.daily
    if day is not None and not live.seats_of(guest) and day >= day_of(now()).isoformat():
        raise Forbidden("This is someone else's attempt at today's deal. You can see it after midnight UTC.")
    if not may_see(live, guest):
        raise Forbidden("Only the players can see this table.")
    return live


def may_see(live: LiveTable, guest: str) -> bool:
    """Returns whether a guest has a seat at a table, or may watch it without one."""
    table = live.table
    return table.spectators == ANYONE or table.turns_late > 0 or bool(live.seats_of(guest))


async def open_to_join(tables: TableRegistry, id: str) -> LiveTable:
    """Returns the table for a guest who may have a link to a seat. Raises NotFound."""
    try:
        live = await _gone_on(tables, id)
    except Stale:  # another process was quicker
        live = await tables.follow(id)
    await tend(tables, live)
    autoplay(tables, live)
    return live


async def _gone_on(tables: TableRegistry, id: str) -> LiveTable:
    """Opens the table after playing any forced moves, which a new table may begin with."""
    async with tables.held(id) as live:
        if live.dealt and (deeds := play_automatic_actions(live)):
            await tables.keep(live, *deeds)
            tables.notify(live.id, live.done)
        return live


async def visit(tables: TableRegistry, id: str, guest: str, by_program: bool = False) -> LiveTable:
    """Returns the table for a guest and marks them as present. Raises the same errors as `open_table`.

    If only a program of theirs looks at it, they still get alerts.
    """
    live = await open_table(tables, id, guest)
    mark_seen(tables, live, guest)
    if not by_program:
        mark_looked(tables, live, guest)
    return live
