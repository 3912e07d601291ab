"""Questions, labels of buttons and sentences for waiting seats, with words that the other texts share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.fusillade import names
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.names import TYPES
from grognard.games.fusillade.rules.choices import Fusillade
from grognard.games.fusillade.rules.maneuver import HAND_LIMIT
from grognard.games.fusillade.state import Position
from grognard.kernel.content.wording import Label, counted, listed, quoted
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import members, size
from grognard.kernel.game import Game
from grognard.kernel.views.words import PhaseWords

# What each type is called.
TYPE_LABELS: Final = {
    "IU": "Infantry", "LU": "Light Infantry", "CU": "Cavalry", "AU": "Artillery",
    "IT": "Infantry Tactic", "LT": "Light Infantry Tactic", "CT": "Cavalry Tactic", "AT": "Artillery Tactic",
    "LS": "Leader", "MS": "Morale", "AS": "Action", "TS": "Terrain", "EB": "Enemy Blunder",
}  # fmt: skip


def _cancels(position: Fusillade) -> str:
    return f"{_attacker(position)} declares an attack. Cancel it with an Enemy Blunder, or pass?"


def _counters(position: Fusillade) -> str:
    line = counted(size(position.line), f"{_line_type(position)} unit")
    return f"{_attacker(position)} attacks with {line}. Remove a unit with a counter card, or pass?"


def _removes(position: Fusillade) -> str:
    return f"Which unit do you remove with {names_of(position.game, members(position.picked))}?"


def _halves(position: Fusillade) -> str:
    left = position.defender.troops
    loss = counted(min(position.casualties, left), "troop")
    last = ", your last" if position.casualties >= left else ""
    attack = f"The attack costs you {loss}{last}."
    if halves_in_vain(position):
        return f"{attack} A Morale card would save nothing. Play one, or pass?"
    return f"{attack} Halve the casualties with a Morale card, or pass?"


def _trims(position: Fusillade) -> str:
    more = size(position.attacker.hand) - HAND_LIMIT
    return f"Discard down to {HAND_LIMIT} cards: {more} more to go."


def _attacker(position: Fusillade) -> str:
    return META.seats[position.attacker.seat]


def halves_in_vain(position: Fusillade) -> bool:
    """Returns whether no number of Morale cards that may be played saves a troop (FUS-5.2)."""
    loss, left = position.casualties, position.defender.troops
    fewest = loss // 2 if position.tables.round_down else (loss + 1) // 2
    if position.tables.stack_morale:
        fewest = 0 if position.tables.round_down else 1
    return min(fewest, left) >= min(loss, left)


PHASES: Final = {
    OVER: PhaseWords("The game is over", "FUS-7.1", "The game is over."),
    names.DEPLOY: PhaseWords(
        "Deploy Phase", "FUS-3.2",
        "Use the abilities of your cards, one at a time, or end the Deploy Phase.", "is using cards",
    ),
    names.DECLARE: PhaseWords(
        "Attack Phase: attack or hold", "FUS-4.1", "Attack this turn, or hold?", "may attack",
    ),
    names.BLUNDER: PhaseWords("Attack Phase: Enemy Blunders", "FUS-4.2", _cancels, "may cancel the attack"),
    names.UNITS: PhaseWords(
        "Attack Phase: choosing units", "FUS-4.3",
        "Choose units of one type for the attack.", "is choosing units for the attack",
    ),
    names.COUNTER: PhaseWords("Attack Phase: counter cards", "FUS-4.4", _counters, "may counter the attack"),
    names.TARGET: PhaseWords("Attack Phase: choosing a unit to remove", "FUS-4.4", _removes),
    names.SUPPORT: PhaseWords(
        "Attack Phase: support", "FUS-4.7",
        "Add matching Tactics, and up to one Strategy card of each type.", "may support the attack",
    ),
    names.MORALE: PhaseWords("Casualty Phase: Morale cards", "FUS-5.2", _halves, "may halve the casualties"),
    names.EXCHANGE: PhaseWords(
        "Maneuver Phase: exchange", "FUS-6.1",
        "Exchange up to two cards for new ones from the deck.", "may exchange cards",
    ),
    names.TRIM: PhaseWords("Maneuver Phase: hand limit", "FUS-6.4", _trims, "is discarding down to the hand limit"),
}  # fmt: skip


_PLAIN_LABELS: Final = {
    names.END_DEPLOY: Label("End", "the Deploy Phase"),
    names.ATTACK: Label("Attack"),
    names.HOLD: Label("Hold", "", "no attack this turn"),
    names.PASS_BLUNDER: Label("Pass", "", "let the attack begin"),
    names.END_UNITS: Label("Done", "with units"),
    names.PASS_COUNTER: Label("Pass", "", "no counter card"),
    names.END_SUPPORT: Label("Done", "with support"),
    names.PASS_MORALE: Label("Pass", "", "take the casualties"),
    names.END_EXCHANGE: Label("Done", "with the exchange"),
}

# What is done with a card in each phase, and the words before its name.
_DOES: Final = {
    names.BLUNDER: ("Cancel", "the attack with "),
    names.UNITS: ("Attack", "with "),
    names.COUNTER: ("Counter", "with "),
    names.TARGET: ("Remove", ""),
    names.SUPPORT: ("Support", "with "),
    names.MORALE: ("Halve", "the casualties with "),
    names.EXCHANGE: ("Exchange", ""),
    names.TRIM: ("Discard", ""),
}


def label(position: Fusillade, action: int) -> Label:
    """What the button of a legal action says."""
    card = position.space.card[action]
    if card == NO_CARD:
        return _PLAIN_LABELS[action]
    phase, what = position.phase(), _described(position, card)
    if phase == names.DEPLOY:
        return Label("Use", what, ability(position.tables.type[card], position.tables.force[card]))
    does, before = _DOES[phase]
    return Label(does, before + what)


def _described(position: Position, card: int) -> str:
    kind = TYPES[position.tables.type[card]]
    return f"{position.game.names[card]} ({TYPE_LABELS[kind]} {position.tables.force[card]})"


def ability(
    kind: int, force: int, strip: str = "your opponent loses a random card", look: str = "look at your opponent's hand"
) -> str:
    """What a card of this type does in the Deploy Phase (FUS-3.2); `strip` and `look` say whom it affects."""
    if kind in (names.LS, names.AS):
        return f"draw {counted(force, 'card')}"
    return look if kind in (names.LU, names.CU) else strip


def _line_type(position: Position) -> str:
    return TYPE_LABELS[TYPES[position.tables.type[members(position.line)[0]]]]


def named(game: Game, card: int) -> str:
    """What a card is called within a sentence: all but units in quotes, so as not to be read as words."""
    return game.names[card] if game.fact(card).text("type") in ("IU", "LU", "CU", "AU") else quoted(game.names[card])


def names_of(game: Game, cards: Sequence[int]) -> str:
    """The names of cards as a sentence lists them."""
    return listed([named(game, card) for card in cards])
