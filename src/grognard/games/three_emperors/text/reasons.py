"""Why something cannot be done, and who won."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors import names
from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.text.prompts import PHASE_CLAUSES, PHASE_LABELS, SIDES, order_clause
from grognard.kernel.book.wording import capital
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import State
from grognard.kernel.shown.view import Outcome, Reason

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "TE-10.1"),
    NOT_IN_HAND: Reason("That card is not in your hand.", "TE-1.7"),
    names.ENEMY_CARD: Reason("Only the other side can use this card.", "TE-1.5"),
    names.NO_ORDER: Reason("A card of this type gives no orders; it is for Actions or for the victor.", "TE-5.9"),
    names.NOTHING_TO_DRAW: Reason("There is no card in the deck to draw.", "TE-5.3"),
    names.NOTHING_TO_SEARCH: Reason("There is no card in the deck to search.", "TE-5.4"),
    names.NO_OWN_PIECE: Reason("You have no piece in play to move.", "TE-5.5"),
    names.NO_OPPOSING_PIECE: Reason("Your opponent has no piece in play to move.", "TE-5.6"),
    names.NOTHING_TO_LOSE: Reason("Your opponent holds no card to lose.", "TE-5.7"),
    names.NOT_FOUND: Reason("Your search has not found that card in the deck.", "TE-5.4"),
    names.NOT_ADJACENT: Reason("A piece moves to an adjacent Front, and this is where it stands.", "TE-1.2"),
    names.ATTACKED_ALREADY: Reason("This Front was attacked this turn already.", "TE-6.3"),
    names.ASSAULT_ONLY: Reason("An Assault is for a Front you do not hold, and you hold this one.", "TE-6.4"),
    names.FREE_ATTACK_FIRST: Reason("The free attack comes first; extra attacks follow it.", "TE-6.2"),
    names.FREE_ATTACK_MADE: Reason("Your free attack is made; another takes an Attack card.", "TE-6.1"),
    names.NOT_AN_ATTACK: Reason("Only an Attack card launches an extra attack.", "TE-6.2"),
    names.NO_FRONT_LEFT: Reason("No Front is left where an Assault may be launched.", "TE-6.4"),
    names.NOT_FOR_ATTACKER: Reason("The attacker commits Attack and Event cards only.", "TE-7.1"),
    names.NOT_FOR_DEFENDER: Reason("The defender commits Defense and Event cards only.", "TE-7.2"),
    names.NOT_AT_THE_CENTER: Reason("This card can be committed at North or South only.", "TE-7.3"),
    names.NOT_A_VICTORY_CARD: Reason("Only Victory cards are played after a win.", "TE-8.1"),
    names.ONLY_AT_THE_CENTER: Reason("This card needs a win at the Center.", "TE-8.3"),
    names.NO_TARGET: Reason("That is no opposing piece these Casualties can reach.", "TE-8.3"),
}


def reason(position: State, code: int) -> Reason:
    """The sentence for a refusal code, and its clause."""
    if code == OTHER_PHASE:
        phase = position.phase()
        return Reason(f"This cannot be done now ({PHASE_LABELS[phase]}).", PHASE_CLAUSES[phase])
    if code == names.NOT_TO_MOVE:
        assert isinstance(position, ThreeEmperors)
        return Reason("That is no piece this card can move.", order_clause(position))
    return _REASONS[code]


def outcome(position: State) -> Outcome:
    """Who won and why; a draw still says who had the better day."""
    assert isinstance(position, ThreeEmperors)
    ours, theirs = position.army(0).morale, position.army(1).morale
    fronts = [sum(position.holder(front) == seat for front in range(3)) for seat in (0, 1)]
    score = f"Morale {ours} to {theirs}, Fronts {fronts[0]} to {fronts[1]}"
    victor = position.victor()
    if victor == -1:
        return Outcome((), "deck-out", f"A draw, the deck has run out: {score}.", "TE-10.3")
    won = capital(SIDES[victor])
    if position.has_triumphed(position.army(victor), position.army(1 - victor)):
        text = f"{won} wins: all three Fronts, and no Morale left to the enemy ({ours} to {theirs})."
        return Outcome((victor,), "victory", text, "TE-10.1")
    return Outcome((victor,), "adjudicated", f"{won} had the better day when the deck ran out: {score}.", "TE-10.3")
