"""Numbers for bots and learners, limited to what a seat may know: its own cards, open zones, counts and cards seen.

`evaluate` gives the seat's lead in points of about half a battalion each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64

from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.rules.discard import HAND_LIMIT
from grognard.games.ready_aim_fire.rules.line import BREAKPOINT
from grognard.games.ready_aim_fire.rules.victory import LOST
from grognard.games.ready_aim_fire.marks import BLOWN, SEEN, SHAKEN, kind_of
from grognard.games.ready_aim_fire.state import Army, position_of
from grognard.games.ready_aim_fire.tables import CHARGE_BONUS, SQUARE_BONUS, Cards
from grognard.kernel.engine.search_tuning import WON
from grognard.kernel.engine.observation import (
    Observer, Part, Row, aligned, code, flag, number, one_of, pile_of, relative, set_of,
)  # fmt: skip
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.cardsets.bits import bit, is_in, lowest, ones
from grognard.kernel.cardsets.counts import copies, count, is_none, plus, some, total, within
from grognard.kernel.cardsets.stacks import MOST, card_at, height

if TYPE_CHECKING:
    from grognard.kernel.game import Game

_SIDES: Final = ["own", "their"]

# Estimated values, tuned in games against the random bot.
_BATTALION: Final = 2.0
_BETTER: Final = 0.5
_GONE: Final = 0.6
_SHAKEN: Final = 0.8
_BLOWN: Final = 0.35
_PASS: Final = 0.45
_GENERAL: Final = 0.9
_COMMANDER: Final = 1.2
_IN_PICKS: Final = 0.9
_REDRAWN: Final = 0.9
_MOVE: Final = 0.4
_THEIR_CARD: Final = 0.4
_EXCESS: Final = 0.4
_BREAK: Final = 0.25
_GROUND: Final = 0.6
_ATTACK_LEFT: Final = 0.2

# Values of cards in hand: the first battalions and the first Tactics cards are worth the most.
_IN_HAND: Final = [1.2, 1.1, 0.8, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1, 0.1, 0.1]
_TACTICS: Final = [0.9, 0.8, 0.7, 0.55, 0.4, 0.3, 0.2, 0.2, 0.1, 0.1, 0.1]

# The worth of a printed Tactics card, by how seldom a network that learned the game discards it; 1 for all others.
_BEST_CARDS: Final = (
    n.INFANTRY_CHARGE, n.TAKE_PRISONERS, n.CONFUSION_CARD, n.DIFFICULT_TERRAIN, n.CANNON_BALL, n.FIGHTING_WITHDRAWAL,
    n.RAPID_DEPLOYMENT, n.REDOUBT, n.REARGUARD_ACTION, n.HILLS, n.SCOUTS,
)  # fmt: skip
_FAIR_CARDS: Final = (
    n.SQUARE_FORMATION, n.SECOND_VOLLEY, n.FUSILLADE, n.GRAPE_SHOT, n.CANISTER_SHOT, n.SOCKET_BAYONETS, n.INDIRECT_FIRE,
    n.ENFILADE_FIRE, n.OVERRUN_CARD, n.CAVALRY_REFORM, n.WOODS,
)  # fmt: skip
_POOR_CARDS: Final = (
    n.BROKEN_SQUARE, n.COUNTER_ATTACK, n.RIFLES, n.SABERS, n.PROBE, n.COLUMN, n.FORCED_MARCH, n.LIMBER, n.BRIDGE,
    n.RIVER, n.FIRE_AT_WILL, n.ADVANCE,
)  # fmt: skip
_CARD: Final[list[float]] = [
    1.2 if piece in _BEST_CARDS else 0.8 if piece in _FAIR_CARDS else 0.4 if piece in _POOR_CARDS else 1.0
    for piece in range(n.BRIDGE + 1)
]

# Values of a stack by its height: an empty position is a third of a defeat.
_DEPTH: Final = [-7.0, 0.0, 2.0, 3.0, 3.6, 3.9, 4.0]

# The version of the layout.
LAYOUT: Final = 1
_MARKS: Final = ("there", "known", "shaken", "blown", "fresh", "seen", "spent", "covered")
_DOINGS: Final = ("place", "move", "attack", "reorganise", "deploy")
_MODES: Final = ("fight", "pass", "army", "rally", "support")
_FATES: Final = ("shaken", "routed", "eliminated")
_NUMBERS: Final = (
    "round", "attacks", "moves", "draws", "extra", "further", "sorted", "square", "silent", "chosen card",
    "checked card", "cards to check", "penalty", "overrun", "roll", "stage", "own supporter", "their supporter",
    "attacker's die", "defender's die", "defender's second die", "own modifiers + 64", "their modifiers + 64",
    "tactics deck size",
)  # fmt: skip
_FLAGS: Final = (
    "confused", "reorganised", "attacker here", "defender here", "sheltered", "crossing", "again", "helped",
    "own word",
)  # fmt: skip
# A part has at least one name, even in a game without commanders or Terrain.
_NOTHING: Final = ["none"]
_COLUMNS_OF: Final = ("origin", "front", "target", "checked")


def layout(game: Game) -> list[Part]:
    """Returns the parts of an `Observation`: columns from the seat's left, cards of a stack from the top."""
    cards = cast(Cards, game.card_set)
    pieces = cards.pieces
    parts = [*map(number, _NUMBERS), *map(flag, _FLAGS), one_of("doing", _DOINGS), one_of("mode", _MODES)]
    parts += [one_of("fate", _FATES), one_of("loser", _SIDES), one_of("tested", _SIDES)]
    parts += [one_of(name, n.POSITIONS) for name in (*_COLUMNS_OF, "engaged", "bridged")]
    for side in _SIDES:
        for place in range(n.COLUMNS):
            parts += _post_layout(f"{side} {n.POSITIONS[place if side == 'own' else n.COLUMNS - 1 - place]}", cards)
    for side in _SIDES:
        parts += [number(f"{side} {what}") for what in ("lost", "losses", "tactics", "rerolls", "headless")]
        parts += [number(f"{side} {what} size") for what in ("hand", "reserve deck", "box", "aside")]
        parts += [
            flag(f"{side} army check"),
            flag(f"{side} appointed"),
            one_of(f"{side} army commander", cards.commanders or _NOTHING),
        ]
        parts += [set_of(f"{side} played", pieces)]
        parts += [pile_of(f"{side} {pile}", pieces) for pile in ("discard", "eliminated", "known")]
    own = [pile_of(f"own {pile}", pieces) for pile in ("hand", "reserve deck", "box", "aside")]
    shared = [set_of("aids of the attacker", pieces), set_of("aids of the defender", pieces)]
    return [*parts, *own, *shared, *(pile_of(what, pieces) for what in ("picked", "tactics discard"))]


