"""The events of Fusillade, one record for each kind. text/log.py has their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import CARD, CARDS, NUMBER, OWN_CARDS, UNCODED_NUMBER, UNCODED_NUMBERS
from grognard.kernel.engine.events import CardEvent, CardsEvent, DrawEvent, Event, Field, ReshuffleEvent, TurnEvent


@mypyc_attr(acyclic=True)
class Began(Event):
    """FUS-2.2: the seat wins the toss and goes first."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """FUS-2.3: a turn begins."""

    kind: ClassVar = 2


@mypyc_attr(acyclic=True)
class Drew(DrawEvent):
    """FUS-2.4: cards are drawn."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class Reshuffled(ReshuffleEvent):
    """FUS-2.4: a card must be drawn and the deck is empty, so the discards become a new deck."""

    kind: ClassVar = 4


@mypyc_attr(acyclic=True)
class Used(Event):
    """FUS-3.2: a card of this force is discarded for its ability."""

    kind: ClassVar = 5
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "force": UNCODED_NUMBER}

    def __init__(self, seat: i64, card: i64, force: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.force: i64 = force


@mypyc_attr(acyclic=True)
class Looked(Event):
    """FUS-3.4: the seat sees the other hand."""

    kind: ClassVar = 6
    fields: ClassVar[Mapping[str, Field]] = {"cards": OWN_CARDS}

    def __init__(self, seat: i64, cards: list[int]) -> None:
        super().__init__(seat, private=True)
        self.cards: list[int] = cards


@mypyc_attr(acyclic=True)
class Stripped(CardEvent):
    """FUS-3.5: the seat loses a random card."""

    kind: ClassVar = 7


@mypyc_attr(acyclic=True)
class Declared(Event):
    """FUS-4.1: the seat declares an attack."""

    kind: ClassVar = 8


@mypyc_attr(acyclic=True)
class Held(Event):
    """FUS-4.1: the seat holds."""

    kind: ClassVar = 9


@mypyc_attr(acyclic=True)
class Blundered(CardEvent):
    """FUS-4.2: a Blunder card cancels the attack."""

    kind: ClassVar = 10


@mypyc_attr(acyclic=True)
class Laid(CardsEvent):
    """FUS-4.3: the seat closes its line of units."""

    kind: ClassVar = 11


@mypyc_attr(acyclic=True)
class Countered(Event):
    """FUS-4.4: a counter card removes a unit of the line, the target."""

    kind: ClassVar = 12
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "target": CARD}

    def __init__(self, seat: i64, card: i64, target: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.target: i64 = target


@mypyc_attr(acyclic=True)
class Repelled(Event):
    """FUS-4.6: no unit of the line is left."""

    kind: ClassVar = 13


@mypyc_attr(acyclic=True)
class Supported(CardsEvent):
    """FUS-4.7: support cards join the line, possibly none."""

    kind: ClassVar = 14


@mypyc_attr(acyclic=True)
class Halved(Event):
    """FUS-5.2: a Morale card halves the casualties; `casualties` is the new number."""

    kind: ClassVar = 15
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "casualties": NUMBER}

    def __init__(self, seat: i64, card: i64, casualties: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.casualties: i64 = casualties


@mypyc_attr(acyclic=True)
class Struck(Event):
    """FUS-5.3: the seat loses `lost` troops, and `left` are left."""

    kind: ClassVar = 16
    fields: ClassVar[Mapping[str, Field]] = {"lost": NUMBER, "left": UNCODED_NUMBER}

    def __init__(self, seat: i64, lost: i64, left: i64) -> None:
        super().__init__(seat)
        self.lost: i64 = lost
        self.left: i64 = left


@mypyc_attr(acyclic=True)
class Exchanged(CardsEvent):
    """FUS-6.1: the seat exchanges cards for new ones, possibly none."""

    kind: ClassVar = 17


@mypyc_attr(acyclic=True)
class Trimmed(CardsEvent):
    """FUS-6.4: cards are discarded down to the hand limit."""

    kind: ClassVar = 18


@mypyc_attr(acyclic=True)
class KnockedOut(Event):
    """FUS-5.4: the other side has no troops left, and the seat wins."""

    kind: ClassVar = 19


@mypyc_attr(acyclic=True)
class ClockRanOut(Event):
    """FUS-7.2: the clock runs out after `turns` turns without a loss, or the game stops after `LAST_TURN` turns."""

    kind: ClassVar = 20
    fields: ClassVar[Mapping[str, Field]] = {"turns": NUMBER}

    def __init__(self, seat: i64, turns: i64) -> None:
        super().__init__(seat)
        self.turns: i64 = turns


@mypyc_attr(acyclic=True)
class Passed(Event):
    """FUS-4.2, FUS-4.4, FUS-5.2: the seat does not answer in this phase."""

    kind: ClassVar = 21
    fields: ClassVar[Mapping[str, Field]] = {"phase": NUMBER}

    def __init__(self, seat: i64, phase: i64) -> None:
        super().__init__(seat)
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Summed(Event):
    """FUS-5.1: the casualties of the line: the forces of its cards, and the bonus for a large attack."""

    kind: ClassVar = 22
    fields: ClassVar[Mapping[str, Field]] = {
        "cards": CARDS,
        "casualties": NUMBER,
        "forces": UNCODED_NUMBERS,
        "bonus": UNCODED_NUMBER,
    }

    def __init__(self, seat: i64, cards: list[int], casualties: i64, forces: list[int], bonus: i64) -> None:
        super().__init__(seat)
        self.cards: list[int] = cards
        self.casualties: i64 = casualties
        self.forces: list[int] = forces
        self.bonus: i64 = bonus
