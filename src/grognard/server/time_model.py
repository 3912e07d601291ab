"""The time of each seat as the page of a table shows it, and what time allows a guest there.

A model changes only when a deed or a minute passes: a browser counts the seconds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from markupsafe import Markup

from grognard.kernel.content.wording import counted
from grognard.play.clock import HOUR, MINUTE, time_told
from grognard.server.storage.rows import now
from grognard.server.tables import pausing
from grognard.server.tables.clocks import (
    decider,
    is_nearly_up,
    is_paused,
    is_timed,
    on_vacation_until,
    stands_still,
    time_left,
)
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import is_here
from grognard.server.tables.resigning import (
    claim_reason,
    is_asked_if_there,
    is_waiting_for_a_person,
    seconds_until_claim,
    told_before,
)
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.time_up import may_give_time, may_stand_in
from grognard.server.tables.viewpoint import is_late
from grognard.web.table_model import SeatModel, TimeModel

PLAYS_ON: Final = "computer is playing"


def timed(tables: TableRegistry, live: LiveTable, guest: str, seats: Sequence[SeatModel]) -> Sequence[SeatModel]:
    """Returns the seats with the time that each person has left, unless the guest watches late."""
    if is_late(live, guest):
        return seats
    moment = tables.house.now()
    return [_timed(live, number, seat, moment) for number, seat in enumerate(seats)]


def _timed(live: LiveTable, number: int, seat: SeatModel, moment: float) -> SeatModel:
    if not live.dealt or live.over or seat.kind != "person" or not live.against_people:
        return seat
    if number in live.table.stand_ins:
        return replace(seat, time=PLAYS_ON)
    back = on_vacation_until(live, number, moment)
    if back is not None:
        told = Markup("on vacation until {}").format(_day(back - moment))
        if live.table.pace.kind != "clock":
            return replace(seat, time=told)
        seat = replace(seat, vacation=told)
    if not is_timed(live):
        return seat
    clock, is_live = live.clock, live.table.pace.is_live
    left = time_left(live, number, moment)
    left = float(live.table.pace.start) if left is None else left
    if left <= 0:  # others must not see how long ago: it gives away when the seat last picked a card
        return replace(seat, time="out of time")
    if not is_live:
        return replace(seat, time=f"{time_told(left)} left")
    if clock is None or clock.running != number:
        return replace(seat, time=_counted_down(left), has_seconds=True)
    up_at = math.floor(round(moment + left, 3))
    return replace(seat, time=f"{time_told(left)} left", has_seconds=True, up_at=up_at)


def _counted_down(seconds: float) -> str:
    """Returns a time as clocks of live games show it, such as “12:05”. clock.js writes the same."""
    whole = math.ceil(seconds)
    hours, rest = divmod(whole, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def runs_until_agreed(tables: TableRegistry, live: LiveTable, guest: str) -> str:
    """Returns whose time runs until the others agree to pause the game; empty if no time runs, or nobody is asked."""
    running, question = None if live.clock is None else live.clock.running, live.table.question
    if running is None or question is None or stands_still(live, running, tables.house.now()):
        return ""
    whose = "Your" if guest in live.seats[running].guests else f"{live.called(running)}'s"
    others = pausing.awaited(live, question)
    if others == [running]:
        return f"{whose} time runs until they agree."
    return f"{whose} time runs until {live.called(others[0]) if len(others) == 1 else 'everyone'} agrees."


def time_model(tables: TableRegistry, live: LiveTable, guest: str, seat: int | None) -> TimeModel | None:
    """Returns what time allows or asks of a guest who sees the table from this seat; None if it is nothing."""
    if seat is None or not live.dealt or live.over:
        return None
    held = live.seats_of(guest)
    if set(held) & set(live.table.stand_ins):
        return TimeModel("Your time ran out, so the computer is playing for you.", may_take_back=True)
    who = decider(live)
    if who is None or stands_still(live, who, tables.house.now()):
        return None
    if who in held:
        return _for_the_decider(tables, live, who)
    return _for_a_waiting_player(tables, live, seat, who) if is_waiting_for_a_person(live, seat) else None


def _for_the_decider(tables: TableRegistry, live: LiveTable, seat: int) -> TimeModel | None:
    """Returns the warning that this seat's time is nearly up, if it is."""
    moment = tables.house.now()
    left, is_low = time_left(live, seat, moment), is_nearly_up(live, moment)
    if is_asked_if_there(tables, live, seat):
        why = "Your time is up." if left is not None and left <= 0 else "Your time is nearly up."
        says = f"Are you there? {why if is_low else 'Your opponent can soon claim the game.'}"
        return TimeModel(says, asks=True, is_asked_if_there=True)
    if not is_low or left is None:
        return None
    if left > 0:
        until = "" if left <= MINUTE else Markup(", until {}").format(_minute(left))
        return TimeModel(Markup("Your time is nearly up: {} left{}.").format(time_told(left), until), warns=True)
    others = (other for other in range(len(live.seats)) if live.game.sides[other] != live.game.sides[seat])
    waits = [(wait, other) for other in others if (wait := seconds_until_claim(tables, live, other)) is not None]
    if not waits:
        return TimeModel("Your time is up. You can still play.", warns=True)
    wait, other = min(waits)
    if wait <= 0:
        says = f"Your time is up, and {live.called(other)} can claim the game. You can still play."
    else:
        until = Markup("Your time is up. {} can claim the game {}. You can still play.")
        says = until.format(live.called(other), _from(live, wait))
    return TimeModel(says, warns=True)


