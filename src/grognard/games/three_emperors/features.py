"""Numbers for bots and learners, from the knowledge of one seat: its own cards, open zones and counts.

`evaluate` gives the seat's lead over its opponent in points of Morale. `outlook` gives the log-odds of winning between
two turns, counting a draw as half a win.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, log1p
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64

from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.rules.choices import ThreeEmperors
from grognard.games.three_emperors.rules.end import HAND_LIMIT
from grognard.games.three_emperors.rules.fight import HOLDING, LOSER_LOSES, WINNER_GAINS
from grognard.games.three_emperors.rules.turn import CARDS_A_TURN
from grognard.games.three_emperors.state import Army
from grognard.games.three_emperors.tables import Cards, Tables
from grognard.kernel.engine.search_tuning import WON
from grognard.kernel.engine.observation import Observer, Part, Row, code, flag, number, one_of, set_of
from grognard.kernel.cardsets.cards import (
    common, has, is_empty, meet, members, minus, no_cards, nth, only, size, summed, union,
)  # fmt: skip
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.cardsets.bits import NONE, ones

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# Values in points of Morale: estimates, tested against the random bot.
_FRONT: Final = 1.5
_LAST_FRONT: Final = 10.0
_PIECE: Final = 0.3
_STANDING: Final = 1.0
_STEEP: Final = 6.0
_PIECE_IN_HAND: Final = 0.15
_FIGHTER: Final = 0.15
_FIGHTER_AT_ALL: Final = 0.2
_VICTORY_CARD: Final = 0.8
_MARCH: Final = 0.8
_ORDER: Final = 0.5
_OWN_CARD: Final = 0.6
_THEIR_CARD: Final = 0.6
_EXCESS: Final = 0.6
_FOUND: Final = 1.5
# The average Force, and its spread, of an unknown card of the other side as an answer.
_ANSWER: Final = 0.4
_SPREAD: Final = 0.5
_LOSS: Final = 1.0
_VICTORY_PLAYED: Final = 1.0
_EXTRA: Final = 0.9

# The weights of `outlook`, from an ordered logistic regression of results (won, drawn, lost) on end-of-turn positions
# in 2,400 games of a quick search with 3 % noise (bench/strength.md).
_ODDS_MORALE: Final = 0.085
_ODDS_LAST_MORALE: Final = 0.113
_LAST_MORALE: Final = 10
_ODDS_FORCE: Final = 0.07
_ODDS_COALITION: Final = -0.62
_ODDS_TURN: Final = -0.3
# The value of a card in hand by its type, plus a value for each point of its Force.
_ODDS_CARD: Final[Mapping[str, float]] = {
    "L": 0.075, "U": 0.075, "A": -0.017, "D": 0.136, "E": 0.128, "V": 0.281,
    "R": 0.24, "S": 0.274, "M": 0.509, "X": 0.272, "Y": 0.446,
}  # fmt: skip
_ODDS_CARD_FORCE: Final[Mapping[str, float]] = {"L": 0.039, "U": 0.039, "A": 0.042, "D": 0.063, "E": 0.063}
_ODDS_TYPE: Final[list[float]] = [_ODDS_CARD[kind] for kind in n.TYPES]
_ODDS_TYPE_FORCE: Final[list[float]] = [_ODDS_CARD_FORCE.get(kind, 0.0) for kind in n.TYPES]
# A draw is more likely the fewer cards are left in the deck, and the more Morale is left to take.
_DRAWN: Final = 3.18
_DRAWN_BY_DECK: Final = -0.0492
_DRAWN_BY_MORALE: Final = 0.0482

# The version of the layout.
LAYOUT: Final = 1
_KNOWN: Final = ("searched", "seen most", "strangers most", "pieces least", "own least")


def layout(game: Game) -> list[Part]:
    """Returns the parts that an `Observation` writes."""
    cards = cast(Tables, game.tables).cards
    both = ("own", "their")
    numbers = (
        "own morale", "their morale", "own hand size", "their hand size", "deck size", "attacked", "owed",
    )  # fmt: skip
    sums = (f"{whose} force-{front}" for front in n.FRONTS for whose in both)
    bonuses = (f"bonus-{front}" for front in n.FRONTS)
    known = (f"{whose} {what}" for whose in both for what in _KNOWN)
    flags = ("plays Napoleon", "won the last Action", "passed", "reshuffled")
    fronts = [one_of(name, n.FRONTS) for name in ("own Fronts", "Fronts attacked", "Front of the Action")]
    places = [
        *(set_of(f"{whose} {front}", cards.piece_names) for whose in both for front in n.FRONTS),
        set_of("search", cards.piece_names),
    ]
    sets = ["own hand", "picked", "discard", *(f"{whose} {at}" for whose in both for at in ("committed", "known"))]
    numbered = [number(name) for name in (*numbers, *sums, *bonuses, *known)]
    return [
        *numbered, code("aimed", cards.pieces), *map(flag, flags), *fronts, *places,
        *(set_of(name, cards.pieces) for name in sets),
    ]  # fmt: skip


@final
class Observation(Observer):
    """Writes the knowledge of a seat; `known` holds the cards the other side is certain of (TE-11)."""

    def observe(self, state: State, seat: i64, row: Row) -> None:
        position = cast(ThreeEmperors, state)
        cards = position.tables.cards
        me = position.army(seat)
        them = position.army(1 - seat)
        row.number(me.morale)
        row.number(them.morale)
        row.number(size(me.hand))
        row.number(size(them.hand))
        row.number(size(position.deck))
        row.number(ones(position.attacked))
        row.number(position.owed)
        deciding = position.phase() != OVER and position.decider() == seat
        front: i64
        for front in range(n.NORTH, n.SOUTH + 1):
            row.number(position.sum_shown(me, front, deciding))
            row.number(position.sum_shown(them, front, deciding))
        for front in range(n.NORTH, n.SOUTH + 1):
            row.number(position.bonus(position.army(position.holder(front)), front))
        _observe_knowledge(me, row)
        _observe_knowledge(them, row)
        aimed: i64 = NONE if is_empty(position.aimed) else nth(position.aimed, 0)
        row.code(aimed)
        row.flag(seat == n.NAPOLEON)
        row.flag(position.winner == seat)
        row.flag(position.passed)
        row.flag(position.reshuffled)
        row.bits(~position.held if seat == n.NAPOLEON else position.held, len(n.FRONTS))
        row.bits(position.attacked, len(n.FRONTS))
        row.one_of(position.front, len(n.FRONTS))
        _observe_fronts(me, cards, row)
        _observe_fronts(them, cards, row)
        searching = deciding and position.phase() == n.SEARCH
        found = common(position.deck, cards.kinds.pieces_of(seat)) if searching else no_cards()
        row.some_of(found, cards.among_pieces, len(cards.piece_names))
        row.cards_of(me.hand, cards.size)
        row.cards_of(position.picked, cards.size)
        row.cards_of(position.discard, cards.size)
        row.cards_of(me.committed, cards.size)
        row.cards_of(me.known, cards.size)
        row.cards_of(them.committed, cards.size)
        row.cards_of(them.known, cards.size)


def _observe_knowledge(army: Army, row: Row) -> None:
    """Writes what the other side can deduce about a hand, besides the cards it is certain of."""
    row.flag(army.searched)
    row.number(army.seen_most)
    row.number(army.strangers_most)
    row.number(army.pieces_least)
    row.number(army.own_least)


def _observe_fronts(army: Army, cards: Cards, row: Row) -> None:
    row.some_of(army.north, cards.among_pieces, len(cards.piece_names))
    row.some_of(army.center, cards.among_pieces, len(cards.piece_names))
    row.some_of(army.south, cards.among_pieces, len(cards.piece_names))


def evaluate(state: State, seat: i64) -> float:
    """Returns the seat's lead in points of Morale; beyond 1000 once the game is decided."""
    position = cast(ThreeEmperors, state)
    me = position.army(seat)
    them = position.army(1 - seat)
    value = float(me.morale - them.morale)
    if position.phase() == OVER:
        victor = position.victor()
        return value + (WON if victor == seat else 0.0 if victor == -1 else -WON)
    value += _field(position, seat) + _worth(position, me) - _THEIR_CARD * float(size(them.hand))
    if position.attacker.seat == seat:
        # Count the other side's next five cards as drawn.
        return value - _THEIR_CARD * CARDS_A_TURN + _open_frame(position, seat) + _prospect(position, me, them)
    return value + _OWN_CARD * CARDS_A_TURN + _open_frame(position, seat) + _danger(position, me, them)


