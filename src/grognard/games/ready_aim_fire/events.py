"""The events of Ready Aim Fire, one class for each kind; text/log.py puts them into words.

Positions are numbered from 0, the Left Flank of the event's seat; places in a stack from 0, the top.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import (
    CARD, CARDS, NUMBER, NUMBERS, OWN_CARD, OWN_CARDS, UNCODED_NUMBER, UNCODED_NUMBERS, UNCODED_SIGNED, CardEvent,
    CardsEvent, DrawEvent, Event, Field, ReshuffleEvent, TurnEvent,
)  # fmt: skip

_OWN_NUMBER: Final = Field(own=True, coded=False)  # NONE for every other seat

# -- shared base classes -----------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class PositionEvent(Event):
    """An event about a card at a position that both sides see."""

    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "position": NUMBER}

    def __init__(self, seat: i64, card: i64, position: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.position: i64 = position


@mypyc_attr(acyclic=True)
class StackEvent(Event):
    """An event about a battalion in a stack that both sides see."""

    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "position": NUMBER, "place": NUMBER}

    def __init__(self, seat: i64, card: i64, position: i64, place: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.position: i64 = position
        self.place: i64 = place


@mypyc_attr(acyclic=True)
class MarkerEvent(Event):
    """A battalion gets or loses a marker. While it is face down, only its owner knows which battalion it is."""

    fields: ClassVar[Mapping[str, Field]] = {"card": OWN_CARD, "position": NUMBER, "place": NUMBER}

    def __init__(self, seat: i64, card: i64, position: i64, place: i64, private: bool = True) -> None:
        super().__init__(seat, private)
        self.card: i64 = card
        self.position: i64 = position
        self.place: i64 = place


@mypyc_attr(acyclic=True)
class TwoDiceEvent(Event):
    """Two dice are rolled; the roll succeeds (`made`) at `most` or less.

    `before` is the total that a re-roll replaces, and 0 for a first roll.
    """

    fields: ClassVar[Mapping[str, Field]] = {
        "card": CARD, "first": NUMBER, "second": NUMBER, "most": NUMBER, "made": NUMBER, "before": NUMBER,
    }  # fmt: skip

    def __init__(self, seat: i64, card: i64, first: i64, second: i64, most: i64, made: bool, before: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.first: i64 = first
        self.second: i64 = second
        self.most: i64 = most
        self.made: bool = made
        self.before: i64 = before


@mypyc_attr(acyclic=True)
class AttackEvent(Event):
    """A battalion attacks the top card or lone general at an enemy position.

    `front` is the attacker's position, and `target` the enemy's, counted from the enemy's left.
    """

    fields: ClassVar[Mapping[str, Field]] = {"attacker": CARD, "defender": CARD, "front": NUMBER, "target": NUMBER}

    def __init__(self, seat: i64, attacker: i64, defender: i64, front: i64, target: i64) -> None:
        super().__init__(seat)
        self.attacker: i64 = attacker
        self.defender: i64 = defender
        self.front: i64 = front
        self.target: i64 = target


# -- RAF-3 the setup, RAF-4 the turn ----------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Dealt(DrawEvent):
    """RAF-3.2: battalions are dealt for the setup."""

    kind: ClassVar = 1


@mypyc_attr(acyclic=True)
class Returned(Event):
    """RAF-3.2: a battalion is returned, and another is drawn."""

    kind: ClassVar = 2
    fields: ClassVar[Mapping[str, Field]] = {"returned": OWN_CARD, "drawn": OWN_CARD}

    def __init__(self, seat: i64, returned: i64, drawn: i64) -> None:
        super().__init__(seat, private=True)
        self.returned: i64 = returned
        self.drawn: i64 = drawn


@mypyc_attr(acyclic=True)
class Committed(Event):
    """RAF-3.2: the seat finishes its line."""

    kind: ClassVar = 3


@mypyc_attr(acyclic=True)
class LinedUp(Event):
    """RAF-3.6: a stack is turned face up; the cards are listed from the top down."""

    kind: ClassVar = 4
    fields: ClassVar[Mapping[str, Field]] = {"cards": CARDS, "position": NUMBER}

    def __init__(self, seat: i64, cards: list[int], position: i64) -> None:
        super().__init__(seat)
        self.cards: list[int] = cards
        self.position: i64 = position


@mypyc_attr(acyclic=True)
class Serving(DrawEvent):
    """RAF-3.4: the serving commanders join the Reserve deck."""

    kind: ClassVar = 5


@mypyc_attr(acyclic=True)
class Began(Event):
    """RAF-3.7: the seat goes first."""

    kind: ClassVar = 6


@mypyc_attr(acyclic=True)
class TurnCame(TurnEvent):
    """RAF-4.1: a turn begins."""

    kind: ClassVar = 7


@mypyc_attr(acyclic=True)
class FacedDown(Event):
    """RAF-2.9: the opening round is over."""

    kind: ClassVar = 8


@mypyc_attr(acyclic=True)
class Drew(DrawEvent):
    """RAF-4.11: cards are drawn from a deck, FROM_RESERVE or FROM_TACTICS."""

    kind: ClassVar = 9
    fields: ClassVar[Mapping[str, Field]] = {**DrawEvent.fields, "deck": NUMBER}

    def __init__(self, seat: i64, cards: list[int], number: i64, deck: i64) -> None:
        super().__init__(seat, cards, number)
        self.deck: i64 = deck


@mypyc_attr(acyclic=True)
class Reshuffled(ReshuffleEvent):
    """RAF-4.13: an empty deck is refilled from its discard pile; the deck is FROM_RESERVE or FROM_TACTICS."""

    kind: ClassVar = 10
    fields: ClassVar[Mapping[str, Field]] = {**ReshuffleEvent.fields, "deck": NUMBER}

    def __init__(self, seat: i64, number: i64, deck: i64) -> None:
        super().__init__(seat, number)
        self.deck: i64 = deck


@mypyc_attr(acyclic=True)
class Passed(Event):
    """The seat passes in this phase."""

    kind: ClassVar = 11
    fields: ClassVar[Mapping[str, Field]] = {"phase": NUMBER}

    def __init__(self, seat: i64, phase: i64) -> None:
        super().__init__(seat)
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Played(Event):
    """RAF-11.1: a Tactics card is played in this phase."""

    kind: ClassVar = 12
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "phase": NUMBER}

    def __init__(self, seat: i64, card: i64, phase: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.phase: i64 = phase


@mypyc_attr(acyclic=True)
class Fetched(CardEvent):
    """RAF-4.12: a battalion returns from the discard pile to the hand."""

    kind: ClassVar = 13


@mypyc_attr(acyclic=True)
class Looked(Event):
    """RAF-11.3: the seat sees the other hand."""

    kind: ClassVar = 14
    fields: ClassVar[Mapping[str, Field]] = {"cards": OWN_CARDS}

    def __init__(self, seat: i64, cards: list[int]) -> None:
        super().__init__(seat, private=True)
        self.cards: list[int] = cards


@mypyc_attr(acyclic=True)
class Laid(PositionEvent):
    """RAF-4.20: a Terrain card is played on a position."""

    kind: ClassVar = 15


@mypyc_attr(acyclic=True)
class Reorganised(Event):
    """RAF-4.30: a stack is reorganized."""

    kind: ClassVar = 16
    fields: ClassVar[Mapping[str, Field]] = {"position": NUMBER}

    def __init__(self, seat: i64, position: i64) -> None:
        super().__init__(seat)
        self.position: i64 = position


@mypyc_attr(acyclic=True)
class Moved(Event):
    """RAF-4.30: a battalion moves along the line, from a place in its stack to the bottom of another.

    While it is face down, only its owner knows which battalion it is.
    """

    kind: ClassVar = 17
    fields: ClassVar[Mapping[str, Field]] = {"card": OWN_CARD, "origin": NUMBER, "destination": NUMBER, "place": NUMBER}

    def __init__(self, seat: i64, card: i64, origin: i64, destination: i64, place: i64, private: bool = True) -> None:
        super().__init__(seat, private)
        self.card: i64 = card
        self.origin: i64 = origin
        self.destination: i64 = destination
        self.place: i64 = place


@mypyc_attr(acyclic=True)
class GeneralMoved(Event):
    """RAF-4.30: a general moves along the line; the place is always GENERAL_PLACE."""

    kind: ClassVar = 18
    fields: ClassVar[Mapping[str, Field]] = {"general": CARD, "origin": NUMBER, "destination": NUMBER, "place": NUMBER}

    def __init__(self, seat: i64, general: i64, origin: i64, destination: i64, place: i64) -> None:
        super().__init__(seat)
        self.general: i64 = general
        self.origin: i64 = origin
        self.destination: i64 = destination
        self.place: i64 = place


@mypyc_attr(acyclic=True)
class Deployed(Event):
    """RAF-4.32: a battalion is deployed; the other side sees it only in the opening round (RAF-4.35)."""

    kind: ClassVar = 19
    fields: ClassVar[Mapping[str, Field]] = {"card": OWN_CARD, "position": NUMBER}

    def __init__(self, seat: i64, card: i64, position: i64, private: bool = True) -> None:
        super().__init__(seat, private)
        self.card: i64 = card
        self.position: i64 = position


@mypyc_attr(acyclic=True)
class Posted(PositionEvent):
    """RAF-4.33: a commander becomes the general of a position."""

    kind: ClassVar = 20


@mypyc_attr(acyclic=True)
class Appointed(CardEvent):
    """RAF-4.33: a commander becomes Army Commander."""

    kind: ClassVar = 21


@mypyc_attr(acyclic=True)
class TookOver(PositionEvent):
    """RAF-8.10: the Army Commander takes over a position."""

    kind: ClassVar = 22


# -- RAF-5.20 to 5.31, RAF-8 attacks and generals ----------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Attacked(AttackEvent):
    """RAF-5.20: a battalion attacks the top battalion of a stack."""

    kind: ClassVar = 23


@mypyc_attr(acyclic=True)
class Raided(PositionEvent):
    """RAF-5.20: a battalion attacks the reserve from its position."""

    kind: ClassVar = 24


@mypyc_attr(acyclic=True)
class Void(Event):
    """RAF-5.40: the attack is used up, and nobody has fought: infantry met cavalry, or the defender is `in_cover`."""

    kind: ClassVar = 25
    fields: ClassVar[Mapping[str, Field]] = {"in_cover": UNCODED_NUMBER}

    def __init__(self, seat: i64, in_cover: bool) -> None:
        super().__init__(seat)
        self.in_cover: bool = in_cover


@mypyc_attr(acyclic=True)
class CoverTaken(Event):
    """RAF-5.25: a battalion takes cover in a Terrain card."""

    kind: ClassVar = 26
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "cover": CARD}

    def __init__(self, seat: i64, card: i64, cover: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.cover: i64 = cover


@mypyc_attr(acyclic=True)
class SquareSettled(Event):
    """RAF-5.26: a Tactics card decides whether the infantry forms square: FORMED or UNFORMED."""

    kind: ClassVar = 27
    fields: ClassVar[Mapping[str, Field]] = {"square": NUMBER}

    def __init__(self, seat: i64, square: i64) -> None:
        super().__init__(seat)
        self.square: i64 = square


@mypyc_attr(acyclic=True)
class SquareRolled(TwoDiceEvent):
    """RAF-5.26: infantry rolls to form square."""

    kind: ClassVar = 28


@mypyc_attr(acyclic=True)
class RideRolled(TwoDiceEvent):
    """RAF-5.26: cavalry rolls to ride around a square."""

    kind: ClassVar = 29


@mypyc_attr(acyclic=True)
class Supported(Event):
    """RAF-5.27: the battalion at a place in a stack supports the one on top."""

    kind: ClassVar = 30
    fields: ClassVar[Mapping[str, Field]] = {"place": NUMBER, "position": NUMBER}

    def __init__(self, seat: i64, place: i64, position: i64) -> None:
        super().__init__(seat)
        self.place: i64 = place
        self.position: i64 = position


@mypyc_attr(acyclic=True)
class Crossed(CardEvent):
    """RAF-6.23: the attack crosses a Bridge."""

    kind: ClassVar = 31


@mypyc_attr(acyclic=True)
class Rolled(Event):
    """RAF-5.29: the dice of both sides; `volley`, the defender's second die, is 0 without Second Volley."""

    kind: ClassVar = 32
    fields: ClassVar[Mapping[str, Field]] = {"attacker": NUMBER, "defender": NUMBER, "volley": NUMBER}

    def __init__(self, seat: i64, attacker: i64, defender: i64, volley: i64) -> None:
        super().__init__(seat)
        self.attacker: i64 = attacker
        self.defender: i64 = defender
        self.volley: i64 = volley


