"""From what was told of an event to its view: one form for all games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grognard.kernel.book.wording import capital
from grognard.kernel.engine.clerk import Event
from grognard.kernel.shown.view import EventView, SumView, Weight


class Told(NamedTuple):
    """A sentence and its clause; who acts, whom it is done to and whose those are; dice as they fell, and sums."""

    text: str
    clause: str
    who: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    against: int | None = None
    dice: tuple[int, ...] = ()
    sums: tuple[SumView, ...] = ()


@dataclass(frozen=True)
class EventKinds:
    """What the events of a game are called, by their numbers, and which of them weigh more or less than others."""

    words: Sequence[str]
    headlines: Collection[int]
    bookkeeping: Collection[int]

    def weight(self, kind: int) -> Weight:
        """How much an event of this kind weighs."""
        if kind in self.headlines:
            return "headline"
        return "bookkeeping" if kind in self.bookkeeping else "normal"

    def view(self, happened: Event, told: Told, cards: tuple[str, ...]) -> EventView:
        """The event as it is shown; `cards` are the names of all that it lists for its reader."""
        return EventView(
            capital(told.text),
            told.clause,
            happened.seat,
            cards,
            told.dice,
            kind=self.words[happened.kind],
            weight=self.weight(happened.kind),
            who=told.who,
            whom=told.whom,
            against=told.against,
            sums=told.sums,
        )
