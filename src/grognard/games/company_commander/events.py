"""The events of Company Commander, one class for each kind; text/log.py turns them into sentences.

A field that names a unit or a card is NONE if there is none. `amounts` has the number of each card in `helping`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.names import NONE
from grognard.kernel.engine.events import (
    CARD,
    CARDS,
    NUMBER,
    NUMBERS,
    OWN_CARDS,
    SIGNED,
    UNCODED_NUMBER,
    UNCODED_NUMBERS,
    UNCODED_SIGNED,
)
from grognard.kernel.engine.events import CardsEvent, DrawEvent, Event, Field, ReshuffleEvent, TurnEvent

# -- base classes --------------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class PhaseEvent(Event):
    """A seat passes or ends something in a phase or window."""

    fields: ClassVar[Mapping[str, Field]] = {"phase": NUMBER}

    def __init__(self, seat: i64, phase: i64) -> None:
        super().__init__(seat)
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class UnitAndFrontEvent(Event):
    """A unit acts against a Front or goes there."""

    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "front": NUMBER}

    def __init__(self, seat: i64, unit: i64, front: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.front: i64 = front


@mypyc_attr(acyclic=True)
class MarkersEvent(Event):
    """A unit gained or lost a marker; `markers` is its new number of that kind."""

    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "markers": NUMBER}

    def __init__(self, seat: i64, unit: i64, markers: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.markers: i64 = markers


@mypyc_attr(acyclic=True)
class RemovalEvent(Event):
    """Units leave play for good, and the cards attached to them are discarded."""

    fields: ClassVar[Mapping[str, Field]] = {"units": CARDS, "cards": CARDS}

    def __init__(self, seat: i64, units: list[int], cards: list[int]) -> None:
        super().__init__(seat)
        self.units: list[int] = units
        self.cards: list[int] = cards


# -- CC-1 to CC-4: turns, drawing, and the Deploy Phase ------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Began(Event):
    """CC-1.3: the seat takes the first turn."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """CC-2.1: a turn begins."""

    kind: ClassVar = 2


@mypyc_attr(acyclic=True)
class DrewUnits(DrawEvent):
    """CC-3.1: Squad cards are drawn."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class Drew(DrawEvent):
    """CC-4.1: Tactics cards are drawn."""

    kind: ClassVar = 4


@mypyc_attr(acyclic=True)
class Reshuffled(ReshuffleEvent):
    """CC-4.1: the discard pile becomes the empty Tactics deck, because a card must be drawn."""

    kind: ClassVar = 5


@mypyc_attr(acyclic=True)
class Deployed(UnitAndFrontEvent):
    """CC-3.3: a unit arrives at a Front."""

    kind: ClassVar = 6


@mypyc_attr(acyclic=True)
class SetOut(UnitAndFrontEvent):
    """CC-3.6: a unit is about to move to a Front."""

    kind: ClassVar = 7