@mypyc_attr(acyclic=True)
class Rerolled(Event):
    """RAF-8.4: a commander re-rolls.

    In an attack, `dice` and `before` hold two dice each, 0 for a missing die (RAF-5.30). In a check or for a square
    they are empty, because the event of the roll follows.
    """

    kind: ClassVar = 33
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD, "dice": NUMBERS, "before": NUMBERS}

    def __init__(self, seat: i64, card: i64, dice: list[int], before: list[int]) -> None:
        super().__init__(seat)
        self.card: i64 = card
        self.dice: list[int] = dice
        self.before: list[int] = before


@mypyc_attr(acyclic=True)
class Danger(Event):
    """RAF-8.5: the danger roll after a re-roll: the general is killed at `least` or more."""

    kind: ClassVar = 34
    fields: ClassVar[Mapping[str, Field]] = {"general": CARD, "die": NUMBER, "least": NUMBER, "killed": UNCODED_NUMBER}

    def __init__(self, seat: i64, general: i64, die: i64, least: i64, killed: bool) -> None:
        super().__init__(seat)
        self.general: i64 = general
        self.die: i64 = die
        self.least: i64 = least
        self.killed: bool = killed


@mypyc_attr(acyclic=True)
class GeneralKilled(Event):
    """RAF-8.6, RAF-8.11: the general of a position is killed; `acting` if it was the Army Commander."""

    kind: ClassVar = 35
    fields: ClassVar[Mapping[str, Field]] = {"general": CARD, "position": NUMBER, "acting": NUMBER}

    def __init__(self, seat: i64, general: i64, position: i64, acting: bool) -> None:
        super().__init__(seat)
        self.general: i64 = general
        self.position: i64 = position
        self.acting: bool = acting


