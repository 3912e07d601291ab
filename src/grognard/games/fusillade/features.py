"""Numbers for bots and learners, from the knowledge of one seat: its own cards, open piles, counts and cards it saw.

`evaluate` gives the seat's lead over its opponent in troop points. `outlook` gives the log-odds of winning between two
turns.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64

from grognard.games.fusillade.names import AU, BLUNDER, COUNTER, EXCHANGE, IU, MORALE, SUPPORT, TARGET, UNITS
from grognard.games.fusillade.rules.choices import Fusillade
from grognard.kernel.engine.search_tuning import WON
from grognard.kernel.engine.observation import Observer, Part, Row, flag, number, set_of, wide
from grognard.kernel.cardsets.cards import common, has, is_empty, members, minus, only, size, union
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The value of a card to its holder in troop points, without its Force.
_UNIT_WORTH: Final = 0.5
_TACTIC_WORTH: Final = 0.2
_DRAWER_WORTH: Final = 0.7
_ANSWER_WORTH: Final = 1.4
_FORCE_WORTH: Final = 0.2
_THEIR_CARD: Final = 1.0

# The expected share of an attack's force that lands, and the total from which attacking pays.
_LANDING: Final = 0.8
_WORTH_ATTACKING: Final = 5.5
_UNKNOWN_SUPPORT: Final = 2.5

# What a network that learned the game does, in constants (docs/bots.md): a Blunder only delays the attack, so it pays
# against a large hand alone; and of a hundred counters, it makes at least 96.
_BLUNDER_CARDS: Final = 7.0
_BLUNDER_PER_CARD: Final = 0.5
_COUNTERED: Final = 1.0

# The weights of `outlook`, from a logistic regression of the results of 3,200 games of greedy with 7 % noise on their
# end-of-turn positions (bench/strength.md). The same lead means more the fewer troops both sides have.
_ODDS_TROOP: Final = 1.15
_ODDS_CARD: Final = 2.07
_ODDS_SPECIAL: Final = 1.4
_ODDS_TURN: Final = -2.12
_ODDS_MORE_TROOPS: Final = 20.0

# The version of the layout.
LAYOUT: Final = 1


def layout(game: Game) -> list[Part]:
    """Returns the parts that an `Observation` writes."""
    numbers = (
        "own troops", "their troops", "own hand size", "their hand size", "deck size", "quiet", "attack", "casualties",
    )  # fmt: skip
    flags = ("attacked", "struck", "own unit vouched", "their unit vouched")
    sets = ("own hand", "picked", "line", "discard", "used", "their known", "own known")
    looks = [wide("turn of the look at their hand"), wide("turn of their look")]
    return [*map(number, numbers), *map(flag, flags), *looks, *(set_of(name, game.pieces) for name in sets)]


@final
class Observation(Observer):
    """Writes the knowledge of a seat; `attack` is its force, or in the Morale window the casualties (FUS-5.1)."""

    def observe(self, state: State, seat: i64, row: Row) -> None:
        position = cast(Fusillade, state)
        me = position.army(seat)
        them = position.army(1 - seat)
        cards = position.tables.cards.size
        row.number(me.troops)
        row.number(them.troops)
        row.number(size(me.hand))
        row.number(size(them.hand))
        row.number(size(position.deck))
        row.number(position.quiet)
        row.number(_attack_shown(position))
        row.number(position.casualties)
        row.flag(position.attacked)
        row.flag(position.struck)
        row.flag(me.vouched)
        row.flag(them.vouched)
        row.wide(them.seen_turn)
        row.wide(me.seen_turn)
        row.cards_of(me.hand, cards)
        row.cards_of(position.picked, cards)
        row.cards_of(position.line, cards)
        row.cards_of(position.discard, cards)
        row.cards_of(position.spent, cards)
        row.cards_of(union(them.seen, them.deduced), cards)
        row.cards_of(union(me.seen, me.deduced), cards)


def _attack_shown(position: Fusillade) -> i64:
    """FUS-5.1: returns the total of the attack so far."""
    phase = position.phase()
    if phase == MORALE:
        return position.casualties
    if phase not in (UNITS, COUNTER, TARGET, SUPPORT):
        return 0
    shown = position.line if phase == TARGET else union(position.line, position.picked)
    return 0 if is_empty(shown) else position.attack_total(shown)


def evaluate(state: State, seat: i64) -> float:
    """Returns the seat's lead in troop points; beyond 1000 once the game is decided."""
    position = cast(Fusillade, state)
    me = position.army(seat)
    them = position.army(1 - seat)
    value = float(me.troops - them.troops)
    if position.phase() == OVER:
        return value + (WON if value > 0 else -WON if value < 0 else 0.0)
    value += _worth(position, me.hand) - _THEIR_CARD * float(size(them.hand))
    if position.attacker.seat == seat:
        return value + _prospect(position, me.hand)
    return value - _danger(position)


