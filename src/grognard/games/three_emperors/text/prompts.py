"""What is asked, and what the buttons say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.three_emperors import names
from grognard.games.three_emperors.names import FRONTS, TYPES
from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.rules.end import HAND_LIMIT
from grognard.games.three_emperors.rules.victory import NOTE_GAINS, NOTE_TAKES, RETREAT_GIVES
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import Label, capitalized, counted, listed, quoted
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import has, is_empty, meet, members, nth, only, size
from grognard.kernel.game import Game
from grognard.kernel.views.words import PhaseWords

# What each type is called.
TYPE_LABELS: Final = {
    "L": "Leader", "U": "Unit", "A": "Attack", "D": "Defense", "E": "Event", "V": "Victory",
    "R": "Reserve", "S": "Strategy", "M": "March", "X": "Maneuver", "Y": "Standstill",
}  # fmt: skip

# What each Front is called on the map (TE-1.2).
PLACES: Final = {"North": "Stanton Hill", "Center": "Pratzen Heights", "South": "Telnitz"}

# The two sides in the middle of a sentence.
SIDES: Final = ("Napoleon", "the Coalition")


def named_front(front: int) -> str:
    """North (Stanton Hill)."""
    return f"{FRONTS[front]} ({PLACES[FRONTS[front]]})"


def there(front: int) -> str:
    """North (Stanton Hill), the Center (Pratzen Heights): within a sentence."""
    return f"the {named_front(front)}" if front == names.CENTER else named_front(front)


def short(front: int) -> str:
    """North, the Center, South."""
    return "the Center" if front == names.CENTER else FRONTS[front]


def order_clause(position: ThreeEmperors) -> str:
    """The clause of the order that the picked card gives."""
    if meet(position.picked, position.tables.kinds.pieces):
        return "TE-5.2"
    return "TE-5.5" if meet(position.picked, position.tables.kinds.maneuvers) else "TE-5.6"


def _front_clause(position: ThreeEmperors) -> str:
    """The clause for the Front of a card that is played: an attack, or an order."""
    return "TE-6.2" if meet(position.picked, position.tables.kinds.attacks) else order_clause(position)


def _piece_question(position: ThreeEmperors) -> str:
    whose = "of your pieces" if meet(position.picked, position.tables.kinds.maneuvers) else "opposing piece"
    return f"Which {whose} do you move with {names_of(position.game, members(position.picked))}?"


def _victory_question(position: ThreeEmperors) -> str:
    play = "one Victory card" if position.tables.one_victory_card else "Victory cards, one at a time,"
    return f"You have won at {there(position.front)}. Play {play} or continue."


def _casualty_question(position: ThreeEmperors) -> str:
    return f"Which opposing piece do you remove with {names_of(position.game, members(position.picked))}?"


def _give_question(position: ThreeEmperors) -> str:
    more = position.owed - size(position.picked)
    return f"{quoted(retreat(position))}: discard {counted(more, 'card')} of your choice."


def _trim_question(position: ThreeEmperors) -> str:
    more = size(position.attacker.hand) - HAND_LIMIT
    return f"Discard down to {HAND_LIMIT} cards: {more} more to go."


def retreat(position: ThreeEmperors) -> str:
    """What the card is called for which the loser discards cards (TE-8.3); “Retreat” if several cards do that."""
    titles = {position.game.fact(card).title for card in members(position.tables.kinds.retreats)}
    return titles.pop() if len(titles) == 1 else "Retreat"


def _front_question(position: ThreeEmperors) -> str:
    card = names_of(position.game, members(position.picked))
    if meet(position.picked, position.tables.kinds.attacks):
        return f"Which Front do you attack with {card}?"
    if is_empty(position.aimed):
        return f"Where do you want to deploy {card}?"
    return f"Where do you want to move {names_of(position.game, members(position.aimed))} from the Center?"


def _action_question(position: ThreeEmperors) -> str:
    attacking = position.phase() == names.COMMIT
    attack = "You attack" if attacking else f"{capitalized(SIDES[position.attacker.seat])} attacks"
    question = _commit_question(position, "Attack" if attacking else "Defense")
    return f"{attack} {there(position.front)}: {_sums(position)}. {question}"


def _commit_question(position: ThreeEmperors, kind: str) -> str:
    """What can be committed; option `commit` asks for one card at a time."""
    if not position.tables.alternate:
        return f"Commit {kind} and Event cards, or none."
    if position.passed:
        return f"The other side has passed. Commit one {kind} or Event card, or pass too: then the Action is decided."
    return f"Commit one {kind} or Event card, or pass."


def _launch_question(position: ThreeEmperors) -> str:
    if position.attacked == 0:
        return "Attack one Front, or end the Action Phase."
    left = [short(front) for front in range(len(FRONTS)) if position.bar_to(front) == 0]
    fronts = " or ".join(left)
    return f"Launch an extra attack with an Attack card (on {fronts}), or end the Action Phase."


def _sums(position: ThreeEmperors) -> str:
    """Returns both totals as the decider sees them, with the decider's picks included."""
    ours, theirs = (total(position, seat, position.front, True) for seat in (0, 1))
    napoleon, coalition = parties(SIDES, position.decider())
    return f"{napoleon} {ours}, {coalition} {theirs}"