@mypyc_attr(acyclic=True)
class CalledOff(Event):
    """CC-3.7, CC-5.2, CC-6.4, CC-8.3: an action declared in this window is stopped.

    For a Support card, `unit` is NONE; for a unit that acts without a card, `card` is NONE.
    """

    kind: ClassVar = 8
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "card": CARD, "phase": NUMBER}

    def __init__(self, seat: i64, unit: i64, card: i64, phase: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.card: i64 = card
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Moved(UnitAndFrontEvent):
    """CC-3.6: a unit has moved to a Front."""

    kind: ClassVar = 9


@mypyc_attr(acyclic=True)
class Ended(PhaseEvent):
    """CC-2.1: the seat ends a phase of its turn."""

    kind: ClassVar = 10


@mypyc_attr(acyclic=True)
class Passed(PhaseEvent):
    """CC-10.4: the seat passes in a window."""

    kind: ClassVar = 11


@mypyc_attr(acyclic=True)
class Played(Event):
    """CC-10.2: a Tactics card is played, on a unit, a Front or both.

    `side` is the owner of that unit, or otherwise of that Front.
    """

    kind: ClassVar = 12
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "unit": CARD, "front": NUMBER, "side": UNCODED_NUMBER}

    def __init__(self, seat: i64, card: i64, unit: i64, front: i64, side: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.front: i64 = front
        self.side: i64 = side


@mypyc_attr(acyclic=True)
class Discarded(CardsEvent):
    """CC-4.3: Tactics cards are discarded down to the hand limit."""

    kind: ClassVar = 13


# -- CC-5: the Recon Phase -----------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Sent(UnitAndFrontEvent):
    """CC-5.1: a unit goes on a mission to the enemy Front opposite."""

    kind: ClassVar = 14


@mypyc_attr(acyclic=True)
class ReconRoll(Event):
    """CC-5.4: a Recon Roll: the die and the unit's Recon number."""

    kind: ClassVar = 15
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "die": NUMBER, "recon": NUMBER}

    def __init__(self, seat: i64, unit: i64, die: i64, recon: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.die: i64 = die
        self.recon: i64 = recon


@mypyc_attr(acyclic=True)
class SpottedRoll(Event):
    """CC-5.5: the seat fires on an enemy unit that it has spotted."""

    kind: ClassVar = 16
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "dice": NUMBERS}

    def __init__(self, seat: i64, unit: i64, dice: list[int]) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.dice: list[int] = dice


@mypyc_attr(acyclic=True)
class Looked(Event):
    """CC-5.6: the seat looks at the enemy's hand; everyone else sees only the number of cards."""

    kind: ClassVar = 17
    fields: ClassVar[Mapping[str, Field]] = {"cards": OWN_CARDS, "number": NUMBER}

    def __init__(self, seat: i64, cards: list[int], number: i64) -> None:
        super().__init__(seat, private=True)
        self.cards: list[int] = cards
        self.number: i64 = number


@mypyc_attr(acyclic=True)
class Gained(Event):
    """CC-5.6: the seat gets +1 on Suppression Rolls against an enemy Front this turn."""

    kind: ClassVar = 18
    fields: ClassVar[Mapping[str, Field]] = {"front": NUMBER}

    def __init__(self, seat: i64, front: i64) -> None:
        super().__init__(seat)
        self.front: i64 = front


# -- CC-6: the Suppression Phase -----------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class AimedFire(UnitAndFrontEvent):
    """CC-6.2: a unit is about to fire on an enemy Front."""

    kind: ClassVar = 19


@mypyc_attr(acyclic=True)
class SuppressionRoll(Event):
    """CC-6.5: a Suppression Roll: two dice plus Suppression, flanking, missions and the amounts of the helping cards.

    `card` is the card that fires, alone or through the unit. Without one, the unit fires with its own Suppression.
    """

    kind: ClassVar = 20
    fields: ClassVar[Mapping[str, Field]] = {
        "card": CARD,
        "unit": CARD,
        "helping": CARDS,
        "dice": NUMBERS,
        "suppression": NUMBER,
        "flanking": NUMBER,
        "missions": NUMBER,
        "amounts": UNCODED_NUMBERS,
    }

    def __init__(
        self,
        seat: i64,
        card: i64,
        unit: i64,
        helping: list[int],
        dice: list[int],
        suppression: i64,
        flanking: i64,
        missions: i64,
        amounts: list[int],
    ) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.unit: i64 = unit
        self.helping: list[int] = helping
        self.dice: list[int] = dice
        self.suppression: i64 = suppression
        self.flanking: i64 = flanking
        self.missions: i64 = missions
        self.amounts: list[int] = amounts


# -- CC-9: hits ----------------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class HasHit(Event):
    """CC-9.1: one of the seat's units is hit, by a pin or, if `severe`, by a casualty."""

    kind: ClassVar = 21
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "severe": NUMBER}

    def __init__(self, seat: i64, unit: i64, severe: bool) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.severe: bool = severe


