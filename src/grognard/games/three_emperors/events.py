"""The events of Battle of the Three Emperors, one record for each kind. text/log.py has their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import CARD, CARDS, NUMBER, NUMBERS, UNCODED_NUMBER
from grognard.kernel.engine.events import CardEvent, CardsEvent, DrawEvent, Event, Field, ReshuffleEvent, TurnEvent


@mypyc_attr(acyclic=True)
class MoraleEvent(Event):
    """A side's Morale changes; `morale` is the new value."""

    fields: ClassVar[Mapping[str, Field]] = {"morale": NUMBER}

    def __init__(self, seat: i64, morale: i64) -> None:
        super().__init__(seat)
        self.morale: i64 = morale


@mypyc_attr(acyclic=True)
class CommitEvent(Event):
    """TE-7.5: cards are committed; `parts` is the side's sum: pieces, committed cards, 4 for holding the Front."""

    fields: ClassVar[Mapping[str, Field]] = {"cards": CARDS, "front": NUMBER, "parts": NUMBERS}

    def __init__(self, seat: i64, cards: list[int], front: i64, parts: list[int]) -> None:
        super().__init__(seat)
        self.cards: list[int] = cards
        self.front: i64 = front
        self.parts: list[int] = parts


@mypyc_attr(acyclic=True)
class Began(Event):
    """TE-2.3: the seat takes the first turn."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """TE-3.1: a turn begins."""

    kind: ClassVar = 2


@mypyc_attr(acyclic=True)
class Drew(DrawEvent):
    """TE-3.3: cards are drawn."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class Reshuffled(ReshuffleEvent):
    """TE-10.3: the deck runs out for the first time, and the discard pile becomes a new deck."""

    kind: ClassVar = 4


@mypyc_attr(acyclic=True)
class RanOut(Event):
    """TE-4.2: the seat must draw, and the deck is empty: the battle is over."""

    kind: ClassVar = 5


@mypyc_attr(acyclic=True)
class Deployed(Event):
    """TE-5.2: a piece is deployed at a Front."""

    kind: ClassVar = 6
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "front": NUMBER}

    def __init__(self, seat: i64, card: i64, front: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.front: i64 = front


@mypyc_attr(acyclic=True)
class Marched(CardEvent):
    """TE-5.3: a card is played to draw others."""

    kind: ClassVar = 7


@mypyc_attr(acyclic=True)
class Searched(CardEvent):
    """TE-5.4: a card is played to search the deck for a piece."""

    kind: ClassVar = 8


@mypyc_attr(acyclic=True)
class Found(Event):
    """TE-5.4: the search finds pieces, or none."""

    kind: ClassVar = 9
    fields: ClassVar[Mapping[str, Field]] = {"found": NUMBER}

    def __init__(self, seat: i64, found: bool) -> None:
        super().__init__(seat)
        self.found: bool = found


@mypyc_attr(acyclic=True)
class Took(DrawEvent):
    """TE-5.4: the seat takes one of the found pieces into its hand."""

    kind: ClassVar = 10


@mypyc_attr(acyclic=True)
class StoodStill(CardEvent):
    """TE-5.7: a card is played to hold up the other side."""

    kind: ClassVar = 11


@mypyc_attr(acyclic=True)
class LostCards(CardsEvent):
    """TE-5.7: the seat loses random cards."""

    kind: ClassVar = 12


@mypyc_attr(acyclic=True)
class Moved(Event):
    """TE-5.5, TE-5.6: a card moves a piece of either side to a Front."""

    kind: ClassVar = 13
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "piece": CARD, "front": NUMBER, "own": UNCODED_NUMBER}

    def __init__(self, seat: i64, card: i64, piece: i64, front: i64, own: bool) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.piece: i64 = piece
        self.front: i64 = front
        self.own: bool = own


@mypyc_attr(acyclic=True)
class EndedOrders(Event):
    """TE-5.1: the seat ends its Orders Phase."""

    kind: ClassVar = 14


@mypyc_attr(acyclic=True)
class Attacked(Event):
    """TE-6.1: the free attack on a Front."""

    kind: ClassVar = 15
    fields: ClassVar[Mapping[str, Field]] = {"front": NUMBER}

    def __init__(self, seat: i64, front: i64) -> None:
        super().__init__(seat)
        self.front: i64 = front