# -- between two turns ------------------------------------------------------------------------------------------------


def outlook(state: State, seat: i64) -> float:
    """Returns the seat's log-odds of winning at the start of a turn, after the draw; a draw is half a win."""
    position = cast(ThreeEmperors, state)
    me = position.army(seat)
    them = position.army(1 - seat)
    ahead = _prospects(position, me) - _prospects(position, them)
    ahead += _ODDS_TURN if position.attacker.seat == seat else -_ODDS_TURN
    if position.tables.adjudicate:
        return ahead
    deck = float(size(position.deck))
    drawn = _DRAWN + _DRAWN_BY_DECK * deck + _DRAWN_BY_MORALE * float(me.morale + them.morale)
    short = log1p(exp(drawn))
    share = 0.5 + 0.5 * (1.0 / (1.0 + exp(short - ahead)) - 1.0 / (1.0 + exp(short + ahead)))
    return log(share / (1.0 - share))


def _prospects(position: ThreeEmperors, army: Army) -> float:
    """Returns the score of one side: its Morale, its pieces and its cards."""
    odds = _ODDS_MORALE * float(army.morale) + _ODDS_LAST_MORALE * float(min(_LAST_MORALE, army.morale))
    odds += _ODDS_FORCE * float(summed(army.pieces(), position.tables.force))
    if army.seat == n.COALITION:
        odds += _ODDS_COALITION
    for card in members(common(army.hand, position.tables.kinds.usable_by(army.seat))):
        force: i64 = position.tables.force[card]
        kind: i64 = position.tables.type[card]
        odds += _ODDS_TYPE[kind] + _ODDS_TYPE_FORCE[kind] * float(force)
    return odds


