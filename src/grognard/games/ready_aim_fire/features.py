"""Numbers for bots and learners, from what a seat may know: its own cards, open zones, counts, and what it has seen.

`evaluate` is in points of about half a battalion each: how much better the seat stands than the other.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from grognard.games.ready_aim_fire.names import (
    ADVANCE, BATTALIONS, COLUMNS, CONFUSION_CARD, COVER, DEPLOYING, FIRE_AT_WILL, FIRST_COMMANDER, IS_ELIMINATED,
    IS_ROUTED, KINDS_OF_BATTALION, NONE, OVERRUN_CARD, REROLL, RIDE, RIDE_ROLL, SQUARE, SQUARE_ROLL, SUPPORT, TACTICS,
    TAKE_PRISONERS,
)  # fmt: skip
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.rules.discard import HAND_LIMIT
from grognard.games.ready_aim_fire.rules.line import BREAKPOINT
from grognard.games.ready_aim_fire.rules.victory import LOST
from grognard.games.ready_aim_fire.state import BLOWN, SEEN, SHAKEN, Army, Post, in_line, kind_of
from grognard.games.ready_aim_fire.tables import CHARGE_BONUS, KIND, SQUARE_BONUS
from grognard.kernel.engine.judging import WON
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.bits import is_in, lowest, ones
from grognard.kernel.sets.counts import copies, count, is_none, nothing, plus, some, total, within
from grognard.kernel.sets.stacks import card_at, height, places_with

_SIDES: Final = ["own", "enemy"]

# What things are worth: estimates, tried out against the random bot.
_BATTALION: Final = 2.0
_BETTER: Final = 0.5
_GONE: Final = 0.6
_SHAKEN: Final = 0.8
_BLOWN: Final = 0.35
_PASS: Final = 0.45
_GENERAL: Final = 0.9
_COMMANDER: Final = 1.2
_IN_PICKS: Final = 0.9
_GOOD_CARD: Final = 1.3
_POOR_CARD: Final = 0.3
_THEIR_CARD: Final = 0.4
_EXCESS: Final = 0.4
_BREAK: Final = 0.25
_GROUND: Final = 0.6
_ATTACK_LEFT: Final = 0.2

# Cards in hand: the first battalions, and the first Tactics cards, are worth most.
_IN_HAND: Final = [1.2, 1.1, 0.8, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1, 0.1, 0.1]
_TACTICS: Final = [0.9, 0.8, 0.7, 0.55, 0.4, 0.3, 0.2, 0.2, 0.1, 0.1, 0.1]

# A stack by its height: an empty position is a third of a defeat.
_DEPTH: Final = [-7.0, 0.0, 2.0, 3.0, 3.6, 3.9, 4.0]

NAMES: Final[list[str]] = [
    "own turn", "turn", "tactics deck", "attacks left", "moves left", "draws due",
    *[f"{side} {what} in column {column}" for side in _SIDES for column in range(COLUMNS)
      for what in ("battalions", "shaken", "blown", "general", "passes", "limit")],
    *[f"{side} {what}" for side in _SIDES
      for what in ("hand", "tactics in hand", "reserve deck", "losses", "lost positions", "army commander")],
    *[f"{side} {kind} in the line, as far as known" for side in _SIDES for kind in BATTALIONS],
    *[f"own {kind} in hand" for kind in BATTALIONS],
    "own commanders in hand",
    "own modifiers", "enemy modifiers",
]  # fmt: skip


def features(state: State, seat: i64) -> list[float]:
    """One number for each of NAMES."""
    position = cast(ReadyAimFire, state)
    over = position.phase() == OVER
    numbers: list[float] = [
        1.0 if position.active == seat else 0.0, float(position.turn), float(total(position.deck)),
        float(position.attacks), float(position.moves), float(position.draws),
    ]  # fmt: skip
    hidden = position.turn == 0 and not over
    for side in range(2):
        army = position.army(seat if side == 0 else 1 - seat)
        for column in range(COLUMNS):
            numbers += _post_features(position, army, army.posts[column], column, hidden and side == 1)
    for side in range(2):
        numbers += _army_features(position, position.army(seat if side == 0 else 1 - seat), hidden and side == 1)
    for side in range(2):
        army = position.army(seat if side == 0 else 1 - seat)
        numbers += _known_kinds(army, side == 0 or over, hidden and side == 1)
    own = position.army(seat)
    for kind in range(KINDS_OF_BATTALION):
        numbers.append(float(count(own.hand, kind)))
    numbers.append(float(total(within(own.hand, KIND.commanders))))
    fights = not over and _is_fought(position)
    for side in range(2):
        which: i64 = side if seat == position.active else 1 - side
        numbers.append(float(position.sum_of(which)) if fights else 0.0)
    return numbers


def _post_features(position: ReadyAimFire, army: Army, post: Post, column: i64, hidden: bool) -> list[float]:
    if hidden:
        return [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    return [
        float(height(post.stack)), float(ones(places_with(post.stack, SHAKEN))),
        float(ones(places_with(post.stack, BLOWN))), 0.0 if post.general == NONE else 1.0, float(post.passes),
        float(position.limit(army, column)),
    ]  # fmt: skip


def _army_features(position: ReadyAimFire, army: Army, hidden: bool) -> list[float]:
    if hidden:
        return [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    hand = army.hand
    if position.phase() != OVER and position.decider() == army.seat:
        hand = plus(hand, position.picked)
    tactics: i64 = 0 if position.tables.merged else total(within(hand, KIND.tactics))
    return [
        float(total(hand)), float(tactics), float(total(army.reserve)), float(position.losses(army.seat)),
        float(position.lost_positions(army.seat)), 0.0 if army.commander == NONE else 1.0,
    ]  # fmt: skip


def _known_kinds(army: Army, own: bool, hidden: bool) -> list[float]:
    """The battalions of a line by kind; of the enemy's those that were seen."""
    known: tuple[i64, i64, i64, i64, i64] = nothing()
    if not hidden:
        known = in_line(army, True)
        if own:
            known = plus(known, in_line(army, False))
    return [float(count(known, kind)) for kind in range(KINDS_OF_BATTALION)]


