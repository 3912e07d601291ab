"""When a game may be claimed, worked out a second time and another way: from a list of all that happened at a table.

Nothing here is taken from `grognard.play.clock`. What happened is replayed from the beginning for each question, in
pieces during which nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
NEAR: Final = 1e-4  # seconds: what is nearer to a limit may fall on either side of it

Spans = Sequence[tuple[float, float]]


class Event(NamedTuple):
    """What happened at a moment of house time: cards dealt or a move, after which a seat decides; or a gift."""

    moment: float
    kind: str
    seat: int | None
    turn: int = 0


class Rules(NamedTuple):
    """The numbers of a pace: what a seat begins with, gains in turns after its first, and may have; notice and gift.

    `rests` says whether a vacation stops it.
    """

    start: float
    gain: float
    most: float
    notice: float
    gift: float
    rests: bool


def rules_of(pace: str, minutes: int) -> Rules | None:
    """The numbers of a pace as the rules of the house say them; None without a clock."""
    if pace == "slow":
        return Rules(3 * DAY, 36 * HOUR, 10 * DAY, DAY, DAY, rests=True)
    if pace == "fast":
        return Rules(3 * DAY, 12 * HOUR, 5 * DAY, DAY, DAY, rests=True)
    return Rules(minutes * 60, minutes * 5, DAY, 60, 300, rests=False) if pace == "clock" else None


@dataclass
class Standing:
    """The seats of a table at a moment."""

    left: list[float]
    warned: list[float | None]
    seat: int | None


@dataclass
class Game:
    """All that happened at a table, as far as its clock is concerned."""

    rules: Rules
    sides: list[int]
    events: list[Event] = field(default_factory=list)
    away: list[list[tuple[float, float]]] = field(default_factory=list)

    def standing(self, moment: float) -> Standing:
        """Replays everything until a moment."""
        seats, first = len(self.sides), self.events[0]
        found = Standing([self.rules.start] * seats, [None] * seats, first.seat)
        # The turns in which each seat has had to decide something, as far as none before them was later.
        met: list[list[int]] = [[first.turn] if seat == first.seat else [] for seat in range(seats)]
        here = first.moment
        for event in self.events[1:]:
            here = self._pass(found, here, event.moment)
            found.left = [max(0.0, left) for left in found.left]
            if event.kind == "gift" and found.seat is not None:
                self._add(found, found.seat, self.rules.gift)
            elif event.kind == "move":
                found.seat = event.seat
                if event.seat is not None and all(turn < event.turn for turn in met[event.seat]):
                    met[event.seat].append(event.turn)
                    found.warned[event.seat] = None  # a turn has its own warning
                    if len(met[event.seat]) > 1:  # in the first, a seat has what it begins with
                        room = self.rules.most - found.left[event.seat]
                        self._add(found, event.seat, max(0.0, min(self.rules.gain, room)))
        self._pass(found, here, moment)
        return found

    def _add(self, found: Standing, seat: int, seconds: float) -> None:
        found.left[seat] += seconds
        if found.left[seat] > self.rules.notice:
            found.warned[seat] = None

    def _pass(self, found: Standing, here: float, there: float) -> float:
        """Takes the time between two moments from the seat that decides. Time that was counted once is not again."""
        seat = found.seat
        if seat is None or there < here:
            return max(here, there)
        if found.left[seat] <= self.rules.notice and found.warned[seat] is None:
            found.warned[seat] = here
        for begin, end in at_work(here, there, self._stops(seat)):
            spare = found.left[seat] - self.rules.notice
            if found.warned[seat] is None and spare <= end - begin:
                found.warned[seat] = begin + max(0.0, spare)
            found.left[seat] -= end - begin
        return there

    def is_away(self, seat: int, moment: float) -> bool:
        """Whether a vacation stops the clock of a seat."""
        return any(begins <= moment < until for begins, until in self._stops(seat))

    def _stops(self, seat: int) -> Spans:
        return self.away[seat] if self.rules.rests else []

    def waits(self, moment: float) -> tuple[int, float] | None:
        """The seat that decides, and how long its opponents must still wait to claim; None while they can't at all."""
        found = self.standing(moment)
        seat = found.seat
        if seat is None or self.is_away(seat, moment):
            return None
        wait, warned = found.left[seat], found.warned[seat]
        if warned is None:  # the time is not even nearly up
            return seat, max(wait, NEAR * 2)
        since = sum(end - begin for begin, end in at_work(warned, moment, self._stops(seat)))
        return seat, max(wait, self.rules.notice - since)

    def is_nearly_up(self, moment: float) -> bool | None:
        """Whether time may be given to the seat that decides; None if that is too close to call."""
        found = self.standing(moment)
        if found.seat is None:
            return False
        spare = found.left[found.seat] - self.rules.notice
        return None if 0 < abs(spare) < NEAR else spare <= 0


def at_work(here: float, there: float, away: Spans) -> Iterator[tuple[float, float]]:
    """The pieces of a time in which a person is not on vacation. Vacations may overlap."""
    edges = sorted({here, there, *(edge for span in away for edge in span if here < edge < there)})
    for begin, end in pairwise(edges):
        middle = (begin + end) / 2
        if not any(begins <= middle < until for begins, until in away):
            yield begin, end
