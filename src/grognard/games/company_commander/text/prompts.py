"""Questions, sentences for waiting seats, and labels of buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.games.company_commander import names
from grognard.games.company_commander.names import FRONTS, NO_FRONT, NONE
from grognard.games.company_commander.rules.choices import CompanyCommander
from grognard.games.company_commander.tables import HAND_LIMIT, amount_of
from grognard.games.company_commander.text.words import SIDES, fire_dice, front_name, named, plural_dice, signed
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import Label, capitalized, counted, listed
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import is_in, lowest, ones
from grognard.kernel.cardsets.cards import has, is_empty
from grognard.kernel.cardsets.counts import some, total
from grognard.kernel.views.words import PhaseWords

MISSION_BONUS: Final = 1  # CC-5.6


def _about(question: str) -> Callable[[CompanyCommander], str]:
    """Asks whether a card is played against something that is about to happen."""

    def asks(position: CompanyCommander) -> str:
        called = position.game.names
        return question.format(
            acting="" if position.acting == NONE else called[position.acting],
            target="" if position.target == NONE else called[position.target],
            harm="a casualty" if position.severe else "a pin",
            shooter=_shooter(position) if position.phase() == names.FIRE else "",
            there="" if position.front == NO_FRONT else front_name(position.front),
        )

    return asks


def _success_question(position: CompanyCommander) -> str:
    where = "a Front" if position.doing == names.PLAYING else front_name(position.front)
    return f"Look at {_their_hand(position)}, or take {_bonus(position)} on your suppression of {where}?"


def _attack_question(position: CompanyCommander) -> str:
    fronts = listed([front_name(front) for front in range(3) if position.attackers.at(front)])
    return f"{capitalized(SIDES[position.active])} are about to assault {fronts}. Stop any of them, or pass?"


def _order_question(position: CompanyCommander) -> str:
    return f"Which battle is fought {'next' if position.attacked else 'first'}?"


def _discard_question(position: CompanyCommander) -> str:
    more = total(position.hand(position.active).cards) - HAND_LIMIT
    return f"Discard down to {HAND_LIMIT} cards: {more} more to go."


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


def _todo(what: str, end: str) -> Callable[[CompanyCommander], str]:
    """Asks what you do with units and cards, or whether you end the phase; it names only what is possible."""

    def asks(position: CompanyCommander) -> str:
        todo = [what] if what and not is_empty(position.cards_for(position.phase())) else []
        todo += ["play a card"] if _can_play(position) else []
        return capitalized(f"{', '.join([*todo, f'or {end}' if todo else end])}.")

    return asks


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


PHASES: Final = {
    OVER: PhaseWords("The game is over", "CC-1.6", "The game is over."),
    names.DEPLOY: PhaseWords("Deploy Phase", "CC-3.2", _deploy_question, "is deploying units"),
    names.MOVE: PhaseWords(
        "Deploy Phase: a unit moves", "CC-3.7",
        _about("{acting} is about to move to {there}. Stop it, or pass?"), "may stop the move",
    ),
    names.TACTICS: PhaseWords("Tactics Phase", "CC-4.2", _todo("", "continue"), "may play Tactics cards"),
    names.DISCARD: PhaseWords(
        "Tactics Phase: hand limit", "CC-4.3", _discard_question, "is discarding down to the hand limit",
    ),
    names.RECON: PhaseWords(
        "Recon Phase", "CC-5.1", _todo("send a unit on a mission", "continue"), "may send units on missions",
    ),
    names.MISSION: PhaseWords(
        "Recon Phase: the mission", "CC-5.2",
        _about("{acting} is about to go on a mission to {there}. Stop it, or pass?"), "may stop the mission",
    ),
    names.SUCCESS: PhaseWords(
        "Recon Phase: success", "CC-5.6", _success_question, "is choosing what the mission brings",
        asked_in=lambda position: "CC-5.7" if position.doing == names.PLAYING else "CC-5.6",
    ),
    names.SUPPRESSION: PhaseWords("Suppression Phase", "CC-6.1", _todo("fire with a unit", "continue"), "may fire"),
    names.FIRE: PhaseWords(
        "Suppression Phase: taking aim", "CC-6.4",
        _about("{shooter} takes aim at {there}. Stop it, or pass?"), "may stop the fire",
    ),
    names.HIT: PhaseWords(
        "Under suppression fire", "CC-6.6",
        _about("{target} is about to take {harm}. Negate it with a card, or pass?"),
        "may play a card against the hit",
    ),
    names.ASSAULT: PhaseWords(
        "Assault Phase: declaration", "CC-7.1",
        _todo("declare your attackers one by one", "finish declaring"), "is choosing attackers",
    ),
    names.ATTACK: PhaseWords("Assault Phase: getting ready", "CC-7.4", _attack_question, "may stop the assault"),
    names.ORDER: PhaseWords(
        "Assault Phase: order of battles", "CC-7.5", _order_question, "is choosing which battle comes first",
    ),
    names.BATTLE: PhaseWords(
        "Assault Phase: cards before the dice", "CC-7.7",
        _about("The battle for {there} is about to begin. Play a card, or pass?"), "may play a card before the dice",
    ),
    names.DIE: PhaseWords(
        "Assault Phase: an attacker's die", "CC-7.11",
        _about("{target} is about to take {harm}. Negate it with a card, or pass?"),
        "may play a card against the hit",
    ),
    names.RALLY: PhaseWords(
        "Rally Phase", "CC-8.3", _todo("let a Leader rally a unit", "end your turn"), "may rally units",
    ),
    names.LEADER: PhaseWords(
        "Rally Phase: the leader", "CC-8.3",
        _about("{acting} is about to try to rally {target}. Stop it, or pass?"), "may stop the Leader",
    ),
    names.RALLIED: PhaseWords(
        "Rally Phase: a roll has succeeded", "CC-8.4",
        _about("{target} is about to lose a Pinned marker. Negate the roll with a card, or pass?"),
        "may play a card against the rally",
    ),
    names.FRONT: PhaseWords("Which Front", "", _frame_question),
    names.UNIT: PhaseWords("Which unit", "", _frame_question),
}  # fmt: skip


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