def _is_fought(position: ReadyAimFire) -> bool:
    """Is an attack under way whose two cards lie face up?"""
    if not position.attacker_here or not position.defender_here:
        return False
    return COVER <= position.window() <= REROLL


def evaluate(state: State, seat: i64) -> float:
    """How much better the seat stands; beyond 1000 once the game is decided."""
    position = cast(ReadyAimFire, state)
    own = position.army(seat)
    value = _line(position, own, True) + _hand(position, own)
    if position.turn == 0:
        return value
    enemy = position.army(1 - seat)
    value -= _line(position, enemy, False) + _THEIR_CARD * float(total(enemy.hand))
    if position.phase() == OVER:
        winner = position.victor()
        return value + (0.0 if winner == NONE else WON if winner == seat else -WON)
    if position.active == seat:
        value += _ATTACK_LEFT * float(position.attacks) if position.window() <= TACTICS else 0.0
    return value + _fight(position, seat)


# -- what stands on the table ------------------------------------------------------------------------------------------


def _worth(position: ReadyAimFire, kind: i64) -> float:
    return _BATTALION + _BETTER * float(position.modifier(kind))


def _line(position: ReadyAimFire, army: Army, own: bool) -> float:
    """The stacks of a side, what waits for them, its generals, and what it has lost for good."""
    worth = 0.0
    for column in range(COLUMNS):
        post = army.posts[column]
        worth += _depth(height(post.stack)) - _PASS * float(post.passes * height(post.stack))
        worth += 0.0 if post.general == NONE else _GENERAL
        worth += _GROUND * float(ones(post.ground))
        n = height(post.stack)
        while n > 0:
            n -= 1
            card = card_at(post.stack, n)
            worth += _worth(position, kind_of(card)) if own or card & SEEN != 0 else _BATTALION
            worth -= (_SHAKEN if card & SHAKEN != 0 else 0.0) + (_BLOWN if card & BLOWN != 0 else 0.0)
    worth += 0.0 if army.commander == NONE else _COMMANDER
    worth -= 2.0 if army.headless else 0.0
    lost = position.lost_positions(army.seat)
    if lost == LOST - 1:
        worth -= 6.0
    if position.tables.army_breakpoint:
        worth -= _BREAK * float(position.losses(army.seat))
    left = some(army.eliminated) & KIND.battalions
    while left != 0:
        kind = lowest(left)
        left &= left - 1
        worth -= _GONE * float(count(army.eliminated, kind) * (BREAKPOINT + position.modifier(kind)))
    return worth


def _depth(cards: i64) -> float:
    return _DEPTH[cards]