def outlook(state: State, seat: i64) -> float:
    """Returns the seat's log-odds of winning at the start of a turn."""
    position = cast(Fusillade, state)
    me = position.army(seat)
    them = position.army(1 - seat)
    lead = (
        _ODDS_TROOP * float(me.troops - them.troops) + _prospects(position, me.hand) - _prospects(position, them.hand)
    )
    lead += _ODDS_TURN if position.attacker.seat == seat else -_ODDS_TURN
    return lead / sqrt(float(me.troops + them.troops) + _ODDS_MORE_TROOPS)


def _prospects(position: Fusillade, hand: tuple[i64, i64]) -> float:
    """Returns the score of a hand: each card counts the same, but leaders, actions and Morale cards count more."""
    kinds = position.tables.kinds
    special = union(kinds.leaders, union(kinds.morales, kinds.actions))
    return _ODDS_CARD * float(size(hand)) + _ODDS_SPECIAL * float(size(common(hand, special)))


def _worth(position: Fusillade, hand: tuple[i64, i64]) -> float:
    """Returns the value of a side's own hand."""
    kinds = position.tables.kinds
    worth = 0.0
    for card in members(hand):
        force: i64 = position.tables.force[card]
        worth += _FORCE_WORTH * float(force)
        if has(kinds.any_unit, card):
            worth += _UNIT_WORTH
        elif has(kinds.any_tactic, card):
            worth += _TACTIC_WORTH
        elif has(kinds.leaders, card) or has(kinds.actions, card):
            worth += _DRAWER_WORTH
        else:
            worth += _ANSWER_WORTH
    return worth


def _prospect(position: Fusillade, hand: tuple[i64, i64]) -> float:
    """Returns the value that the turn may still bring its player."""
    phase = position.phase()
    if phase == BLUNDER:
        return _LANDING * (float(_best_attack(position, hand)) - _WORTH_ATTACKING)
    if phase == UNITS:
        if is_empty(position.picked):
            return _LANDING * (float(_best_attack(position, hand)) - _WORTH_ATTACKING)
        left = common(hand, position.tables.kinds.units_of(position.arm_of(position.picked)))
        total = _with_support(position, position.picked, hand)
        return _LANDING * float(total) + 0.1 * float(position.attack_total(left))
    if phase in (COUNTER, TARGET):
        return _LANDING * float(_with_support(position, position.line, hand))
    if phase == SUPPORT:
        return _LANDING * float(position.attack_total(union(position.line, position.picked)))
    if phase == MORALE:
        return _LANDING * float(position.casualties)
    if phase == EXCHANGE:
        return 0.95 * float(size(position.picked))
    return 0.0


def _danger(position: Fusillade) -> float:
    """Returns the likely cost of the rest of the opponent's turn."""
    phase = position.phase()
    if phase in (BLUNDER, UNITS):
        return _BLUNDER_PER_CARD * max(0.0, float(size(position.attacker.hand)) - _BLUNDER_CARDS)
    if phase in (COUNTER, SUPPORT):
        return _LANDING * (float(position.attack_total(position.line)) + _UNKNOWN_SUPPORT)
    if phase == TARGET:  # the counter has been chosen, and it will remove the strongest unit
        line = minus(position.line, _strongest(position, position.line))
        return _LANDING * (float(position.attack_total(line)) + _UNKNOWN_SUPPORT) - _COUNTERED
    if phase == MORALE:
        return float(position.casualties)
    return 0.0


def _best_attack(position: Fusillade, hand: tuple[i64, i64]) -> i64:
    """Returns the largest total that a hand can reach with one unit type."""
    kinds = position.tables.kinds
    best: i64 = 0
    for arm in range(IU, AU + 1):
        units = common(hand, kinds.units_of(arm))
        if not is_empty(units):
            best = max(best, _with_support(position, units, hand))
    return best


def _with_support(position: Fusillade, line: tuple[i64, i64], hand: tuple[i64, i64]) -> i64:
    """Returns the total of these units with all matching tactics, a leader and an action of the hand."""
    kinds = position.tables.kinds
    line = union(line, common(hand, kinds.tactics_of(position.arm_of(line))))
    line = union(line, _strongest(position, common(hand, kinds.leaders)))
    return position.attack_total(union(line, _strongest(position, common(hand, kinds.actions))))


def _strongest(position: Fusillade, cards: tuple[i64, i64]) -> tuple[i64, i64]:
    """Returns the card with the most Force as a set, or an empty set."""
    best = minus(cards, cards)
    most: i64 = -1
    for card in members(cards):
        force: i64 = position.tables.force[card]
        if force > most:
            most = force
            best = only(card)
    return best