@mypyc_attr(acyclic=True)
class Summed(Event):
    """RAF-6.1: the modifiers and dice of one side of an attack; `second` is 0 without a second die.

    `terms` are in the order of `Modifiers.terms`; `aids` are the Tactics cards on the roll, with their `amounts`;
    `grounds` are the Terrain cards that count. If it is `barred`, no bonus counts (RAF-6.10).
    """

    kind: ClassVar = 36
    fields: ClassVar[Mapping[str, Field]] = {
        "card": CARD, "aids": CARDS, "grounds": CARDS, "defends": NUMBER, "position": NUMBER, "first": NUMBER,
        "second": NUMBER, "barred": NUMBER, "terms": NUMBERS, "amounts": UNCODED_NUMBERS,
    }  # fmt: skip

    def __init__(
        self, seat: i64, card: i64, aids: list[int], grounds: list[int], defends: bool, position: i64, first: i64,
        second: i64, barred: bool, terms: list[int], amounts: list[int],
    ) -> None:  # fmt: skip
        super().__init__(seat)
        self.card: i64 = card
        self.aids: list[int] = aids
        self.grounds: list[int] = grounds
        self.defends: bool = defends
        self.position: i64 = position
        self.first: i64 = first
        self.second: i64 = second
        self.barred: bool = barred
        self.terms: list[int] = terms
        self.amounts: list[int] = amounts