def _post_layout(post: str, cards: Cards) -> list[Part]:
    """The parts of a position: eight numbers, general and kinds of cards, the ground, and the marks of its cards."""
    numbers = [number(f"{post} {what}") for what in ("room", "passes", "re-rolls made")]
    flags = [flag(f"{post} {what}") for what in ("acting", "fallen", "taken", "passed", "lost")]
    kinds = [code(f"{post}, {i}", cards.battalions) for i in range(1, MOST + 1)]
    marks = [set_of(f"{post} marks {i}", _MARKS) for i in range(1, MOST + 1)]
    general = code(f"{post} general", cards.commanders or _NOTHING)
    return [
        aligned(numbers[0]),
        *numbers[1:],
        *flags,
        general,
        *kinds,
        set_of(f"{post} ground", cards.pieces[cards.first_terrain :] or _NOTHING),
        *marks,
    ]


@final
class Observation(Observer):
    """Writes only what the seat may know; an enemy line that is being set up is left out (RAF-3.2)."""

    def observe(self, state: State, seat: i64, row: Row) -> None:
        position = cast(ReadyAimFire, state)
        pieces = position.tables.cards.in_all
        own = position.army(seat)
        their = position.army(1 - seat)
        _observe_numbers(position, seat, row)
        _observe_words(position, seat, row)
        hidden = position.turn == 0 and position.phase() != OVER
        for place in range(n.COLUMNS):
            _observe_post(position, own, position_of(seat, place), True, False, row)
        for place in range(n.COLUMNS):
            _observe_post(position, their, position_of(seat, place), False, hidden, row)
        _observe_army(position, own, False, row)
        _observe_army(position, their, hidden, row)
        row.pile_of(own.hand, pieces)
        row.pile_of(own.reserve, pieces)
        row.pile_of(own.box, pieces)
        row.pile_of(own.aside, pieces)
        row.set_of(position.aids[0], pieces)
        row.set_of(position.aids[1], pieces)
        row.pile_of(position.picked, pieces)
        row.pile_of(position.discard, pieces)


