"""The position of Ready Aim Fire: plain data, how it is copied, and how it is dealt anew for one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.meta import META
from grognard.kernel.book.cardfile import CardFact, read_cards
from grognard.kernel.book.fields import PieceNames, changed, index, number, numbers
from grognard.kernel.engine.frame import Framed
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput
from grognard.kernel.sets.bits import lowest, members_of, word_of
from grognard.kernel.sets.counts import (
    copies,
    count,
    is_none,
    larger,
    less,
    nothing,
    one,
    plus,
    some,
    total,
    with_count,
    within,
)  # fmt: skip
from grognard.kernel.sets.stacks import MOST, at_bottom, card_at, cards_of, height, stacked, with_card

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The phases that ask, in the order of a turn; from `fetch` on they are questions inside another.
PHASES: Final = [
    "over", "exchange", "setup", "confusion", "draw", "terrain", "maneuver", "reinforce", "difficulty", "attack",
    "casualty", "cover", "square", "square roll", "ride", "ride roll", "support", "tactics", "reroll", "overrun",
    "check", "prisoners", "again", "sniper", "discard", "limit", "redraw", "fetch", "stack", "enemy", "side", "card",
    "order",
]  # fmt: skip
EXCHANGE: Final = 1
SETUP: Final = 2
CONFUSION: Final = 3
DRAW: Final = 4
TERRAIN: Final = 5
MANEUVER: Final = 6
REINFORCE: Final = 7
DIFFICULTY: Final = 8
ATTACK: Final = 9
CASUALTY: Final = 10
COVER: Final = 11
SQUARE: Final = 12
SQUARE_ROLL: Final = 13
RIDE: Final = 14
RIDE_ROLL: Final = 15
SUPPORT: Final = 16
TACTICS: Final = 17
REROLL: Final = 18
OVERRUN: Final = 19
CHECK: Final = 20
PRISONERS: Final = 21
AGAIN: Final = 22
SNIPER: Final = 23
DISCARD: Final = 24
LIMIT: Final = 25
REDRAW: Final = 26
FETCH: Final = 27
STACK: Final = 28
ENEMY: Final = 29
SIDE: Final = 30
CARD: Final = 31
ORDER: Final = 32

# What the open frame is doing, beside playing a card.
DOINGS: Final = ["-", "place", "move", "attack", "reorganise", "deploy"]
PLACING: Final = 1
MOVING: Final = 2
ATTACKING: Final = 3
SORTING: Final = 4
DEPLOYING: Final = 5

# Whose check is running (RAF-7): one in a fight, one of a pass, of the whole army, or a rally.
MODES: Final = ["-", "fight", "pass", "army", "rally", "support"]
FIGHT: Final = 1
PASSING: Final = 2
ARMY: Final = 3
RALLY: Final = 4
SUPPORTER: Final = 5

# Nobody and nothing, where a column, a card or a seat is remembered.
NONE: Final = -1

# The positions as their owner calls them. Columns are counted from Blue's left (RAF-2.1).
POSITIONS: Final = ["Left Flank", "Left Centre", "Centre", "Right Centre", "Right Flank"]
COLUMNS: Final = 5

# The pieces: twelve kinds of battalion, seven of commander, thirty Tactics cards and five kinds of Terrain. Copies
# are alike. Both sides use the same names.
FACTS: Final[list[CardFact]] = read_cards("grognard.games.ready_aim_fire")
BATTALIONS: Final = [
    "Guard", "Elite", "Line", "Light", "Second Rate", "Heavy Cavalry", "Dragoon", "Light Cavalry", "Second Rate Cav",
    "Lancer", "Artillery", "Horse Artillery",
]  # fmt: skip
COMMANDERS: Final = sorted({fact.name for fact in FACTS if fact.deck.startswith("commander-")})
_TACTICS: Final = [fact for fact in FACTS if fact.deck == "tactics"]
PIECES: Final = [*BATTALIONS, *COMMANDERS, *(fact.name for fact in _TACTICS)]
CARDS: Final = PieceNames(META.title, PIECES)
ROWS: Final = [next(row for row, fact in enumerate(FACTS) if fact.name == name) for name in PIECES]
KINDS_OF_BATTALION: Final = 12
FIRST_COMMANDER: Final = 12
FIRST_TACTIC: Final = 19
FIRST_TERRAIN: Final = 49
PIECES_IN_ALL: Final = 54

GUARD: Final = 0
ELITE: Final = 1
LINE: Final = 2
LIGHT: Final = 3
SECOND: Final = 4
HEAVY: Final = 5
DRAGOON: Final = 6
LIGHT_CAVALRY: Final = 7
SECOND_CAVALRY: Final = 8
LANCER: Final = 9
GUNS: Final = 10
HORSE_GUNS: Final = 11

SQUARE_FORMATION: Final = 19
SECOND_VOLLEY: Final = 20
FIRE_AT_WILL: Final = 21
SABERS: Final = 22
RAPID_DEPLOYMENT: Final = 23
FORCED_MARCH: Final = 24
INFANTRY_CHARGE: Final = 25
SOCKET_BAYONETS: Final = 26
COUNTER_ATTACK: Final = 27
BROKEN_SQUARE: Final = 28
LIMBER: Final = 29
GRAPE_SHOT: Final = 30
CANISTER_SHOT: Final = 31
CANNON_BALL: Final = 32
FUSILLADE: Final = 33
SNIPER_CARD: Final = 34
COLUMN: Final = 35
OVERRUN_CARD: Final = 36
TAKE_PRISONERS: Final = 37
FIGHTING_WITHDRAWAL: Final = 38
DIFFICULT_TERRAIN: Final = 39
ENFILADE_FIRE: Final = 40
INDIRECT_FIRE: Final = 41
CONFUSION_CARD: Final = 42
ADVANCE: Final = 43
SCOUTS: Final = 44
RIFLES: Final = 45
PROBE: Final = 46
REARGUARD_ACTION: Final = 47
CAVALRY_REFORM: Final = 48
WOODS: Final = 49
HILLS: Final = 50
REDOUBT: Final = 51
RIVER: Final = 52
BRIDGE: Final = 53

# A card in a stack: its kind from 1, and its marks. Fresh is Blown since its owner's last turn began (RAF-5.37);
# spent has attacked this turn, covered has the cover of its position this turn.
_KIND: Final = 15
SHAKEN: Final = 16
BLOWN: Final = 32
FRESH: Final = 64
SEEN: Final = 128
SPENT: Final = 256
COVERED: Final = 512
_MARKS: Final = {"shaken": SHAKEN, "blown": BLOWN, "fresh": FRESH, "seen": SEEN, "spent": SPENT, "covered": COVERED}

# The opening round, in which all stacks lie face up (RAF-2.9).
OPENING: Final = 2


def kind_of(card: i64) -> i64:
    """The kind of a card in a stack."""
    return (card & _KIND) - 1


def card_of(kind: i64) -> i64:
    """An unmarked card of this kind."""
    return kind + 1


# The types that pieces may have, from which piece on.
_TYPES_FROM: Final = [
    (0, ("LN", "LI", "HC", "LC", "AR", "HA")), (FIRST_COMMANDER, ("CO",)), (FIRST_TACTIC, ("TC",)),
    (FIRST_TERRAIN, ("TR",)),
]  # fmt: skip


def _of_types(*types: str) -> int:
    """The pieces of these types; none may have the type of another deck."""
    for fact in FACTS:
        fitting = [fits for first, fits in _TYPES_FROM if CARDS.number(fact.name) >= first][-1]
        if fact.text("type") not in fitting:
            raise BadInput(f"{fact.name} cannot be of the type {fact.text('type')}.")
    return word_of([piece for piece, row in enumerate(ROWS) if FACTS[row].text("type") in types])


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of pieces by class and by use."""

    def __init__(self) -> None:
        self.battalions: i64 = _of_types("LN", "LI", "HC", "LC", "AR", "HA")
        self.infantry: i64 = _of_types("LN", "LI")
        self.line_class: i64 = _of_types("LN")
        self.cavalry: i64 = _of_types("HC", "LC")
        self.artillery: i64 = _of_types("AR", "HA")
        # Who may start on a flank (RAF-3.3); whom the Thoth set-up lets one return; who attacks Horse Artillery with
        # all that helps (RAF-6.10).
        self.flankers: i64 = _of_types("LI", "HC", "LC", "HA")
        self.returnable: i64 = word_of([GUARD, HEAVY])
        self.raiders: i64 = _of_types("LC")
        self.commanders: i64 = _of_types("CO")
        self.reserves: i64 = word_of(range(FIRST_TACTIC))
        self.tactics: i64 = _of_types("TC", "TR")
        self.terrains: i64 = _of_types("TR")
        self.drawers: i64 = word_of([RAPID_DEPLOYMENT, FORCED_MARCH, LIMBER, REARGUARD_ACTION, CAVALRY_REFORM])
        # Cards that change an attack roll (RAF-11.2).
        self.rolls: i64 = word_of([
            SECOND_VOLLEY, INFANTRY_CHARGE, SOCKET_BAYONETS, COUNTER_ATTACK, GRAPE_SHOT, CANISTER_SHOT, CANNON_BALL,
            FIGHTING_WITHDRAWAL, ENFILADE_FIRE, RIFLES,
        ])  # fmt: skip
        # What shapes the ground of a position (RAF-4.22).
        self.shapes: i64 = word_of([WOODS, HILLS, REDOUBT])