# -- the table and the hand -------------------------------------------------------------------------------------------


def _front_worth(them: Army) -> float:
    """Returns the value of a Front, which grows as the other side's Morale falls."""
    return _FRONT + _LAST_FRONT / float(1 + them.morale)


def _field(position: ThreeEmperors, seat: i64) -> float:
    """Returns the value of the Fronts held and of the pieces there."""
    me = position.army(seat)
    them = position.army(1 - seat)
    value = 0.0
    for front in range(n.NORTH, n.SOUTH + 1):
        held = position.holder(front) == seat
        value += _front_worth(them) if held else -_front_worth(me)
        value += _standing(position.force_at(me, front), position.force_at(them, front), held)
    return value


def _standing(ours: i64, theirs: i64, held: bool) -> float:
    """Returns the value of the Force at a Front before any card is committed."""
    attack = float(ours - theirs - (0 if held else HOLDING))
    defence = float(ours - theirs + (HOLDING if held else 0))
    return _PIECE * float(ours - theirs) + _STANDING * (_clamped(attack / _STEEP) + _clamped(defence / _STEEP))


def _clamped(value: float) -> float:
    return max(-1.0, min(1.0, value))


def _worth(position: ThreeEmperors, army: Army) -> float:
    """Returns the value of a side's own hand."""
    worth = 0.0
    live = common(army.hand, position.tables.kinds.usable_by(army.seat))
    for card in members(live):
        worth += _card_worth(position, card)
    # Cards above the limit are lost at the end of the turn; useless cards go first.
    if position.attacker.seat == army.seat:
        worth -= _EXCESS * float(max(0, size(live) - HAND_LIMIT))
    return worth


def _card_worth(position: ThreeEmperors, card: i64) -> float:
    kinds = position.tables.kinds
    force: i64 = position.tables.force[card]
    if has(kinds.fighters, card):
        return _VICTORY_CARD if has(kinds.victories, card) else _FIGHTER * float(force) + _FIGHTER_AT_ALL
    if has(kinds.pieces, card):
        return _PIECE_IN_HAND * float(force)
    return _MARCH if has(kinds.marches, card) else _ORDER


# -- Actions ----------------------------------------------------------------------------------------------------------


