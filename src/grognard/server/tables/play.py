"""Plays a guest's actions."""

from __future__ import annotations

from grognard.server.tables import plans
from grognard.server.tables.auto_pass import play_automatic_actions
from grognard.server.tables.autoplay import go_on
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.pausing import must_not_be_paused
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import must_play_itself, seat_held


async def play(
    tables: TableRegistry, live: LiveTable, guest: str, action: int, at: str, implying: bool = False
) -> None:
    """Plays a guest's action, or plans it if it is not due yet. Raises Forbidden, Stale, or errors of the rules.

    With `implying`, implied actions before it are added automatically.
    """
    seat = seat_held(live, guest)
    async with tables.still(live):
        must_play_itself(live, seat)
        tables.must_be_fresh(live, guest, at)
        must_not_be_paused(live)
        planned = live.planned(seat)
        before = plans.implied_before(live, seat, planned, action) if implying else []
        done = live.done
        if planned is None and not before:
            stale = seat if live.plans[seat] else None
            live.plans[seat] = ()
            await tables.keep(live, live.play(seat, action), *play_automatic_actions(live), planned_by=stale)
        else:
            await plans.add(tables, live, seat, planned, action, before)
        played = live.done > done
    if played:
        go_on(tables, live)
    else:
        tables.notify(live.id, live.done)
