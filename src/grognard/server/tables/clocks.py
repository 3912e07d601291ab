"""Measures the time of each seat at a table, and says what its clock allows. See `play.clock`."""

from __future__ import annotations

from grognard.play import clock as clocks
from grognard.play.clock import Clock
from grognard.play.journal import Action
from grognard.server.tables.live_table import LiveTable


def decider(live: LiveTable) -> int | None:
    """Returns the seat of the person who has to decide; None if that is the computer, or if nobody has to."""
    if not live.dealt or live.over:
        return None
    seat = int(live.session.state.current_player())
    return None if live.computer(seat) is not None else seat


def vacations(live: LiveTable, seat: int | None) -> clocks.Spans:
    """Returns the vacations that stop a seat's time, in house time.

    They stop no live game: there, they would be free time to think.
    """
    return () if seat is None or live.table.pace.is_live else live.seats[seat].vacations


def stands_still(live: LiveTable, seat: int, moment: float) -> bool:
    """Returns whether a vacation stops a seat's time."""
    return any(begins <= moment < until for begins, until in vacations(live, seat))


def is_timed(live: LiveTable) -> bool:
    """Returns whether the table has a clock that others depend on."""
    return live.dealt and live.table.pace.has_clock and live.against_people


def initial(live: LiveTable, moment: float) -> Clock:
    """Returns the clock that starts now."""
    return clocks.started(live.table.pace, len(live.seats), moment, decider(live), int(live.session.state.turn))


def after_deeds(live: LiveTable, moment: float) -> Clock | None:
    """Returns the clock after the deeds just done.

    In a live game the clock starts after the first action of a person: before that, they may not know that the cards
    are dealt.
    """
    clock = live.clock
    if not is_timed(live):
        return clock
    if clock is None:
        began = any(isinstance(deed, Action) and live.computer(deed.seat) is None for deed in live.timeline.deeds)
        return initial(live, moment) if began or not live.table.pace.is_live else None
    spans = vacations(live, clock.running)
    return clocks.moved(clock, live.table.pace, moment, decider(live), int(live.session.state.turn), spans)


def is_paused(live: LiveTable) -> bool:
    """Returns whether the players have agreed to pause the game."""
    question = live.table.question
    return question is not None and question.kind == "pause" and question.settled


def time_left(live: LiveTable, seat: int, moment: float) -> float | None:
    """Returns the time that a seat has left; negative once it has run out, None without a clock."""
    if live.clock is None or live.seats[seat].bot is not None or not is_timed(live):
        return None
    return clocks.time_left(live.clock, seat, moment, vacations(live, seat))


def until_claim(live: LiveTable, moment: float) -> float | None:
    """Returns how long until the clock allows a claim; 0 or less if it does now, None if no time runs."""
    if live.clock is None or live.over or not is_timed(live):
        return None
    return clocks.until_claim(live.clock, live.table.pace, moment, vacations(live, live.clock.running))


def is_nearly_up(live: LiveTable, moment: float) -> bool:
    """Returns whether the person who has to decide must be warned that their time is nearly up."""
    if live.clock is None or live.over or not is_timed(live):
        return False
    return clocks.is_nearly_up(live.clock, live.table.pace, moment, vacations(live, live.clock.running))


def on_vacation_until(live: LiveTable, seat: int, moment: float) -> float | None:
    """Returns when a person will be back, in house time; None if they are not on vacation."""
    return next((until for begins, until in live.seats[seat].vacations if begins <= moment < until), None)