def _gain(winner: Army, loser: Army, held: bool) -> float:
    """Returns the value of winning an Action: Morale, and the Front if it changes hands."""
    gain = float(WINNER_GAINS + min(LOSER_LOSES, loser.morale))
    return gain if held else gain + 2.0 * _front_worth(loser)


def _chance(margin: float, cards: float) -> float:
    """Returns the chance of winning with this margin against a number of unknown cards."""
    mean = margin - 0.5 - _ANSWER * cards
    return max(0.0, min(1.0, 0.5 + mean / (1.0 + 2.0 * _SPREAD * cards)))


def _stake(position: ThreeEmperors, me: Army, them: Army, front: i64, chance: float) -> float:
    """Returns the value of an Action with this chance of winning to the attacker `me`."""
    held = position.holder(front) == me.seat
    kinds = position.tables.kinds
    victories = float(size(common(common(me.hand, kinds.usable_by(me.seat)), kinds.victories)))
    win = _gain(me, them, held) + _VICTORY_PLAYED * victories
    return chance * win - (1.0 - chance) * _LOSS * _gain(them, me, not held)


def _forces(position: ThreeEmperors, cards: tuple[i64, i64]) -> list[int]:
    """Returns the Force of each card, largest first."""
    forces: list[int] = []
    for card in members(cards):
        forces.append(position.tables.force[card])
    forces.sort(reverse=True)
    return forces


def _best_attack(position: ThreeEmperors, me: Army, them: Army, front: i64, margin: i64, extra: bool) -> float:
    """Returns the best value of an attack at a Front, committing the strongest cards first; 0 if it is not worth it."""
    kinds = position.tables.kinds
    cards = common(common(me.hand, kinds.usable_by(me.seat)), union(kinds.attacks, kinds.events))
    if position.holder(front) == me.seat:
        cards = minus(cards, kinds.assaults)
    answers = float(size(them.hand))
    best = 0.0
    if extra and not meet(cards, kinds.attacks):
        return best
    if not extra:
        best = _stake(position, me, them, front, _chance(float(margin), answers))
    cost = 0.0
    for force in _forces(position, cards):
        margin += force
        cost += _FIGHTER * float(force) + _FIGHTER_AT_ALL
        best = max(best, _stake(position, me, them, front, _chance(float(margin), answers)) - cost)
    return best


def _margin(position: ThreeEmperors, me: Army, them: Army, front: i64) -> i64:
    """Returns the attacker's margin before any card: the pieces of both sides and the 4 for holding."""
    held = position.holder(front) == me.seat
    return position.force_at(me, front) - position.force_at(them, front) - (0 if held else HOLDING)


def _prospect(position: ThreeEmperors, me: Army, them: Army) -> float:
    """Returns the value that the active player may still gain this turn."""
    phase = position.phase()
    if phase == n.TRIM:
        return 0.0
    value = 0.0
    attacked = position.attacked
    if phase == n.COMMIT:
        margin = position.total(me, position.front) - position.total(them, position.front)
        margin += summed(position.picked, position.tables.force)
        value += _best_attack(position, me, them, position.front, margin, False)
    elif phase == n.DEFEND:
        margin = position.total(me, position.front) - position.total(them, position.front)
        value += _stake(position, me, them, position.front, _chance(float(margin), float(size(them.hand))))
    elif attacked == 0:
        best = 0.0
        chosen = n.NORTH
        for front in range(n.NORTH, n.SOUTH + 1):
            if position.bar_to(front) != 0:
                continue
            worth = _best_attack(position, me, them, front, _margin(position, me, them, front), False)
            if worth > best:
                best = worth
                chosen = front
        value += best
        attacked = only(chosen)[0]
    kinds = position.tables.kinds
    extras = size(common(common(me.hand, kinds.usable_by(me.seat)), kinds.attacks))
    for front in range(n.NORTH, n.SOUTH + 1):
        if extras > 0 and (attacked >> front) & 1 == 0 and position.bar_to(front) == 0:
            worth = _best_attack(position, me, them, front, _margin(position, me, them, front), True)
            if worth > 0.0:
                value += _EXTRA * worth
                extras -= 1
    return value


