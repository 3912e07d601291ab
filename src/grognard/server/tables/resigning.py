"""Ends games outside the rules: a player resigns, or claims the game because the opponent does not play on."""

from __future__ import annotations

from grognard.kernel.errors import BadInput
from grognard.play.clock import MINUTE
from grognard.play.journal import Reason
from grognard.server.tables.autoplay import go_on
from grognard.server.tables.clocks import decider, is_paused, stands_still, until_claim
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


def is_waiting_for_a_person(live: LiveTable, seat: int) -> bool:
    """Returns whether a seat waits for a person of the other side, who plays against other people."""
    who = decider(live)
    return (
        who is not None
        and live.game.sides[who] != live.game.sides[seat]
        and bool(live.seats[who].guests)
        and live.against_people
    )


def claim_reason(tables: TableRegistry, live: LiveTable, seat: int) -> Reason | None:
    """Returns why a seat may claim the game now: “time” or “left”; None if it may not."""
    wait = seconds_until_claim(tables, live, seat)
    if wait is None or wait > 0:
        return None
    return "left" if live.clock is None else "time"


def can_claim(tables: TableRegistry, live: LiveTable, seat: int) -> bool:
    """Returns whether a seat may claim the game now."""
    return claim_reason(tables, live, seat) is not None


def seconds_until_claim(tables: TableRegistry, live: LiveTable, seat: int) -> float | None:
    """Returns how long until a seat may claim the game, if nothing happens; 0 or less if it may now.

    None if it may not claim: it is not waiting for an opponent, the game is paused or has no limit, or the opponent is
    here, or on a vacation that stops their time.
    """
    who = decider(live)
    if who is None or is_paused(live) or not is_waiting_for_a_person(live, seat):
        return None
    moment = tables.house.now()
    if stands_still(live, who, moment):
        return None
    if live.clock is not None:
        return until_claim(live, moment)
    # Live without a clock, or before it starts: the opponent has closed the page.
    if not live.table.pace.is_live or live.watching[who]:
        return None
    return tables.config.claim_after - away(live, who).total_seconds()


def is_asked_if_there(tables: TableRegistry, live: LiveTable, seat: int) -> bool:
    """Returns whether this seat, which has to decide, must be asked “Are you there?” before others can claim."""
    if decider(live) != seat or not live.table.pace.is_live:
        return False
    others = (other for other in range(len(live.seats)) if live.game.sides[other] != live.game.sides[seat])
    waits = [wait for other in others if (wait := seconds_until_claim(tables, live, other)) is not None]
    return bool(waits) and min(waits) <= told_before(tables, live)


def told_before(tables: TableRegistry, live: LiveTable) -> float:
    """Returns how many seconds before a claim the players of a live game hear of it."""
    return MINUTE if live.clock is not None else min(MINUTE, tables.config.claim_after / 2)


async def claim(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Claims the game for a guest whose opponent does not play on. Raises BadInput, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        await tables.sync(live)
        reason = claim_reason(tables, live, seat)
        if reason is None:
            raise BadInput("You can't claim the game now. Your opponent still has time.")
        await tables.keep(live, live.claim(seat, reason))
    go_on(tables, live)
