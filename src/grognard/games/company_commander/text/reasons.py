"""Why something cannot be done, and who won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.games.company_commander import names
from grognard.games.company_commander.meta import LAST_TURN
from grognard.games.company_commander.names import NONE
from grognard.games.company_commander.rules.choices import CompanyCommander
from grognard.games.company_commander.text.prompts import PHASES
from grognard.games.company_commander.text.words import SIDES
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import counted
from grognard.kernel.engine.actions import NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import State
from grognard.kernel.views.event_text import not_now
from grognard.kernel.views.view import Outcome, Reason
from grognard.kernel.views.words import Refusal

# What a unit did or suffered bars it from different things in different phases.
_BAR_CLAUSES: Final = {
    names.DEPLOY: "CC-3.6", names.RECON: "CC-5.1", names.SUPPRESSION: "CC-6.2", names.ASSAULT: "CC-7.2",
    names.BATTLE: "CC-7.9", names.RALLY: "CC-8.3",
}  # fmt: skip

# What the open frame has to be told before anything else.
_OPEN_QUESTIONS: Final = {
    names.FRONT: "First say which Front.",
    names.UNIT: "First say which unit.",
    names.SUCCESS: "First choose the look or the bonus.",
}


def _not_now(position: CompanyCommander) -> Reason:
    phase, clause = position.phase(), PHASES[position.window()].clause
    if position.is_question(phase):
        return Reason(_OPEN_QUESTIONS[phase], clause)
    return not_now(PHASES[phase].label, clause)


def _barred(text: str) -> Callable[[CompanyCommander], Reason]:
    return lambda position: Reason(text, _BAR_CLAUSES.get(position.window(), "CC-10.1"))


def _is_green(position: CompanyCommander) -> Reason:
    rallied = position.window() == names.RALLY and position.doing == names.PLAYING
    clause = "CC-8.2" if rallied else _BAR_CLAUSES.get(position.window(), "CC-10.1")
    return Reason("That unit can do nothing this turn.", clause)


def _out_of_reach(text: str) -> Callable[[CompanyCommander], Reason]:
    return lambda position: Reason(text, "CC-7.3" if position.window() == names.ASSAULT else "CC-6.3")


REASONS: Final[Mapping[int, Refusal]] = {
    OTHER_PHASE: _not_now,
    NOT_IN_HAND: Reason("That card is not in your hand.", "CC-1.5"),
    names.UNITS_TO_DEPLOY: Reason("First deploy all the units you drew.", "CC-3.3"),
    names.NO_COMMANDER: Reason("Your Company Commander is not in play.", "CC-3.5"),
    names.BONUS_TAKEN: Reason("You have already taken your bonus draw this turn.", "CC-3.5"),
    names.NO_SQUADS: Reason("Your Squad deck is empty.", "CC-3.1"),
    names.NO_TACTICS: Reason("There is no Tactics card to draw.", "CC-4.1"),
    names.ONE_TO_DRAW: Reason("This card draws only if two Tactics cards or more can be drawn.", "CC-4.2"),
    names.NOT_DRAWN: Reason("That is not a unit that you have drawn and not yet deployed.", "CC-3.3"),
    names.NOT_YOURS: Reason("That is not a unit of yours in play.", "CC-2.2"),
    names.HAS_ARRIVED: Reason("That unit arrived this turn and cannot move.", "CC-3.4"),
    names.WAS_HALTED: Reason("That unit was stopped when it moved.", "CC-3.7"),
    names.NO_RECON: Reason("That unit has no Recon.", "CC-5.1"),
    names.NO_SUPPRESSION: Reason("That unit has no Suppression.", "CC-6.2"),
    names.NO_AMMO: Reason("That unit has no ammunition left.", "CC-6.2"),
    names.WAS_STOPPED: Reason("That unit was stopped when it took aim.", "CC-6.4"),
    names.NEVER_ASSAULTS: Reason("An AT Gun never assaults.", "CC-7.2"),
    names.ARRIVALS_WAIT: Reason("That unit arrived this turn and cannot assault.", "CC-3.4"),
    names.DECLARED_ALREADY: Reason("That unit is already an attacker.", "CC-7.1"),
    names.NO_LEADER: Reason("That unit is not a Leader.", "CC-8.3"),
    names.HAS_LED: Reason("That Leader has already made an attempt.", "CC-8.3"),
    names.HAS_ATTACKED: Reason("That unit has attacked this turn.", "CC-8.3"),
    names.NOBODY_TO_RALLY: Reason("There is no unit that this Leader could rally.", "CC-8.3"),
    names.NOT_PINNED: Reason("That unit is not pinned.", "CC-8.2"),
    names.NOT_HIMSELF: Reason("A Leader rallies other units.", "CC-8.3"),
    names.OTHER_FRONT: Reason("That unit is not on the Leader's Front.", "CC-8.3"),
    names.NOT_NOW: Reason("This card can't be played now. Its text says when.", "CC-10.1"),
    names.ONLY_AMERICANS: Reason("Only the Americans can play this card.", "CC-10.5"),
    names.ONLY_GERMANS: Reason("Only the Germans can play this card.", "CC-10.5"),
    names.NO_UNIT: Reason("There is no unit that this card could be played on.", "CC-10.1"),
    names.NO_FRONT_FOR_IT: Reason("There is no Front that this card could be played on.", "CC-10.1"),
    names.NOBODY_FIRES: Reason("None of your defenders can fire.", "CC-7.9"),
    names.FIRE_AT_ONCE: Reason("Both sides already fire at the same time.", "CC-7.13"),
    names.NOT_ADJACENT: Reason("A unit moves to an adjacent Front.", "CC-1.1"),
    names.CANNOT_FIRE: Reason("That unit cannot fire.", "CC-7.9"),
    names.WRONG_KIND: Reason("This card is not for that kind of unit.", "CC-10.1"),
    names.HAS_ANTI_TANK: Reason("That unit already has Anti-Tank.", "CC-10.1"),
    names.NOT_MOVED: Reason("That unit has not moved.", "CC-3.8"),
    names.RELEASED_ALREADY: Reason("That unit may already attack, although it has moved.", "CC-3.8"),
    names.IS_LEADER: Reason("This card is not for Leaders.", "CC-10.1"),
    names.NOT_A_VEHICLE: Reason("That unit is not a Vehicle.", "CC-10.1"),
    names.NO_BATTLE: Reason("There is no battle on that Front.", "CC-7.5"),
    names.EMPTY_FRONT: Reason("There is no enemy unit there.", "CC-6.3"),
    names.NOT_THAT_FRONT: Reason("That Front cannot be named here.", "CC-1.1"),
    names.CANNOT_BE_NAMED: Reason("That is not one of the units you can choose.", "CC-10.1"),
    names.IS_PINNED: _barred("That unit is pinned."),
    names.IS_GREEN: _is_green,
    names.IS_BROKEN: _barred("That unit has broken down."),
    names.HAS_MOVED: _barred("That unit has moved this turn."),
    names.WAS_AWAY: _barred("That unit was on a mission this turn."),
    names.HAS_FIRED: _barred("That unit has fired this turn."),
    names.NOTHING_IN_REACH: _out_of_reach("There is no enemy Front that this unit could attack."),
    names.CLOSED_FRONT: _out_of_reach("That Front cannot be attacked this turn."),
}


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, CompanyCommander)
    ours, theirs = position.score(0), position.score(1)
    victor = position.victor()
    sides = parties(SIDES, reader, plural=True)
    score = f"{sides[0]} removed {counted(ours, 'enemy unit')}, {sides[1]} {theirs}"
    winners = () if victor == NONE else (int(victor),)
    if position.won_by_fronts():
        others = "only one" if position.fronts_held(1 - victor) else "none"
        text = f"{sides[victor]:has} units on all three Fronts, {sides[1 - victor]} on {others}"
        return Outcome(winners, "fronts", text, "CC-1.7")
    if max(ours, theirs) >= position.tables.losses:
        return Outcome(winners, "losses", score, "CC-1.8" if victor == NONE else "CC-1.6")
    stalls = position.tables.stalls and position.turn < LAST_TURN
    why = "nothing has happened for a long time" if stalls else f"{position.turn:,} turns have been played"
    return Outcome(winners, "stalled", f"{why}; {score}", "CC-11.1")