def _observe_numbers(position: ReadyAimFire, seat: i64, row: Row) -> None:
    row.number((position.turn + 1) >> 1)
    row.number(position.attacks_left())
    row.number(position.moves)
    row.number(position.draws)
    row.number(position.extra)
    row.number(position.further)
    row.number(position.sorted)
    row.number(position.square)
    row.number(position.silent)
    row.number(position.which + 1)
    row.number(position.place + 1)
    row.number(position.left)
    row.number(position.penalty)
    row.number(position.overrun)
    row.number(position.roll)
    row.number(position.stage)
    attacks = seat == position.active
    supporters = position.supporters
    row.number((supporters[0] if attacks else supporters[1]) + 1)
    row.number((supporters[1] if attacks else supporters[0]) + 1)
    dice = position.dice
    row.number(dice[0])
    row.number(dice[1])
    row.number(dice[2])
    own: i64 = 0
    their: i64 = 0
    if position.phase() != OVER and _is_fought(position):
        side: i64 = 0 if attacks else 1
        own = 64 + position.sum_of(side)
        their = 64 + position.sum_of(1 - side)
    row.number(own)
    row.number(their)
    row.number(total(position.deck))


def _observe_words(position: ReadyAimFire, seat: i64, row: Row) -> None:
    row.flag(position.confused)
    row.flag(position.reorganised)
    row.flag(position.attacker_here)
    row.flag(position.defender_here)
    row.flag(position.sheltered)
    row.flag(position.crossing)
    row.flag(position.again)
    row.flag(position.helped)
    row.flag(position.word == seat)
    row.one_of(position.doing - 1, len(_DOINGS))
    row.one_of(position.mode - 1, len(_MODES))
    row.one_of(position.fate - 1, len(_FATES))
    row.one_of(relative(seat, position.loser, 2), 2)
    row.one_of(relative(seat, position.tested, 2), 2)
    row.one_of(_place(seat, position.origin), n.COLUMNS)
    row.one_of(_place(seat, position.front), n.COLUMNS)
    row.one_of(_place(seat, position.target), n.COLUMNS)
    row.one_of(_place(seat, position.column), n.COLUMNS)
    row.bits(_places(seat, position.engaged), n.COLUMNS)
    row.bits(_places(seat, position.bridged), n.COLUMNS)


def _place(seat: i64, column: i64) -> i64:
    """A column counted from the seat's left; NONE stays NONE."""
    return column if column < 0 else position_of(seat, column)


def _places(seat: i64, columns: i64) -> i64:
    """A set of columns, counted from the seat's left."""
    places: i64 = 0
    while columns != 0:
        places |= bit(position_of(seat, lowest(columns)))
        columns &= columns - 1
    return places


def _observe_post(position: ReadyAimFire, army: Army, column: i64, own: bool, hidden: bool, row: Row) -> None:
    """Writes a position of a side; unseen face-down enemy cards get their marks but no kind."""
    post = army.posts[column]
    # (No choices in one expression: mypyc 2.4 boxes numbers.)
    room = position.limit(army, column)
    if position.turn == 0:
        room = position.start_limit(column)
    numbers = room | (post.passes << 8) | (post.rerolls << 16)
    if post.acting:
        numbers |= bit(24)
    if post.fallen:
        numbers |= bit(32)
    if post.taken:
        numbers |= bit(40)
    if post.passed:
        numbers |= bit(48)
    if post.lost:
        numbers |= bit(56)
    row.eight(numbers, 8)
    kinds: i64 = 0  # the first byte is for the general
    marks: i64 = 0
    stack: i64 = 0 if hidden else post.stack
    for i in range(height(stack)):
        card = card_at(stack, i)
        at = 8 * i
        mark = 1 | ((card >> 4) << 2)
        if own or card & SEEN != 0:
            mark |= 2
            kinds |= (kind_of(card) + 1) << (at + 8)
        marks |= mark << at
    if post.general != n.NONE:
        kinds |= post.general - position.tables.cards.first_commander + 1
    row.eight(kinds, 1 + MOST)
    terrain = position.tables.cards.first_terrain
    row.set_of(post.ground >> terrain, max(1, position.tables.cards.in_all - terrain))
    row.small_sets(marks, MOST)


