"""Why something is refused in Green Troops, and how a game has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.games.green_troops import names
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.tables import KILL_LEADER, RALLY
from grognard.games.green_troops.text.prompts import PHASES
from grognard.games.green_troops.text.words import side_of
from grognard.kernel.content.grammar import parties
from grognard.kernel.cardsets.bits import NONE
from grognard.kernel.content.wording import uncapitalized
from grognard.kernel.engine.actions import NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import State
from grognard.kernel.views.event_text import not_now
from grognard.kernel.views.view import Outcome, Reason
from grognard.kernel.views.words import Refusal


def _not_now(position: GreenTroops) -> Reason:
    phase = position.phase()
    label, clause = uncapitalized(PHASES[phase].label), PHASES[phase].clause
    if position.is_question(phase):
        return Reason(f"First answer: {label}? Or take back what you have begun.", clause)
    return not_now(label, clause)


def _nothing_to_charge(position: GreenTroops) -> Reason:
    text = "Line Infantry charges only Infantry and Artillery, and there is none."
    if position.tables.mounted_dragoons:
        dragoons = next(card.title for card in position.game.cards if card.text("type") == "DR")
        text = f"Line Infantry charges only Artillery and Infantry other than {dragoons}: there is none."
    return Reason(text, "GT-6.3")


def _not_an_event(position: GreenTroops) -> Reason:
    if position.window() == names.ROUT:
        return Reason("Only a card that routs can be played now.", "GT-7.4")
    return Reason("Only Events that fit this moment can be played now.", "GT-8.6")


def _has_no_leader(position: GreenTroops) -> Reason:
    return Reason("That Unit has no Leader.", "GT-6.2" if position.window() == names.ATTACK else "GT-11.7")


def _by_markers(effect: int, one: str, several: str, clause: str) -> Callable[[GreenTroops], Reason]:
    """Refuses a card with this effect, which asks for one marker or several."""

    def reason(position: GreenTroops) -> Reason:
        tables = position.tables
        needed = max(number for name, number in enumerate(tables.markers) if tables.effect[name] == effect)
        return Reason(several.format(needed) if needed > 1 else one, clause)

    return reason


REASONS: Final[Mapping[int, Refusal]] = {
    OTHER_PHASE: _not_now,
    NOT_IN_HAND: Reason("That card is not in your hand.", "GT-15.1"),
    names.NO_ORDER: Reason("This card is for attacks and answers to them, not for this phase.", "GT-5.1"),
    names.GIVEN_ONCE: Reason("You have already given an order of this kind this turn.", "GT-5.1"),
    names.ARMY_DECK_EMPTY: Reason("No Unit is left in the Army Deck.", "GT-5.2"),
    names.NO_ROOM_FOR_LEADER: Reason("You have no Unit without a Leader.", "GT-5.3"),
    names.NO_ROOM_FOR_TERRAIN: Reason("All of your Units are Cavalry or already have Terrain.", "GT-5.5"),
    names.NOTHING_TO_RALLY: _by_markers(
        RALLY, "No Unit on your side has a marker.", "No Unit on your side has {} markers.", "GT-5.6"
    ),
    names.NO_ROUT_HERE: Reason("This has to wait until you have had your chance to attack.", "GT-5.8"),
    names.NOT_MORE_UNITS: Reason("Your side does not have more Units than the enemy.", "GT-11.3"),
    names.NO_HAND_TO_FOG: Reason("No enemy seat holds a card.", "GT-11.5"),
    names.NO_LEADER_TO_KILL: _by_markers(
        KILL_LEADER,
        "No enemy Unit has both a Leader and a marker.",
        "No enemy Unit has both a Leader and {} markers.",
        "GT-11.7",
    ),
    names.NOT_AN_EVENT: _not_an_event,
    names.NOBODY_TO_ROUT: Reason("There is no enemy Unit that this card could reach.", "GT-9.7"),
    names.NOT_AN_ATTACK: Reason("This is not an attack card.", "GT-6.1"),
    names.NO_USER: Reason("None of your Units can use this card.", "GT-6.2"),
    names.NO_PREY: Reason("No enemy Unit is a target for this card.", "GT-6.2"),
    names.NOTHING_TO_CHARGE: _nothing_to_charge,
    names.NEEDS_ITS_TERRAIN: Reason("Without its Terrain, which a melee costs, the Unit would fall.", "GT-6.4"),
    names.NOT_AN_OPPORTUNITY: Reason("This is not an Opportunity card.", "GT-7.1"),
    names.TARGET_CANNOT_STRIKE: Reason("The Unit under attack cannot use this card.", "GT-7.1"),
    names.ATTACKER_NOT_STRUCK: Reason("This card does not reach that attacker.", "GT-7.1"),
    names.NOT_A_DEFENSE: Reason("This is not a Defense card.", "GT-8.1"),
    names.TARGET_CANNOT_USE: Reason("The Unit under attack cannot use this card.", "GT-8.1"),
    names.ATTACK_NOT_STOPPED: Reason("This card can't stop that kind of attack.", "GT-8.1"),
    names.NO_LIGHT_TROOPS: Reason("You have no Light Troops to pay for this card.", "GT-9.6"),
    names.NOBODY_TO_PROTECT: Reason("No Unit under the barrage can use this card.", "GT-8.4"),
    names.NOT_LEFT_BEHIND: Reason("That Terrain did not belong to a Unit that has just fallen.", "GT-9.9"),
    names.WOULD_FALL_THERE: Reason("With that Terrain instead of its own, the Unit would fall.", "GT-9.9"),
    names.NOT_YOUR_LEADER: Reason("That Leader is with none of your Units.", "GT-5.4"),
    names.POSTED_LEADER: Reason("That Leader has already been placed or moved in this phase.", "GT-5.4"),
    names.NOWHERE_TO_MOVE: Reason("You have no other Unit for this Leader.", "GT-5.4"),
    names.NOT_YOUR_UNIT: Reason("That is not a Unit of yours in play.", "GT-1.1"),
    names.NOT_AN_ENEMY: Reason("That is not an enemy Unit in play.", "GT-1.1"),
    names.HAS_A_LEADER: Reason("That Unit already has a Leader.", "GT-5.3"),
    names.HAS_TERRAIN: Reason("That Unit already has Terrain.", "GT-5.5"),
    names.CAVALRY_IN_TERRAIN: Reason("Cavalry can't use Terrain.", "GT-5.5"),
    names.HAS_NO_MARKERS: _by_markers(
        RALLY, "That Unit has no marker.", "That Unit has fewer than {} markers.", "GT-5.6"
    ),
    names.HAS_HIM_ALREADY: Reason("The Leader is already with that Unit.", "GT-5.4"),
    names.LEADER_IS_POSTED: Reason("That Unit's Leader has already been placed or moved in this phase.", "GT-5.4"),
    names.WOULD_FALL_BY_MOVE: Reason("Then one of your Units would fall.", "GT-5.4"),
    names.CANNOT_USE_IT: Reason("That Unit cannot use this card.", "GT-6.2"),
    names.NOT_IN_MELEE: Reason("Line Infantry cannot charge that Unit.", "GT-6.3"),
    names.HAS_NO_LEADER: _has_no_leader,
    names.NOT_LIGHT_INFANTRY: Reason("That Unit is not Light Infantry.", "GT-6.2"),
    names.TOO_FEW_MARKERS: Reason("That Unit has too few markers for this card.", "GT-6.2"),
    names.TOO_FRESH: Reason("That Unit has too few markers to be routed.", "GT-9.7"),
    names.NOT_JUST_DAMAGED: Reason("That Unit has not just been damaged by an attack.", "GT-9.7"),
    names.NOT_LIGHT_TROOPS: Reason("That Unit does not belong to the Light Troops.", "GT-9.6"),
    names.PROTECTED_ALREADY: Reason("That Unit is already safe from this barrage.", "GT-8.4"),
    names.CANNOT_PROTECT: Reason("That Unit cannot use this card.", "GT-8.4"),
    names.UNMARKED_LEADER: _by_markers(
        KILL_LEADER, "That Unit has no marker.", "That Unit has fewer than {} markers.", "GT-11.7"
    ),
    names.NOT_WITH_THAT_UNIT: Reason("That Leader is not with that Unit.", "GT-5.4"),
    names.HAS_AN_EQUAL: Reason("That Unit already has such a Leader.", "GT-5.4"),
    names.NOT_THAT_SEAT: Reason("That seat cannot be named here.", "GT-1.1"),
    names.NOT_A_ROUT: Reason("After an Opportunity Attack only a card that routs can be played.", "GT-7.4"),
}


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, GreenTroops)
    victors = position.victors()
    winners = tuple(seat for seat, side in enumerate(position.game.sides) if side == victors)
    own = max(victors, 0) if reader is None else reader % 2
    ours, theirs = position.score(own), position.score(1 - own)
    sides = parties(position.game.seats, reader)
    honors = (
        f"Units captured {ours[0]} to {theirs[0]}, Leaders {ours[1]} to {theirs[1]}, Defense {ours[2]} to {theirs[2]}"
    )
    if position.side_line(0) == 0 or position.side_line(1) == 0:
        loser = 1 - victors
        gone = all(army.retired for army in position.armies if army.seat % 2 == loser)
        alone = len(position.armies) == 2
        how = "has no Units left" if not gone else "has two Units or fewer left" if alone else "has left the field"
        lost = side_of(loser, sides)
        text = f"{lost} {lost.does(how)} (Units captured: {ours[0]} to {theirs[0]})"
        return Outcome(winners, "retired" if gone else "destroyed", text, "GT-13.4" if gone else "GT-12.1")
    if victors == NONE:
        return Outcome((), "night", f"night falls, and nobody is ahead ({honors})", "GT-14.1")
    return Outcome(winners, "night", f"night falls, and {side_of(victors, sides):is} ahead ({honors})", "GT-14.1")
