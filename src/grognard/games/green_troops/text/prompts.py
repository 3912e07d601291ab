"""What is asked in Green Troops, and what the buttons say."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import names, tables
from grognard.games.green_troops.meta import META
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.rules.damage import summed
from grognard.games.green_troops.text.effects import EVENT_CLAUSES, attack_effect, short_effect
from grognard.games.green_troops.text.words import after, card_name
from grognard.kernel.content.wording import Label, counted, plural, quoted, verb
from grognard.kernel.cardsets.bits import NONE, lowest, members_of, ones
from grognard.kernel.cardsets.counts import count, some, total
from grognard.kernel.engine.state import OVER
from grognard.kernel.views.words import PhaseWords


def _reserve_question(position: GreenTroops) -> str:
    once = " (each kind of order once)" if position.tables.reserve_once else ""
    return f"Give orders and play Events, one at a time{once}, or move on to your attack."


def _opportunity_question(position: GreenTroops) -> str:
    return f"{_attack(position)} Answer with an Opportunity card, or pass?"


def _answer_question(position: GreenTroops) -> str:
    name, unit = quoted(card_name(position.game, position.opportunity)), position.game.names[position.target]
    damage = _opportunity_damage(position)
    return f"{name} from {unit} will do {damage} damage. Stop it with a Defense card, or pass?"


def _rout_question(position: GreenTroops) -> str:
    whom = "the attacker, if it has" if position.tables.rout_follow else "enemy Units with"
    return f"{_attack(position)} Before it strikes, rout {whom} enough markers, or pass?"


def _defend_question(position: GreenTroops) -> str:
    return f"{_attack(position)} Stop it with a Defense card, or pass?"


def _capture_question(position: GreenTroops) -> str:
    return f"{position.game.names[position.attacker]} may take Terrain of the fallen. Take it, or pass?"


def _aftermath_question(position: GreenTroops) -> str:
    whom = "Units that your attack has damaged" if position.tables.rout_follow else "enemy Units"
    return f"Play Events, rout {whom}, one at a time, or end your turn."


def _discard_question(position: GreenTroops) -> str:
    return f"Discard {counted(position.owed - total(position.picked), 'card')} of your choice."


def _barrage_question(position: GreenTroops) -> str:
    """Whom the barrage still hits; the damage is that of the card, and nothing changes it (GT-8.4)."""
    barrage = f"{META.seats[position.active]} plays {quoted(card_name(position.game, position.attack))}"
    damage = position.tables.damage[position.attack]
    if position.protected == 0:
        return f"{barrage}: each of your Units takes {damage} damage. Protect Units, or pass?"
    hit = ones(position.army(position.target_seat).line & ~position.protected)
    still = f"{hit} of your Units still {verb('takes', hit != 1)} {damage} damage"
    return f"{barrage}: {still}. Protect more, or pass?"


def _frame_question(position: GreenTroops) -> str:
    called = position.game.names
    if position.moving != NONE:
        leader = card_name(position.game, position.moving)
        leaves = position.chosen == NONE and position.tables.cards.equal_leaders
        return f"Which Unit does the {leader} {'leave' if leaves else 'go to'}?"
    name = lowest(some(position.picked))
    lies = position.tables.type[name] in (tables.LEADER, tables.TERRAIN)
    card, window, phase = card_name(position.game, name), position.window(), position.phase()
    if not lies:
        card = quoted(card)
    if phase == names.SEAT:
        return f"Which enemy seat do you play {card} against?"
    if window == names.ATTACK:
        if phase == names.UNIT:
            return f"Which Unit makes the attack with {card}?"
        unit = called[position.chosen]
        return f"Whom {after([unit], 'does')} {unit} attack with {card}?"
    if position.tables.effect[name] == tables.SCREEN and (window != names.BARRAGE or position.chosen != NONE):
        markers = plural(position.tables.amount[name], "marker")
        return f"Which of your Light Troops takes the {markers} for {card}?"
    return f"Which Unit gets {card}?"


def damage_of(position: GreenTroops, name: int, unit: int, target: int) -> int:
    """The damage that an attack would do."""
    return summed(position.reckon(name, unit, target))


def _attack(position: GreenTroops) -> str:
    """Returns who attacks whom, and with which card. The page shows the sum next to it."""
    called = position.game.names
    name, unit, target = position.attack, position.attacker, position.target
    card = quoted(card_name(position.game, name))
    return f"{META.seats[position.active]} plays {card}: {called[unit]} against {called[target]}."


def _opportunity_damage(position: GreenTroops) -> int:
    return damage_of(position, position.opportunity, position.target, position.attacker)


def _frame_clause(position: GreenTroops) -> str:
    """The clause of an unfinished choice: that of what is done with the card that is picked."""
    window = position.window()
    if position.moving != NONE:
        return "GT-5.4"
    name = lowest(some(position.picked))
    if window == names.ATTACK:
        return "GT-6.1"
    if position.tables.type[name] == tables.LEADER:
        return "GT-5.3"
    if position.tables.type[name] == tables.TERRAIN:
        return "GT-5.5"
    if position.tables.effect[name] == tables.SCREEN and (window != names.BARRAGE or position.chosen != NONE):
        return "GT-9.6"
    return "GT-8.4" if window == names.BARRAGE else EVENT_CLAUSES[position.tables.effect[name]]


# The names are written small within a sentence, for most of these words are names of cards too.
PHASES: Final = {
    OVER: PhaseWords("The game is over", "GT-12.1", "The game is over."),
    names.RESERVE: PhaseWords("The reserve phase", "GT-5.1", _reserve_question, "is giving orders"),
    names.ATTACK: PhaseWords(
        "The attack phase", "GT-6.1", "Attack with a card and a Unit that can use it, or make no attack.", "may attack",
    ),
    names.OPPORTUNITY: PhaseWords(
        "The opportunity phase: the charged unit fires", "GT-7.1", _opportunity_question, "may fire on the attackers",
    ),
    names.ANSWER: PhaseWords(
        "The opportunity phase: the attacker's answer", "GT-7.2", _answer_question, "may stop the Opportunity Attack",
    ),
    names.ROUT: PhaseWords(
        "The opportunity phase: after the fire", "GT-7.4",
        _rout_question, "may rout a Unit before the attack strikes",
    ),
    names.DEFEND: PhaseWords("The resolution phase: defense", "GT-8.1", _defend_question, "may stop the attack"),
    names.BARRAGE: PhaseWords(
        "The resolution phase: under a barrage", "GT-8.4", _barrage_question, "may protect Units from the barrage",
    ),
    names.CAPTURE: PhaseWords(
        "The resolution phase: ground is taken", "GT-9.9", _capture_question, "may take Terrain of the fallen",
    ),
    names.AFTERMATH: PhaseWords("The resolution phase: aftermath", "GT-8.6", _aftermath_question, "may play Events"),
    names.DISPATCH: PhaseWords("Discards of an event", "GT-11.4", _discard_question, "is discarding cards"),
    names.LIMIT: PhaseWords(
        "The end phase: hand limit", "GT-10.2", _discard_question, "is discarding down to the hand limit",
    ),
    names.UNIT: PhaseWords("Which unit", "GT-6.1", _frame_question, asked_in=_frame_clause),
    names.TARGET: PhaseWords("Which target", "GT-6.1", _frame_question, asked_in=_frame_clause),
    names.SEAT: PhaseWords("Which seat", "GT-6.1", _frame_question, asked_in=_frame_clause),
}  # fmt: skip


# -- buttons -----------------------------------------------------------------------------------------------------------


def label(position: GreenTroops, action: int) -> Label:
    """What the button of a legal action says."""
    called = position.game.names
    phase = position.phase()
    if action == names.PASS:
        return _PASSES[phase]
    if phase == names.SEAT:
        return Label("", META.seats[action - names.FIRST_SEAT])
    piece = position.space.card[action]
    if phase == names.TARGET:
        return _target_label(position, piece)
    if phase == names.UNIT:
        return Label("", f"{called[piece]} ({count(position.damage, piece)} of {position.defense(piece)})")
    name, card = called[piece], piece - position.tables.units_in_all
    if position.space.phase[action] == names.MOVES:
        movers = members_of(position.movers(card))
        return Label("Move", f"{name} from {called[movers[0]]}" if len(movers) == 1 else name)
    match phase:
        case names.ATTACK:
            return Label("Attack", f"with {name} ({attack_effect(position, card)})")
        case names.OPPORTUNITY:
            damage = damage_of(position, card, position.target, position.attacker)
            return Label("Answer", f"with {name}", str(damage))
        case names.DEFEND | names.ANSWER | names.BARRAGE:
            return Label("Defend", f"with {name}")
        case names.CAPTURE:
            return Label("Take", name, short_effect(position, card))
        case names.DISPATCH | names.LIMIT:
            return Label("Discard", name)
    return Label("Play", name, short_effect(position, card))


_PASSES: Final = {
    names.RESERVE: Label("Move", "on to the attack"),
    names.ATTACK: Label("Make", "no attack"),
    names.OPPORTUNITY: Label("Pass", "", "no Opportunity card"),
    names.ANSWER: Label("Pass", "", "let them fire"),
    names.ROUT: Label("Pass", "", "no rout"),
    names.DEFEND: Label("Pass", "", "do not stop it"),
    names.BARRAGE: Label("Pass", "", "let the barrage hit"),
    names.CAPTURE: Label("Leave", "it"),
    names.AFTERMATH: Label("End", "the turn"),
}


def _target_label(position: GreenTroops, target: int) -> Label:
    """A target with what would be done to it."""
    called = position.game.names
    standing = f"{count(position.damage, target)} of {position.defense(target)}"
    name = lowest(some(position.picked))
    if position.window() != names.ATTACK or position.tables.effect[name] == tables.KILL_LEADER:
        return Label("", f"{called[target]} ({standing})")
    damage = damage_of(position, name, position.chosen, target)
    return Label("", f"{called[target]} ({standing})", f"{damage} damage")