@mypyc_attr(acyclic=True)
class Spared(Event):
    """CC-9.4: a Sniper hits one of the seat's Tanks, without effect."""

    kind: ClassVar = 22
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD}

    def __init__(self, seat: i64, unit: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit


@mypyc_attr(acyclic=True)
class SaveRoll(Event):
    """CC-9.3: an armor save: the die and the unit's Armor number. A saved casualty becomes a pin."""

    kind: ClassVar = 23
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "die": NUMBER, "armor": NUMBER, "severe": NUMBER}

    def __init__(self, seat: i64, unit: i64, die: i64, armor: i64, severe: bool) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.die: i64 = die
        self.armor: i64 = armor
        self.severe: bool = severe


@mypyc_attr(acyclic=True)
class Pinned(MarkersEvent):
    """CC-9.1: a unit gets a Pinned marker."""

    kind: ClassVar = 24


@mypyc_attr(acyclic=True)
class Hurt(MarkersEvent):
    """CC-9.1: a unit takes a casualty and survives."""

    kind: ClassVar = 25


@mypyc_attr(acyclic=True)
class Destroyed(RemovalEvent):
    """CC-9.2: a unit is destroyed, because it has as many casualties as Strength."""

    kind: ClassVar = 26


@mypyc_attr(acyclic=True)
class Routed(RemovalEvent):
    """CC-8.5: units rout, because they have more markers than Strength."""

    kind: ClassVar = 27


# -- CC-7: the Assault Phase ---------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Declared(UnitAndFrontEvent):
    """CC-7.1: a unit is declared as an attacker of an enemy Front."""

    kind: ClassVar = 28


@mypyc_attr(acyclic=True)
class Withdrew(Event):
    """CC-7.4: attackers are stopped and leave the assault."""

    kind: ClassVar = 29
    fields: ClassVar[Mapping[str, Field]] = {"units": CARDS}

    def __init__(self, seat: i64, units: list[int]) -> None:
        super().__init__(seat)
        self.units: list[int] = units


@mypyc_attr(acyclic=True)
class Joined(Event):
    """CC-7.5: the battle for an enemy Front begins."""

    kind: ClassVar = 30
    fields: ClassVar[Mapping[str, Field]] = {"attackers": CARDS, "defenders": CARDS, "front": NUMBER}

    def __init__(self, seat: i64, attackers: list[int], defenders: list[int], front: i64) -> None:
        super().__init__(seat)
        self.attackers: list[int] = attackers
        self.defenders: list[int] = defenders
        self.front: i64 = front


@mypyc_attr(acyclic=True)
class Ready(Event):
    """CC-7.9: the Fire dice of a unit: Strength less casualties, plus Defense and the amounts of cards.

    If the shooter is a Mine field card, the number of dice is the card's amount, and `strength` is NONE.
    """

    kind: ClassVar = 31
    fields: ClassVar[Mapping[str, Field]] = {
        "shooter": CARD,
        "helping": CARDS,
        "dice": NUMBER,
        "strength": NUMBER,
        "casualties": NUMBER,
        "defense": NUMBER,
        "amounts": UNCODED_NUMBERS,
    }

    def __init__(
        self,
        seat: i64,
        shooter: i64,
        helping: list[int],
        dice: i64,
        strength: i64,
        casualties: i64,
        defense: i64,
        amounts: list[int],
    ) -> None:
        super().__init__(seat)
        self.shooter: i64 = shooter
        self.helping: list[int] = helping
        self.dice: i64 = dice
        self.strength: i64 = strength
        self.casualties: i64 = casualties
        self.defense: i64 = defense
        self.amounts: list[int] = amounts

    def all_numbers(self) -> list[int]:
        """Histories write casualties as a negative number, because they reduce the dice."""
        dice = int(self.dice)
        return [dice] if self.strength == NONE else [dice, self.strength, -self.casualties, self.defense]