def total(position: ThreeEmperors, seat: int, front: int, deciding: bool) -> int:
    """Returns a side's current Force at a Front, with the 4 for holding it and, for the seat that picks, its picks."""
    return int(position.sum_shown(position.army(seat), front, deciding))


PHASES: Final = {
    OVER: PhaseWords("The game is over", "TE-10.1", "The game is over."),
    names.ORDERS: PhaseWords(
        "Orders Phase", "TE-5.1",
        "Deploy leaders and units or give orders, one card at a time, or end the Orders Phase.", "is giving orders",
    ),
    names.SEARCH: PhaseWords(
        "Orders Phase: searching the deck", "TE-5.4",
        "Which of these pieces do you take from the deck?", "is searching the deck",
    ),
    names.PIECE: PhaseWords("Orders Phase: choosing a piece", "TE-5.5", _piece_question, asked_in=order_clause),
    names.FRONT: PhaseWords("Choosing a Front", "TE-1.2", _front_question, asked_in=_front_clause),
    names.LAUNCH: PhaseWords(
        "Action Phase", "TE-6.1", _launch_question, "may attack",
        asked_in=lambda position: "TE-6.2" if position.attacked else "TE-6.1",
    ),
    names.COMMIT: PhaseWords(
        "Action Phase: the attack", "TE-7.1", _action_question, "may commit cards to the attack",
        asked_in=lambda position: "TE-7.2" if position.tables.alternate else "TE-7.1",
    ),
    names.DEFEND: PhaseWords(
        "Action Phase: the defense", "TE-7.2", _action_question, "may commit cards to the defense",
    ),
    names.VICTORY: PhaseWords("Victory cards", "TE-8.1", _victory_question, "may play Victory cards"),
    names.CASUALTY: PhaseWords(
        "Victory cards: choosing a piece", "TE-8.3", _casualty_question, "is choosing a piece to remove",
    ),
    names.GIVE: PhaseWords("Victory cards: Full Retreat", "TE-8.3", _give_question, "is discarding cards"),
    names.TRIM: PhaseWords("End Phase: hand limit", "TE-9.1", _trim_question, "is discarding down to the hand limit"),
}  # fmt: skip


def label(position: ThreeEmperors, action: int) -> Label:
    """What the button of a legal action says."""
    card = position.space.card[action]
    if card == NO_CARD:
        return _plain_label(position, action)
    name = _described(position, card)
    match position.phase():
        case names.ORDERS:
            return _order_label(position, card)
        case names.SEARCH:
            return Label("Take", name)
        case names.PIECE:
            army = position.army(0) if meet(position.army(0).pieces(), only(card)) else position.army(1)
            return Label("Move", f"{name} from {short(army.front_of(card))}")
        case names.LAUNCH:
            return _extra_label(position, card)
        case names.COMMIT | names.DEFEND:
            return Label("Commit", name)
        case names.VICTORY:
            return Label("Play", name, _victory_effect(position, card))
        case names.CASUALTY:
            army = position.army(1 - position.winner)
            return Label("Remove", f"{name} at {short(army.front_of(card))}")
        case names.GIVE:
            return Label("Give", f"up {name}")
    return Label("Discard", name)