def _observe_army(position: ReadyAimFire, army: Army, hidden: bool, row: Row) -> None:
    """Writes the public facts of an army outside its line; cards picked or placed in secret count where they were."""
    hand = army.hand
    if position.phase() != OVER and position.decider() == army.seat and position.turn > 0:
        hand = plus(hand, position.picked)
    # Battalions placed in secret still count in the hand or in the Reserve deck (RAF-3.2).
    placed: i64 = army.held() if hidden else 0
    to_hand: i64 = placed if position.tables.thoth else 0
    lost: i64 = 0 if hidden else position.lost_positions(army.seat)
    row.number(lost)
    row.number(position.told_losses(army.seat))
    tactics: i64 = 0 if position.tables.merged else total(within(hand, position.tables.kinds.tactics))
    row.number(tactics)
    row.number(army.commander_rerolls)
    row.flag(army.headless)
    row.number(total(army.hand) + to_hand)
    row.number(total(army.reserve) + placed - to_hand)
    row.number(total(army.box))
    row.number(total(army.aside))
    row.flag(army.army_check)
    row.flag(army.appointed)
    cards = position.tables.cards
    row.one_of(army.commander - cards.first_commander, max(1, cards.first_tactic - cards.first_commander))
    pieces = cards.in_all
    row.set_of(army.played, pieces)
    row.pile_of(army.discard, pieces)
    row.pile_of(army.eliminated, pieces)
    row.pile_of(army.known(), pieces)


def _is_fought(position: ReadyAimFire) -> bool:
    """Is there an attack whose two cards are face up?"""
    if not position.attacker_here or not position.defender_here:
        return False
    return n.COVER <= position.window() <= n.REROLL


def evaluate(state: State, seat: i64) -> float:
    """Returns the seat's lead in points; beyond 1000 once the game is decided."""
    position = cast(ReadyAimFire, state)
    own = position.army(seat)
    value = _line(position, own, True) + _hand(position, own)
    if position.turn == 0:
        return value
    enemy = position.army(1 - seat)
    value -= _line(position, enemy, False) + _THEIR_CARD * float(total(enemy.hand))
    if position.phase() == OVER:
        winner = position.victor()
        return value + (0.0 if winner == n.NONE else WON if winner == seat else -WON)
    if position.active == seat:
        value += _ATTACK_LEFT * float(position.attacks_left())
    return value + _fight(position, seat)


# -- cards on the table ------------------------------------------------------------------------------------------------


def _worth(position: ReadyAimFire, kind: i64) -> float:
    return _BATTALION + _BETTER * float(position.modifier(kind))


def _line(position: ReadyAimFire, army: Army, own: bool) -> float:
    """The value of a side's stacks, pending checks, generals and permanent losses."""
    worth = 0.0
    for column in range(n.COLUMNS):
        post = army.posts[column]
        worth += _depth(height(post.stack)) - _PASS * float(post.passes * height(post.stack))
        worth += 0.0 if post.general == n.NONE else _GENERAL
        worth += _GROUND * float(ones(post.ground))
        i = height(post.stack)
        while i > 0:
            i -= 1
            card = card_at(post.stack, i)
            worth += _worth(position, kind_of(card)) if own or card & SEEN != 0 else _BATTALION
            worth -= (_SHAKEN if card & SHAKEN != 0 else 0.0) + (_BLOWN if card & BLOWN != 0 else 0.0)
    worth += 0.0 if army.commander == n.NONE else _COMMANDER
    worth -= 2.0 if army.headless else 0.0
    lost = position.lost_positions(army.seat)
    if lost == LOST - 1:
        worth -= 6.0
    if position.tables.army_breakpoint:
        worth -= _BREAK * float(position.losses(army.seat))
    left = some(army.eliminated) & position.tables.kinds.battalions
    while left != 0:
        kind = lowest(left)
        left &= left - 1
        worth -= _GONE * float(count(army.eliminated, kind) * (BREAKPOINT + position.modifier(kind)))
    return worth


def _card(position: ReadyAimFire, piece: i64) -> float:
    """The worth of a Tactics card, as that of the printed card that it is or works like."""
    printed: i64 = position.tables.works_as[piece]
    return _CARD[printed]


def _depth(cards: i64) -> float:
    return _DEPTH[cards]


def _hand(position: ReadyAimFire, army: Army) -> float:
    """The value of an army's hand; battalions count for more if the line has room."""
    room: i64 = 0
    for column in range(n.COLUMNS):
        room += position.limit(army, column) - height(army.posts[column].stack)
    worth = 0.0
    battalions: i64 = 0
    tactics: i64 = 0
    pieces = copies(army.hand)
    for i in range(len(pieces)):
        piece: i64 = pieces[i]
        if is_in(position.tables.kinds.battalions, piece):
            place: i64 = battalions if room > 0 else len(_IN_HAND) - 1
            worth += _IN_HAND[min(place, len(_IN_HAND) - 1)] * _worth(position, piece) / _BATTALION
            battalions += 1
            room -= 1
        elif is_in(position.tables.kinds.commanders, piece):
            worth += 0.5 * _GENERAL
        else:
            worth += _TACTICS[min(tactics, len(_TACTICS) - 1)] * _card(position, piece)
            tactics += 1
    if not is_none(position.picked) and position.phase() != OVER and position.decider() == army.seat:
        worth += _picked(position)
    if position.active == army.seat and position.phase() != OVER:
        worth -= _EXCESS * float(max(0, total(army.hand) - HAND_LIMIT))
        if n.DISCARD <= position.window() <= n.REDRAW and not position.confused:
            worth += _REDRAWN * float(max(0, HAND_LIMIT - total(army.hand)))
        elif position.doing == n.MOVING:
            worth += _MOVE + _shift(position, army)
    return worth