KIND: Final = Kinds()

_ALL_TACTICS: Final[dict[str, int]] = {fact.name: fact.copies for fact in _TACTICS}


def _army_cards(nation: str, kind: str) -> list[str]:
    """Every battalion or commander of a nation, by name."""
    return [fact.name for fact in FACTS if fact.deck == f"{kind}-{nation}" for _copy in range(fact.copies)]


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], options: Mapping[str, str | int]) -> None:
        pieces = [facts[row] for row in ROWS]
        # A modifier may be negative: one more is stored.
        self.modifiers: bytes = bytes([fact.number("modifier") + 1 for fact in pieces[:KINDS_OF_BATTALION]])
        self.against_infantry: i64 = pieces[LANCER].number("amount")
        self.own_rerolls: bytes = bytes([fact.number("attack") for fact in pieces[FIRST_COMMANDER:FIRST_TACTIC]])
        self.their_rerolls: bytes = bytes([fact.number("defense") for fact in pieces[FIRST_COMMANDER:FIRST_TACTIC]])
        self.amount: bytes = bytes([int(fact.columns["amount"] or 0) for fact in pieces])
        for piece in (RAPID_DEPLOYMENT, FORCED_MARCH, LIMBER, REARGUARD_ACTION, CAVALRY_REFORM):
            if self.amount[piece] == 0:
                raise BadInput(f"{PIECES[piece]} has to draw one card at least.")
        nations = [str(options["blue"]), str(options["red"])]
        self.battalions: list[tuple[i64, i64, i64, i64, i64]] = [
            CARDS.pile_in(_army_cards(n, "battalion")) for n in nations
        ]
        self.commanders: list[tuple[i64, i64, i64, i64, i64]] = [
            CARDS.pile_in(_army_cards(n, "commander")) for n in nations
        ]
        self.tactics: tuple[i64, i64, i64, i64, i64] = CARDS.pile_in(tactics_cards())
        # Those who rout where others are eliminated (RAF-5.31), by seat.
        spared = {"austria": [LINE, SECOND], "prussia": [SECOND]}
        self.spared: list[int] = [word_of(spared.get(nation, [])) for nation in nations]
        # RAF-10.4, 10.5: the value of an army, and half of it, halves rounded up.
        self.values: list[int] = [self._value(pile) for pile in self.battalions]
        self.breakpoints: list[int] = [(value + 1) // 2 for value in self.values]
        self.thoth: bool = options["setup"] == "thoth"
        self.refill: bool = options["draw"] == "refill"
        self.merged: bool = options["draw"] == "merged"
        self.reserve_only: bool = options["draw"] == "reserve"
        self.per_stack: bool = options["attacks"] == "per_stack"
        self.army_breakpoint: bool = options["army_breakpoint"] == "on"
        self.rally_needs_commander: bool = options["rally_needs_commander"] == "on"
        self.random_roles: bool = options["commander_roles"] == "random"
        self.reached: bool = options["breakpoint_trigger"] == "reached"
        self.cumulative: bool = options["lost_positions"] == "cumulative"
        self.enemy_action: bool = options["lost_positions"] == "enemy_action"
        self.blown_attack: bool = options["blown"] in ("minus_one", "none")
        self.blown_penalty: i64 = -1 if options["blown"] in ("minus_one", "both") else 0
        self.pass_per_stack: bool = options["morale_passes"] == "per_stack"
        self.line_type_only: bool = options["line_infantry_cards"] == "type"
        self.river_owner: bool = options["river"] == "owner"
        self.repeat_attack: bool = options["repeat_attack"] == "yes"
        waiting = {"free": [], "no_heavy_cavalry": [HEAVY], "no_guard_no_heavy_cavalry": [GUARD, HEAVY]}
        self.waiting: i64 = word_of(waiting[str(options["starting_reserves"])])
        self.last_turn: i64 = 2 * int(options["nightfall_round"])

    def _value(self, pile: tuple[i64, i64, i64, i64, i64]) -> int:
        """RAF-1.2: the breakpoint values of a pile of battalions in all."""
        return sum(1 + self.modifiers[piece] for piece in copies(pile))


def tactics_cards() -> list[str]:
    """Every Tactics card by name."""
    return [name for name, number_of in _ALL_TACTICS.items() for _copy in range(number_of)]


def decks(options: Mapping[str, str | int]) -> dict[str, list[str]]:
    """Where all cards lie before the set-up."""
    merged = options["draw"] == "merged"
    found: dict[str, list[str]] = {"deck": [] if merged else tactics_cards()}
    for seat, nation in enumerate((str(options["blue"]), str(options["red"]))):
        found[f"reserve {seat}"] = _army_cards(nation, "battalion") + (tactics_cards() if merged else [])
        found[f"box {seat}"] = _army_cards(nation, "commander")
    return found


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Post:
    """One of the five positions of a side: its stack, who and what is there, and what waits for it."""

    def __init__(self) -> None:
        self.stack: i64 = 0
        # The Divisional General, whether he is the Army Commander who took over, and his re-rolls this turn.
        self.general: i64 = NONE
        self.acting: bool = False
        self.rerolls: i64 = 0
        # A general was killed here (RAF-8.10).
        self.fallen: bool = False
        # The Terrain cards that lie here, as a set of pieces; a River lies at the flank of its two columns.
        self.ground: i64 = 0
        # Somebody has the cover of this position this turn (RAF-5.25).
        self.taken: bool = False
        # Passes to come (RAF-7.11), and with `per_stack` that one was made in this phase.
        self.passes: i64 = 0
        self.passed: bool = False
        # House rule `lost_positions`.
        self.lost: bool = False

    def copy(self, other: Post) -> None:
        """Becomes equal to another."""
        self.stack = other.stack
        self.general = other.general
        self.acting = other.acting
        self.rerolls = other.rerolls
        self.fallen = other.fallen
        self.ground = other.ground
        self.taken = other.taken
        self.passes = other.passes
        self.passed = other.passed
        self.lost = other.lost


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army:
    """One side: its line, its piles, its commanders, and what the other side knows of its hand."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.posts: list[Post] = [Post() for _column in range(COLUMNS)]
        self.hand: tuple[i64, i64, i64, i64, i64] = nothing()
        self.reserve: tuple[i64, i64, i64, i64, i64] = nothing()
        self.discard: tuple[i64, i64, i64, i64, i64] = nothing()
        # Out of play: battalions eliminated and commanders killed; commanders who do not serve; in the Thoth set-up
        # battalions returned.
        self.eliminated: tuple[i64, i64, i64, i64, i64] = nothing()
        self.box: tuple[i64, i64, i64, i64, i64] = nothing()
        self.aside: tuple[i64, i64, i64, i64, i64] = nothing()
        # The Army Commander behind the line; whether there has been one, and whether he was killed (RAF-7.2).
        self.commander: i64 = NONE
        self.commander_rerolls: i64 = 0
        self.appointed: bool = False
        self.headless: bool = False
        self.army_check: bool = False
        # Tactics cards played this turn (RAF-10.7).
        self.played: i64 = 0
        # Of this hand: what the other side was shown and when, and what it can work out since a reshuffle.
        self.look: tuple[i64, i64, i64, i64, i64] = nothing()
        self.look_turn: i64 = 0
        self.deduced: tuple[i64, i64, i64, i64, i64] = nothing()

    def copy(self, other: Army) -> None:
        """Becomes equal to another army of the same seat."""
        for column in range(COLUMNS):
            self.posts[column].copy(other.posts[column])
        self.hand = other.hand
        self.reserve = other.reserve
        self.discard = other.discard
        self.eliminated = other.eliminated
        self.box = other.box
        self.aside = other.aside
        self.commander = other.commander
        self.commander_rerolls = other.commander_rerolls
        self.appointed = other.appointed
        self.headless = other.headless
        self.army_check = other.army_check
        self.played = other.played
        self.look = other.look
        self.look_turn = other.look_turn
        self.deduced = other.deduced

    def known(self) -> tuple[i64, i64, i64, i64, i64]:
        """The cards of this hand that the other side can be certain of."""
        return larger(self.look, self.deduced)

    def lose(self, piece: i64) -> None:
        """A card has left the hand for all to see: one that was seen there, as far as anybody knows."""
        if count(self.look, piece) > 0:
            self.look = less(self.look, one(piece))
        if count(self.deduced, piece) > 0:
            self.deduced = less(self.deduced, one(piece))

    def lose_one_unseen(self) -> None:
        """A battalion has left the hand face down: of each kind one fewer is certain."""
        left = some(self.look) & KIND.battalions
        while left != 0:
            self.look = less(self.look, one(lowest(left)))
            left &= left - 1

    def held(self) -> i64:
        """How many battalions stand in the line."""
        cards: i64 = 0
        for column in range(COLUMNS):
            cards += height(self.posts[column].stack)
        return cards


@mypyc_attr(acyclic=True)
class Position(Framed):
    """Both armies, the Tactics deck, and what this turn, this attack and this check have to remember."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        tables = cast(Tables, game.tables)
        self.tables: Tables = tables
        self.blue: Army = Army(0)
        self.red: Army = Army(1)
        self.active: i64 = 0
        self.deck: tuple[i64, i64, i64, i64, i64] = nothing()
        self.discard: tuple[i64, i64, i64, i64, i64] = nothing()

        # The open frame: a card out of the hand and not yet shown, what is being done, with which stack and which
        # card of it, the stack as it was and how many cards are in order, and how many actions all that took.
        self.doing: i64 = 0
        self.origin: i64 = NONE
        self.which: i64 = NONE
        self.kept: i64 = 0
        self.sorted: i64 = 0

        # This turn: base draws and extra draws still due, no draws at all, moves along the line left, a stack was put
        # in order, attacks left, with `per_stack` those that any stack may make and the columns that have attacked,
        # columns whose Bridge has been used.
        self.draws: i64 = 2
        self.extra: i64 = 0
        self.confused: bool = False
        self.moves: i64 = 1
        self.reorganised: bool = False
        self.attacks: i64 = 3
        self.further: i64 = 1
        self.engaged: i64 = 0
        self.bridged: i64 = 0

        # The running attack: its columns (the target NONE is the reserve), whether its two cards are still there,
        # supporters by their places, square (1 formed, 2 not), cards that settled it, cover, bridge, cards on the
        # rolls by side, the dice (the defender's second 0 without Second Volley), whose word it is and how many have
        # passed, whether an extra attack was made, what became of the loser.
        self.front: i64 = NONE
        self.target: i64 = NONE
        self.attacker_here: bool = False
        self.defender_here: bool = False
        self.supporters: tuple[i64, i64] = (NONE, NONE)
        self.square: i64 = 0
        self.sheltered: bool = False
        self.crossing: bool = False
        self.aids: tuple[i64, i64] = (0, 0)
        self.dice: tuple[i64, i64, i64] = (0, 0, 0)
        self.word: i64 = 0
        self.silent: i64 = 0
        self.again: bool = False
        self.loser: i64 = NONE
        self.fate: i64 = 0

        # The running check: what kind, of whom, cards still to test, what is added, whether the Army Commander has
        # re-rolled it, the last roll; the markers that a rally takes off; and how far the Morale Phase is.
        self.mode: i64 = 0
        self.tested: i64 = NONE
        self.column: i64 = NONE
        self.place: i64 = 0
        self.left: i64 = 0
        self.penalty: i64 = 0
        self.overrun: i64 = 0
        self.helped: bool = False
        self.roll: i64 = 0
        self.curable: i64 = 0
        self.stage: i64 = 0
        # Which of the army checks and stacks is looked at, the opponent's first; of an army check, the next column.
        self.scan: i64 = 0
        self.sweep: i64 = NONE

    def copy(self, other: Position) -> None:
        self._copy_kernel(other)
        self.blue.copy(other.blue)
        self.red.copy(other.red)
        self.active = other.active
        self.deck = other.deck
        self.discard = other.discard
        self.picked = other.picked
        self.made = other.made
        self.doing = other.doing
        self.origin = other.origin
        self.which = other.which
        self.kept = other.kept
        self.sorted = other.sorted
        self.draws = other.draws
        self.extra = other.extra
        self.confused = other.confused
        self.moves = other.moves
        self.reorganised = other.reorganised
        self.attacks = other.attacks
        self.further = other.further
        self.engaged = other.engaged
        self.bridged = other.bridged
        self._copy_fight(other)

    def _copy_fight(self, other: Position) -> None:
        self.front = other.front
        self.target = other.target
        self.attacker_here = other.attacker_here
        self.defender_here = other.defender_here
        self.supporters = other.supporters
        self.square = other.square
        self.sheltered = other.sheltered
        self.crossing = other.crossing
        self.aids = other.aids
        self.dice = other.dice
        self.word = other.word
        self.silent = other.silent
        self.again = other.again
        self.loser = other.loser
        self.fate = other.fate
        self.mode = other.mode
        self.tested = other.tested
        self.column = other.column
        self.place = other.place
        self.left = other.left
        self.penalty = other.penalty
        self.overrun = other.overrun
        self.helped = other.helped
        self.curable = other.curable
        self.roll = other.roll
        self.stage = other.stage
        self.scan = other.scan
        self.sweep = other.sweep

    # -- who is who ------------------------------------------------------------------------------------------------

    def army(self, seat: i64) -> Army:
        """The army of a seat."""
        return self.blue if seat == 0 else self.red

    def post(self, seat: i64, column: i64) -> Post:
        """A position of a seat."""
        return self.army(seat).posts[column]

    def window(self) -> i64:
        """The phase that the question on top belongs to."""
        phase = self.phase()
        return self.paused() if phase >= FETCH else phase

    def decider(self) -> i64:
        phase = self.window()
        if phase in (EXCHANGE, SETUP, SUPPORT, SQUARE, TACTICS, REROLL, OVERRUN, CHECK, PRISONERS, SNIPER):
            return self.word
        if phase in (CONFUSION, DIFFICULTY, CASUALTY, COVER, SQUARE_ROLL):
            return 1 - self.active
        return self.active

    def is_open(self) -> bool:
        """RAF-2.9: do all stacks lie face up?"""
        return 0 < self.turn <= OPENING

    # -- hidden information (RAF-2) --------------------------------------------------------------------------------

    def rewind(self) -> None:
        if self.made == 0:
            return
        army = self.army(self.decider())
        window = self.window()
        if self.doing == SORTING:
            army.posts[self.origin].stack = self.kept
        if self.phase() >= FETCH:
            self.leave()
        if window == SETUP:
            self._take_back_line(army, self.picked)
        else:
            army.hand = plus(army.hand, self.picked)
        self.close_frame()

    def _take_back_line(self, army: Army, back: tuple[i64, i64, i64, i64, i64]) -> None:
        """All battalions placed in the set-up, and these, go back to where they came from."""
        for column in range(COLUMNS):
            post = army.posts[column]
            n: i64 = 0
            while n < height(post.stack):
                back = plus(back, one(kind_of(card_at(post.stack, n))))
                n += 1
            post.stack = 0
        if self.tables.thoth:
            army.hand = plus(army.hand, back)
        else:
            army.reserve = plus(army.reserve, back)

    def close_frame(self) -> None:
        """Nothing is picked any more: it was taken back, or it has been shown."""
        self.picked = nothing()
        self.doing = 0
        self.origin = NONE
        self.which = NONE
        self.kept = 0
        self.sorted = 0
        self.made = 0

    def redeal(self, seat: i64) -> None:
        """Face-down battalions that were not seen, the hand, the Reserve deck and the commanders who do not serve.

        What was seen stays, and what is Blown stays cavalry. Each set of places takes from those that fit it, the
        narrowest first, so that every deal that fits is as likely.
        """
        army = self.army(1 - seat)
        if self.turn == 0:
            self._redeal_setup(army)
            return
        known = army.known()
        hidden = less(army.hand, known)
        reserves = total(within(hidden, KIND.reserves))
        tactics = total(hidden) - reserves
        pool = plus(plus(army.reserve, army.box), within(hidden, KIND.reserves))
        if self.tables.merged:
            pool = plus(pool, within(hidden, KIND.tactics))
        pool = plus(pool, _unseen(army))
        pool = self._deal_unseen(army, pool, True)
        pool = self._deal_unseen(army, pool, False)
        army.box = self._part_of(within(pool, KIND.commanders), total(army.box))
        pool = less(pool, army.box)
        if self.tables.merged:
            dealt = self._part_of(pool, reserves + tactics)
            army.reserve = less(pool, dealt)
        else:
            dealt = self._part_of(pool, reserves)
            army.reserve = less(pool, dealt)
            others = plus(self.deck, within(hidden, KIND.tactics))
            drawn = self._part_of(others, tactics)
            self.deck = less(others, drawn)
            dealt = plus(dealt, drawn)
        army.hand = plus(known, dealt)

    def _deal_unseen(
        self, army: Army, pool: tuple[i64, i64, i64, i64, i64], blown: bool
    ) -> tuple[i64, i64, i64, i64, i64]:
        """New kinds for the face-down battalions that are Blown, which makes them cavalry, or for the others."""
        fitting = KIND.cavalry if blown else KIND.battalions
        for column in range(COLUMNS):
            post = army.posts[column]
            n = height(post.stack)
            while n > 0:
                n -= 1
                card = card_at(post.stack, n)
                if card & SEEN == 0 and (card & BLOWN != 0) == blown:
                    kind = self.random_copy(within(pool, fitting), 0)
                    pool = less(pool, one(kind))
                    post.stack = with_card(post.stack, n, (card & ~_KIND) | card_of(kind))
        return pool

    def _part_of(self, pile: tuple[i64, i64, i64, i64, i64], size: i64) -> tuple[i64, i64, i64, i64, i64]:
        """So many random cards of a pile."""
        part: tuple[i64, i64, i64, i64, i64] = nothing()
        while size > 0:
            card = one(self.random_copy(pile, 0))
            pile = less(pile, card)
            part = plus(part, card)
            size -= 1
        return part

    def _redeal_setup(self, army: Army) -> None:
        """Of an enemy who is setting up, or has done so in secret, nothing is known but how many cards he returned."""
        placed = army.held() > 0
        returned = total(army.aside)
        self._take_back_line(army, nothing())
        pool = plus(plus(army.reserve, army.hand), army.aside)
        if self.tables.thoth:
            army.aside = self._part_of(within(pool, KIND.returnable), returned)
            pool = less(pool, army.aside)
            while True:
                army.hand = self._part_of(within(pool, KIND.battalions), THOTH_DEAL)
                if total(within(army.hand, self.flankers())) >= FLANKS:
                    break
            pool = less(pool, army.hand)
        army.reserve = pool
        if placed:
            self._place_by_chance(army)

    def flankers(self) -> i64:
        """The kinds that may start on a flank (RAF-3.3)."""
        return KIND.flankers & ~self.tables.waiting

    def start_limit(self, column: i64) -> i64:
        """RAF-2.1: how many battalions a stack may start with."""
        return 2 if column in (0, COLUMNS - 1) else 3

    def unplaced(self, army: Army) -> tuple[i64, i64, i64, i64, i64]:
        """The battalions that can still be placed in the set-up."""
        pile = army.hand if self.tables.thoth else army.reserve
        return within(pile, KIND.battalions & ~self.tables.waiting)

    def _place_by_chance(self, army: Army) -> None:
        """A full line that the rules allow: one to each stack, flanks first, then a second and a third."""
        for depth in range(3):
            for step in range(COLUMNS):
                column: i64 = (step + COLUMNS - 1) % COLUMNS  # both flanks, then the centre
                pile = self.unplaced(army)
                if column in (0, COLUMNS - 1):
                    pile = within(pile, KIND.flankers)
                if depth < self.start_limit(column) and not is_none(pile):
                    self.lay(army, column, self.random_copy(pile, 0))

    def lay(self, army: Army, column: i64, kind: i64) -> None:
        """A battalion is placed in the set-up, below those that lie there."""
        post = army.posts[column]
        post.stack = at_bottom(post.stack, card_of(kind))
        if self.tables.thoth:
            army.hand = less(army.hand, one(kind))
        else:
            army.reserve = less(army.reserve, one(kind))

    def recall(self, undone: Position) -> None:
        """What left a hand for all to see and is back in it is known there; battalions came into the line unseen."""
        if self.turn == 0:
            return
        for seat in range(2):
            now = self.army(seat)
            then = undone.army(seat)
            left = then.hand
            if undone.phase() != OVER and undone.decider() == seat:
                left = plus(left, undone.picked)
            for piece in members_of(some(now.hand)):
                held = count(now.hand, piece)
                shown = held - count(left, piece)
                if piece < KINDS_OF_BATTALION and not self.is_open():
                    shown = min(shown, count(then.discard, piece) - count(now.discard, piece))
                if shown > 0:
                    known = min(held, count(then.look, piece) + shown)
                    now.look = with_count(now.look, piece, max(known, count(now.look, piece)))
                    now.look_turn = undone.turn

    # -- plain data ------------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, object]:
        facts: dict[str, object] = {
            "phase": PHASES[self.phase()], "active": int(self.active), "turn": int(self.turn),
            "deck": CARDS.pile(self.deck), "discard": CARDS.pile(self.discard), "picked": CARDS.pile(self.picked),
            "doing": DOINGS[self.doing], "origin": int(self.origin), "which": int(self.which),
            "kept": cards_of(self.kept), "sorted": int(self.sorted), "made": int(self.made),
            "draws": int(self.draws), "extra": int(self.extra), "confused": self.confused,
            "moves": int(self.moves), "reorganised": self.reorganised, "attacks": int(self.attacks),
            "further": int(self.further), "engaged": _columns(self.engaged), "bridged": _columns(self.bridged),
            "front": int(self.front), "target": int(self.target), "attacker here": self.attacker_here,
            "defender here": self.defender_here, "supporters": [int(self.supporters[0]), int(self.supporters[1])],
            "square": int(self.square), "sheltered": self.sheltered, "crossing": self.crossing,
            "attacker aids": CARDS.set(self.aids[0]), "defender aids": CARDS.set(self.aids[1]),
            "dice": [int(self.dice[0]), int(self.dice[1]), int(self.dice[2])], "word": int(self.word),
            "silent": int(self.silent), "again": self.again, "loser": int(self.loser), "fate": int(self.fate),
            "mode": MODES[self.mode], "tested": int(self.tested), "column": int(self.column),
            "place": int(self.place), "left": int(self.left), "penalty": int(self.penalty),
            "overrun": int(self.overrun), "helped": self.helped, "roll": int(self.roll), "stage": int(self.stage),
            "scan": int(self.scan), "sweep": int(self.sweep), "curable": int(self.curable),
        }  # fmt: skip
        for army in (self.blue, self.red):
            facts |= _army_facts(army)
        return facts

    def set_facts(self, facts: dict[str, object]) -> None:
        known = changed(META.title, self.facts(), facts)
        self.active = number(known["active"])
        self.deck = CARDS.pile_in(known["deck"])
        self.discard = CARDS.pile_in(known["discard"])
        self.picked = CARDS.pile_in(known["picked"])
        self.doing = index(DOINGS, known["doing"])
        self.origin = number(known["origin"])
        self.which = number(known["which"])
        self.kept = stacked(numbers(known["kept"]))
        self.sorted = number(known["sorted"])
        self.made = number(known["made"])
        self.draws = number(known["draws"])
        self.extra = number(known["extra"])
        self.confused = bool(known["confused"])
        self.moves = number(known["moves"])
        self.reorganised = bool(known["reorganised"])
        self.attacks = number(known["attacks"])
        self.further = number(known["further"])
        self.engaged = word_of(numbers(known["engaged"]))
        self.bridged = word_of(numbers(known["bridged"]))
        self._set_fight(known)
        for army in (self.blue, self.red):
            _set_army(army, known)
        phase = index(PHASES, known["phase"])
        if self.phase() != phase:
            self.set_stack([phase])
        self.turn = number(known["turn"])
        if self.turn == 0 and phase not in (OVER, EXCHANGE, SETUP) and self.paused() != SETUP:
            self.turn = OPENING + 1  # a scenario that does not say which turn it is
        self._check_cards()

    def _set_fight(self, known: Mapping[str, object]) -> None:
        self.front = number(known["front"])
        self.target = number(known["target"])
        self.attacker_here = bool(known["attacker here"])
        self.defender_here = bool(known["defender here"])
        supporters = numbers(known["supporters"]) or [NONE, NONE]
        self.supporters = (supporters[0], supporters[1])
        self.square = number(known["square"])
        self.sheltered = bool(known["sheltered"])
        self.crossing = bool(known["crossing"])
        self.aids = (CARDS.set_in(known["attacker aids"]), CARDS.set_in(known["defender aids"]))
        dice = numbers(known["dice"]) or [0, 0, 0]
        self.dice = (dice[0], dice[1], dice[2])
        self.word = number(known["word"])
        self.silent = number(known["silent"])
        self.again = bool(known["again"])
        self.loser = number(known["loser"])
        self.fate = number(known["fate"])
        self.mode = index(MODES, known["mode"])
        self.tested = number(known["tested"])
        self.column = number(known["column"])
        self.place = number(known["place"])
        self.left = number(known["left"])
        self.penalty = number(known["penalty"])
        self.overrun = number(known["overrun"])
        self.helped = bool(known["helped"])
        self.curable = number(known["curable"])
        self.roll = number(known["roll"])
        self.stage = number(known["stage"])
        self.scan = number(known["scan"])
        self.sweep = number(known["sweep"])

    def _check_cards(self) -> None:
        """Every card lies in exactly one place, each army's among its own."""
        merged = self.tables.merged
        tactics = copies(self.deck) + copies(self.discard)
        picked = copies(self.picked) if self.phase() != OVER else []
        lie: list[list[int]] = [[], []]
        for seat in range(2):
            army = self.army(seat)
            lie[seat] = _pieces_of(army)
            if self.phase() != OVER and self.decider() == seat:
                lie[seat] += picked
            if not merged:
                tactics += [piece for piece in lie[seat] if piece >= FIRST_TACTIC]
                lie[seat] = [piece for piece in lie[seat] if piece < FIRST_TACTIC]
        for seat in range(2):
            there = plus(self.tables.battalions[seat], self.tables.commanders[seat])
            if merged:
                there = plus(there, self.tables.tactics)
            _check(lie[seat], there, f"{META.seats[seat]}'s ")
        _check(tactics, nothing() if merged else self.tables.tactics, "")


# The Thoth set-up deals so many, and each of the two flanks needs one that may stand there.
THOTH_DEAL: Final = 13
FLANKS: Final = 2


def _unseen(army: Army) -> tuple[i64, i64, i64, i64, i64]:
    """The face-down battalions that were not seen."""
    pile: tuple[i64, i64, i64, i64, i64] = nothing()
    for column in range(COLUMNS):
        stack = army.posts[column].stack
        n = height(stack)
        while n > 0:
            n -= 1
            card = card_at(stack, n)
            if card & SEEN == 0:
                pile = plus(pile, one(kind_of(card)))
    return pile


def _pieces_of(army: Army) -> list[int]:
    """Every card of an army, and Tactics cards that lie with it."""
    listed: list[int] = []
    for pile in (army.hand, army.reserve, army.discard, army.eliminated, army.box, army.aside):
        listed += copies(pile)
    listed += [army.commander] if army.commander != NONE else []
    for post in army.posts:
        listed += [int(kind_of(card)) for card in cards_of(post.stack)] + members_of(post.ground)
        listed += [post.general] if post.general != NONE else []
    return listed


def _check(listed: list[int], there: tuple[i64, i64, i64, i64, i64], whose: str) -> None:
    for piece in range(PIECES_IN_ALL):
        lie, should = listed.count(piece), int(count(there, piece))
        if lie != should:
            raise BadInput(f"{whose}{PIECES[piece]}: {lie} lie in this position, and there should be {should}.")


# -- facts of one army -------------------------------------------------------------------------------------------------


def position_of(seat: i64, column: i64) -> i64:
    """The position that its owner calls this column, counted from his left; and the reverse."""
    return column if seat == 0 else COLUMNS - 1 - column


_PILES: Final = ("hand", "reserve", "discard", "eliminated", "box", "aside")


def _army_facts(army: Army) -> dict[str, object]:
    seat = int(army.seat)
    facts: dict[str, object] = {
        f"hand {seat}": CARDS.pile(army.hand), f"reserve {seat}": CARDS.pile(army.reserve),
        f"discard {seat}": CARDS.pile(army.discard), f"eliminated {seat}": CARDS.pile(army.eliminated),
        f"box {seat}": CARDS.pile(army.box), f"aside {seat}": CARDS.pile(army.aside),
        f"commander {seat}": CARDS.one(army.commander), f"commander rerolls {seat}": int(army.commander_rerolls),
        f"appointed {seat}": army.appointed, f"headless {seat}": army.headless, f"army check {seat}": army.army_check,
        f"played {seat}": CARDS.set(army.played),
        f"look {seat}": CARDS.pile(army.look), f"look turn {seat}": int(army.look_turn),
        f"deduced {seat}": CARDS.pile(army.deduced),
    }  # fmt: skip
    for place in range(COLUMNS):
        facts |= _post_facts(army.posts[position_of(seat, place)], POSITIONS[place], seat)
    return facts


def _post_facts(post: Post, name: str, seat: int) -> dict[str, object]:
    lie = cards_of(post.stack)
    facts: dict[str, object] = {
        f"{name} {seat}": [BATTALIONS[kind_of(one_of)] for one_of in lie],
        f"{name} general {seat}": CARDS.one(post.general),
        f"{name} ground {seat}": CARDS.set(post.ground),
        f"{name} acting {seat}": post.acting,
        f"{name} rerolls {seat}": int(post.rerolls),
        f"{name} fallen {seat}": post.fallen,
        f"{name} taken {seat}": post.taken,
        f"{name} passes {seat}": int(post.passes),
        f"{name} passed {seat}": post.passed,
        f"{name} lost {seat}": post.lost,
    }
    for mark, bit_of in _MARKS.items():
        facts[f"{name} {mark} {seat}"] = [str(n + 1) for n, one_of in enumerate(lie) if one_of & bit_of]
    return facts


def _set_army(army: Army, known: Mapping[str, object]) -> None:
    seat = int(army.seat)
    army.hand = CARDS.pile_in(known[f"hand {seat}"])
    army.reserve = CARDS.pile_in(known[f"reserve {seat}"])
    army.discard = CARDS.pile_in(known[f"discard {seat}"])
    army.eliminated = CARDS.pile_in(known[f"eliminated {seat}"])
    army.box = CARDS.pile_in(known[f"box {seat}"])
    army.aside = CARDS.pile_in(known[f"aside {seat}"])
    army.commander = CARDS.one_in(known[f"commander {seat}"])
    army.commander_rerolls = number(known[f"commander rerolls {seat}"])
    army.appointed = bool(known[f"appointed {seat}"])
    army.headless = bool(known[f"headless {seat}"])
    army.army_check = bool(known[f"army check {seat}"])
    army.played = CARDS.set_in(known[f"played {seat}"])
    army.look = CARDS.pile_in(known[f"look {seat}"])
    army.look_turn = number(known[f"look turn {seat}"])
    army.deduced = CARDS.pile_in(known[f"deduced {seat}"])
    for place in range(COLUMNS):
        _set_post(army.posts[position_of(seat, place)], POSITIONS[place], seat, known)


def _set_post(post: Post, name: str, seat: int, known: Mapping[str, object]) -> None:
    lie = [int(card_of(_battalion(text))) for text in cast("list[str]", known[f"{name} {seat}"])]
    if len(lie) > MOST:
        raise BadInput(f"{META.seats[seat]}'s {name} cannot hold {len(lie)} battalions.")
    for mark, bit_of in _MARKS.items():
        for text in cast("list[str]", known[f"{name} {mark} {seat}"]):
            if not text.isdigit() or not 1 <= int(text) <= len(lie):
                raise BadInput(f"{META.seats[seat]}'s {name} has no card {text} that could be {mark}.")
            lie[int(text) - 1] |= bit_of
    post.stack = stacked(lie)
    post.general = CARDS.one_in(known[f"{name} general {seat}"])
    post.ground = CARDS.set_in(known[f"{name} ground {seat}"])
    post.acting = bool(known[f"{name} acting {seat}"])
    post.rerolls = number(known[f"{name} rerolls {seat}"])
    post.fallen = bool(known[f"{name} fallen {seat}"])
    post.taken = bool(known[f"{name} taken {seat}"])
    post.passes = number(known[f"{name} passes {seat}"])
    post.passed = bool(known[f"{name} passed {seat}"])
    post.lost = bool(known[f"{name} lost {seat}"])


def _columns(columns: i64) -> list[int]:
    return members_of(columns)


def _battalion(name: str) -> int:
    piece = CARDS.number(name)
    if piece >= KINDS_OF_BATTALION:
        raise BadInput(f"{name} is no battalion: it cannot stand in a stack.")
    return piece


# Facts that are places for cards, and those that scenarios watch; stacks are places whose order counts.
_SEATS: Final = range(len(META.seats))
STACKS: Final = [f"{name} {seat}" for seat in _SEATS for name in POSITIONS]
PLACES: Final = [
    "deck", "discard", "picked",
    *(f"{pile} {seat}" for seat in _SEATS for pile in (*_PILES, "commander")),
    *STACKS,
    *(f"{name} {what} {seat}" for seat in _SEATS for name in POSITIONS for what in ("general", "ground")),
]  # fmt: skip
WATCHED: Final = [
    "attacks",
    *(f"{name} {what} {seat}" for seat in _SEATS for name in POSITIONS for what in ("shaken", "blown", "passes")),
    *(f"{what} {seat}" for seat in _SEATS for what in ("headless", "army check")),
]  # fmt: skip