@mypyc_attr(acyclic=True)
class Resulted(Event):
    """RAF-5.31: the sums of attacker and defender, their difference, and the fate of the loser.

    The fate is IS_SHAKEN, IS_ROUTED or IS_ELIMINATED; 0 if nobody loses or the guns are `safe` (RAF-5.32). A `spared`
    loser routs instead of being eliminated.
    """

    kind: ClassVar = 37
    fields: ClassVar[Mapping[str, Field]] = {
        "attacker": CARD, "defender": CARD, "safe": NUMBER, "spared": NUMBER, "sums": NUMBERS, "front": NUMBER,
        "target": NUMBER, "difference": UNCODED_SIGNED, "fate": UNCODED_NUMBER,
    }  # fmt: skip

    def __init__(
        self, seat: i64, attacker: i64, defender: i64, safe: bool, spared: bool, sums: list[int], front: i64,
        target: i64, difference: i64, fate: i64,
    ) -> None:  # fmt: skip
        super().__init__(seat)
        self.attacker: i64 = attacker
        self.defender: i64 = defender
        self.safe: bool = safe
        self.spared: bool = spared
        self.sums: list[int] = sums
        self.front: i64 = front
        self.target: i64 = target
        self.difference: i64 = difference
        self.fate: i64 = fate


# -- RAF-5.33 to 5.37 losses, RAF-7 morale -----------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class BecameShaken(MarkerEvent):
    """RAF-5.35: a battalion becomes Shaken."""

    kind: ClassVar = 38


@mypyc_attr(acyclic=True)
class Routed(StackEvent):
    """RAF-5.34: a battalion routs."""

    kind: ClassVar = 39


@mypyc_attr(acyclic=True)
class Eliminated(StackEvent):
    """RAF-5.33: a battalion is eliminated."""

    kind: ClassVar = 40


