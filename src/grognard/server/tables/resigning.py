"""Ends games outside the rules: a player resigns, or claims the game because the opponent has left."""

from __future__ import annotations

from datetime import timedelta

from grognard.kernel.errors import BadInput
from grognard.server.tables.autoplay import go_on
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import away
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held


async def resign(tables: TableRegistry, live: LiveTable, guest: str, at: str | None = None) -> None:
    """Resigns for a guest, if the table still matches `at` (or `at` is None). Raises Forbidden, Stale, GameOver."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        if at is not None:
            tables.must_be_fresh(live, guest, at)
        await tables.keep(live, live.resign(seat))
    go_on(tables, live)


def can_claim(tables: TableRegistry, live: LiveTable, seat: int) -> bool:
    """Returns whether a seat can claim the game: the opponent to move has been away for too long."""
    if live.over or not live.dealt:
        return False
    decider = live.session.state.current_player()
    sides = live.game.sides
    gone = live.seats[decider]
    patience = timedelta(seconds=tables.config.claim_after)
    return bool(
        sides[decider] != sides[seat]
        and gone.guests
        and live.against_people
        and not live.watching[decider]
        and away(live, decider) > patience
    )


async def claim(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Claims the game for a guest whose opponent has left. Raises BadInput, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        await tables.sync(live)
        if not can_claim(tables, live, seat):
            raise BadInput("You can't claim the game yet. Your opponent has not been away long enough.")
        await tables.keep(live, live.claim(seat))
    go_on(tables, live)