@mypyc_attr(acyclic=True)
class Launched(Event):
    """TE-6.2: a card launches an extra attack on a Front."""

    kind: ClassVar = 16
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "front": NUMBER}

    def __init__(self, seat: i64, card: i64, front: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.front: i64 = front


@mypyc_attr(acyclic=True)
class Committed(CommitEvent):
    """TE-7.1: the attacker commits cards."""

    kind: ClassVar = 17


@mypyc_attr(acyclic=True)
class Defended(CommitEvent):
    """TE-7.2: the defender commits cards."""

    kind: ClassVar = 18


@mypyc_attr(acyclic=True)
class Passed(Event):
    """TE-7.1, TE-7.2: the seat commits nothing in this phase; `before` counts the cards it committed earlier."""

    kind: ClassVar = 19
    fields: ClassVar[Mapping[str, Field]] = {"phase": NUMBER, "before": NUMBER}

    def __init__(self, seat: i64, phase: i64, before: i64) -> None:
        super().__init__(seat)
        self.phase: i64 = phase
        self.before: i64 = before


@mypyc_attr(acyclic=True)
class Rose(MoraleEvent):
    """TE-1.4: the seat's Morale rises."""

    kind: ClassVar = 20


@mypyc_attr(acyclic=True)
class Fought(Event):
    """TE-7.5: the sums of both sides, the attacker's and the defender's, in the parts of a CommitEvent."""

    kind: ClassVar = 21
    fields: ClassVar[Mapping[str, Field]] = {"front": NUMBER, "attacking": NUMBERS, "defending": NUMBERS}

    def __init__(self, seat: i64, front: i64, attacking: list[int], defending: list[int]) -> None:
        super().__init__(seat)
        self.front: i64 = front
        self.attacking: list[int] = attacking
        self.defending: list[int] = defending


@mypyc_attr(acyclic=True)
class Won(Event):
    """TE-7.7: the seat wins an Action; the Morale of both sides, and whether the Front changes hands."""

    kind: ClassVar = 22
    fields: ClassVar[Mapping[str, Field]] = {"front": NUMBER, "morale": NUMBER, "other_morale": NUMBER, "taken": NUMBER}

    def __init__(self, seat: i64, front: i64, morale: i64, other_morale: i64, taken: bool) -> None:
        super().__init__(seat)
        self.front: i64 = front
        self.morale: i64 = morale
        self.other_morale: i64 = other_morale
        self.taken: bool = taken


@mypyc_attr(acyclic=True)
class Tied(Event):
    """TE-7.6: nobody wins an Action."""

    kind: ClassVar = 23
    fields: ClassVar[Mapping[str, Field]] = {"front": NUMBER}

    def __init__(self, seat: i64, front: i64) -> None:
        super().__init__(seat)
        self.front: i64 = front


@mypyc_attr(acyclic=True)
class Played(CardEvent):
    """TE-8.2: the winner plays a Victory card."""

    kind: ClassVar = 24


@mypyc_attr(acyclic=True)
class Removed(CardEvent):
    """TE-8.3: the winner removes a piece of the other side."""

    kind: ClassVar = 25


@mypyc_attr(acyclic=True)
class Fell(MoraleEvent):
    """TE-8.3: the seat's Morale falls."""

    kind: ClassVar = 26


@mypyc_attr(acyclic=True)
class Gave(CardsEvent):
    """TE-8.3: the seat discards cards of its choice for Full Retreat."""

    kind: ClassVar = 27


@mypyc_attr(acyclic=True)
class EndedVictory(Event):
    """TE-8.4: the winner plays no more Victory cards."""

    kind: ClassVar = 28


@mypyc_attr(acyclic=True)
class EndedActions(Event):
    """TE-6.6: the seat ends its Action Phase."""

    kind: ClassVar = 29


@mypyc_attr(acyclic=True)
class Trimmed(CardsEvent):
    """TE-9.1: cards are discarded down to the hand limit."""

    kind: ClassVar = 30


@mypyc_attr(acyclic=True)
class Triumphed(Event):
    """TE-10.1: the seat holds all three Fronts, and the other side has no Morale left."""

    kind: ClassVar = 31
