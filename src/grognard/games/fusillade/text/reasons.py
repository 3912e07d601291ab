"""Why something cannot be done, and who won."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade import names
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.state import Position
from grognard.kernel.content.grammar import parties
from grognard.kernel.engine.actions import NOT_IN_HAND
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import Outcome, Reason

REASONS: Final = {
    NOT_IN_HAND: Reason("That card is not in your hand.", "FUS-1.5"),
    names.NO_ABILITY: Reason("A card of this type has no use in the Deploy Phase.", "FUS-3.2"),
    names.SPENT: Reason("This card's ability has already been used in this phase.", "FUS-3.6"),
    names.NOTHING_TO_DRAW: Reason("There are no cards to draw: the deck and the discard pile are empty.", "FUS-3.3"),
    names.NOTHING_TO_SEE: Reason("Your opponent has no cards to look at.", "FUS-3.4"),
    names.NOTHING_TO_STRIP: Reason("Your opponent has no cards to lose.", "FUS-3.5"),
    names.NO_UNIT_IN_HAND: Reason("An attack needs a Unit card in your hand.", "FUS-4.1"),
    names.NOT_A_BLUNDER: Reason("Only an Enemy Blunder can cancel an attack.", "FUS-4.2"),
    names.NOT_A_UNIT: Reason("Only Unit cards can be played now.", "FUS-4.3"),
    names.MIXED_LINE: Reason("All units in an attack must be of one type, and this one is different.", "FUS-4.3"),
    names.NO_UNIT_LAID: Reason("A declared attack needs at least one unit.", "FUS-4.3"),
    names.NOT_A_COUNTER: Reason("This card does not beat the units in the attack line.", "FUS-4.4"),
    names.NOT_IN_LINE: Reason("That unit is not in the attack line.", "FUS-4.4"),
    names.LINE_IS_CLOSED: Reason("The line of units is closed; only support can be added.", "FUS-4.3"),
    names.OTHER_ARM: Reason("Tactics must match the type of the units in the line.", "FUS-4.7"),
    names.ONE_OF_EACH: Reason("The attack already has a Strategy card of this type.", "FUS-4.7"),
    names.NOT_A_MORALE: Reason("Only a Morale card halves the casualties.", "FUS-5.2"),
    names.TWO_PICKED: Reason("You may exchange at most two cards.", "FUS-6.1"),
}


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, Position)
    troops = [position.army(seat).troops for seat in range(2)]
    winner = 0 if troops[0] > troops[1] else 1
    own = winner if reader is None else reader
    turns = f"{position.quiet} turns without a loss" if position.tables.has_clock else f"{position.turn:,} turns"
    score = f"{troops[own]} troops to {troops[1 - own]} after {turns}"
    if troops[0] == troops[1]:
        return Outcome((), "clock", score, "FUS-7.2")
    if min(troops) == 0:
        loser = parties(META.seats, reader)[1 - winner]
        return Outcome((winner,), "knock-out", f"{loser:has} no troops left", "FUS-7.1")
    return Outcome((winner,), "clock", score, "FUS-7.2")
