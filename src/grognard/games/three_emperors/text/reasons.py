"""Why something cannot be done, and who won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.games.three_emperors import names
from grognard.games.three_emperors.names import FRONTS
from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.text.prompts import PHASES, SIDES, order_clause, retreat
from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import counted
from grognard.kernel.engine.actions import NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import Outcome, Reason
from grognard.kernel.views.words import Refusal

# What comes first, when something else is asked for.
_NOT_NOW: Final = {
    names.ORDERS: "This is the Orders Phase: give orders, or end it first.",
    names.SEARCH: "First take one of the pieces that your search has found.",
    names.PIECE: "First choose the piece to move, or take the card back.",
    names.FRONT: "First choose a Front, or take the card back.",
    names.LAUNCH: "This is the Action Phase: attack a Front, or end it first.",
    names.COMMIT: "An Action is being fought: commit cards, or pass first.",
    names.DEFEND: "An Action is being fought: commit cards, or pass first.",
    names.VICTORY: "An Action has just been won: play Victory cards, or continue first.",
    names.CASUALTY: "First choose the piece to remove, or take the card back.",
    names.GIVE: "First discard the cards that “{retreat}” costs you.",
    names.TRIM: "First discard down to the hand limit.",
}


def _not_now(position: ThreeEmperors) -> Reason:
    phase = position.phase()
    return Reason(_NOT_NOW[phase].format(retreat=retreat(position)), PHASES[phase].clause)


REASONS: Final[Mapping[int, Refusal]] = {
    OTHER_PHASE: _not_now,
    NOT_IN_HAND: Reason("That card is not in your hand.", "TE-1.7"),
    names.ENEMY_CARD: Reason("Only the other side can use this card.", "TE-1.5"),
    names.NO_ORDER: Reason(
        "Cards of this type give no orders. Play them during an Action, or after you win one.", "TE-5.9"
    ),
    names.NOTHING_TO_DRAW: Reason("There is no card in the deck to draw.", "TE-5.3"),
    names.NOTHING_TO_SEARCH: Reason("There is no card in the deck to search for.", "TE-5.4"),
    names.NO_OWN_PIECE: Reason("You have no piece in play to move.", "TE-5.5"),
    names.NO_OPPOSING_PIECE: Reason("Your opponent has no piece in play to move.", "TE-5.6"),
    names.NOTHING_TO_LOSE: Reason("Your opponent has no cards to lose.", "TE-5.7"),
    names.NOT_FOUND: Reason("You are choosing one of the pieces you found.", "TE-5.4"),
    names.NOT_ADJACENT: Reason("The piece is already here. It can move only to an adjacent Front.", "TE-1.2"),
    names.ATTACKED_ALREADY: Reason("This Front has already been attacked this turn.", "TE-6.3"),
    names.ASSAULT_ONLY: Reason("An Assault needs a Front that you do not hold, and you hold this one.", "TE-6.4"),
    names.FREE_ATTACK_FIRST: Reason(
        "First attack a Front. Then you can commit this card there, or launch an extra attack with it.",
        "TE-6.2",
    ),
    names.FREE_ATTACK_MADE: Reason("You have attacked this turn. Another attack takes an Attack card.", "TE-6.1"),
    names.BEFORE_A_WIN: Reason(
        "Play Victory cards after you win an Action. Only an Attack card launches an extra attack.", "TE-6.2"
    ),
    names.NOBODY_ATTACKS: Reason(
        "Play Defense cards when you are attacked. Only an Attack card launches an extra attack.", "TE-6.2"
    ),
    names.NOT_AN_ATTACK: Reason("Only an Attack card launches an extra attack.", "TE-6.2"),
    names.NO_FRONT_LEFT: Reason("No Front is left where you can launch an Assault.", "TE-6.4"),
    names.NOT_FOR_ATTACKER: Reason("An attacker can commit only Attack and Event cards.", "TE-7.1"),
    names.NOT_FOR_DEFENDER: Reason("A defender can commit only Defense and Event cards.", "TE-7.2"),
    names.NOT_AT_THE_CENTER: Reason("This card can be committed at North or South only.", "TE-7.3"),
    names.NOT_A_VICTORY_CARD: Reason("Only Victory cards are played after a win.", "TE-8.1"),
    names.ONLY_AT_THE_CENTER: Reason("This card needs a win at the Center.", "TE-8.3"),
    names.NO_PIECE_THERE: Reason("You have no piece at this Front, and a house rule asks for one.", "TE-6.1"),
    names.NO_ENEMY_THERE: Reason(
        "You hold this Front, and there is no enemy there. A house rule forbids attacking it.", "TE-6.1"
    ),
    names.NO_TARGET: Reason("You are choosing an opposing piece to remove.", "TE-8.3"),
    names.NOT_TO_MOVE: lambda position: Reason("This card cannot move that piece.", order_clause(position)),
}


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, ThreeEmperors)
    sides = parties(SIDES, reader)
    score = " and ".join(_standing(position, side) for side in sides)
    victor = position.victor()
    if victor == -1:
        return Outcome((), "deck-out", f"the deck ran out before either side won, and {score}", "TE-10.3")
    won, lost = sides[victor], sides[1 - victor]
    if position.has_triumphed(position.army(victor), position.army(1 - victor)):
        morale = position.army(victor).morale
        text = f"{won:has} all three Fronts and {morale} Morale, and {lost:has} none left"
        return Outcome((victor,), "victory", text, "TE-10.1")
    return Outcome((victor,), "adjudicated", f"the deck ran out, and {score}", "TE-10.3")


def _standing(position: ThreeEmperors, side: Party) -> str:
    """What a side has at the end: its Morale and its Fronts."""
    fronts = sum(position.holder(front) == side.seat for front in range(len(FRONTS)))
    return f"{side:has} {position.army(side.seat).morale} Morale ({counted(fronts, 'Front')})"
