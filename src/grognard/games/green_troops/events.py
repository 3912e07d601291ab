"""The events of Green Troops, one class for each kind; text/log.py turns them into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import CARD, CARDS, NUMBER, NUMBERS, OWN_CARDS, UNCODED_NUMBER
from grognard.kernel.engine.events import CardEvent, CardsEvent, DrawEvent, Event, Field, ReshuffleEvent, TurnEvent

# -- base classes ------------------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class UnitCardEvent(Event):
    """A Unit gets or loses an attached card."""

    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD}

    def __init__(self, seat: i64, card: i64, unit: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit


@mypyc_attr(acyclic=True)
class AttackEvent(Event):
    """A Unit uses an attack card on the target, against a seat."""

    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "target": CARD, "against": NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, target: i64, against: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.target: i64 = target
        self.against: i64 = against


@mypyc_attr(acyclic=True)
class DamageEvent(Event):
    """One of the seat's Units is hit: the damage, its new number of markers, and its Defense."""

    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "damage": NUMBER, "markers": NUMBER, "defense": NUMBER}

    def __init__(self, seat: i64, unit: i64, damage: i64, markers: i64, defense: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.damage: i64 = damage
        self.markers: i64 = markers
        self.defense: i64 = defense


@mypyc_attr(acyclic=True)
class DefenseEvent(Event):
    """The seat plays a Defense card for a Unit in a phase."""

    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "phase": NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, phase: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.phase: i64 = phase


# -- the events, by number ---------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Began(Event):
    """GT-2.3: the seat takes the first turn."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class Mustered(CardsEvent):
    """GT-2.2: the seat is dealt its Units."""

    kind: ClassVar = 2


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """GT-3.1: a turn begins."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class Drew(DrawEvent):
    """GT-4.1: cards are drawn."""

    kind: ClassVar = 4


@mypyc_attr(acyclic=True)
class Reshuffled(ReshuffleEvent):
    """GT-4.2: the discard pile becomes the empty Battle Deck, because a card must be drawn."""

    kind: ClassVar = 5


@mypyc_attr(acyclic=True)
class Reinforced(Event):
    """GT-5.2: a Reserve brings new Units."""

    kind: ClassVar = 6
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "units": CARDS}

    def __init__(self, seat: i64, card: i64, units: list[int]) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.units: list[int] = units


@mypyc_attr(acyclic=True)
class Attached(Event):
    """GT-5.3, GT-5.5: a Unit gets a Leader or Terrain."""

    kind: ClassVar = 7
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "is_leader": UNCODED_NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, is_leader: bool) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.is_leader: bool = is_leader


@mypyc_attr(acyclic=True)
class LeaderMoved(Event):
    """GT-5.4: a Leader moves from one Unit to another that has none."""

    kind: ClassVar = 8
    fields: ClassVar[Mapping[str, Field]] = {"leader": CARD, "old_unit": CARD, "new_unit": CARD}

    def __init__(self, seat: i64, leader: i64, old_unit: i64, new_unit: i64) -> None:
        super().__init__(seat)
        self.leader: i64 = leader
        self.old_unit: i64 = old_unit
        self.new_unit: i64 = new_unit


@mypyc_attr(acyclic=True)
class LeadersSwapped(Event):
    """GT-5.4: two Leaders change places; `unit` and `other_unit` are the Units they go to."""

    kind: ClassVar = 9
    fields: ClassVar[Mapping[str, Field]] = {"leader": CARD, "unit": CARD, "other_leader": CARD, "other_unit": CARD}

    def __init__(self, seat: i64, leader: i64, unit: i64, other_leader: i64, other_unit: i64) -> None:
        super().__init__(seat)
        self.leader: i64 = leader
        self.unit: i64 = unit
        self.other_leader: i64 = other_leader
        self.other_unit: i64 = other_unit


@mypyc_attr(acyclic=True)
class Rallied(Event):
    """GT-5.6: a Rally removes markers from a Unit; `left` markers stay."""

    kind: ClassVar = 10
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "removed": NUMBER, "left": NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, removed: i64, left: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.removed: i64 = removed
        self.left: i64 = left


@mypyc_attr(acyclic=True)
class Passed(Event):
    """GT-3.5: the seat passes in a phase."""

    kind: ClassVar = 11
    fields: ClassVar[Mapping[str, Field]] = {"phase": NUMBER}

    def __init__(self, seat: i64, phase: i64) -> None:
        super().__init__(seat)
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Played(CardEvent):
    """GT-1.9: an Event without a target seat is played."""

    kind: ClassVar = 12


