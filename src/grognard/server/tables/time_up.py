"""What the players do about time: give some, let the computer play on, or take the seat back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from grognard.kernel.errors import BadInput
from grognard.play import clock as clocks
from grognard.server.errors import Forbidden
from grognard.server.storage.rows import Happening
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.clocks import (
    decider,
    initial,
    is_nearly_up,
    is_paused,
    stands_still,
    time_left,
    vacations,
)
from grognard.server.tables.happenings import with_happenings
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.resigning import is_waiting_for_a_person, seconds_until_claim, told_before
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held


def may_give_time(tables: TableRegistry, live: LiveTable, seat: int) -> bool:
    """Returns whether a seat may give its opponent more time: that time is nearly up, or has run out."""
    return is_waiting_for_a_person(live, seat) and is_nearly_up(live, tables.house.now())


def may_stand_in(tables: TableRegistry, live: LiveTable, seat: int) -> bool:
    """Returns whether a seat may let the computer play on for its opponent, whose time has run out."""
    who = decider(live)
    if who is None or not live.table.pace.stand_in or not may_give_time(tables, live, seat):
        return False
    left = time_left(live, who, tables.house.now())
    return left is not None and left <= 0


def until_time_tells(tables: TableRegistry, live: LiveTable) -> float | None:
    """Returns how long until time alone changes what the players see; None if it won't.

    They see when time is nearly up, when it is up, when a claim is near, and when it is possible.
    """
    who, moment = decider(live), tables.house.now()
    if who is None or is_paused(live) or stands_still(live, who, moment):
        return None
    left = time_left(live, who, moment)
    found = [] if left is None else [left - live.table.pace.notice, left]
    for seat in range(len(live.seats)):
        wait = seconds_until_claim(tables, live, seat)
        found += [] if wait is None else [wait - told_before(tables, live), wait]
    return min((wait for wait in found if wait > 0), default=None)


async def give_time(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Gives the opponent more time. Raises BadInput, Forbidden, Stale."""
    seat = seat_held(live, guest)

    def wanted() -> Mapping[str, Any]:
        moment, who = tables.house.now(), decider(live)
        if who is None or live.clock is None or not may_give_time(tables, live, seat):
            raise BadInput("Your opponent's time is not nearly up, so there is no need to give them more.")
        given = clocks.given(live.clock, live.table.pace, who, moment, vacations(live, who))
        return {"clock": to_builtins(given)} | with_happenings(live, Happening("gave_time", live.done, seat, who))

    await tables.change_at_rest(live, wanted)


async def stand_in(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Lets the computer play on for the opponent, from what their seat knows. Raises BadInput, Forbidden, Stale."""
    seat = seat_held(live, guest)

    def wanted() -> Mapping[str, Any]:
        who = decider(live)
        if who is None or not may_stand_in(tables, live, seat):
            raise BadInput("The computer can't play on for your opponent now.")
        return _with_stand_ins(tables, live, {*live.table.stand_ins, who}, seat)

    await tables.change_at_rest(live, wanted)
    autoplay(tables, live)


async def take_back(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Takes a guest's seats back from the computer. Raises Forbidden, Stale."""
    held = live.seats_of(guest)
    if not held:
        raise Forbidden("That is not your seat, so you can only watch.")

    def wanted() -> Mapping[str, Any]:
        return _with_stand_ins(tables, live, {*live.table.stand_ins} - {*held}, held[0])

    await tables.change_at_rest(live, wanted)


def _with_stand_ins(tables: TableRegistry, live: LiveTable, stand_ins: set[int], by: int) -> Mapping[str, Any]:
    """Returns the fields of a table where the computer plays on for these seats, none if it does so already.

    The player in the seat `by` decides this. The time of a seat stands still while the computer plays. Its person gets
    time when they take it back.
    """
    if stand_ins == {*live.table.stand_ins} or live.over:
        return {}
    moment, pace, clock = tables.house.now(), live.table.pace, live.clock or initial(live, tables.house.now())
    seat = int(live.session.state.current_player())
    clock = clocks.charged(clock, pace, moment, vacations(live, clock.running))
    started, ended = stand_ins - {*live.table.stand_ins}, {*live.table.stand_ins} - stand_ins
    for back in ended:
        clock = clocks.with_at_least(clock, pace, back, pace.gift)
    clock = replace(clock, seat=None if seat in stand_ins or live.seats[seat].bot else seat)
    happened = [Happening("stood_in", live.done, by, one) for one in sorted(started)]
    happened += [Happening("came_back", live.done, by, one) for one in sorted(ended)]
    return {"clock": to_builtins(clock), "stand_ins": sorted(stand_ins)} | with_happenings(live, *happened)
