"""The pace of a game between people, and the clock of a table: how much time each seat has left.

All times are seconds of house time (see `server.storage.house_time`). Nothing ends automatically when time runs out. It
only lets the waiting players choose: give more time, let the computer play on, or claim the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.kernel.content.wording import counted
from grognard.kernel.errors import BadInput

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

NEVER: Final = -1  # before any turn

# A game over days; a live game with a clock, or without one; a game without any limit.
Kind = Literal["days", "clock", "live", "none"]
Value = TypeVar("Value")
# Times during which a seat's clock stands still: their beginnings and ends.
Spans = Iterable[tuple[float, float]]


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How fast a game is played.

    With a clock, each seat starts with `start` seconds, which must do for the first turn in which it decides something.
    In each later turn, a seat gets `gain` more as soon as it has to decide something, but no more than `most` in all.
    `stand_in`: the computer may play for a seat whose time has run out.
    """

    kind: Kind
    start: int = 0
    gain: int = 0
    most: int = 0
    stand_in: bool = False

    @property
    def has_clock(self) -> bool:
        """Whether each seat has a limited time."""
        return self.kind in ("days", "clock")

    @property
    def is_live(self) -> bool:
        """Whether both players sit at the table at the same time."""
        return self.kind in ("clock", "live")

    @property
    def notice(self) -> int:
        """How many seconds before a claim a seat is warned, at the latest."""
        return MINUTE if self.is_live else DAY

    @property
    def gift(self) -> int:
        """How many seconds a waiting player can give."""
        return 5 * MINUTE if self.is_live else DAY

    @property
    def growth(self) -> str:
        """How the time of a game over days grows, in a few words."""
        return f"+{counted(self.gain // HOUR, 'hour')} a turn, up to {time_told(self.most)}"

    @property
    def told(self) -> str:
        """The pace in a few sentences, as an invitation says it."""
        match self.kind:
            case "none":
                return "No clock: play whenever you like. Nobody can claim the game."
            case "live":
                return f"Live, without a clock: everyone stays at the table until the game is over. {_LEFT}"
            case "clock":
                more = f" and get {counted(self.gain, 'second')} more each turn" if self.gain else ""
                said = f"Live, with a clock: you each start with {counted(self.start // MINUTE, 'minute')}{more}."
            case "days":
                more = f"{counted(self.gain // HOUR, 'hour')} more each turn, up to {time_told(self.most)}"
                said = f"Over days: you each start with {time_told(self.start)} and get {more}."
        plays_on = ", let the computer play for you until you are back," if self.stand_in else ""
        return f"{said} If your time runs out, your opponent may give you more{plays_on} or claim the game."


_LEFT: Final = "If you leave for several minutes, your opponent may claim the game."

NONE: Final = Pace("none")
LIVE: Final = Pace("live")
SLOW: Final = Pace("days", start=3 * DAY, gain=36 * HOUR, most=10 * DAY)
FAST: Final = Pace("days", start=3 * DAY, gain=12 * HOUR, most=5 * DAY)
MOST_MINUTES: Final = 180
MOST_INCREMENT: Final = 300  # seconds
# What people can choose.
NAMES: Final = ("slow", "fast", "clock", "live", "none")