@mypyc_attr(acyclic=True)
class FireDie(Event):
    """CC-7.11: a Fire die of a unit or of mines, plus Assault, flanking and the amounts of cards."""

    kind: ClassVar = 32
    fields: ClassVar[Mapping[str, Field]] = {
        "shooter": CARD,
        "helping": CARDS,
        "die": NUMBER,
        "assault": NUMBER,
        "flanking": NUMBER,
        "amounts": UNCODED_NUMBERS,
    }

    def __init__(
        self, seat: i64, shooter: i64, helping: list[int], die: i64, assault: i64, flanking: i64, amounts: list[int]
    ) -> None:
        super().__init__(seat)
        self.shooter: i64 = shooter
        self.helping: list[int] = helping
        self.die: i64 = die
        self.assault: i64 = assault
        self.flanking: i64 = flanking
        self.amounts: list[int] = amounts


@mypyc_attr(acyclic=True)
class Held(Event):
    """CC-7.11: a die hits an entrenched unit; `total` includes the card's amount."""

    kind: ClassVar = 33
    fields: ClassVar[Mapping[str, Field]] = {"unit": CARD, "card": CARD, "total": SIGNED, "amount": UNCODED_SIGNED}

    def __init__(self, seat: i64, unit: i64, card: i64, total: i64, amount: i64) -> None:
        super().__init__(seat)
        self.unit: i64 = unit
        self.card: i64 = card
        self.total: i64 = total
        self.amount: i64 = amount


# -- CC-8: the Rally Phase -----------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Led(Event):
    """CC-8.3: a Leader is about to rally a unit."""

    kind: ClassVar = 34
    fields: ClassVar[Mapping[str, Field]] = {"leader": CARD, "unit": CARD}

    def __init__(self, seat: i64, leader: i64, unit: i64) -> None:
        super().__init__(seat)
        self.leader: i64 = leader
        self.unit: i64 = unit


@mypyc_attr(acyclic=True)
class RallyRoll(Event):
    """CC-8.2, CC-8.3: a Rally Roll: the die, the Leader's bonus if a Leader tries, and the unit's own Rally number."""

    kind: ClassVar = 35
    fields: ClassVar[Mapping[str, Field]] = {
        "leader": CARD,
        "unit": CARD,
        "die": NUMBER,
        "led": SIGNED,
        "rally": SIGNED,
    }

    def __init__(self, seat: i64, leader: i64, unit: i64, die: i64, led: i64, rally: i64) -> None:
        super().__init__(seat)
        self.leader: i64 = leader
        self.unit: i64 = unit
        self.die: i64 = die
        self.led: i64 = led
        self.rally: i64 = rally


@mypyc_attr(acyclic=True)
class Recovered(MarkersEvent):
    """CC-8.2: a unit loses a Pinned marker."""

    kind: ClassVar = 36


# -- the end -------------------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class WonLosses(Event):
    """CC-1.6: the seat wins by enemy losses. CC-1.8: `seat` is NONE if both sides lost the same number."""

    kind: ClassVar = 37
    fields: ClassVar[Mapping[str, Field]] = {"losses": NUMBER}

    def __init__(self, seat: i64, losses: i64) -> None:
        super().__init__(seat)
        self.losses: i64 = losses


@mypyc_attr(acyclic=True)
class WonFronts(Event):
    """CC-1.7: the seat wins by holding all three Fronts; `others` is the number that the enemy holds, 0 or 1."""

    kind: ClassVar = 38
    fields: ClassVar[Mapping[str, Field]] = {"others": NUMBER}

    def __init__(self, seat: i64, others: i64) -> None:
        super().__init__(seat)
        self.others: i64 = others


@mypyc_attr(acyclic=True)
class Stalled(Event):
    """CC-11.1: the game ends after this many quiet turns, or stops after `LAST_TURN` turns."""

    kind: ClassVar = 39
    fields: ClassVar[Mapping[str, Field]] = {"turns": NUMBER}

    def __init__(self, seat: i64, turns: i64) -> None:
        super().__init__(seat)
        self.turns: i64 = turns