@mypyc_attr(acyclic=True)
class PlayedAt(Event):
    """GT-11.2, GT-11.5: an Event is played against a seat."""

    kind: ClassVar = 13
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "against": NUMBER}

    def __init__(self, seat: i64, card: i64, against: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.against: i64 = against


@mypyc_attr(acyclic=True)
class Spied(Event):
    """GT-11.8: the seat looks at the owner's hand."""

    kind: ClassVar = 14
    fields: ClassVar[Mapping[str, Field]] = {"cards": OWN_CARDS, "owner": NUMBER}

    def __init__(self, seat: i64, cards: list[int], owner: i64) -> None:
        super().__init__(seat, private=True)
        self.cards: list[int] = cards
        self.owner: i64 = owner


@mypyc_attr(acyclic=True)
class LostCards(CardsEvent):
    """GT-11.5: the seat loses random cards."""

    kind: ClassVar = 15


@mypyc_attr(acyclic=True)
class LeaderLost(UnitCardEvent):
    """GT-9.8: a Unit's Leader (`card`) is killed."""

    kind: ClassVar = 16


@mypyc_attr(acyclic=True)
class Attacked(AttackEvent):
    """GT-6.1: the seat declares an attack on a Unit."""

    kind: ClassVar = 17


@mypyc_attr(acyclic=True)
class Barraged(Event):
    """GT-8.4: a Unit fires on all Units of a seat."""

    kind: ClassVar = 18
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "against": NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, against: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.against: i64 = against


@mypyc_attr(acyclic=True)
class LeftTerrain(UnitCardEvent):
    """GT-6.4, GT-9.9: a Unit gives up its Terrain (`card`)."""

    kind: ClassVar = 19


@mypyc_attr(acyclic=True)
class Opposed(AttackEvent):
    """GT-7.2: the charged Unit answers with an Opportunity card; `target` is the attacker."""

    kind: ClassVar = 20


@mypyc_attr(acyclic=True)
class Reckoned(Event):
    """GT-1.8: the damage of an attack, and the target's markers and Defense.

    `parts` are the values for the card, the Unit, its Leader, its Terrain, and the reduction by the target's Terrain.
    `givers` are the names of that Leader and of both Terrain cards, or NONE. `helping` are the pieces of those that
    change the damage.
    """

    kind: ClassVar = 21
    fields: ClassVar[Mapping[str, Field]] = {
        "card": CARD,
        "unit": CARD,
        "target": CARD,
        "helping": CARDS,
        "parts": NUMBERS,
        "givers": NUMBERS,
        "markers": NUMBER,
        "defense": NUMBER,
        "damage": UNCODED_NUMBER,
    }

    def __init__(
        self,
        seat: i64,
        card: i64,
        unit: i64,
        target: i64,
        helping: list[int],
        parts: list[int],
        givers: list[int],
        markers: i64,
        defense: i64,
        damage: i64,
    ) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.target: i64 = target
        self.helping: list[int] = helping
        self.parts: list[int] = parts
        self.givers: list[int] = givers
        self.markers: i64 = markers
        self.defense: i64 = defense
        self.damage: i64 = damage


@mypyc_attr(acyclic=True)
class Hurt(DamageEvent):
    """GT-1.5: a Unit takes Damage Markers."""

    kind: ClassVar = 22


@mypyc_attr(acyclic=True)
class Defeated(Event):
    """GT-9.2: the seat captures an owner's Units, with their Leaders."""

    kind: ClassVar = 23
    fields: ClassVar[Mapping[str, Field]] = {"units": CARDS, "leaders": CARDS, "owner": NUMBER}

    def __init__(self, seat: i64, units: list[int], leaders: list[int], owner: i64) -> None:
        super().__init__(seat)
        self.units: list[int] = units
        self.leaders: list[int] = leaders
        self.owner: i64 = owner


@mypyc_attr(acyclic=True)
class Defended(DefenseEvent):
    """GT-7.2, GT-8.1: a Defense card stops the attack on a Unit."""

    kind: ClassVar = 24


@mypyc_attr(acyclic=True)
class Protected(DefenseEvent):
    """GT-8.4: a Defense card protects a Unit from the barrage."""

    kind: ClassVar = 25


@mypyc_attr(acyclic=True)
class Negated(Event):
    """GT-7.2, GT-8.5: an Opportunity Attack (phase ANSWER) or the primary attack (DEFEND) has no effect."""

    kind: ClassVar = 26
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "phase": NUMBER}

    def __init__(self, seat: i64, card: i64, phase: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Routed(Event):
    """GT-9.7: the seat plays a Rout on an owner's Unit."""

    kind: ClassVar = 27
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "owner": NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, owner: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.owner: i64 = owner


@mypyc_attr(acyclic=True)
class Took(UnitCardEvent):
    """GT-9.9: a Unit takes Terrain (`card`) from a fallen Unit."""

    kind: ClassVar = 28


@mypyc_attr(acyclic=True)
class Discarded(Event):
    """GT-10.2, GT-11.4: the seat discards cards of its choice."""

    kind: ClassVar = 29
    fields: ClassVar[Mapping[str, Field]] = {"cards": CARDS, "phase": NUMBER}

    def __init__(self, seat: i64, cards: list[int], phase: i64) -> None:
        super().__init__(seat)
        self.cards: list[int] = cards
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Retired(Event):
    """GT-12.4, GT-13.4: the seat leaves with its Units; its cards, in hand and on the Units, are discarded."""

    kind: ClassVar = 30
    fields: ClassVar[Mapping[str, Field]] = {"units": CARDS, "cards": CARDS}

    def __init__(self, seat: i64, units: list[int], cards: list[int]) -> None:
        super().__init__(seat)
        self.units: list[int] = units
        self.cards: list[int] = cards


@mypyc_attr(acyclic=True)
class NightFell(Event):
    """GT-14.1: night falls after this many turns without a defeat."""

    kind: ClassVar = 31
    fields: ClassVar[Mapping[str, Field]] = {"turns": NUMBER}

    def __init__(self, seat: i64, turns: i64) -> None:
        super().__init__(seat)
        self.turns: i64 = turns


@mypyc_attr(acyclic=True)
class Triumphed(Event):
    """GT-12.1: the other side has no Units left, and the seat's side wins. `seats` is how many play."""

    kind: ClassVar = 32
    fields: ClassVar[Mapping[str, Field]] = {"seats": UNCODED_NUMBER}

    def __init__(self, seat: i64, seats: i64) -> None:
        super().__init__(seat)
        self.seats: i64 = seats


@mypyc_attr(acyclic=True)
class ExtraCame(Event):
    """GT-3.3: the seat takes an extra turn; `left` more follow."""

    kind: ClassVar = 33
    fields: ClassVar[Mapping[str, Field]] = {"left": NUMBER}

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left


@mypyc_attr(acyclic=True)
class Unhurt(DamageEvent):
    """GT-1.8: the damage of an attack is 0."""

    kind: ClassVar = 34