def _shift(position: ReadyAimFire, army: Army) -> float:
    """The gain in depth from moving a battalion out of the open frame's position; none for its general."""
    if position.which == n.GENERAL_PLACE:
        return 0.0
    best = _DEPTH[0]
    left = position.moves_to(position.origin, 0)
    while left != 0:
        there = height(army.posts[lowest(left)].stack)
        left &= left - 1
        best = max(best, _depth(there + 1) - _depth(there))
    here = height(army.posts[position.origin].stack)
    return best + _depth(here - 1) - _depth(here)


def _picked(position: ReadyAimFire) -> float:
    """The value of the card of the open frame at its destination."""
    piece = lowest(some(position.picked))
    if position.doing == n.DEPLOYING:
        return _IN_PICKS * _worth(position, piece) if is_in(position.tables.kinds.battalions, piece) else _GENERAL
    return _GROUND if is_in(position.tables.kinds.terrains, piece) else 0.5 * _card(position, piece)


# -- the current attack ------------------------------------------------------------------------------------------------


def _fight(position: ReadyAimFire, seat: i64) -> float:
    """The expected value of the current attack for the seat, roughly."""
    if not _is_fought(position):
        return 0.0
    phase = position.window()
    lead = position.sum_of(0) - position.sum_of(1)
    if phase == n.REROLL:
        worth = _outcome(position, position.shown(0) - position.shown(1) + lead)
    elif phase in (n.SQUARE, n.SQUARE_ROLL) and position.square == 0:
        worth = 0.45 * _average(position, lead - SQUARE_BONUS) + 0.55 * _average(position, lead + CHARGE_BONUS)
    elif phase in (n.RIDE, n.RIDE_ROLL):
        worth = 0.6 * min(0.0, _average(position, lead)) + 0.4 * _average(position, lead)
        worth = worth if phase == n.RIDE else _average(position, lead)
    elif phase in (n.COVER, n.SUPPORT, n.TACTICS):
        worth = _average(position, lead)
    else:
        worth = 0.0
    return worth if seat == position.active else -worth


def _average(position: ReadyAimFire, lead: i64) -> float:
    """The average outcome over all rolls of two dice."""
    worth = 0.0
    for difference in range(-5, 6):
        ways: i64 = 6 - (difference if difference > 0 else -difference)
        worth += float(ways) * _outcome(position, lead + difference)
    return worth / 36.0


def _outcome(position: ReadyAimFire, difference: i64) -> float:
    """The value of a difference for the attacker, by the results table."""
    safe = position.guns_are_safe()
    if difference == 0:
        return 0.3 if safe else 0.0
    if difference < 0:
        return 0.0 if safe else -_cost(position, 0, -difference)
    return _cost(position, 1, difference)


def _cost(position: ReadyAimFire, side: i64, size: i64) -> float:
    """The cost of a defeat of this size for a side."""
    seat = position.seat_of(side)
    post = position.post(seat, position.column_of(side))
    card = card_at(post.stack, 0)
    if size == 1:
        return 0.0 if card & SHAKEN != 0 else _SHAKEN
    kind = kind_of(card)
    lie = height(post.stack)
    spared = size == 3 and is_in(position.tables.spared[seat], kind)
    fate: i64 = n.IS_ROUTED if size == 2 or spared else n.IS_ELIMINATED
    cost = _worth(position, kind) * 0.8 + _depth(lie) - _depth(lie - 1)
    supporter = position.supporters[0] if side == 0 else position.supporters[1]
    if fate == n.IS_ELIMINATED:
        cost += _GONE * float(BREAKPOINT + position.modifier(kind)) + _PASS * float(lie - 1)
        if supporter != n.NONE and lie >= 2:
            cost += 1.5 + _depth(lie - 1) - _depth(lie - 2)
    elif supporter != n.NONE:
        cost += _SHAKEN
    return cost