def read_pace(name: str, minutes: int = 20, increment: int = 30, stand_in: bool = False) -> Pace:
    """Returns the pace that a form or a program asks for. Raises BadInput.

    `minutes` and `increment` (in seconds) are those of a live game with a clock.
    """
    if name not in NAMES:
        raise BadInput(f"The pace can be {', '.join(NAMES[:-1])} or {NAMES[-1]}, not “{name}”.")
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadInput(f"A clock starts with 1 to {MOST_MINUTES} minutes, not {minutes}.")
    if not 0 <= increment <= MOST_INCREMENT:
        raise BadInput(f"A clock gains 0 to {MOST_INCREMENT} seconds each turn, not {increment}.")
    clock = Pace("clock", minutes * MINUTE, increment, 24 * HOUR)
    found = {"slow": SLOW, "fast": FAST, "clock": clock, "live": LIVE, "none": NONE}[name]
    return replace(found, stand_in=stand_in and found.has_clock)


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of each seat of a table.

    `left` is the time each seat had at the moment `since`, from when the time of `seat` runs. No time runs while `seat`
    is None, because the computer decides or the game is over, or while the game is paused. `grown` is the latest turn
    that has brought each seat its time: the starting time, or a gain; NEVER before the seat first has to decide.
    `warned` is when each seat was last told that its time is nearly up; None if it has had more time since.
    """

    left: tuple[float, ...]
    grown: tuple[int, ...]
    warned: tuple[float | None, ...]
    since: float
    seat: int | None = None
    paused: bool = False

    @property
    def running(self) -> int | None:
        """The seat whose time runs."""
        return None if self.paused else self.seat


def started(pace: Pace, seats: int, moment: float, seat: int | None, turn: int) -> Clock:
    """Returns the clock at the start of a game, where `seat` decides."""
    grown = tuple(turn if number == seat else NEVER for number in range(seats))
    return Clock((float(pace.start),) * seats, grown, (None,) * seats, moment, seat)


def moved(clock: Clock, pace: Pace, moment: float, seat: int | None, turn: int, spans: Spans = ()) -> Clock:
    """Returns the clock after a move, when `seat` has to decide in this turn.

    `spans` are those of the seat that decided before.
    """
    clock = charged(clock, pace, moment, spans)
    if seat is not None and turn > clock.grown[seat]:
        if clock.grown[seat] != NEVER:
            clock = with_at_least(clock, pace, seat, min(clock.left[seat] + pace.gain, pace.most))
        # Whoever has little time is warned again in each turn: the last warning may be long ago.
        clock = replace(clock, grown=_put(clock.grown, seat, turn), warned=_put(clock.warned, seat, None))
    return replace(clock, seat=seat)


def charged(clock: Clock, pace: Pace, moment: float, spans: Spans = ()) -> Clock:
    """Returns the clock after its running seat has used its time until now."""
    seat = clock.running
    if seat is not None:
        left = time_left(clock, seat, moment, spans)
        if left <= pace.notice and clock.warned[seat] is None:
            # Warnings come when the time has run down to this, or at once if there was less when the seat began.
            ago = min(pace.notice - left, elapsed(clock.since, moment, spans))
            clock = replace(clock, warned=_put(clock.warned, seat, _earlier(moment, ago, spans)))
        clock = replace(clock, left=_put(clock.left, seat, max(0.0, left)))
    return replace(clock, since=max(clock.since, moment))


def given(clock: Clock, pace: Pace, seat: int, moment: float, spans: Spans = ()) -> Clock:
    """Returns the clock after a waiting player has given the running seat more time."""
    clock = charged(clock, pace, moment, spans)
    return _with_time(clock, pace, seat, clock.left[seat] + pace.gift)


def paused(clock: Clock, pace: Pace, moment: float, spans: Spans = ()) -> Clock:
    """Returns the clock stopped."""
    return replace(charged(clock, pace, moment, spans), paused=True)


def resumed(clock: Clock, pace: Pace, moment: float, by: int) -> Clock:
    """Returns the clock running again because a seat has ended the pause.

    If another seat has to decide, that seat gets time to notice.
    """
    clock = replace(clock, since=moment, paused=False)
    seat = clock.seat
    if seat is None or seat == by:
        return clock
    return with_at_least(replace(clock, warned=_put(clock.warned, seat, None)), pace, seat, pace.gift)


def with_at_least(clock: Clock, pace: Pace, seat: int, seconds: float) -> Clock:
    """Returns the clock with at least so much time left for a seat."""
    return _with_time(clock, pace, seat, max(clock.left[seat], seconds))


def time_left(clock: Clock, seat: int, moment: float, spans: Spans = ()) -> float:
    """Returns the time a seat has left; negative once it has run out. `spans` are those of this seat."""
    return clock.left[seat] - (elapsed(clock.since, moment, spans) if clock.running == seat else 0)


def until_claim(clock: Clock, pace: Pace, moment: float, spans: Spans = ()) -> float | None:
    """Returns how long until the others may claim the game; 0 or less if they may now, None while no time runs.

    That is when the time of the running seat is up, and it has been warned long enough.
    """
    seat = clock.running
    if seat is None or _within(moment, spans):
        return None
    left, warned = time_left(clock, seat, moment, spans), clock.warned[seat]
    if warned is None:
        # It will be, or was, warned in this run: when the time has run down to the notice, or at its beginning.
        run = elapsed(clock.since, moment, spans)
        return max(left, pace.notice - run) if clock.left[seat] <= pace.notice else left
    return max(left, pace.notice - elapsed(warned, moment, spans))


def is_nearly_up(clock: Clock, pace: Pace, moment: float, spans: Spans = ()) -> bool:
    """Returns whether the running seat must be warned."""
    seat = clock.running
    return seat is not None and time_left(clock, seat, moment, spans) <= pace.notice


def elapsed(begin: float, end: float, spans: Spans = ()) -> float:
    """Returns the time between two moments, without the spans. They must not overlap each other."""
    stopped = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in spans)
    return max(0.0, end - begin - stopped)


def united(spans: Spans) -> tuple[tuple[float, float], ...]:
    """Returns spans that cover the same time and do not overlap, in order."""
    found: list[tuple[float, float]] = []
    for since, until in sorted(spans):
        if found and since <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], until)
        else:
            found.append((since, until))
    return tuple(found)


def time_told(seconds: float) -> str:
    """Returns a time in words, such as “2 days 5 hours”, “40 minutes” or “less than a minute”."""
    minutes, hours, days = int(seconds // MINUTE), int(seconds // HOUR), int(seconds // DAY)
    if minutes < 1:
        return "less than a minute"
    if hours < 1:
        return counted(minutes, "minute")
    if days < 1:
        return counted(hours, "hour")
    rest = hours - 24 * days
    return " ".join([counted(days, "day"), *([counted(rest, "hour")] if rest and days < 7 else [])])


def _earlier(moment: float, seconds: float, spans: Spans) -> float:
    """Returns the moment from which so much time has passed without the spans."""
    for since, until in sorted(spans, reverse=True):
        running = moment - until
        if since >= moment or seconds <= running:
            continue
        seconds -= max(0.0, running)
        moment = since
    return moment - seconds


def _with_time(clock: Clock, pace: Pace, seat: int, left: float) -> Clock:
    """Returns the clock with another time of a seat, whose warning is void if that is enough."""
    warned = clock.warned if left <= pace.notice else _put(clock.warned, seat, None)
    return replace(clock, left=_put(clock.left, seat, left), warned=warned)


def _put(values: Sequence[Value], at: int, value: Value) -> tuple[Value, ...]:
    return *values[:at], value, *values[at + 1 :]


def _within(moment: float, spans: Spans) -> bool:
    return any(since <= moment < until for since, until in spans)
