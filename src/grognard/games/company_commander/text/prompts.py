"""Questions, sentences for waiting seats, and labels of buttons."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander import names
from grognard.games.company_commander.names import FRONTS, NO_FRONT, NONE
from grognard.games.company_commander.rules.choices import CompanyCommander
from grognard.games.company_commander.tables import HAND_LIMIT, amount_of
from grognard.games.company_commander.text.words import (
    PHASE_CLAUSES, SIDES, fire_dice, front_name, named, plural_dice, signed,
)  # fmt: skip
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import Label, capitalized, counted, listed
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import is_in, lowest, ones
from grognard.kernel.cardsets.cards import has, is_empty
from grognard.kernel.cardsets.counts import some, total
from grognard.kernel.views.event_text import waits
from grognard.kernel.views.view import Reason

MISSION_BONUS: Final = 1  # CC-5.6


def prompt(position: CompanyCommander) -> Reason:
    """Returns the question for the seat that decides."""
    phase = position.phase()
    clause = PHASE_CLAUSES[position.window() if phase in (names.FRONT, names.UNIT) else phase]
    if phase == names.SUCCESS and position.doing == names.PLAYING:
        clause = "CC-5.7"
    return Reason(_question(position), clause)


_QUESTIONS: Final = {
    OVER: "The game is over.",
    names.MOVE: "{acting} is about to move to {there}. Stop it, or pass?",
    names.MISSION: "{acting} is about to go on a mission to {there}. Stop it, or pass?",
    names.FIRE: "{shooter} takes aim at {there}. Stop it, or pass?",
    names.HIT: "{target} is about to take {harm}. Negate it with a card, or pass?",
    names.DIE: "{target} is about to take {harm}. Negate it with a card, or pass?",
    names.BATTLE: "The battle for {there} is about to begin. Play a card, or pass?",
    names.LEADER: "{acting} is about to try to rally {target}. Stop it, or pass?",
    names.RALLIED: "{target} is about to lose a Pinned marker. Negate the roll with a card, or pass?",
}

# What you can do with your units, and how you end the phase.
_TODO: Final = {
    names.TACTICS: ("", "continue"),
    names.RECON: ("send a unit on a mission", "continue"),
    names.SUPPRESSION: ("fire with a unit", "continue"),
    names.ASSAULT: ("declare your attackers one by one", "finish declaring"),
    names.RALLY: ("let a Leader rally a unit", "end your turn"),
}


def _question(position: CompanyCommander) -> str:
    there = "" if position.front == NO_FRONT else front_name(position.front)
    phase = position.phase()
    if phase in _TODO:
        return _todo(position, phase, *_TODO[phase])
    match phase:
        case names.DEPLOY:
            return _deploy_question(position)
        case names.DISCARD:
            more = total(position.hand(position.active).cards) - HAND_LIMIT
            return f"Discard down to {HAND_LIMIT} cards: {more} more to go."
        case names.SUCCESS:
            where = "of a Front" if position.doing == names.PLAYING else f"of {there}"
            return f"Look at {_their_hand(position)}, or take {_bonus(position)} on your suppression {where}?"
        case names.ATTACK:
            fronts = listed([front_name(front) for front in range(3) if position.attackers.at(front)])
            return f"{capitalized(SIDES[position.active])} are about to assault {fronts}. Stop any of them, or pass?"
        case names.ORDER:
            return f"Which battle is fought {'next' if position.attacked else 'first'}?"
        case names.FRONT | names.UNIT:
            return _frame_question(position)
    return _QUESTIONS[phase].format(
        acting="" if position.acting == NONE else position.game.names[position.acting],
        target="" if position.target == NONE else position.game.names[position.target],
        harm="a casualty" if position.severe else "a pin",
        shooter=_shooter(position) if phase == names.FIRE else "",
        there=there,
    )


def _bonus(position: CompanyCommander) -> str:
    """What a successful mission, or Air Reconnaissance, adds to Suppression Rolls (CC-5.6, 5.7)."""
    by_card = position.doing == names.PLAYING
    return signed(amount_of(position.tables, lowest(some(position.picked))) if by_card else MISSION_BONUS)


def _their_hand(position: CompanyCommander) -> str:
    """The Germans' hand, and whether it is empty."""
    other = 1 - position.active
    empty = "" if total(position.hand(other).cards) else " (no cards)"
    return f"{parties(SIDES, None, plural=True)[other]:'s} hand{empty}"


def _deploy_question(position: CompanyCommander) -> str:
    """Returns the Deploy Phase question, which names only what is possible."""
    left = ones(position.drawn)
    todo = [] if is_empty(position.cards_for(names.MOVE)) else ["move units"]
    todo += ["play cards for this phase"] if _can_play(position) else []
    if has(position.plain_actions(), names.BONUS_SQUAD) or has(position.plain_actions(), names.BONUS_TACTICS):
        todo.append("take your bonus draw")
    if left:
        return f"Deploy {counted(left, 'unit')}{f'; you may also {listed(todo)}' if todo else ''}."
    return capitalized(f"{', '.join([*todo, 'or end the phase' if todo else 'end the phase'])}.")


def _todo(position: CompanyCommander, verb: int, what: str, end: str) -> str:
    """Returns the question: what you can do with units and cards, and how you end the phase."""
    todo = [] if is_empty(position.cards_for(verb)) else [what]
    todo += ["play a card"] if _can_play(position) else []
    return capitalized(f"{', '.join([*todo, f'or {end}' if todo else end])}.")


def _can_play(position: CompanyCommander) -> bool:
    """Does the decider hold a card for this moment? No other seat learns this."""
    return not is_empty(position.cards_for(names.PLAYS))