def may_close(live: LiveTable, seat: int | None) -> bool:
    """Returns whether this seat waits, in a game over days or without a clock, for a person who is away."""
    if seat is None or not live.dealt or live.over or live.table.pace.is_live or is_paused(live):
        return False
    who = decider(live)
    return who is not None and is_waiting_for_a_person(live, seat) and not is_here(live, who)


def moves_next(live: LiveTable, held: Collection[int]) -> str:
    """Returns who moves once a paused game continues, as the holder of these seats reads it."""
    who = int(live.session.state.current_player())
    return "You move next." if who in held else f"{live.called(who)} moves next."


def _for_a_waiting_player(tables: TableRegistry, live: LiveTable, seat: int, who: int) -> TimeModel | None:
    """Returns what the opponent's time allows this seat: it has run out, or will soon."""
    moment, pace, name = tables.house.now(), live.table.pace, live.called(who)
    wait = seconds_until_claim(tables, live, seat)
    if wait is None or (wait > told_before(tables, live) and not is_nearly_up(live, moment)):
        return None
    left = time_left(live, who, moment)
    if live.clock is None:
        says = f"{name} has been away for {time_told(tables.config.claim_after) if wait <= 0 else 'a while'}."
    elif left is None or left <= 0:
        says = f"{name} is out of time."
    else:
        says = f"{name} has {time_told(left)} left."
    return TimeModel(
        says if wait <= 0 else Markup("{} You can claim the game {}.").format(says, _from(live, wait)),
        asks=wait <= 0,
        gift="" if not may_give_time(tables, live, seat) else "5 minutes" if pace.is_live else "a day",
        may_stand_in=may_stand_in(tables, live, seat),
        loser=name if claim_reason(tables, live, seat) is not None else "",
    )


def _from(live: LiveTable, wait: float) -> str:
    """Returns from when a game can be claimed: “from 5 December, 14:05 UTC”, “in less than a minute”.

    In a live game it is never an exact moment.
    """
    if wait <= 0:
        return "now"
    if wait <= MINUTE:
        return "in less than a minute"
    if live.table.pace.is_live:
        return f"in {counted(math.ceil(wait / MINUTE), 'minute')}"
    return Markup("from {}").format(_minute(wait))


def to_the_minute(wait: float) -> datetime:
    """Returns the time that many seconds from now, to the minute, so that a page stays the same while it waits."""
    return (now() + timedelta(seconds=wait + 30)).replace(second=0, microsecond=0)


def _minute(wait: float) -> Markup:
    """Returns the moment that many seconds from now. clock.js says it in the reader's own time zone."""
    at = to_the_minute(wait)
    return Markup('<time datetime="{}" data-local="minute">{} {}, {} UTC</time>').format(
        at.isoformat(), at.day, f"{at:%B}", f"{at:%H:%M}"
    )


def _day(wait: float) -> Markup:
    """Returns the day that many seconds from now, in the same way."""
    at = to_the_minute(wait)
    return Markup('<time datetime="{}" data-local="day">{} {}</time>').format(at.isoformat(), at.day, f"{at:%B}")
