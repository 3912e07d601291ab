"""Everything that can happen, one small class for each kind. text.py has the sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import CARD, NUMBER, CardEvent, DrawEvent, Event, Field, TurnEvent


@mypyc_attr(acyclic=True)
class Began(Event):
    """SK-2.3: the seat takes the first turn."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class Dealt(DrawEvent):
    """SK-2.1: a hand is dealt."""

    kind: ClassVar = 2


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """SK-3.1: a turn begins."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class Skipped(Event):
    """SK-3.2: the seat has no card, so its turn is skipped."""

    kind: ClassVar = 4


@mypyc_attr(acyclic=True)
class Attacked(CardEvent):
    """SK-3.1: the seat attacks with a card."""

    kind: ClassVar = 5


@mypyc_attr(acyclic=True)
class Answered(Event):
    """SK-4.2: the seat answers an attack with a card; both are gone."""

    kind: ClassVar = 6
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "attack": CARD}

    def __init__(self, seat: i64, card: i64, attack: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.attack: i64 = attack


@mypyc_attr(acyclic=True)
class Struck(Event):
    """SK-4.3: nobody answers an attack, and the seat loses Resolve."""

    kind: ClassVar = 7
    fields: ClassVar[Mapping[str, Field]] = {"attack": CARD, "lost": NUMBER}

    def __init__(self, seat: i64, attack: i64, lost: i64) -> None:
        super().__init__(seat)
        self.attack: i64 = attack
        self.lost: i64 = lost


@mypyc_attr(acyclic=True)
class Ended(Event):
    """SK-5.1, SK-5.2: the seat has no Resolve left, or no cards are left."""

    kind: ClassVar = 8