def _danger(position: ThreeEmperors, me: Army, them: Army) -> float:
    """Returns the value that the defender may still lose or gain this turn."""
    phase = position.phase()
    if phase not in (n.COMMIT, n.DEFEND):
        return 0.0
    front = position.front
    margin = position.total(me, front) - position.total(them, front)
    held = position.holder(front) == me.seat
    win = _gain(me, them, held)
    lose = _gain(them, me, not held)
    if phase == n.COMMIT:
        return -0.5 * lose
    margin += summed(position.picked, position.tables.force)
    kinds = position.tables.kinds
    cards = common(common(me.hand, kinds.usable_by(me.seat)), union(kinds.defenses, kinds.events))
    if front == n.CENTER:
        cards = minus(cards, kinds.flanks)
    best = _outcome(margin, win, lose)
    cost = 0.0
    for force in _forces(position, cards):
        margin += force
        cost += _FIGHTER * float(force) + _FIGHTER_AT_ALL
        best = max(best, _outcome(margin, win, lose) - cost)
    return best


def _outcome(margin: i64, win: float, lose: float) -> float:
    """Returns the value of an Action that ends with this margin."""
    return win if margin > 0 else -lose if margin < 0 else 0.0


# -- open frames ------------------------------------------------------------------------------------------------------


def _open_frame(position: ThreeEmperors, seat: i64) -> float:
    """Returns the value of the best way to complete the seat's own open frame or search."""
    if position.decider() != seat:
        return 0.0
    phase = position.phase()
    if phase == n.SEARCH:
        return _FOUND
    if phase == n.GIVE:
        return 0.0
    if phase == n.CASUALTY:
        return _PIECE * 5.0 + _OWN_CARD + 1.0
    if phase == n.PIECE:
        return _best_move(position, seat, position.mover()) + _OWN_CARD
    if phase != n.FRONT:
        return 0.0
    if meet(position.picked, position.tables.kinds.attacks):
        return _extra_prospect(position, seat)
    if is_empty(position.aimed):
        return _best_place(position, seat)
    return _best_way(position, seat, position.mover(), nth(position.aimed, 0)) + _OWN_CARD


def _shifted(position: ThreeEmperors, seat: i64, front: i64, ours: i64, theirs: i64) -> float:
    """Returns the change in value at a Front when Force comes or goes."""
    mine = position.force_at(position.army(seat), front)
    others = position.force_at(position.army(1 - seat), front)
    held = position.holder(front) == seat
    return _standing(mine + ours, others + theirs, held) - _standing(mine, others, held)


def _best_place(position: ThreeEmperors, seat: i64) -> float:
    """Returns the value of deploying the picked piece at the best Front."""
    force = summed(position.picked, position.tables.force)
    best = 0.0
    for front in range(n.NORTH, n.SOUTH + 1):
        best = max(best, _shifted(position, seat, front, force, 0))
    return best + 0.5


def _best_way(position: ThreeEmperors, seat: i64, mover: Army, piece: i64) -> float:
    """Returns the value of moving a piece to the best adjacent Front."""
    force: i64 = position.tables.force[piece]
    here = mover.front_of(piece)
    own = mover.seat == seat
    best = -100.0
    for front in range(n.NORTH, n.SOUTH + 1):
        if front == here or (front != n.CENTER and here != n.CENTER):
            continue
        change = _shifted(position, seat, here, -force if own else 0, 0 if own else -force)
        change += _shifted(position, seat, front, force if own else 0, 0 if own else force)
        best = max(best, change)
    return best


def _best_move(position: ThreeEmperors, seat: i64, mover: Army) -> float:
    best = -100.0
    for piece in members(mover.pieces()):
        best = max(best, _best_way(position, seat, mover, piece))
    return best


def _extra_prospect(position: ThreeEmperors, seat: i64) -> float:
    """Returns the value of the picked Attack card at its best Front, with the rest of the hand."""
    me = position.army(seat)
    them = position.army(1 - seat)
    force = summed(position.picked, position.tables.force)
    best = -100.0
    for front in range(n.NORTH, n.SOUTH + 1):
        if position.bar_to(front) == 0:
            margin = _margin(position, me, them, front) + force
            best = max(best, _best_attack(position, me, them, front, margin, False))
    return best