def _plain_label(position: ThreeEmperors, action: int) -> Label:
    if names.FRONT_NORTH <= action < names.ATTACK_NORTH:
        return Label("", named_front(action - names.FRONT_NORTH))
    if names.ATTACK_NORTH <= action < names.END_ACTIONS:
        front = action - names.ATTACK_NORTH
        theirs = position.total(position.defender, front)
        ours = position.force_at(position.attacker, front)
        return Label("Attack", short(front), f"Force {ours} against {theirs}")
    return {
        names.END_ORDERS: Label("End", "the Orders Phase"),
        names.END_ACTIONS: Label("End", f"the Action Phase{'' if position.attacked else ' without an attack'}"),
        names.END_COMMIT: _close_label(position),
        names.END_DEFEND: _close_label(position),
        names.END_VICTORY: Label("Done", "with Victory cards"),
    }[action]


def _close_label(position: ThreeEmperors) -> Label:
    if size(position.picked):
        return Label("Commit", f"{'these cards' if size(position.picked) > 1 else 'this card'}")
    if position.tables.alternate and position.passed:
        return Label("Pass", "", "the Action is decided")
    more = " more" if size(position.army(position.decider()).committed) else ""
    return Label("Pass", "", f"commit nothing{more}")


def _extra_label(position: ThreeEmperors, card: int) -> Label:
    """Names a lone Front, because it is attacked at once."""
    fronts = position.extra_fronts(only(card))
    where = f" on {short(nth(fronts, 0) - names.FRONT_NORTH)}" if size(fronts) == 1 else ""
    return Label("Launch", f"an extra attack{where} with {_described(position, card)}")


def _victory_effect(position: ThreeEmperors, card: int) -> str:
    """What a Victory card does (TE-8.3); a lone target is named, because it is removed at once."""
    if has(position.tables.kinds.casualties, card):
        targets = position.targets()
        if size(targets) > 1:
            return "remove an opposing piece, draw 1"
        lone = f"remove {position.game.names[nth(targets, 0)]}" if size(targets) else "there is no piece to remove"
        return f"{lone}, draw 1"
    if has(position.tables.kinds.gains, card):
        return f"gain {NOTE_GAINS} Morale, draw 1"
    if has(position.tables.kinds.losses, card):
        return f"your opponent loses {NOTE_TAKES} Morale, draw 1"
    if has(position.tables.kinds.retreats, card):
        gives = min(RETREAT_GIVES, size(position.army(1 - position.winner).hand))
        return f"your opponent discards {counted(gives, 'card')} of their choice, draw 1"
    return "draw 2" if has(position.tables.kinds.extra_cards, card) else "draw 1"


def _order_label(position: ThreeEmperors, card: int) -> Label:
    name = _described(position, card)
    kind = TYPES[position.tables.type[card]]
    if kind in "LU":
        return Label("Deploy", name)
    if kind in "XS":
        mover = position.attacker if kind == "X" else position.defender
        pieces = mover.pieces()
        what = "a piece of yours" if kind == "X" else "an opposing piece"
        if size(pieces) == 1:
            lone = nth(pieces, 0)
            what = position.game.names[lone]
            if mover.front_of(lone) != names.CENTER:
                what += " to the Center"
        return Label("", name, f"move {what}, draw 1")
    does = {"M": "draw 2", "R": "fetch a piece from the deck", "Y": "your opponent loses 2 random cards"}
    return Label("", name, does[kind])


def _described(position: ThreeEmperors, card: int) -> str:
    force = position.game.fact(card).columns["force"]
    kind = TYPE_LABELS[TYPES[position.tables.type[card]]].lower()
    return f"{position.game.names[card]} ({kind}{'' if force is None else f' {force}'})"


def named(game: Game, card: int) -> str:
    """What a card is called within a sentence: all but pieces in quotes, so as not to be read as words."""
    return game.names[card] if game.fact(card).text("type") in "LU" else quoted(game.names[card])


def names_of(game: Game, cards: Sequence[int]) -> str:
    """Cards by their names, as a sentence lists them."""
    return listed([named(game, card) for card in cards])