def _hand(position: ReadyAimFire, army: Army) -> float:
    """The own cards: battalions are for the line, if there is room."""
    room: i64 = 0
    for column in range(COLUMNS):
        room += position.limit(army, column) - height(army.posts[column].stack)
    worth = 0.0
    battalions: i64 = 0
    tactics: i64 = 0
    pieces = copies(army.hand)
    for n in range(len(pieces)):
        piece: i64 = pieces[n]
        if piece < FIRST_COMMANDER:
            place: i64 = battalions if room > 0 else len(_IN_HAND) - 1
            worth += _IN_HAND[min(place, len(_IN_HAND) - 1)] * _worth(position, piece) / _BATTALION
            battalions += 1
            room -= 1
        elif is_in(KIND.commanders, piece):
            worth += 0.5 * _GENERAL
        else:
            worth += _TACTICS[min(tactics, len(_TACTICS) - 1)] * _card(piece)
            tactics += 1
    if not is_none(position.picked) and position.phase() != OVER and position.decider() == army.seat:
        worth += _picked(position)
    if position.active == army.seat:
        worth -= _EXCESS * float(max(0, total(army.hand) - HAND_LIMIT))
    return worth


def _picked(position: ReadyAimFire) -> float:
    """A card of the open frame, as it will be worth where it goes."""
    piece = lowest(some(position.picked))
    if position.doing == DEPLOYING:
        return _IN_PICKS * _worth(position, piece) if piece < FIRST_COMMANDER else _GENERAL
    return _GROUND if is_in(KIND.terrains, piece) else 0.5 * _card(piece)


def _card(piece: i64) -> float:
    if piece in (TAKE_PRISONERS, OVERRUN_CARD, CONFUSION_CARD):
        return _GOOD_CARD
    return _POOR_CARD if piece in (FIRE_AT_WILL, ADVANCE) else 1.0


# -- the running attack ------------------------------------------------------------------------------------------------


def _fight(position: ReadyAimFire, seat: i64) -> float:
    """What the attack under way will bring, on average, as far as it can be told."""
    if not _is_fought(position):
        return 0.0
    phase = position.window()
    lead = position.sum_of(0) - position.sum_of(1)
    if phase == REROLL:
        worth = _outcome(position, position.shown(0) - position.shown(1) + lead)
    elif phase in (SQUARE, SQUARE_ROLL) and position.square == 0:
        worth = 0.45 * _average(position, lead - SQUARE_BONUS) + 0.55 * _average(position, lead + CHARGE_BONUS)
    elif phase in (RIDE, RIDE_ROLL):
        worth = 0.6 * min(0.0, _average(position, lead)) + 0.4 * _average(position, lead)
        worth = worth if phase == RIDE else _average(position, lead)
    elif phase in (COVER, SUPPORT, TACTICS):
        worth = _average(position, lead)
    else:
        worth = 0.0
    return worth if seat == position.active else -worth


def _average(position: ReadyAimFire, lead: i64) -> float:
    """Over all throws of two dice."""
    worth = 0.0
    for difference in range(-5, 6):
        ways: i64 = 6 - (difference if difference > 0 else -difference)
        worth += float(ways) * _outcome(position, lead + difference)
    return worth / 36.0


def _outcome(position: ReadyAimFire, difference: i64) -> float:
    """What a line of the results table is worth to the attacker."""
    safe = position.guns_are_safe()
    if difference == 0:
        return 0.3 if safe else 0.0
    if difference < 0:
        return 0.0 if safe else -_cost(position, 0, -difference)
    return _cost(position, 1, difference)


def _cost(position: ReadyAimFire, side: i64, size: i64) -> float:
    """What a defeat of this size costs a side."""
    seat = position.seat_of(side)
    post = position.post(seat, position.column_of(side))
    card = card_at(post.stack, 0)
    if size == 1:
        return 0.0 if card & SHAKEN != 0 else _SHAKEN
    kind = kind_of(card)
    lie = height(post.stack)
    spared = size == 3 and is_in(position.tables.spared[seat], kind)
    fate: i64 = IS_ROUTED if size == 2 or spared else IS_ELIMINATED
    cost = _worth(position, kind) * 0.8 + _depth(lie) - _depth(lie - 1)
    supporter = position.supporters[0] if side == 0 else position.supporters[1]
    if fate == IS_ELIMINATED:
        cost += _GONE * float(BREAKPOINT + position.modifier(kind)) + _PASS * float(lie - 1)
        if supporter != NONE and lie >= 2:
            cost += 1.5 + _depth(lie - 1) - _depth(lie - 2)
    elif supporter != NONE:
        cost += _SHAKEN
    return cost