def _shooter(position: CompanyCommander) -> str:
    """What fires: a unit, a card, or a unit by a card."""
    called = position.game.names
    if position.gun == NONE:
        return called[position.acting]
    unit = "" if position.acting == NONE else f"{called[position.acting]} with "
    return unit + named(position.game, int(position.piece(position.gun)))


def _frame_question(position: CompanyCommander) -> str:
    called = position.game.names
    chosen = "" if position.chosen == NONE else called[position.chosen]
    match position.doing:
        case names.DEPLOYING:
            return f"On which Front do you deploy {chosen}?"
        case names.MOVING:
            return f"Where does {chosen} move?"
        case names.FIRING:
            return f"At which Front does {chosen} fire?"
        case names.ASSAULTING:
            return f"Which Front does {chosen} assault?"
        case names.LEADING:
            return f"Whom does {chosen} rally?"
    card = int(position.piece(lowest(some(position.picked))))
    what = "unit" if position.phase() == names.UNIT else "Front"
    return f"Which {what} do you play {named(position.game, card)} on?"


def waiting(position: CompanyCommander) -> Reason:
    """Returns the sentence for the waiting seats. It does not reveal an unfinished choice."""
    phase = position.window()
    return waits(parties(SIDES, None, plural=True)[position.decider()], _WAITING[phase], PHASE_CLAUSES[phase])


_WAITING: Final = {
    names.DEPLOY: "is deploying units",
    names.MOVE: "may stop the move",
    names.TACTICS: "may play Tactics cards",
    names.DISCARD: "is discarding down to the hand limit",
    names.RECON: "may send units on missions",
    names.MISSION: "may stop the mission",
    names.SUCCESS: "is choosing what the mission brings",
    names.SUPPRESSION: "may fire",
    names.FIRE: "may stop the fire",
    names.HIT: "may play a card against the hit",
    names.ASSAULT: "is choosing attackers",
    names.ATTACK: "may stop the assault",
    names.ORDER: "is choosing which battle comes first",
    names.BATTLE: "may play a card before the dice",
    names.DIE: "may play a card against the hit",
    names.RALLY: "may rally units",
    names.LEADER: "may stop the Leader",
    names.RALLIED: "may play a card against the rally",
}


# -- buttons -----------------------------------------------------------------------------------------------------------


def label(position: CompanyCommander, action: int) -> Label:
    """What the button of a legal action says."""
    if action < names.PLAINS:
        return _plain_label(position, action)
    piece, verb = position.space.card[action], position.space.phase[action]
    name = position.game.names[piece]
    if verb == names.PLAYS:
        return Label("Play", name, _use(position, piece - int(position.tables.cards.units_in_all)))
    if verb == names.DISCARD:
        return Label("Discard", name)
    where = "" if not is_in(position.in_play(), piece) else f" ({FRONTS[position.front_of(piece)]})"
    return {
        names.DEPLOY: Label("Deploy", name),
        names.MOVE: Label("Move", f"{name}{where}"),
        names.RECON: Label("Send", f"{name} on a mission{where}"),
        names.SUPPRESSION: Label("Fire", f"with {name}{where}"),
        names.ASSAULT: Label("Assault", f"with {name}{where}"),
        names.RALLY: Label("", f"{name} rallies a unit"),
    }.get(verb, Label("", f"{name}{where}"))


def _plain_label(position: CompanyCommander, action: int) -> Label:
    if names.FIRST_FRONT <= action < names.FIRST_RESOLVE:
        return Label("", FRONTS[action - names.FIRST_FRONT])
    if action >= names.FIRST_RESOLVE:
        return Label("Fight", f"for {front_name(action - names.FIRST_RESOLVE)}")
    if action == names.BONUS:
        where = "on a Front" if position.doing == names.PLAYING else "there"
        return Label("", f"Suppression at {_bonus(position)} {where}")
    return {
        names.DONE: _done_label(position),
        names.BONUS_SQUAD: Label("", "Bonus draw", "a Squad card"),
        names.BONUS_TACTICS: Label("", "Bonus draw", "a Tactics card"),
        names.LOOK: Label("Look", f"at {_their_hand(position)}"),
    }[action]


def _done_label(position: CompanyCommander) -> Label:
    return {
        names.DEPLOY: Label("End", "the Deploy Phase"),
        names.TACTICS: Label("Continue", ""),
        names.RECON: Label("End", "the Recon Phase"),
        names.SUPPRESSION: Label("End", "the Suppression Phase"),
        names.ASSAULT: Label("Begin", "the assault") if position.assault_is_declared() else Label("", "No assault"),
        names.RALLY: Label("End", "the turn"),
    }.get(position.phase(), Label("Pass"))


def _use(position: CompanyCommander, name: int) -> str:
    """What a card does here, in a word or two."""
    amount = amount_of(position.tables, name)
    match position.tables.kinds.effect[name]:
        case names.NEGATE_SUPPRESSION | names.NEGATE_FIRE | names.NEGATE_RALLY:
            return "cancel the roll"
        case names.NEGATE_MOVE:
            return "the unit stays"
        case names.ATTACKERS:
            return f"attackers at {signed(amount)}"
        case names.DEFENDERS:
            return f"defenders at {signed(amount)}"
        case names.SUPPORT:
            return counted(amount, "Suppression Roll")
        case names.DICE:
            return f"{amount} more {plural_dice(amount)}"
        case names.MINES:
            return f"{fire_dice(amount)}"
        case names.PIN:
            return "a Pinned marker"
    return ""
