"""A guest plays."""

from __future__ import annotations

from grognard.server.tables import plans
from grognard.server.tables.asking import go_on_unasked
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.driving import go_on
from grognard.server.tables.live import Live
from grognard.server.tables.viewpoint import seat_held


async def play(tables: Tables, live: Live, guest: str, action: int, at: str) -> None:
    """A guest plays an action, or plans it where it is not his turn. Raises Forbidden, Stale, or what the rules say."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        tables.must_be_fresh(live, guest, at)
        planned = live.planned(seat)
        if planned is None:
            await tables.keep(live, live.play(seat, action), *go_on_unasked(live))
        else:
            await plans.add(tables, live, seat, planned, action)
    if planned is None:
        go_on(tables, live)
    else:
        tables.tell(live.id)