@mypyc_attr(acyclic=True)
class BecameBlown(PositionEvent):
    """RAF-5.37: cavalry becomes Blown."""

    kind: ClassVar = 41


@mypyc_attr(acyclic=True)
class Checked(Event):
    """RAF-7.1: a battalion checks its morale: two dice plus `added`, against its morale value `needed`.

    `added` is the sum of `routs` and `overrun`; `mode` is the reason for the check; `before` is the total that a
    re-roll replaces, or 0. While the battalion is face down, only its owner knows which it is and its morale value.
    """

    kind: ClassVar = 42
    fields: ClassVar[Mapping[str, Field]] = {
        "card": OWN_CARD, "position": NUMBER, "place": NUMBER, "first": NUMBER, "second": NUMBER, "routs": NUMBER,
        "overrun": NUMBER, "headless": NUMBER, "passed": NUMBER, "mode": NUMBER, "before": NUMBER,
        "added": UNCODED_NUMBER, "needed": _OWN_NUMBER,
    }  # fmt: skip

    def __init__(
        self, seat: i64, card: i64, position: i64, place: i64, first: i64, second: i64, routs: i64, overrun: i64,
        headless: bool, passed: bool, mode: i64, before: i64, added: i64, needed: i64, private: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(seat, private)
        self.card: i64 = card
        self.position: i64 = position
        self.place: i64 = place
        self.first: i64 = first
        self.second: i64 = second
        self.routs: i64 = routs
        self.overrun: i64 = overrun
        self.headless: bool = headless
        self.passed: bool = passed
        self.mode: i64 = mode
        self.before: i64 = before
        self.added: i64 = added
        self.needed: i64 = needed


@mypyc_attr(acyclic=True)
class Rallied(MarkerEvent):
    """RAF-7.16: a battalion is no longer Shaken or Blown."""

    kind: ClassVar = 43


@mypyc_attr(acyclic=True)
class MoraleCame(Event):
    """RAF-7.10: the Morale Phase begins."""

    kind: ClassVar = 44


@mypyc_attr(acyclic=True)
class Sniped(Event):
    """RAF-7.10: Sniper gives an enemy position one more check."""

    kind: ClassVar = 45
    fields: ClassVar[Mapping[str, Field]] = {"position": NUMBER}

    def __init__(self, seat: i64, position: i64) -> None:
        super().__init__(seat)
        self.position: i64 = position


@mypyc_attr(acyclic=True)
class PassBegan(Event):
    """RAF-7.12, RAF-8.12: a stack begins to check its morale; `army` if the whole army checks."""

    kind: ClassVar = 46
    fields: ClassVar[Mapping[str, Field]] = {"position": NUMBER, "army": NUMBER}

    def __init__(self, seat: i64, position: i64, army: bool) -> None:
        super().__init__(seat)
        self.position: i64 = position
        self.army: bool = army


# -- RAF-9, RAF-10 the end of the turn and of the game, and the rest of RAF-5 ------------------------------------------


@mypyc_attr(acyclic=True)
class Discarded(CardsEvent):
    """RAF-9.1, RAF-9.2: cards are discarded."""

    kind: ClassVar = 47


@mypyc_attr(acyclic=True)
class NightFell(Event):
    """RAF-10.5: the battle ends after this round."""

    kind: ClassVar = 48
    fields: ClassVar[Mapping[str, Field]] = {"round": NUMBER}

    def __init__(self, seat: i64, round: i64) -> None:
        super().__init__(seat)
        self.round: i64 = round


@mypyc_attr(acyclic=True)
class Triumphed(Event):
    """RAF-10.1: the other army is beaten, and the seat wins."""

    kind: ClassVar = 49


@mypyc_attr(acyclic=True)
class Captured(CardEvent):
    """RAF-5.21: a battalion in the reserve is eliminated."""

    kind: ClassVar = 50


@mypyc_attr(acyclic=True)
class GeneralAlone(AttackEvent):
    """RAF-5.22: a battalion attacks a general who is alone."""

    kind: ClassVar = 51


@mypyc_attr(acyclic=True)
class GameDrawn(Event):
    """RAF-10.3: both armies are beaten, and the game is a draw."""

    kind: ClassVar = 52


@mypyc_attr(acyclic=True)
class Sunk(PositionEvent):
    """RAF-5.39: a card that has fought goes to the bottom of its stack."""

    kind: ClassVar = 53


@mypyc_attr(acyclic=True)
class Probed(StackEvent):
    """RAF-11.3: Probe brings a Light from a place in its stack to the top."""

    kind: ClassVar = 54
