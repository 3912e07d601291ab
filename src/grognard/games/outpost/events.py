"""The events of Outpost, one record for each kind. text/log.py has their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import CARD, NUMBER, CardEvent, DrawEvent, Event, Field, TurnEvent


@mypyc_attr(acyclic=True)
class Began(Event):
    """OUT-2.4: the seat takes the first turn."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class Dealt(DrawEvent):
    """OUT-2.1: a hand is dealt."""

    kind: ClassVar = 2


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """OUT-3.1: a turn begins."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class PassedOver(Event):
    """OUT-3.2: the seat has an empty hand, so its turn is skipped."""

    kind: ClassVar = 4


@mypyc_attr(acyclic=True)
class Attacked(CardEvent):
    """OUT-3.1: the seat plays a card as its attack."""

    kind: ClassVar = 5


@mypyc_attr(acyclic=True)
class Answered(Event):
    """OUT-4.3: a card answers the attack, and both are discarded."""

    kind: ClassVar = 6
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "attack": CARD}

    def __init__(self, seat: i64, card: i64, attack: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.attack: i64 = attack


@mypyc_attr(acyclic=True)
class Struck(Event):
    """OUT-4.4: the seat does not answer and loses Morale."""

    kind: ClassVar = 7
    fields: ClassVar[Mapping[str, Field]] = {"attack": CARD, "lost": NUMBER}

    def __init__(self, seat: i64, attack: i64, lost: i64) -> None:
        super().__init__(seat)
        self.attack: i64 = attack
        self.lost: i64 = lost


@mypyc_attr(acyclic=True)
class Broken(Event):
    """OUT-5.1: the seat has no Morale left."""

    kind: ClassVar = 8


@mypyc_attr(acyclic=True)
class HandsEmpty(Event):
    """OUT-5.2: no card is left in either hand."""

    kind: ClassVar = 9
