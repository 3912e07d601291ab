"""The rules of Ready Aim Fire, phase by phase in the order of the rulebook.

Clause numbers refer to handbook.md. A window opens whenever some hand that fits what everybody can see could act in it.
A card is offered only if all that it asks for can be named; a question with one answer is not asked, if the other side
can tell that there is one.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.state import (
    ADVANCE, AGAIN, ARMY, ATTACK, ATTACKING, BLOWN, BRIDGE, BROKEN_SQUARE, CANISTER_SHOT, CANNON_BALL, CARD, CASUALTY,
    CAVALRY_REFORM, CHECK, COLUMN, COLUMNS, CONFUSION, CONFUSION_CARD, COUNTER_ATTACK, COVER, COVERED, DEPLOYING,
    DIFFICULT_TERRAIN, DIFFICULTY, DISCARD, DRAGOON, DRAW, ELITE, ENEMY, ENFILADE_FIRE, EXCHANGE, FETCH, FIGHT,
    FIGHTING_WITHDRAWAL, FIRE_AT_WILL, FIRST_COMMANDER, FIRST_TACTIC, FIRST_TERRAIN, FLANKS, FORCED_MARCH, FRESH,
    FUSILLADE, GRAPE_SHOT, GUARD, GUNS, HEAVY, HILLS, HORSE_GUNS, INDIRECT_FIRE, INFANTRY_CHARGE, KIND, LANCER, LIGHT,
    LIGHT_CAVALRY, LIMBER, LIMIT, LINE, MANEUVER, MOVING, NONE, OPENING, ORDER, OVERRUN, OVERRUN_CARD, PASSING, PIECES,
    PIECES_IN_ALL, PLACING, POSITIONS, PRISONERS, PROBE, RALLY, REDOUBT, REDRAW, REINFORCE, REROLL, RIDE, RIDE_ROLL,
    RIFLES, RIVER, SABERS, SCOUTS, SECOND, SECOND_CAVALRY, SECOND_VOLLEY, SEEN, SETUP, SHAKEN, SIDE, SNIPER,
    SNIPER_CARD, SOCKET_BAYONETS, SORTING, SPENT, SQUARE, SQUARE_FORMATION, SQUARE_ROLL, STACK, SUPPORT, SUPPORTER,
    TACTICS, TAKE_PRISONERS, TERRAIN, THOTH_DEAL, WOODS, Army, Position, Post, card_of, kind_of, position_of,
)  # fmt: skip
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.sets.bits import bit, is_in, lowest, members_of, nth_of, ones
from grognard.kernel.sets.counts import (
    copies, count, is_none, less, nothing, one, plus, some, total, within,
)  # fmt: skip
from grognard.kernel.sets.stacks import (
    at_bottom, card_at, height, inserted, on_top, places_with, top_to_bottom, unmarked, marked, with_card, without_card,
)  # fmt: skip
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import OVER

# What things are worth.
COMMANDERS_SERVING: Final = 6  # RAF-3.4
FIRST_HAND: Final = 5  # RAF-3.5
DRAWS: Final = 2  # RAF-4.11
ATTACKS: Final = 3  # RAF-5.1
HAND_LIMIT: Final = 7  # RAF-9.2
LOST: Final = 3  # RAF-10.1
SUPPORT_BONUS: Final = 1
FLANK_BONUS: Final = 2
CAVALRY_FLANK_BONUS: Final = 3
SQUARE_BONUS: Final = 3
CHARGE_BONUS: Final = 3
MORALE: Final = 8  # RAF-1.1
BREAKPOINT: Final = 2  # RAF-1.2

# The decks, as sets of what a draw can come from.
FROM_RESERVE: Final = 1
FROM_TACTICS: Final = 2

# What becomes of the loser of a fight.
IS_SHAKEN: Final = 1
IS_ROUTED: Final = 2
IS_ELIMINATED: Final = 3

# Every action there can ever be; house rules only mask this one space. Those without a card stand first.
_PLAIN: Final = [
    "PASS", "DRAW RESERVE", "DRAW TACTICS",
    *(f"REORGANISE {name}" for name in POSITIONS), *(f"MOVE {name}" for name in POSITIONS),
    *(f"ATTACK {name}" for name in POSITIONS), *(f"TAKE OVER {name}" for name in POSITIONS),
    *(f"STACK {name}" for name in POSITIONS), *(f"ENEMY {name}" for name in POSITIONS), "ENEMY RESERVE",
    *(f"CARD {number}" for number in range(1, 7)), "GENERAL", "COVER", "RIDE AROUND", "REROLL GENERAL",
    "REROLL COMMANDER", "COMMAND", "READY", "SIDE LEFT", "SIDE RIGHT",
]  # fmt: skip
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(ATTACK, _PLAIN),
        Window(SETUP, [], "PLACE", list(range(FIRST_COMMANDER))),
        Window(EXCHANGE, [], "RETURN", [GUARD, HEAVY]),
        Window(REINFORCE, [], "DEPLOY", list(range(FIRST_TACTIC))),
        Window(CASUALTY, [], "CHOOSE", list(range(FIRST_COMMANDER))),
        Window(TACTICS, [], "PLAY", list(range(FIRST_TACTIC, PIECES_IN_ALL))),
        Window(LIMIT, [], "DISCARD", list(range(PIECES_IN_ALL))),
    ],
    PIECES,
)
PASS: Final = 0
DRAW_RESERVE: Final = 1
DRAW_TACTICS: Final = 2
REORGANISE_AT: Final = 3
MOVE_AT: Final = 8
ATTACK_AT: Final = 13
TAKE_OVER_AT: Final = 18
STACK_AT: Final = 23
ENEMY_AT: Final = 28
ENEMY_RESERVE: Final = 33
CARD_AT: Final = 34
THE_GENERAL: Final = 40
TAKE_COVER: Final = 41
RIDE_AROUND: Final = 42
REROLL_GENERAL: Final = 43
REROLL_COMMANDER: Final = 44
COMMAND: Final = 45
READY: Final = 46
SIDE_LEFT: Final = 47
SIDE_RIGHT: Final = 48
PLAINS: Final = 49
# The general among the cards of a stack, and the reserve and the Army Commander's place among the columns.
GENERAL_PLACE: Final = 6
RESERVE_COLUMN: Final = 5
COMMAND_COLUMN: Final = 5

VERB_OF: Final[bytes] = SPACE.phase
PIECE: Final[bytes] = SPACE.card
ACTION_AT: Final[list[int]] = SPACE.at

# Why a choice is refused, beside the reasons all games share; text.py gives each its sentence and its clause.
NOT_THIS_CARD: Final = 4
PLAYED_ALREADY: Final = 5
NO_DRAWS_LEFT: Final = 6
MUST_DRAW: Final = 7
DECK_EMPTY: Final = 8
CONFUSED: Final = 9
REORGANISED_ALREADY: Final = 10
NOTHING_TO_SORT: Final = 11
NO_MOVE_LEFT: Final = 12
CANNOT_MOVE: Final = 13
NO_ATTACK_LEFT: Final = 14
NOBODY_THERE: Final = 15
IS_BLOWN: Final = 16
HAS_ATTACKED: Final = 17
NO_TARGET: Final = 18
STACK_ENGAGED: Final = 19
NO_COMMANDER: Final = 20
NOT_FALLEN: Final = 21
NO_ROOM: Final = 22
NO_POST: Final = 23
NOT_ON_FLANK: Final = 24
FLANKS_NEED_IT: Final = 25
MUST_WAIT: Final = 26
LINE_UNFINISHED: Final = 27
CANNOT_RETURN: Final = 28
NO_SUCH_CARD: Final = 29
NO_REROLL: Final = 30
CLOSED_BY_COMMANDER: Final = 31
NOT_OFFERED: Final = 32
NO_TERRAIN_PLACE: Final = 33
MUST_CHOOSE: Final = 34
APPOINTED_ALREADY: Final = 35
NOT_IN_PILE: Final = 36
NO_SUPPORT: Final = 37

# What happened; text.py words it.
DEALT: Final = 1
RETURNED: Final = 2
COMMITTED: Final = 3
LINED_UP: Final = 4
SERVING: Final = 5
BEGAN: Final = 6
TURN_CAME: Final = 7
FACED_DOWN: Final = 8
DREW: Final = 9
RESHUFFLED: Final = 10
PASSED: Final = 11
PLAYED: Final = 12
FETCHED: Final = 13
LOOKED: Final = 14
LAID: Final = 15
REORGANISED: Final = 16
MOVED: Final = 17
GENERAL_MOVED: Final = 18
DEPLOYED: Final = 19
POSTED: Final = 20
APPOINTED: Final = 21
TOOK_OVER: Final = 22
ATTACKED: Final = 23
RAIDED: Final = 24
VOID: Final = 25
COVER_TAKEN: Final = 26
SQUARE_SETTLED: Final = 27
SQUARE_ROLLED: Final = 28
RIDE_ROLLED: Final = 29
SUPPORTED: Final = 30
CROSSED: Final = 31
ROLLED: Final = 32
REROLLED: Final = 33
DANGER: Final = 34
GENERAL_KILLED: Final = 35
SUMMED: Final = 36
RESULTED: Final = 37
SHAKEN_NOW: Final = 38
ROUTED: Final = 39
ELIMINATED: Final = 40
BLOWN_NOW: Final = 41
CHECKED: Final = 42
RALLIED: Final = 43
MORALE_CAME: Final = 44
SNIPED: Final = 45
PASS_BEGAN: Final = 46
DISCARDED: Final = 47
NIGHT_FELL: Final = 48
TRIUMPHED: Final = 49
CAPTURED: Final = 50
GENERAL_ALONE: Final = 51
DRAWN_GAME: Final = 52
SUNK: Final = 53
PROBED: Final = 54

# How several numbers stand in the one number of an event.
_SCALE: Final = 64
_OFFSET: Final = 8


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ReadyAimFire(Position):
    """A game of Ready Aim Fire."""

    def clone(self) -> ReadyAimFire:
        other = ReadyAimFire(self.game)
        other.copy(self)
        return other

    def ahead(self, seat: i64) -> ReadyAimFire | None:
        # RAF-3.2: both draw up their lines at once, in secret. What the Thoth set-up exchanges is drawn, one side after
        # the other.
        if self.window() != SETUP or self.word == seat or seat == 0 or self.tables.thoth:
            return None
        copy = self.clone()
        copy.ply -= copy.made
        copy.rewind()
        copy.word = seat
        return copy

    def _tell(self, kind: i64, seat: i64, cards: list[int], number: i64 = 0, private: bool = False) -> None:
        """Writes an event down. Where speed matters, rules ask `self.clerk.recording` first."""
        if self.clerk.recording:
            self.note_list(kind, seat, cards, number, private)

    # -- RAF-3 Set-up ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        for seat in range(2):
            army = self.army(seat)
            army.reserve = self.tables.battalions[seat]
            army.box = self.tables.commanders[seat]
            if self.tables.merged:
                army.reserve = plus(army.reserve, self.tables.tactics)
        if not self.tables.merged:
            self.deck = self.tables.tactics
        if self.tables.thoth:
            self._deal(self.blue)
            self._deal(self.red)
        self.frames = EXCHANGE if self.tables.thoth else SETUP

    def _deal(self, army: Army) -> None:
        """The Thoth set-up deals thirteen; anew if the flanks cannot be filled from them."""
        while True:
            army.hand = self._part_of(within(army.reserve, KIND.battalions), THOTH_DEAL)
            if total(within(army.hand, self.flankers())) >= FLANKS:
                break
        army.reserve = less(army.reserve, army.hand)
        self._tell(DEALT, army.seat, copies(army.hand), THOTH_DEAL, private=True)

    def _return(self, piece: i64) -> None:
        """Guard and Heavy Cavalry may be exchanged for the next battalion."""
        army = self.army(self.word)
        army.hand = less(army.hand, one(piece))
        army.aside = plus(army.aside, one(piece))
        drawn = self.random_copy(within(army.reserve, KIND.battalions), 0)
        army.reserve = less(army.reserve, one(drawn))
        army.hand = plus(army.hand, one(drawn))
        self.reveal()
        if self.clerk.recording:
            self.note_list(RETURNED, army.seat, [piece, drawn], private=True)

    def _returnable(self) -> i64:
        """A Heavy Cavalry stays if the flanks need it."""
        army = self.army(self.word)
        kinds = some(army.hand) & KIND.returnable
        scarce = total(within(army.hand, self.flankers())) <= FLANKS
        return kinds & ~bit(HEAVY) if scarce and is_in(self.flankers(), HEAVY) else kinds

    def _start_columns(self, kind: i64) -> i64:
        """The columns where a battalion may be placed now (RAF-3.3); some way to finish the line stays open."""
        army = self.army(self.word)
        columns: i64 = 0
        flanks: i64 = 0
        centres: i64 = 0
        for column in range(COLUMNS):
            lie = height(army.posts[column].stack)
            flank = column in (0, COLUMNS - 1)
            if lie == 0:
                flanks += 1 if flank else 0
                centres += 0 if flank else 1
            if lie < self.start_limit(column) and (not flank or is_in(KIND.flankers, kind)):
                columns |= bit(column)
        pile = self.unplaced(army)
        flankers = total(within(pile, KIND.flankers)) - (1 if is_in(KIND.flankers, kind) else 0)
        left = total(pile) - 1
        # The flanks still empty after this one is placed, and all stacks still empty.
        for column in members_of(columns):
            filled: i64 = 1 if army.posts[column].stack == 0 else 0
            on_flank: i64 = filled if column in (0, COLUMNS - 1) else 0
            if flankers < flanks - on_flank or left < flanks + centres - filled:
                columns &= ~bit(column)
        return columns

    def _placeable(self) -> i64:
        """The kinds of battalion that can be placed."""
        kinds: i64 = 0
        left = some(self.unplaced(self.army(self.word)))
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            if self._start_columns(kind) != 0:
                kinds |= bit(kind)
        return kinds

    def _line_stands(self) -> bool:
        """May the line be left as it is? Every stack has a battalion; Thoth: no other one could be placed."""
        army = self.army(self.word)
        for column in range(COLUMNS):
            if army.posts[column].stack == 0:
                return False
        return not self.tables.thoth or self._placeable() == 0

    def _ready(self) -> None:
        """Fills the line from the own cards: guns and horse on top where they may stand, steady infantry behind."""
        army = self.army(self.word)
        for depth in range(3):
            for step in range(COLUMNS):
                column: i64 = (step + COLUMNS - 1) % COLUMNS
                if depth < self.start_limit(column) and height(army.posts[column].stack) <= depth:
                    kind = self._readiest(army, column)
                    if kind != NONE:
                        self.lay(army, column, kind)

    def _readiest(self, army: Army, column: i64) -> i64:
        """The battalion that suits a place best, among those that may stand there."""
        order = _ON_FLANK if column in (0, COLUMNS - 1) else _IN_CENTRE
        place = height(army.posts[column].stack)
        held = some(self.unplaced(army))
        for n in range(FIRST_COMMANDER):
            kind: i64 = order[place * FIRST_COMMANDER + n]
            if is_in(held, kind) and is_in(self._start_columns(kind), column):
                return kind
        return NONE

    def _commit(self) -> None:
        """The line stands; nobody else has seen it, nor how many choices it took: they count as one."""
        self.ply -= self.made
        self.close_frame()
        self._tell(COMMITTED, self.word, [])
        if self.word == 0:
            self.word = 1
            self.frames = EXCHANGE if self.tables.thoth else SETUP
            return
        for seat in range(2):
            self._muster(self.army(seat))
        for seat in range(2):
            self._reveal_line(self.army(seat))
        self.active = self.below(2)  # RAF-3.7
        self.reveal()
        self._tell(BEGAN, self.active, [])
        self.word = 0
        self._begin_turn()

    def _muster(self, army: Army) -> None:
        """RAF-3.4, 3.5: six commanders join the Reserve deck, and five cards of it are the first hand."""
        army.reserve = plus(plus(army.reserve, army.hand), army.aside)
        army.aside = nothing()
        serving = self._part_of(army.box, COMMANDERS_SERVING)
        army.box = less(army.box, serving)
        army.reserve = plus(army.reserve, serving)
        army.hand = self._part_of(army.reserve, FIRST_HAND)
        army.reserve = less(army.reserve, army.hand)
        if self.clerk.recording:
            self.note_list(SERVING, army.seat, copies(serving), COMMANDERS_SERVING, private=True)
            self.note_list(DREW, army.seat, copies(army.hand), packed([FIRST_HAND, FROM_RESERVE]), private=True)

    def _reveal_line(self, army: Army) -> None:
        """RAF-3.6."""
        for place in range(COLUMNS):
            post = army.posts[position_of(army.seat, place)]
            post.stack = marked(post.stack, SEEN)
            if self.clerk.recording:
                self.note_list(LINED_UP, army.seat, _kinds(post.stack), place)

    # -- RAF-4 Turn frame ------------------------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        self.turn += 1
        for seat in range(2):
            army = self.army(seat)
            army.commander_rerolls = 0
            army.played = 0
            marks: i64 = SPENT | COVERED | (FRESH if seat == self.active else 0)
            for column in range(COLUMNS):
                post = army.posts[column]
                post.stack = unmarked(post.stack, marks)
                post.rerolls = 0  # RAF-4.2
                post.taken = False
        self.confused = False
        self.moves = 1
        self.reorganised = False
        self.bridged = 0
        if self.clerk.recording:
            self.note_list(TURN_CAME, self.active, [], self.turn)
            if self.turn == OPENING + 1:
                self.note_list(FACED_DOWN, self.active, [])
        self.frames = CONFUSION
        if self._might(1 - self.active, bit(CONFUSION_CARD)) == 0:
            self._draw_phase()

    def _might(self, seat: i64, names: i64) -> i64:
        """Those of these Tactics cards that the seat may hold, for all that everybody can see, and may still play."""
        army = self.army(seat)
        merged = self.tables.merged
        if (some(army.hand) & (-1 if merged else KIND.tactics)) == 0:
            return 0
        names &= ~army.played
        sight = army.discard if merged else self.discard
        terrains = names & KIND.terrains
        names &= ~(some(sight) & ~KIND.terrains)
        while terrains != 0:
            terrain = lowest(terrains)
            terrains &= terrains - 1
            lie = count(sight, terrain) + self._laid(army, terrain)
            if not merged:
                lie += self._laid(self.army(1 - seat), terrain)
            if lie >= count(self.tables.tactics, terrain):
                names &= ~bit(terrain)
        return names

    def _laid(self, army: Army, terrain: i64) -> i64:
        """How many such Terrain cards lie at the positions of an army."""
        lie: i64 = 0
        for column in range(COLUMNS):
            lie += 1 if is_in(army.posts[column].ground, terrain) else 0
        return lie

    def _drop(self, army: Army, piece: i64) -> None:
        """RAF-9.3: onto the discard pile where it belongs."""
        if is_in(KIND.reserves, piece) or self.tables.merged:
            army.discard = plus(army.discard, one(piece))
        else:
            self.discard = plus(self.discard, one(piece))

    # -- RAF-4 Draw Phase ------------------------------------------------------------------------------------------

    def _draw_phase(self) -> None:
        self.frames = DRAW
        self.draws = 0 if self.confused else DRAWS
        self._draw_on()

    def _draw_on(self) -> None:
        """RAF-4.11, 4.12: base draws and cards that draw, in any order."""
        while True:
            sources = self.sources(False) if self.draws > 0 else 0
            if sources == 0:
                self.draws = 0
            if self._might(self.active, self._drawing_cards()) != 0 or sources == FROM_RESERVE | FROM_TACTICS:
                return
            if sources == 0:
                break
            self.draws -= 1
            self._draw(sources)
        self._terrain_phase()

    def sources(self, redraw: bool) -> i64:
        """The decks that a card can be drawn from (RAF-4.13; option `draw`)."""
        army = self.army(self.active)
        reserve: i64 = 0 if is_none(army.reserve) and is_none(army.discard) else FROM_RESERVE
        if self.tables.merged or self.tables.reserve_only:
            return reserve
        tactics: i64 = 0 if is_none(self.deck) and is_none(self.discard) else FROM_TACTICS
        if self.tables.refill:
            if redraw:
                return tactics if tactics != 0 else reserve
            return reserve if reserve != 0 else tactics
        return reserve | tactics

    def _draw(self, source: i64) -> None:
        """One card; an empty deck is first made up from its discard pile (RAF-4.13)."""
        army = self.army(self.active)
        if source == FROM_RESERVE:
            if is_none(army.reserve):
                army.reserve = army.discard
                army.discard = nothing()
                self._tell(RESHUFFLED, army.seat, [], total(army.reserve) * 4 + source)
            piece = self.random_copy(army.reserve, 0)
            army.reserve = less(army.reserve, one(piece))
        else:
            if is_none(self.deck):
                self._reshuffle_tactics()
            piece = self.random_copy(self.deck, 0)
            self.deck = less(self.deck, one(piece))
        army.hand = plus(army.hand, one(piece))
        self.reveal()
        if self.clerk.recording:
            self.note_list(DREW, army.seat, [piece], packed([1, source]), private=True)

    def _reshuffle_tactics(self) -> None:
        """With the deck empty each side sees or can work out where every Tactics card is."""
        self.blue.deduced = within(self.blue.hand, KIND.tactics)
        self.red.deduced = within(self.red.hand, KIND.tactics)
        self.deck = self.discard
        self.discard = nothing()
        self._tell(RESHUFFLED, self.active, [], total(self.deck) * 4 + FROM_TACTICS)

    def _drawing_cards(self) -> i64:
        """The cards that can be played in the Draw Phase (RAF-4.12)."""
        army = self.army(self.active)
        names = self._scouting()
        if not self.confused and self.sources(False) != 0:
            return names | KIND.drawers
        pile = some(army.discard)
        if pile & KIND.infantry != 0:
            names |= bit(FORCED_MARCH)
        if pile & KIND.artillery != 0:
            names |= bit(LIMBER)
        if pile & KIND.cavalry != 0:
            names |= bit(CAVALRY_REFORM)
        return names

    def _scouting(self) -> i64:
        return 0 if is_none(self.army(1 - self.active).hand) else bit(SCOUTS)

    def _fetchable(self, piece: i64) -> i64:
        """The kinds of battalion that a card can bring back from the own discard pile."""
        pile = some(self.army(self.active).discard)
        if piece == FORCED_MARCH:
            return pile & KIND.infantry
        if piece == LIMBER:
            return pile & KIND.artillery
        return pile & KIND.cavalry if piece == CAVALRY_REFORM else 0

    def _fetch(self, kind: i64) -> None:
        """To the hand, for all to see: no draw."""
        army = self.army(self.active)
        army.discard = less(army.discard, one(kind))
        army.hand = plus(army.hand, one(kind))
        army.look = plus(army.look, one(kind))
        army.look_turn = self.turn
        self._tell(FETCHED, army.seat, [kind])
        self._draw_on()

    def _draw_extra(self) -> None:
        """The draws of a card; where both decks have one, each is asked for."""
        while self.extra > 0:
            sources = self.sources(False)
            if sources == 0:
                self.extra = 0
            elif sources == FROM_RESERVE | FROM_TACTICS:
                self.enter(FETCH)
                return
            else:
                self.extra -= 1
                self._draw(sources)
        self._draw_on()

    def _scout(self) -> None:
        """RAF-11.3: the enemy's hand as it is now."""
        enemy = self.army(1 - self.active)
        enemy.look = enemy.hand
        enemy.look_turn = self.turn
        self.reveal()
        if self.clerk.recording:
            self.note_list(LOOKED, self.active, copies(enemy.hand), private=True)

    # -- RAF-4 Terrain Phase ---------------------------------------------------------------------------------------

    def _terrain_phase(self) -> None:
        self.frames = TERRAIN
        if self._might(self.active, self._terrain_cards()) == 0:
            self._maneuver()

    def _terrain_cards(self) -> i64:
        names = self._scouting()
        terrain: i64 = FIRST_TERRAIN
        while terrain < PIECES_IN_ALL:
            if self._sites(terrain) != 0:
                names |= bit(terrain)
            terrain += 1
        return names

    def _sites(self, terrain: i64) -> i64:
        """The own columns where a Terrain card can lie; a River lies at a flank (RAF-4.21, 4.22, 4.23)."""
        army = self.army(self.active)
        columns: i64 = 0
        for column in range(COLUMNS):
            post = army.posts[column]
            if terrain == RIVER:
                fits = column in (0, COLUMNS - 1) and not self.has_river(column)
            elif terrain == BRIDGE:
                fits = self.has_river(column) and not self.has_bridge(column)
            else:
                shapes = post.ground & KIND.shapes
                fits = shapes == 0 or (terrain == REDOUBT and shapes == bit(HILLS))
                if terrain != HILLS and height(post.stack) > self.limit(army, column) - 1:
                    fits = False
            if fits:
                columns |= bit(column)
        return columns

    def has_river(self, column: i64) -> bool:
        """Is there a River in this column?"""
        flank: i64 = 0 if column <= 1 else COLUMNS - 1
        if column == 2:
            return False
        return is_in(self.blue.posts[flank].ground | self.red.posts[flank].ground, RIVER)

    def has_bridge(self, column: i64) -> bool:
        """Is there a Bridge in this column?"""
        return is_in(self.blue.posts[column].ground | self.red.posts[column].ground, BRIDGE)

    def limit(self, army: Army, column: i64) -> i64:
        """RAF-2.1, 4.23: how many battalions a position holds at most."""
        ground = army.posts[column].ground
        most: i64 = 5 if column in (0, COLUMNS - 1) else 6
        return most - (1 if is_in(ground, WOODS) else 0) - (1 if is_in(ground, REDOUBT) else 0)

    def _lay_terrain(self, piece: i64, column: i64) -> None:
        """RAF-4.20."""
        army = self.army(self.active)
        army.posts[column].ground |= bit(piece)
        self._tell(LAID, army.seat, [piece], position_of(army.seat, column))
        self._maneuver()

    # -- RAF-4 Reinforce Phase -------------------------------------------------------------------------------------

    def _maneuver(self) -> None:
        self.frames = MANEUVER
        could = self._sortable() != 0 or (self.moves > 0 and self._movable() != 0) or self._could_reinforce()
        if not could and self._might(self.active, self._maneuver_cards()) == 0:
            self._reinforce()

    def _maneuver_cards(self) -> i64:
        return self._scouting() | (bit(COLUMN) if self._movable() != 0 else 0)

    def _reinforce(self) -> None:
        self.frames = REINFORCE
        if not self._could_reinforce() and self._might(self.active, self._scouting()) == 0:
            self._end_reinforce()

    def _could_reinforce(self) -> bool:
        """Might the active side bring something up, for all that everybody can see?"""
        army = self.army(self.active)
        if self._vacant() != 0:
            return True
        if (some(army.hand) & (-1 if self.tables.merged else KIND.reserves)) == 0:
            return False
        return self._roomy(army) != 0 or self._roles(army) != 0

    def _sortable(self) -> i64:
        """The own columns whose stack can be put in order (RAF-4.30)."""
        army = self.army(self.active)
        columns: i64 = 0
        if not self.reorganised:
            for column in range(COLUMNS):
                if height(army.posts[column].stack) > 1:
                    columns |= bit(column)
        return columns

    def _movable(self) -> i64:
        """The own columns that a card or a general can leave."""
        columns: i64 = 0
        for column in range(COLUMNS):
            if self._leavers(column) != 0:
                columns |= bit(column)
        return columns

    def _leavers(self, column: i64) -> i64:
        """What can move from a column to a neighbour, as a set of places; the general is GENERAL_PLACE."""
        army = self.army(self.active)
        post = army.posts[column]
        lie = height(post.stack)
        places: i64 = 0
        if self._moves_to(column, 0) != 0 and not (self.tables.enemy_action and lie == 1):
            places = bit(lie) - 1
        if post.general != NONE and self._moves_to(column, GENERAL_PLACE) != 0:
            places |= bit(GENERAL_PLACE)
        return places

    def _moves_to(self, column: i64, place: i64) -> i64:
        """The neighbours that a card or the general can move to."""
        army = self.army(self.active)
        columns: i64 = 0
        for step in range(-1, 2, 2):
            there = column + step
            if 0 <= there < COLUMNS:
                post = army.posts[there]
                if place == GENERAL_PLACE:
                    fits = post.general == NONE and post.stack != 0
                else:
                    fits = height(post.stack) < self.limit(army, there)
                if fits:
                    columns |= bit(there)
        return columns

    def _move(self, column: i64) -> None:
        """RAF-4.30 (b)."""
        army = self.army(self.active)
        origin = self.origin
        which = self.which
        self.close_frame()
        here = army.posts[origin]
        there = army.posts[column]
        self.moves -= 1
        places = packed([position_of(army.seat, origin), position_of(army.seat, column), which])
        if which == GENERAL_PLACE:
            self._tell(GENERAL_MOVED, army.seat, [here.general], places)
            there.general = here.general
            there.acting = here.acting
            there.rerolls = here.rerolls
            here.general = NONE
            here.acting = False
            here.rerolls = 0
        else:
            card = card_at(here.stack, which)
            here.stack = without_card(here.stack, which)
            there.stack = at_bottom(there.stack, card)
            there.lost = there.lost and self.tables.cumulative
            if self.clerk.recording:
                seen = card & SEEN != 0
                self.note_list(MOVED, army.seat, [kind_of(card)], places, private=not seen)
        self._maneuver()

    def _sort(self, place: i64) -> None:
        """RAF-4.30 (a): the next card from the top; the last one is no question."""
        post = self.army(self.active).posts[self.origin]
        card = card_at(post.stack, self.sorted + place)
        post.stack = inserted(without_card(post.stack, self.sorted + place), self.sorted, card)
        self.sorted += 1
        if self.sorted < height(post.stack) - 1:
            return
        if not self.is_open():
            post.stack = unmarked(post.stack, SEEN)  # RAF-2.8
        self._tell(REORGANISED, self.active, [], position_of(self.active, self.origin))
        self.close_frame()
        self.reorganised = True
        self._maneuver()

    def _roomy(self, army: Army) -> i64:
        """The columns with room for a battalion."""
        columns: i64 = 0
        for column in range(COLUMNS):
            if height(army.posts[column].stack) < self.limit(army, column):
                columns |= bit(column)
        return columns

    def _roles(self, army: Army) -> i64:
        """RAF-4.33: what a commander can become; COMMAND_COLUMN is the Army Commander."""
        columns: i64 = 0 if army.appointed else bit(COMMAND_COLUMN)
        for column in range(COLUMNS):
            post = army.posts[column]
            if post.general == NONE and post.stack != 0:
                columns |= bit(column)
        return columns

    def _deploy(self, piece: i64, column: i64) -> None:
        """RAF-4.32, 4.33: this closes the first stage."""
        army = self.army(self.active)
        if piece < FIRST_COMMANDER:
            self._bring_up(army, piece, column)
        else:
            army.lose(piece)
            if column == COMMAND_COLUMN:
                army.commander = piece
                army.appointed = True
                self._tell(APPOINTED, army.seat, [piece])
            else:
                post = army.posts[column]
                post.general = piece
                self._tell(POSTED, army.seat, [piece], position_of(army.seat, column))
        self._reinforce()

    def _bring_up(self, army: Army, kind: i64, column: i64) -> None:
        """Face down to the bottom, in the opening round face up (RAF-4.35)."""
        post = army.posts[column]
        seen = self.is_open()
        post.stack = at_bottom(post.stack, card_of(kind) | (SEEN if seen else 0))
        post.lost = post.lost and self.tables.cumulative
        if seen:
            army.lose(kind)
        else:
            army.lose_one_unseen()
        if self.clerk.recording:
            self.note_list(DEPLOYED, army.seat, [kind], position_of(army.seat, column), private=not seen)

    def _vacant(self) -> i64:
        """RAF-8.10: the columns that the Army Commander can take over."""
        army = self.army(self.active)
        columns: i64 = 0
        if army.commander != NONE:
            for column in range(COLUMNS):
                post = army.posts[column]
                if post.fallen and post.general == NONE and post.stack != 0:
                    columns |= bit(column)
        return columns

    def _take_over(self, column: i64) -> None:
        army = self.army(self.active)
        post = army.posts[column]
        post.general = army.commander
        post.acting = True
        post.rerolls = army.commander_rerolls
        army.commander = NONE
        army.commander_rerolls = 0
        self._tell(TOOK_OVER, army.seat, [post.general], position_of(army.seat, column))
        if self.phase() == MANEUVER:
            self._maneuver()
        else:
            self._reinforce()

    def _end_reinforce(self) -> None:
        """RAF-4.36."""
        if not self._decided():
            self._attack_phase()

    # -- RAF-5 Attack Phase ----------------------------------------------------------------------------------------

    def _attack_phase(self) -> None:
        """RAF-5.1, 5.3."""
        self.attacks = ATTACKS
        self.further = 1
        self.engaged = 0
        if self.tables.per_stack:
            army = self.army(self.active)
            self.attacks = 1
            for column in range(COLUMNS):
                self.attacks += 1 if army.posts[column].stack != 0 else 0
        self.frames = DIFFICULTY
        if self._might(1 - self.active, bit(DIFFICULT_TERRAIN)) == 0:
            self._menu()

    def _menu(self) -> None:
        """RAF-5.4."""
        self.frames = ATTACK
        names = bit(FIRE_AT_WILL) | bit(ADVANCE) | bit(PROBE) | self._scouting()
        if not self._might_attack() and self._might(self.active, names) == 0:
            self._morale_phase()

    def _might_attack(self) -> bool:
        """Is there an attack left, and a card on top that is not visibly unable to make it?"""
        if self.attacks <= 0:
            return False
        for column in range(COLUMNS):
            verdict = self._attack_verdict(column)
            if verdict in (0, NO_TARGET):
                return True
        return False

    def _attack_verdict(self, column: i64) -> i64:
        """Why the top card of a column cannot attack; 0 if it can (RAF-5.10, 5.11)."""
        post = self.army(self.active).posts[column]
        if post.stack == 0:
            return NOBODY_THERE
        card = card_at(post.stack, 0)
        if card & BLOWN != 0 and not self.tables.blown_attack:
            return IS_BLOWN
        if card & SPENT != 0 and not self.tables.repeat_attack:
            return HAS_ATTACKED
        if self.tables.per_stack and is_in(self.engaged, column) and self.further <= 0:
            return STACK_ENGAGED
        return 0 if self.targets(column, kind_of(card)) != 0 else NO_TARGET

    def _attackers(self) -> i64:
        """The columns that can attack."""
        columns: i64 = 0
        if self.attacks > 0:
            for column in range(COLUMNS):
                if self._attack_verdict(column) == 0:
                    columns |= bit(column)
        return columns

    def targets(self, column: i64, kind: i64) -> i64:
        """RAF-5.11: the enemy columns that such a battalion can attack from here; RESERVE_COLUMN is the reserve."""
        enemy = self.army(1 - self.active)
        if self._is_held(enemy.posts[column]):
            return bit(column)
        columns: i64 = 0
        for there in range(COLUMNS):
            if self._is_held(enemy.posts[there]) and (is_in(KIND.cavalry, kind) or -1 <= there - column <= 1):
                columns |= bit(there)
        if some(enemy.discard) & KIND.battalions != 0:
            columns |= bit(RESERVE_COLUMN)
        return columns

    def _is_held(self, post: Post) -> bool:
        """Is somebody there, if only a general?"""
        return post.stack != 0 or post.general != NONE

    def _light_columns(self) -> i64:
        """The columns with a Light that has a target, for a Probe."""
        columns: i64 = 0
        for column in range(COLUMNS):
            if self._lights(column) != 0 and self.targets(column, LIGHT) != 0:
                columns |= bit(column)
        return columns

    def _lights(self, column: i64) -> i64:
        """The places of the Light in an own stack."""
        stack = self.army(self.active).posts[column].stack
        places: i64 = 0
        n = height(stack)
        while n > 0:
            n -= 1
            if kind_of(card_at(stack, n)) == LIGHT:
                places |= bit(n)
        return places

    def _declare(self, column: i64, target: i64) -> None:
        """RAF-5.20: an attack is spent."""
        self.attacks -= 1
        if is_in(self.engaged, column):
            self.further -= 1
        self.engaged |= bit(column)
        self._engage(column, target)

    def _engage(self, column: i64, target: i64) -> None:
        """Steps 2 to 5 of RAF-5.20: both cards are turned up."""
        self._clear_fight()
        self.front = column
        self.target = NONE if target == RESERVE_COLUMN else target
        self.attacker_here = True
        self._turn_up(self.active, column, SPENT)
        enemy = self.army(1 - self.active)
        here = position_of(self.active, column)
        if target == RESERVE_COLUMN:
            self._tell(RAIDED, self.active, [self.kind_at(self.active, column)], here)
            self._raid(enemy)
            return
        there = position_of(1 - self.active, target)
        if enemy.posts[target].stack == 0:
            self._tell(
                GENERAL_ALONE, self.active, [self.kind_at(self.active, column), enemy.posts[target].general],
                packed([here, there]),
            )  # fmt: skip
            self._kill_general(enemy, target)  # RAF-5.22
            self._after_fight()
            return
        self.defender_here = True
        self._turn_up(1 - self.active, target, 0)
        attacker = self.kind_at(self.active, column)
        defender = self.kind_at(1 - self.active, target)
        if self.clerk.recording:
            self.note_list(ATTACKED, self.active, [attacker, defender], packed([here, there]))
        if is_in(KIND.infantry, attacker) and is_in(KIND.cavalry, defender):  # RAF-5.24
            self._void()
        elif self._cover_offered():
            self.frames = COVER
        else:
            self._squares()

    def _turn_up(self, seat: i64, column: i64, mark: i64) -> None:
        """The top card is seen by both (RAF-2.7)."""
        post = self.post(seat, column)
        if card_at(post.stack, 0) & SEEN == 0:
            self.reveal()
        post.stack |= SEEN | mark

    def kind_at(self, seat: i64, column: i64) -> i64:
        """The kind of the top card of a stack."""
        return kind_of(self.post(seat, column).stack)

    def _clear_fight(self) -> None:
        self.front = NONE
        self.target = NONE
        self.attacker_here = False
        self.defender_here = False
        self.supporters = (NONE, NONE)
        self.square = 0
        self.sheltered = False
        self.crossing = False
        self.aids = (0, 0)
        self.dice = (0, 0, 0)
        self.word = 0
        self.silent = 0
        self.loser = NONE
        self.fate = 0

    def _clear_check(self) -> None:
        self.mode = 0
        self.tested = NONE
        self.column = NONE
        self.place = 0
        self.penalty = 0
        self.overrun = 0
        self.helped = False
        self.roll = 0
        self.curable = 0

    def _raid(self, enemy: Army) -> None:
        """RAF-5.21: the owner chooses, if he has several kinds."""
        kinds = some(enemy.discard) & KIND.battalions
        if kinds & (kinds - 1) == 0:
            self._give_up(lowest(kinds))
        else:
            self.frames = CASUALTY

    def _give_up(self, kind: i64) -> None:
        enemy = self.army(1 - self.active)
        enemy.discard = less(enemy.discard, one(kind))
        enemy.eliminated = plus(enemy.eliminated, one(kind))
        self._tell(CAPTURED, enemy.seat, [kind])
        self._after_fight()

    def _void(self) -> None:
        """RAF-5.24, 5.40: the attack is used up, nobody has fought."""
        if self.clerk.recording:
            self.note_list(VOID, self.active, [])
        self._end_attack()

    # RAF-5.25 Cover

    def _cover_offered(self) -> bool:
        """Can the defender be put in Woods or a Redoubt, and would that matter?"""
        post = self.post(1 - self.active, self.target)
        cover = post.ground & (bit(WOODS) | bit(REDOUBT))
        if cover == 0 or (post.taken and card_at(post.stack, 0) & COVERED == 0):
            return False
        attacker = self.kind_at(self.active, self.front)
        defender = kind_of(post.stack)
        infantry = is_in(KIND.infantry, defender)
        woods = is_in(cover, WOODS)
        if not infantry and (woods or not is_in(KIND.artillery, defender)):
            return False
        if is_in(KIND.cavalry, attacker):
            return True
        return infantry and is_in(KIND.infantry, attacker) and not (woods and attacker == LIGHT)

    def _take_cover(self) -> None:
        post = self.post(1 - self.active, self.target)
        post.taken = True
        post.stack |= COVERED
        self.sheltered = True
        if self.clerk.recording:
            cover = WOODS if is_in(post.ground, WOODS) else REDOUBT
            self.note_list(COVER_TAKEN, 1 - self.active, [kind_of(post.stack), cover])
        if is_in(KIND.cavalry, self.kind_at(self.active, self.front)):
            self._void()
        else:
            self._squares()

    # RAF-5.26 Square

    def _squares(self) -> None:
        attacker = self.kind_at(self.active, self.front)
        if not (is_in(KIND.cavalry, attacker) and is_in(KIND.infantry, self.kind_at(1 - self.active, self.target))):
            self._support()
            return
        self.frames = SQUARE
        self.word = self.active
        self._square_words()

    def _square_words(self) -> None:
        if self._next_word():
            return
        broken = is_in(self.aids[0], BROKEN_SQUARE)
        formed = is_in(self.aids[1], SQUARE_FORMATION)
        if broken != formed:
            self.square = 1 if formed else 2
            self._tell(SQUARE_SETTLED, 1 - self.active, [], self.square)
            self._after_square()
        else:
            self._roll_square()

    def _square_cards(self) -> i64:
        if self.word == self.active:
            return bit(BROKEN_SQUARE)
        fits = self._is_line(self.kind_at(1 - self.active, self.target))
        return bit(SQUARE_FORMATION) if fits else 0

    def _is_line(self, kind: i64) -> bool:
        """RAF-1.3: does a card for line infantry serve it?"""
        return kind == LINE if self.tables.line_type_only else is_in(KIND.line_class, kind)

    def _roll_square(self) -> None:
        """RAF-5.26 b: less than the morale value, with two dice."""
        defender = self.kind_at(1 - self.active, self.target)
        formed = self._two_dice(SQUARE_ROLLED, 1 - self.active, defender, self.printed_morale(defender) - 1)
        if formed:
            self.square = 1
        elif self.can_reroll(1 - self.active, self.target):
            self.frames = SQUARE_ROLL
            return
        else:
            self.square = 2
        self._after_square()

    def _two_dice(self, kind: i64, seat: i64, piece: i64, most: i64) -> bool:
        """A roll of two dice, which has to come to this at most."""
        first = self.die()
        second = self.die()
        self.roll = first + second
        self.reveal()
        if self.clerk.recording:
            self.note_list(kind, seat, [piece], packed([first, second, most, 1 if self.roll <= most else 0]))
        return self.roll <= most

    def _after_square(self) -> None:
        if self.square == 1:
            self.frames = RIDE
        else:
            self._support()

    def _ride(self) -> None:
        """RAF-5.26 c."""
        attacker = self.kind_at(self.active, self.front)
        if self._two_dice(RIDE_ROLLED, self.active, attacker, self.printed_morale(attacker) - 1):
            self._end_attack()
        elif self.can_reroll(self.active, self.front):
            self.frames = RIDE_ROLL
        else:
            self._support()

    # RAF-5.27 Support

    def _support(self) -> None:
        """The Bridge is settled as the fight goes on (RAF-6.23)."""
        self._cross_bridge()
        self.frames = SUPPORT
        self.silent = 0
        self._support_words()

    def _support_words(self) -> None:
        while self.silent < 2:
            self.word = self.active if self.silent == 0 else 1 - self.active
            if self._supporters() != 0:
                return
            self.silent += 1
        self._tactics()

    def _supporters(self) -> i64:
        """The places of those who can support the side whose word it is."""
        side = self._side(self.word)
        if self.is_barred(side):
            return 0
        stack = self.post(self.word, self.column_of(side)).stack
        return (bit(height(stack)) - 2) & ~places_with(stack, SHAKEN)  # all but the card on top

    def _side(self, seat: i64) -> i64:
        """0 for the attacker, 1 for the defender."""
        return 0 if seat == self.active else 1

    def column_of(self, side: i64) -> i64:
        """The column in which a side of the running attack fights."""
        return self.front if side == 0 else self.target

    def _back(self, place: i64) -> None:
        """A supporter is named."""
        side = self._side(self.word)
        self.supporters = (place, NONE) if side == 0 else (self.supporters[0], place)
        self._tell(SUPPORTED, self.word, [], place)
        self.silent += 1
        self._support_words()

    # RAF-5.28 Tactics cards

    def _tactics(self) -> None:
        self.frames = TACTICS
        self.word = self.active
        self.silent = 0
        if not self._next_word():
            self._roll_attack()

    def _next_word(self) -> bool:
        """Cards and re-rolls by turns, until both have passed in a row: is somebody asked?"""
        while self.silent < 2:
            if self._has_word():
                return True
            self.silent += 1
            self.word = 1 - self.word
        return False

    def _has_word(self) -> bool:
        phase = self.phase()
        if phase == SQUARE:
            return self._might(self.word, self._square_cards()) != 0
        if phase == TACTICS:
            return self._might(self.word, self._roll_cards()) != 0
        return self.can_reroll(self.word, self.column_of(self._side(self.word)))

    def _roll_cards(self) -> i64:
        """The cards that fit the side whose word it is (RAF-11.2, 11.3)."""
        side = self._side(self.word)
        if self.is_barred(side):
            return 0
        own = self.kind_at(self.word, self.column_of(side))
        against = self.kind_at(1 - self.word, self.column_of(1 - side))
        shot = is_in(KIND.artillery, own) and not is_in(KIND.artillery, against)
        names = bit(ENFILADE_FIRE)
        if self._is_line(own):
            names |= bit(SOCKET_BAYONETS)
        elif own == LIGHT:
            names |= bit(RIFLES)
        elif shot:
            names |= bit(CANISTER_SHOT)
        if side == 0:
            if self._is_line(own):
                names |= bit(INFANTRY_CHARGE)
            elif is_in(KIND.artillery, own):
                names |= bit(CANNON_BALL)
            return names
        names |= bit(FIGHTING_WITHDRAWAL)
        if is_in(KIND.infantry, own):
            names |= bit(SECOND_VOLLEY)
        elif is_in(KIND.cavalry, own):
            names |= bit(COUNTER_ATTACK)
        elif shot:
            names |= bit(GRAPE_SHOT)
        return names

    def _aid(self, piece: i64) -> None:
        """A card for a square or for a roll: it holds for this attack."""
        if self.word == self.active:
            self.aids = (self.aids[0] | bit(piece), self.aids[1])
        else:
            self.aids = (self.aids[0], self.aids[1] | bit(piece))
        self.silent = 0
        self.word = 1 - self.word
        self._word_on()

    def _word_on(self) -> None:
        """The other side is asked, or the step is over."""
        phase = self.phase()
        if phase == SQUARE:
            self._square_words()
        elif not self._next_word():
            if phase == TACTICS:
                self._roll_attack()
            else:
                self._result()

    # RAF-5.29, 5.30 Dice and re-rolls

    def _roll_attack(self) -> None:
        first = self.die()
        second = self.die()
        third: i64 = self.die() if is_in(self.aids[1], SECOND_VOLLEY) else 0
        self.dice = (first, second, third)
        self.reveal()
        if self.clerk.recording:
            self.note_list(ROLLED, self.active, [], packed([first, second, third]))
        self.frames = REROLL
        self.word = self.active
        self.silent = 0
        if not self._next_word():
            self._result()

    def _reroll_attack(self) -> None:
        """RAF-5.30: the new roll stands."""
        side = self._side(self.word)
        column = self.column_of(side)
        if side == 0:
            self.dice = (self.die(), self.dice[1], self.dice[2])
        else:
            second = self.die()
            third: i64 = self.die() if self.dice[2] > 0 else 0
            self.dice = (self.dice[0], second, third)
        if self.clerk.recording:
            rolled = [self.dice[0]] if side == 0 else [self.dice[1], self.dice[2]]
            self.note_list(REROLLED, self.word, [self.post(self.word, column).general], packed(rolled))
        self._danger(self.word, column)
        self.silent = 0
        self.word = 1 - self.word
        self._word_on()

    def can_reroll(self, seat: i64, column: i64) -> bool:
        """RAF-8.3: is there a general with a re-roll left?"""
        post = self.post(seat, column)
        return post.general != NONE and post.rerolls < self.allowance(seat, post.general)

    def allowance(self, seat: i64, commander: i64) -> i64:
        """RAF-4.2: how many re-rolls a commander has this turn."""
        if seat == self.active:
            own: i64 = self.tables.own_rerolls[commander - FIRST_COMMANDER]
            return own
        theirs: i64 = self.tables.their_rerolls[commander - FIRST_COMMANDER]
        return theirs

    def _danger(self, seat: i64, column: i64) -> None:
        """RAF-8.5."""
        army = self.army(seat)
        post = army.posts[column]
        post.rerolls += 1
        die = self.die()
        self.reveal()
        if self.clerk.recording:
            self.note_list(DANGER, seat, [post.general], packed([die, 7 - post.rerolls]))
        if die >= 7 - post.rerolls:
            self._kill_general(army, column)

    def _kill_general(self, army: Army, column: i64) -> None:
        """RAF-8.6, 8.11."""
        post = army.posts[column]
        army.eliminated = plus(army.eliminated, one(post.general))
        if self.clerk.recording:
            number = packed([position_of(army.seat, column), 1 if post.acting else 0])
            self.note_list(GENERAL_KILLED, army.seat, [post.general], number)
        if post.acting:
            army.headless = True
            army.army_check = True
        else:
            post.passes += 1
        post.general = NONE
        post.acting = False
        post.rerolls = 0
        post.fallen = True

    # -- RAF-6 Modifiers -------------------------------------------------------------------------------------------

    def is_barred(self, side: i64) -> bool:
        """RAF-6.10: does a side lose what helps it, because it fights artillery?"""
        own = self.kind_at(self.seat_of(side), self.column_of(side))
        against = self.kind_at(self.seat_of(1 - side), self.column_of(1 - side))
        if not is_in(KIND.artillery, against) or is_in(KIND.artillery, own):
            return False
        if side == 1:
            return True
        return not self.is_flanking() and not (against == HORSE_GUNS and is_in(KIND.raiders, own))

    def seat_of(self, side: i64) -> i64:
        """The seat that attacks (0) or defends (1)."""
        return self.active if side == 0 else 1 - self.active

    def is_flanking(self) -> bool:
        """Does the running attack go against another column than the one opposite?"""
        return self.target != self.front

    def terms(self, side: i64) -> tuple[i64, i64, i64, i64, i64, i64, i64, i64, i64]:
        """RAF-6.1: a side's modifiers: troops, lancers, Shaken, Blown, support, flank, square, ground, cards."""
        seat = self.seat_of(side)
        card = card_at(self.post(seat, self.column_of(side)).stack, 0)
        own = kind_of(card)
        against = self.kind_at(1 - seat, self.column_of(1 - side))
        troops = self.modifier(own)
        lancers: i64 = self.tables.against_infantry if own == LANCER and is_in(KIND.infantry, against) else 0
        shaken: i64 = -1 if card & SHAKEN != 0 else 0
        # An extra attack of cavalry does not mind that it is Blown (RAF-11.3).
        blown: i64 = self.tables.blown_penalty if card & BLOWN != 0 and not (side == 0 and self.again) else 0
        supporter = self.supporters[0] if side == 0 else self.supporters[1]
        support: i64 = SUPPORT_BONUS if supporter != NONE else 0
        flank: i64 = 0
        if side == 0 and self.is_flanking() and not is_in(KIND.artillery, own):
            flank = CAVALRY_FLANK_BONUS if is_in(KIND.cavalry, own) else FLANK_BONUS
        square: i64 = 0
        if self.square == 1 and side == 1:
            square = SQUARE_BONUS
        elif self.square == 2 and side == 0:
            square = CHARGE_BONUS
        ground = self._ground(side, own, against)
        cards = self._card_bonus(self.aids[0] if side == 0 else self.aids[1])
        if self.is_barred(side):
            troops = min(troops, 0)
            # RAF-6.10: of all that helps, the slope of the Hills stays.
            ground = self._amount(HILLS) if side == 1 and self._on_hills(side) else 0
            return troops, 0, shaken, blown, 0, 0, 0, ground, 0
        return troops, lancers, shaken, blown, support, flank, square, ground, cards

    def modifier(self, kind: i64) -> i64:
        """The printed modifier of a battalion."""
        stored: i64 = self.tables.modifiers[kind]
        return stored - 1

    def _amount(self, piece: i64) -> i64:
        amount: i64 = self.tables.amount[piece]
        return amount

    def _card_bonus(self, aids: i64) -> i64:
        bonus: i64 = 0
        aids &= KIND.rolls & ~bit(SECOND_VOLLEY)
        while aids != 0:
            bonus += self._amount(lowest(aids))
            aids &= aids - 1
        return bonus

    def _on_hills(self, side: i64) -> bool:
        return is_in(self.post(self.seat_of(side), self.column_of(side)).ground, HILLS)

    def _ground(self, side: i64, own: i64, against: i64) -> i64:
        if side == 0:
            return self._amount(HILLS) if is_in(KIND.artillery, own) and self._on_hills(0) else 0
        river: i64 = 0 if self.crossing else self._river(against)
        return max(river, self._dry_ground(own, against))

    def _dry_ground(self, own: i64, against: i64) -> i64:
        """RAF-6.20: the best of Woods and of Hills with a Redoubt."""
        ground = self.post(1 - self.active, self.target).ground
        bonus: i64 = 0
        if is_in(ground, HILLS) and against != LIGHT:
            bonus = self._amount(HILLS)
        if self.sheltered and is_in(KIND.infantry, own):
            if is_in(ground, REDOUBT):
                bonus += self._amount(REDOUBT)
            elif against != LIGHT:
                bonus = max(bonus, self._amount(WOODS))
        return bonus

    def _river(self, against: i64) -> i64:
        """What a River gives the defender, if there were no Bridge."""
        if against == LIGHT or is_in(KIND.artillery, against) or not self.has_river(self.target):
            return 0
        if self.tables.river_owner:
            flank: i64 = 0 if self.target <= 1 else COLUMNS - 1
            if not is_in(self.post(1 - self.active, flank).ground, RIVER):
                return 0
        return self._amount(RIVER)

    def _cross_bridge(self) -> None:
        """RAF-6.23: the first such attack whose defender the River would help."""
        if is_in(self.bridged, self.target) or not self.has_bridge(self.target):
            return
        against = self.kind_at(self.active, self.front)
        own = self.kind_at(1 - self.active, self.target)
        if self._river(against) > self._dry_ground(own, against):
            self.crossing = True
            self.bridged |= bit(self.target)
            self._tell(CROSSED, self.active, [BRIDGE])

    # -- RAF-5.31 Result -------------------------------------------------------------------------------------------

    def sum_of(self, side: i64) -> i64:
        """A side's modifiers in all."""
        terms = self.terms(side)
        parts = terms[0] + terms[1] + terms[2] + terms[3] + terms[4]
        return parts + terms[5] + terms[6] + terms[7] + terms[8]

    def shown(self, side: i64) -> i64:
        """A side's die; with Second Volley the better one."""
        return self.dice[0] if side == 0 else max(self.dice[1], self.dice[2])

    def _result(self) -> None:
        if self.clerk.recording:
            self._tell_sums()
        difference = self.shown(0) + self.sum_of(0) - self.shown(1) - self.sum_of(1)
        safe = self.guns_are_safe()
        if self.clerk.recording:
            loser: i64 = 1 if difference > 0 else 0
            kind = self.kind_at(self.seat_of(loser), self.column_of(loser))
            spared: i64 = 1 if is_in(self.tables.spared[self.seat_of(loser)], kind) else 0
            self.note_list(RESULTED, self.active, [], packed([difference, 1 if safe else 0, spared]))
        if difference == 0:
            self.silent = 1 if safe else 0
            self._immediate_checks()
            return
        self.loser = 1 if difference > 0 else 0
        if self.loser == 0 and safe:  # RAF-5.32
            self._after_fight()
            return
        size = max(difference, -difference)
        seat = self.seat_of(self.loser)
        column = self.column_of(self.loser)
        if size == 1:
            self.fate = IS_SHAKEN
            self._shake(seat, column, 0)
            self._after_fight()
        elif size == 2 or (size == 3 and is_in(self.tables.spared[seat], self.kind_at(seat, column))):
            if not self._routs(seat, column, 0, 0):
                self._route()
        else:
            self._eliminate(seat, column, 0, True)
            self._lose_top(IS_ELIMINATED)

    def guns_are_safe(self) -> bool:
        """RAF-5.32: artillery that attacks infantry or cavalry."""
        attacker = self.kind_at(self.active, self.front)
        defender = self.kind_at(1 - self.active, self.target)
        return is_in(KIND.artillery, attacker) and not is_in(KIND.artillery, defender)

    def _tell_sums(self) -> None:
        for side in range(2):
            terms = self.terms(side)
            numbers = [self.shown(side)]
            for n in range(len(terms)):
                numbers.append(terms[n])
            cards = [self.kind_at(self.seat_of(side), self.column_of(side))]
            cards += members_of(self.aids[side] & KIND.rolls)
            self.note_list(SUMMED, self.seat_of(side), cards, packed(numbers))

    def _shake(self, seat: i64, column: i64, place: i64) -> None:
        """RAF-5.35."""
        post = self.post(seat, column)
        card = card_at(post.stack, place)
        if card & SHAKEN != 0:
            return
        post.stack = with_card(post.stack, place, card | SHAKEN)
        if self.clerk.recording:
            number = packed([position_of(seat, column), place])
            self.note_list(SHAKEN_NOW, seat, [kind_of(card)], number, private=card & SEEN == 0)

    def _routs(self, seat: i64, column: i64, place: i64, mode: i64) -> bool:
        """RAF-5.34, 7.13: a battalion that routs is seen, and may be taken: is that asked?"""
        self.mode = mode
        self.tested = seat
        self.column = column
        self.place = place
        post = self.post(seat, column)
        card = card_at(post.stack, place)
        if card & SEEN == 0:
            post.stack = with_card(post.stack, place, card | SEEN)
            self.reveal()
        if self.clerk.recording:
            self.note_list(ROUTED, seat, [kind_of(card)], packed([position_of(seat, column), place]))
        self.word = 1 - seat
        if self._might(self.word, bit(TAKE_PRISONERS)) == 0:
            return False
        self.frames = PRISONERS
        return True

    def _route(self) -> None:
        """It goes to its owner's discard pile."""
        army = self.army(self.tested)
        kind = self._remove(army, self.column, self.place)
        army.discard = plus(army.discard, one(kind))
        if kind == GUARD:
            army.posts[self.column].passes += 1
        self._after_rout(IS_ROUTED)

    def _capture(self) -> None:
        """Take Prisoners: an elimination in every respect."""
        self._eliminate(self.tested, self.column, self.place, True)
        self._after_rout(IS_ELIMINATED)

    def _after_rout(self, fate: i64) -> None:
        if self.mode == PASSING:
            self.penalty += 1
            self.left -= 1
            if not self._tests():
                self._checks()
        elif self.mode == SUPPORTER:
            self._after_fight()
        else:
            self._lose_top(fate)

    def _remove(self, army: Army, column: i64, place: i64) -> i64:
        """A battalion leaves its stack, and its markers with it; its kind."""
        post = army.posts[column]
        kind = kind_of(card_at(post.stack, place))
        post.stack = without_card(post.stack, place)
        if post.stack == 0:
            post.lost = True
        return kind

    def _eliminate(self, seat: i64, column: i64, place: i64, tests: bool) -> None:
        """RAF-5.33; those of an army check cause no other checks (RAF-7.20)."""
        army = self.army(seat)
        kind = self._remove(army, column, place)
        army.eliminated = plus(army.eliminated, one(kind))
        if self.clerk.recording:
            self.note_list(ELIMINATED, seat, [kind], packed([position_of(seat, column), place]))
        if not tests:
            return
        army.posts[column].passes += 1
        if kind == GUARD:
            if column > 0:
                army.posts[column - 1].passes += 1
            if column < COLUMNS - 1:
                army.posts[column + 1].passes += 1

    def _lose_top(self, fate: i64) -> None:
        """RAF-5.36: the loser is gone; the one who supported him shares some of it."""
        self.fate = fate
        if self.loser == 0:
            self.attacker_here = False
        else:
            self.defender_here = False
        supporter = self.supporters[0] if self.loser == 0 else self.supporters[1]
        seat = self.seat_of(self.loser)
        column = self.column_of(self.loser)
        if supporter != NONE and fate == IS_ELIMINATED:
            if self._routs(seat, column, supporter - 1, SUPPORTER):
                return
            self._route()
            return
        if supporter != NONE:
            self._shake(seat, column, supporter - 1)
        self._after_fight()

    def _immediate_checks(self) -> None:
        """A difference of 0: the attacker, then the defender (RAF-5.31, 7.21)."""
        while self.silent < 2:
            side = self.silent
            self.silent += 1
            self.mode = FIGHT
            self.tested = self.seat_of(side)
            self.column = self.column_of(side)
            self.place = 0
            self.left = 1
            if self._begin_check():
                return
        self._after_fight()

    def _after_fight(self) -> None:
        """RAF-5.37, 5.38."""
        self._clear_check()
        if self.attacker_here and is_in(KIND.cavalry, self.kind_at(self.active, self.front)):
            self._blow(self.active, self.front)
            if self.defender_here and is_in(KIND.cavalry, self.kind_at(1 - self.active, self.target)):
                self._blow(1 - self.active, self.target)
        elif self.defender_here and not self.attacker_here and self._was_charged():
            self._blow(1 - self.active, self.target)
        if not self._decided():
            self._end_attack()

    def _was_charged(self) -> bool:
        """Cavalry that has beaten off cavalry: only cavalry attacks cavalry, but for guns, and those stay."""
        return is_in(KIND.cavalry, self.kind_at(1 - self.active, self.target))

    def _blow(self, seat: i64, column: i64) -> None:
        post = self.post(seat, column)
        post.stack |= BLOWN | FRESH
        self._tell(BLOWN_NOW, seat, [kind_of(post.stack)])

    def _end_attack(self) -> None:
        """RAF-5.39: the defender to the bottom; one more attack by a card; the attacker to the bottom."""
        if self.defender_here:
            self._sink(1 - self.active, self.target)
        self.frames = AGAIN
        if self._might(self.active, self._again_cards()) == 0:
            self._close_attack()

    def _sink(self, seat: i64, column: i64) -> None:
        """A card that has fought goes face down to the bottom."""
        post = self.post(seat, column)
        if self.clerk.recording:
            self.note_list(SUNK, seat, [kind_of(post.stack)], position_of(seat, column))
        post.stack = top_to_bottom(post.stack)

    def _again_cards(self) -> i64:
        """The card with which this attacker could attack once more."""
        if not self.attacker_here or self.again:
            return 0
        kind = self.kind_at(self.active, self.front)
        if is_in(KIND.artillery, kind):
            if self.target == NONE:
                return 0
            there = height(self.post(1 - self.active, self.target).stack)
            return bit(INDIRECT_FIRE) if there > (1 if self.defender_here else 0) else 0
        if self.targets(self.front, kind) == 0:
            return 0
        return bit(SABERS) if is_in(KIND.cavalry, kind) else bit(FUSILLADE)

    def _attack_again(self, target: i64) -> None:
        self.again = True
        self._engage(self.front, target)

    def _close_attack(self) -> None:
        if self.attacker_here:
            self._sink(self.active, self.front)
        self.again = False
        self._clear_fight()
        self._menu()

    # -- RAF-7 Morale Phase ----------------------------------------------------------------------------------------

    def _morale_phase(self) -> None:
        for seat in range(2):
            army = self.army(seat)
            for column in range(COLUMNS):
                army.posts[column].passed = False
        self._tell(MORALE_CAME, self.active, [])
        self._snipers()

    def _snipers(self) -> None:
        """RAF-7.10."""
        self.frames = SNIPER
        while self.silent < 2:
            self.word = self.active if self.silent == 0 else 1 - self.active
            if self._snipable() != 0 and self._might(self.word, bit(SNIPER_CARD)) != 0:
                return
            self.silent += 1
        self.silent = 0
        self._checks()

    def _snipable(self) -> i64:
        """The enemy columns with a battalion, for the side whose word it is."""
        enemy = self.army(1 - self.word)
        columns: i64 = 0
        for column in range(COLUMNS):
            if enemy.posts[column].stack != 0:
                columns |= bit(column)
        return columns

    def _snipe(self, column: i64) -> None:
        self.post(1 - self.word, column).passes += self._amount(SNIPER_CARD)
        self._tell(SNIPED, self.word, [], position_of(1 - self.word, column))
        self._snipers()

    def _checks(self) -> None:
        """RAF-7.11: until nothing is due any more; then RAF-7.15 and the rallies, and once more (RAF-7.17)."""
        while self._take_pass():
            if self._begin_check():
                return
        self._clear_check()
        self.word = 0
        self.scan = 0
        if self._decided():
            return
        if self.stage == 0:
            self._rallies()
        else:
            self.stage = 0
            self._discard_phase()

    def _take_pass(self) -> bool:
        """The next pass that is due, the opponent's stacks first, column by column; is there one?"""
        stops: i64 = COLUMNS + 1  # of each side: its army check, then column by column
        for _step in range(2 * stops):
            seat = 1 - self.active if self.scan < stops else self.active
            stop: i64 = self.scan % stops
            if self._sweep_on(seat) if stop == 0 else self._column_on(seat, stop - 1):
                return True
            self.scan = (self.scan + 1) % (2 * stops)
        return False

    def _column_on(self, seat: i64, column: i64) -> bool:
        """The next pass of a stack; is there one?"""
        post = self.post(seat, column)
        while post.passes > 0:
            post.passes -= 1
            if post.stack != 0 and not (self.tables.pass_per_stack and post.passed):
                post.passed = True
                self._begin_pass(seat, column, PASSING)
                return True
        return False

    def _sweep_on(self, seat: i64) -> bool:
        """RAF-8.12: the next stack of an army check; is there one?"""
        army = self.army(seat)
        if army.army_check:
            army.army_check = False
            self.sweep = 0
        if self.sweep == NONE:
            return False
        while self.sweep < COLUMNS:
            column = self.sweep
            self.sweep += 1
            if army.posts[column].stack != 0:
                self._begin_pass(seat, column, ARMY)
                return True
        self.sweep = NONE
        return False

    def _begin_pass(self, seat: i64, column: i64, mode: i64) -> None:
        """RAF-7.12."""
        self.mode = mode
        self.tested = seat
        self.column = column
        self.place = 0
        self.left = height(self.post(seat, column).stack)
        self.penalty = 0
        if self.clerk.recording:
            self.note_list(PASS_BEGAN, seat, [], packed([position_of(seat, column), 1 if mode == ARMY else 0]))

    def _begin_check(self) -> bool:
        """Before a pass or a check in a fight the opponent may play Overrun: is somebody asked?"""
        self.overrun = 0
        self.word = 1 - self.tested
        if self._might(self.word, bit(OVERRUN_CARD)) != 0:
            self.frames = OVERRUN
            return True
        return self._tests()

    def _tests(self) -> bool:
        """The cards of a pass one after the other, or one card: is somebody asked?"""
        while self.left > 0:
            self.helped = False
            if self._roll_check():
                self._pass_check()
            elif self.check_rerolls() != 0:
                self.frames = CHECK
                self.word = self.tested
                return True
            elif self._fail_check():
                return True
        return False

    def morale(self, seat: i64, kind: i64) -> i64:
        """RAF-1.1, 7.2."""
        return self.printed_morale(kind) - (1 if self.army(seat).headless else 0)

    def printed_morale(self, kind: i64) -> i64:
        """RAF-1.1: squares and riding around go by this."""
        return MORALE + self.modifier(kind)

    def _roll_check(self) -> bool:
        """RAF-7.1: two dice and what is added, against the morale value."""
        card = card_at(self.post(self.tested, self.column).stack, self.place)
        first = self.die()
        second = self.die()
        self.roll = first + second
        self.reveal()
        added = self.penalty + self.overrun
        passed = self.roll + added <= self.morale(self.tested, kind_of(card))
        if self.clerk.recording:
            where = position_of(self.tested, self.column)
            numbers = packed([where, self.place, first, second, added, 1 if passed else 0, self.mode])
            self.note_list(CHECKED, self.tested, [kind_of(card)], numbers, private=card & SEEN == 0)
        return passed

    def check_rerolls(self) -> i64:
        """RAF-7.14: who can re-roll the failed check, as a set of the two actions."""
        actions: i64 = 0
        if not self.helped and self.can_reroll(self.tested, self.column):
            actions = bit(REROLL_GENERAL)
        army = self.army(self.tested)
        behind = self.mode != FIGHT and army.commander != NONE
        if behind and army.commander_rerolls < self.allowance(self.tested, army.commander):
            actions |= bit(REROLL_COMMANDER)
        return actions

    def _reroll_check(self, action: i64) -> None:
        army = self.army(self.tested)
        if action == REROLL_COMMANDER:
            army.commander_rerolls += 1
            self.helped = True
            self._tell(REROLLED, self.tested, [army.commander])
        else:
            self._tell(REROLLED, self.tested, [army.posts[self.column].general])
        passed = self._roll_check()
        if action == REROLL_GENERAL:
            self._danger(self.tested, self.column)
        if passed:
            self._pass_check()
        elif self.check_rerolls() != 0 or self._fail_check():
            return
        self._check_on()

    def _check_on(self) -> None:
        """The check of a card is settled: the next one, and what comes after all."""
        if self._tests():
            return
        if self.mode == FIGHT:
            self._immediate_checks()
        elif self.mode == RALLY:
            self._rallies()
        else:
            self._checks()

    def _pass_check(self) -> None:
        self.left -= 1
        if self.mode == RALLY:
            self._rally()
        self.place += 1

    def _fail_check(self) -> bool:
        """RAF-5.31, 7.13, 7.16, 8.12: is somebody asked?"""
        if self.mode == PASSING:
            if self._routs(self.tested, self.column, self.place, PASSING):
                return True
            army = self.army(self.tested)
            kind = self._remove(army, self.column, self.place)
            army.discard = plus(army.discard, one(kind))
            if kind == GUARD:
                army.posts[self.column].passes += 1
            self.penalty += 1
        elif self.mode == ARMY:
            self._eliminate(self.tested, self.column, self.place, False)
            self.penalty += 1
        else:
            if self.mode == FIGHT:
                self._shake(self.tested, self.column, self.place)
            self.place += 1
        self.left -= 1
        return False

    def _rallies(self) -> None:
        """RAF-7.16."""
        self.mode = RALLY
        while self.scan < 2 * COLUMNS:
            seat = 1 - self.active if self.scan < COLUMNS else self.active
            column: i64 = self.scan % COLUMNS
            stack = self.post(seat, column).stack
            while self.place < height(stack):
                self.curable = self._curable(seat, column, self.place)
                if self.curable != 0:
                    self.tested = seat
                    self.column = column
                    self.left = 1
                    if self._tests():
                        return
                    stack = self.post(seat, column).stack
                else:
                    self.place += 1
            self.place = 0
            self.scan += 1
        self.scan = 0
        self.stage = 2
        self._checks()

    def _curable(self, seat: i64, column: i64, place: i64) -> i64:
        """The markers that a card can lose by a check that begins now."""
        post = self.post(seat, column)
        card = card_at(post.stack, place)
        markers: i64 = card & SHAKEN
        if self.tables.rally_needs_commander and post.general == NONE:
            markers = 0
        return markers | (card & BLOWN if card & FRESH == 0 else 0)

    def _rally(self) -> None:
        """What was curable when the check began; that the general died over it does not count (RAF-8.5)."""
        post = self.post(self.tested, self.column)
        card = card_at(post.stack, self.place)
        post.stack = with_card(post.stack, self.place, card & ~self.curable)
        if self.clerk.recording:
            number = packed([position_of(self.tested, self.column), self.place])
            self.note_list(RALLIED, self.tested, [kind_of(card)], number, private=card & SEEN == 0)

    # -- RAF-9 Discard and Redraw Phase ----------------------------------------------------------------------------

    def _discard_phase(self) -> None:
        """RAF-9.1."""
        self.frames = DISCARD
        if is_none(self.army(self.active).hand):
            self._redraw()

    def _give_back(self, piece: i64) -> None:
        """RAF-9.1, 9.2, 9.3: one; or, above the limit, all that must go are shown together."""
        army = self.army(self.active)
        army.hand = less(army.hand, one(piece))
        self.picked = plus(self.picked, one(piece))
        if self.phase() == LIMIT and total(army.hand) > HAND_LIMIT:
            return
        gone = copies(self.picked)
        self.close_frame()
        for n in range(len(gone)):
            army.lose(gone[n])
            self._drop(army, gone[n])
        self._tell(DISCARDED, army.seat, gone)
        if self.tables.army_breakpoint and self._decided():
            return
        if self.phase() == DISCARD:
            self._to_limit()
        else:
            self._end_turn()

    def _to_limit(self) -> None:
        """RAF-9.2."""
        if total(self.army(self.active).hand) > HAND_LIMIT:
            self.frames = LIMIT
        else:
            self._redraw()

    def _redraw(self) -> None:
        """RAF-9.2: up to seven, card by card."""
        self.frames = REDRAW
        army = self.army(self.active)
        while not self.confused and total(army.hand) < HAND_LIMIT:
            sources = self.sources(True)
            if sources == FROM_RESERVE | FROM_TACTICS:
                return
            if sources == 0:
                break
            self._draw(sources)
        self._end_turn()

    def _end_turn(self) -> None:
        """RAF-4.1, 10.5."""
        if self.turn >= self.tables.last_turn:
            self._tell(NIGHT_FELL, self.active, [], self.turn // 2)
            self.frames = OVER
            return
        self.active = 1 - self.active
        self._begin_turn()

    # -- RAF-10 Victory --------------------------------------------------------------------------------------------

    def lost_positions(self, seat: i64) -> i64:
        """RAF-10.1: the positions that count as lost (option `lost_positions`)."""
        army = self.army(seat)
        lost: i64 = 0
        for column in range(COLUMNS):
            post = army.posts[column]
            empty = post.stack == 0
            if self.tables.cumulative:
                lost += 1 if post.lost or empty else 0
            elif self.tables.enemy_action:
                lost += 1 if post.lost and empty else 0
            else:
                lost += 1 if empty else 0
        return lost

    def losses(self, seat: i64) -> i64:
        """RAF-10.4: the breakpoint values eliminated and in the discard pile."""
        army = self.army(seat)
        return self._value(army.eliminated) + self._value(army.discard)

    def _value(self, pile: tuple[i64, i64, i64, i64, i64]) -> i64:
        value: i64 = 0
        left = some(pile) & KIND.battalions
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            value += count(pile, kind) * (BREAKPOINT + self.modifier(kind))
        return value

    def excess(self, seat: i64) -> i64:
        """By how much an army is beyond what ends the battle; 0 or less if it is not (RAF-10.4)."""
        beyond: i64 = self.tables.breakpoints[seat]
        return self.losses(seat) - beyond + (1 if self.tables.reached else 0)

    def is_beaten(self, seat: i64) -> bool:
        """RAF-10.1, 10.4."""
        if self.lost_positions(seat) >= LOST:
            return True
        return self.tables.army_breakpoint and self.excess(seat) > 0

    def _decided(self) -> bool:
        """RAF-10.2: a victory check; is the game over?"""
        for seat in range(2):
            army = self.army(seat)
            for column in range(COLUMNS):
                post = army.posts[column]
                if self.tables.cumulative and post.stack == 0:
                    post.lost = True
        if not self.is_beaten(0) and not self.is_beaten(1):
            return False
        winner = self.victor()
        if winner == NONE:
            self._tell(DRAWN_GAME, self.active, [])
        else:
            self._tell(TRIUMPHED, winner, [])
        self.frames = OVER
        return True

    def victor(self) -> i64:
        """The seat that has won a game that is over, or NONE (RAF-10.1 to 10.5)."""
        ours = self.lost_positions(0)
        theirs = self.lost_positions(1)
        blue = self.is_beaten(0)
        red = self.is_beaten(1)
        if blue != red:
            return 1 if blue else 0
        if ours != theirs:
            return 0 if ours < theirs else 1
        if blue:
            left = self.excess(0)
            right = self.excess(1)
            if not self.tables.army_breakpoint or left == right:
                return NONE
            return 0 if left < right else 1
        value: i64 = self.tables.values[0]
        other: i64 = self.tables.values[1]
        mine = self.losses(0) * other
        yours = self.losses(1) * value
        return NONE if mine == yours else 0 if mine < yours else 1

    def returns(self) -> list[float]:
        winner: i64 = self.victor() if self.frames == OVER else NONE
        return [0.0, 0.0] if winner == NONE else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    # -- the open frame --------------------------------------------------------------------------------------------

    def _open(self, piece: i64) -> None:
        """A card is taken from the hand, not yet shown, and what it asks for comes next."""
        army = self.army(self.decider())
        army.hand = less(army.hand, one(piece))
        self.picked = plus(self.picked, one(piece))
        self._continue()

    def _asks(self) -> i64:
        """What the open frame has to ask next, or OVER: nothing more."""
        window = self.window()
        if self.doing == PLACING or self.doing == DEPLOYING:
            return STACK
        if self.doing == MOVING:
            return CARD if self.which == NONE else STACK
        if self.doing == ATTACKING:
            return ENEMY
        piece = lowest(some(self.picked))
        if is_in(KIND.drawers, piece):
            return FETCH
        if piece == PROBE:
            return STACK if self.origin == NONE else CARD if self.which == NONE else ENEMY
        if piece == RIVER:
            return SIDE
        if is_in(KIND.terrains, piece):
            return STACK
        if piece == SNIPER_CARD:
            return ENEMY
        if window == AGAIN and piece != INDIRECT_FIRE:
            return ENEMY
        return OVER

    def _answers(self) -> i64:
        """The columns, places or sides that the question of the open frame may be answered with."""
        army = self.army(self.decider())
        if self.doing == MOVING:
            return self._leavers(self.origin) if self.which == NONE else self._moves_to(self.origin, self.which)
        if self.doing == ATTACKING:
            return self.targets(self.origin, self.kind_at(self.active, self.origin))
        piece = lowest(some(self.picked))
        if self.doing == PLACING:
            return self._start_columns_of_picked(piece)
        if self.doing == DEPLOYING:
            return self._roomy(army) if piece < FIRST_COMMANDER else self._roles(army)
        if piece == PROBE:
            if self.origin == NONE:
                return self._light_columns()
            return self._lights(self.origin) if self.which == NONE else self.targets(self.origin, LIGHT)
        if is_in(KIND.terrains, piece):
            return self._sites(piece)
        if piece == SNIPER_CARD:
            return self._snipable()
        return self.targets(self.front, self.kind_at(self.active, self.front))

    def _start_columns_of_picked(self, kind: i64) -> i64:
        """The same as `_start_columns`, while the battalion is in the picks."""
        army = self.army(self.word)
        if self.tables.thoth:
            army.hand = plus(army.hand, one(kind))
            columns = self._start_columns(kind)
            army.hand = less(army.hand, one(kind))
        else:
            army.reserve = plus(army.reserve, one(kind))
            columns = self._start_columns(kind)
            army.reserve = less(army.reserve, one(kind))
        return columns

    def _is_asked(self, asks: i64, answers: i64) -> bool:
        """Is it a question? A Probe's hidden choice is one wherever the other side cannot rule it out."""
        if is_in(some(self.picked), PROBE) and asks != ENEMY:
            army = self.army(self.active)
            if asks == CARD:
                return height(army.posts[self.origin].stack) > 1
            stacks: i64 = 0
            for column in range(COLUMNS):
                stacks += 1 if army.posts[column].stack != 0 else 0
            return stacks > 1
        return answers & (answers - 1) != 0

    def _continue(self) -> None:
        """The next question of the open frame."""
        asks = self._asks()
        if asks == OVER:
            self._close(NONE)
            return
        if asks == FETCH:
            if self._fetch_choices() > 1:
                self.enter(FETCH)
            else:
                self._close(NONE)
            return
        answers = self._answers()
        if not self._is_asked(asks, answers):
            self._answer(lowest(answers))
        elif self.phase() >= FETCH:
            self.go(asks)
        else:
            self.enter(asks)

    def _fetch_choices(self) -> i64:
        """How many ways there are to use a card that draws."""
        sources: i64 = 0 if self.confused else self.sources(False)
        return ones(sources) + ones(self._fetchable(lowest(some(self.picked))))

    def _answer(self, thing: i64) -> None:
        asks = self._asks()
        if self.doing == MOVING and asks == CARD:
            self.which = thing
            self._continue()
        elif asks in (STACK, CARD) and is_in(some(self.picked), PROBE):
            if asks == STACK:
                self.origin = thing
            else:
                self.which = thing
            self._continue()
        else:
            self._close(thing)

    def _close(self, thing: i64) -> None:
        """All is named: it is shown, and it happens."""
        if self.phase() >= FETCH:
            self.leave()
        if self.doing == MOVING:
            self._move(thing)
            return
        if self.doing == ATTACKING:
            column = self.origin
            self.close_frame()
            self._declare(column, thing)
            return
        piece = lowest(some(self.picked))
        army = self.army(self.decider())
        if self.doing == PLACING:
            self._close_placing(army, piece, thing)
            return
        deploying = self.doing == DEPLOYING
        origin = self.origin
        which = self.which
        self.close_frame()
        if deploying:
            self._deploy(piece, thing)
            return
        army.lose(piece)
        army.played |= bit(piece)
        if is_in(KIND.terrains, piece):
            self._lay_terrain(piece, thing)
            return
        self._drop(army, piece)
        if self.clerk.recording:
            self.note_list(PLAYED, army.seat, [piece], self.phase())
        if piece == PROBE:
            self._probe(origin, which, thing)
        else:
            self._play(piece, thing)

    def _close_placing(self, army: Army, kind: i64, column: i64) -> None:
        """In the set-up the frame stays open until the line is left as it is."""
        self.picked = nothing()
        self.doing = 0
        post = army.posts[column]
        post.stack = at_bottom(post.stack, card_of(kind))

    def _play(self, piece: i64, thing: i64) -> None:
        """RAF-11.3: what a card does that is not Terrain."""
        if piece == CONFUSION_CARD:
            self.confused = True
            self._draw_phase()
        elif is_in(KIND.drawers, piece):
            self._play_drawer(piece)
        elif piece == SCOUTS:
            self._scout()
            self._go_on()
        elif piece == COLUMN:
            self.moves += self._amount(COLUMN)
        elif piece == DIFFICULT_TERRAIN:
            self.attacks = max(0, self.attacks - self._amount(DIFFICULT_TERRAIN))
            self._menu()
        elif piece in (FIRE_AT_WILL, ADVANCE):
            self.attacks += self._amount(piece)
            self.further += self._amount(piece)
            self._menu()
        elif piece in (FUSILLADE, SABERS):
            self._attack_again(thing)
        elif piece == INDIRECT_FIRE:
            self._attack_again(self.target)
        elif piece == SNIPER_CARD:
            self._snipe(thing)
        elif piece == OVERRUN_CARD:
            self.overrun = self._amount(OVERRUN_CARD)
            self._check_on()
        elif piece == TAKE_PRISONERS:
            self._capture()
        else:
            self._aid(piece)

    def _play_drawer(self, piece: i64) -> None:
        """A card that draws, where there was nothing to choose."""
        if self.confused:
            self._fetch(lowest(self._fetchable(piece)))
        else:
            self.extra = self._amount(piece)
            self._draw_extra()

    def _go_on(self) -> None:
        """The same window again, if somebody could still act in it."""
        phase = self.phase()
        if phase == DRAW:
            self._draw_on()
        elif phase == TERRAIN:
            self._terrain_phase()
        elif phase == MANEUVER:
            self._maneuver()
        elif phase == REINFORCE:
            self._reinforce()
        else:
            self._menu()

    def _probe(self, column: i64, place: i64, target: i64) -> None:
        """A Light from anywhere in its stack: while it fights it is on top."""
        post = self.army(self.active).posts[column]
        card = card_at(post.stack, place)
        post.stack = on_top(without_card(post.stack, place), card)
        self._tell(PROBED, self.active, [LIGHT], packed([position_of(self.active, column), place]))
        self._engage(column, target)

    def _appoint_by_chance(self, piece: i64) -> None:
        """Option `commander_roles`: chance says what a commander becomes."""
        army = self.army(self.active)
        roles: i64 = 0
        left = self._roles(army)
        while left != 0:
            column = lowest(left)
            left &= left - 1
            roles |= bit(column if column == COMMAND_COLUMN else position_of(army.seat, column))
        army.hand = less(army.hand, one(piece))
        role = self.random_thing(roles)
        self.reveal()
        self._deploy(piece, role if role == COMMAND_COLUMN else position_of(army.seat, role))

    # -- what may be chosen ----------------------------------------------------------------------------------------

    def _plain(self) -> i64:
        """The plain actions of this phase that are open, as a set of their numbers."""
        phase = self.phase()
        if phase >= FETCH:
            return self._plain_answers(phase)
        if phase == DRAW:
            sources: i64 = self.sources(False) if self.draws > 0 else 0
            return sources << DRAW_RESERVE if sources != 0 else bit(PASS)
        if phase == REDRAW:
            return self.sources(True) << DRAW_RESERVE
        if phase == SETUP:
            ready: i64 = bit(READY) if self._placeable() != 0 else 0
            return ready | (bit(PASS) if self._line_stands() else 0)
        if phase in (MANEUVER, REINFORCE):
            actions = bit(PASS) | self._at(TAKE_OVER_AT, self.active, self._vacant())
            if phase == MANEUVER:
                actions |= self._at(REORGANISE_AT, self.active, self._sortable())
                if self.moves > 0:
                    actions |= self._at(MOVE_AT, self.active, self._movable())
            return actions
        if phase == ATTACK:
            return bit(PASS) | self._at(ATTACK_AT, self.active, self._attackers())
        if phase == COVER:
            return bit(PASS) | bit(TAKE_COVER)
        if phase == RIDE:
            return bit(PASS) | bit(RIDE_AROUND)
        if phase == SUPPORT:
            return bit(PASS) | (self._supporters() << CARD_AT)
        if phase in (SQUARE_ROLL, RIDE_ROLL, REROLL):
            return bit(PASS) | bit(REROLL_GENERAL)
        if phase == CHECK:
            return bit(PASS) | self.check_rerolls()
        return 0 if phase in (OVER, CASUALTY, LIMIT) else bit(PASS)

    def _plain_answers(self, phase: i64) -> i64:
        if phase == FETCH:
            return 0 if self.confused else self.sources(False) << DRAW_RESERVE
        if phase == ORDER:
            return (bit(height(self.army(self.active).posts[self.origin].stack) - self.sorted) - 1) << CARD_AT
        answers = self._answers()
        seat = self.decider()
        if phase == STACK:
            command: i64 = bit(COMMAND) if is_in(answers, COMMAND_COLUMN) else 0
            return self._at(STACK_AT, seat, answers) | command
        if phase == ENEMY:
            reserve: i64 = bit(ENEMY_RESERVE) if is_in(answers, RESERVE_COLUMN) else 0
            return self._at(ENEMY_AT, 1 - seat, answers) | reserve
        if phase == CARD:
            return answers << CARD_AT
        return bit(SIDE_LEFT) | bit(SIDE_RIGHT)  # a River is asked about only where both are free

    def _at(self, first: i64, seat: i64, columns: i64) -> i64:
        """The actions that name these columns as the seat calls them."""
        if seat == 0:
            return (columns & 31) << first
        actions: i64 = 0
        for column in range(COLUMNS):
            if is_in(columns, column):
                actions |= bit(first + COLUMNS - 1 - column)
        return actions

    def _playable(self) -> i64:
        """The Tactics cards that this window is for."""
        phase = self.phase()
        if phase == CONFUSION:
            return bit(CONFUSION_CARD)
        if phase == DRAW:
            return self._drawing_cards()
        if phase == TERRAIN:
            return self._terrain_cards()
        if phase == MANEUVER:
            return self._maneuver_cards()
        if phase == REINFORCE:
            return self._scouting()
        if phase == DIFFICULTY:
            return bit(DIFFICULT_TERRAIN)
        if phase == ATTACK:
            probe: i64 = bit(PROBE) if self._light_columns() != 0 else 0
            return bit(FIRE_AT_WILL) | bit(ADVANCE) | self._scouting() | probe
        if phase == SQUARE:
            return self._square_cards()
        if phase == TACTICS:
            return self._roll_cards()
        if phase == OVERRUN:
            return bit(OVERRUN_CARD)
        if phase == PRISONERS:
            return bit(TAKE_PRISONERS)
        if phase == AGAIN:
            return self._again_cards()
        return bit(SNIPER_CARD) if phase == SNIPER else 0

    def _pieces(self) -> i64:
        """The cards that can be chosen with the verb of this phase."""
        phase = self.phase()
        if phase == FETCH:
            return 0 if is_none(self.picked) else self._fetchable(lowest(some(self.picked)))
        if phase == OVER or phase > FETCH:
            return 0
        if phase == SETUP:
            return self._placeable()
        if phase == EXCHANGE:
            return self._returnable()
        if phase == CASUALTY:
            return some(self.army(1 - self.active).discard) & KIND.battalions
        army = self.army(self.decider())
        held = some(army.hand)
        if phase in (DISCARD, LIMIT):
            return held
        playable: i64 = 0
        if held & KIND.tactics != 0:
            playable = held & KIND.tactics & ~army.played & self._playable()
        if phase in (MANEUVER, REINFORCE):
            playable |= self._deployable(army, held)
        return playable

    def _deployable(self, army: Army, held: i64) -> i64:
        pieces: i64 = 0
        if held & KIND.battalions != 0 and self._roomy(army) != 0:
            pieces = held & KIND.battalions
        if held & KIND.commanders != 0 and self._roles(army) != 0:
            pieces |= held & KIND.commanders
        return pieces

    def step(self, action: i64) -> None:
        self.ply += 1
        if action == PASS:
            self._pass()
        elif action < PLAINS:
            self._step_plain(action)
        else:
            self._step_piece(VERB_OF[action], PIECE[action])

    def _step_piece(self, verb: i64, piece: i64) -> None:
        if verb == EXCHANGE:
            self._return(piece)
        elif verb == CASUALTY:
            self._choose(piece)
        else:
            self.made += 1
            if verb == SETUP:
                self._pick_up(piece)
            elif verb == LIMIT:
                self._give_back(piece)
            elif verb == REINFORCE:
                self.doing = DEPLOYING
                if piece >= FIRST_COMMANDER and self.tables.random_roles:
                    self.close_frame()
                    self._appoint_by_chance(piece)
                else:
                    self._open(piece)
            else:
                self._open(piece)

    def _pick_up(self, kind: i64) -> None:
        """A battalion of the set-up, about to be placed."""
        army = self.army(self.word)
        if self.tables.thoth:
            army.hand = less(army.hand, one(kind))
        else:
            army.reserve = less(army.reserve, one(kind))
        self.picked = one(kind)
        self.doing = PLACING
        self._continue()

    def _choose(self, kind: i64) -> None:
        if self.phase() == CASUALTY:
            self._give_up(kind)
            return
        piece = lowest(some(self.picked))
        self._show_drawer(piece)
        self._fetch(kind)

    def _show_drawer(self, piece: i64) -> None:
        """A card that draws is played; where it may draw or fetch, that has been chosen."""
        army = self.army(self.active)
        self.leave()
        self.close_frame()
        army.lose(piece)
        army.played |= bit(piece)
        self._drop(army, piece)
        if self.clerk.recording:
            self.note_list(PLAYED, army.seat, [piece], DRAW)

    def _step_plain(self, action: i64) -> None:
        phase = self.phase()
        if action in (DRAW_RESERVE, DRAW_TACTICS):
            self._draw_from(phase, action)
        elif action == TAKE_COVER:
            self._take_cover()
        elif action == RIDE_AROUND:
            self._ride()
        elif action in (REROLL_GENERAL, REROLL_COMMANDER):
            self._step_reroll(phase, action)
        elif phase == SUPPORT:
            self._back(action - CARD_AT)
        elif TAKE_OVER_AT <= action < STACK_AT:
            self._take_over(position_of(self.active, action - TAKE_OVER_AT))
        else:
            self.made += 1
            self._step_frame(action)

    def _step_frame(self, action: i64) -> None:
        """What opens a frame, or answers its question."""
        seat = self.decider()
        if action == READY:
            self._ready()
        elif self.doing == SORTING:
            self._sort(action - CARD_AT)
        elif REORGANISE_AT <= action < MOVE_AT:
            self.doing = SORTING
            self.origin = position_of(seat, action - REORGANISE_AT)
            self.kept = self.army(seat).posts[self.origin].stack
            self.enter(ORDER)
        elif action < ATTACK_AT:
            self.doing = MOVING
            self.origin = position_of(seat, action - MOVE_AT)
            self._continue()
        elif action < TAKE_OVER_AT:
            self.doing = ATTACKING
            self.origin = position_of(seat, action - ATTACK_AT)
            self._continue()
        else:
            self._answer(self._thing(seat, action))

    def _thing(self, seat: i64, action: i64) -> i64:
        """The column or place that an answer names."""
        if action < ENEMY_AT:
            return position_of(seat, action - STACK_AT)
        if action < ENEMY_RESERVE:
            return position_of(1 - seat, action - ENEMY_AT)
        if action == ENEMY_RESERVE:
            return RESERVE_COLUMN
        if action == COMMAND:
            return COMMAND_COLUMN
        if action == SIDE_LEFT:
            return position_of(seat, 0)
        if action == SIDE_RIGHT:
            return position_of(seat, COLUMNS - 1)
        return action - CARD_AT

    def _draw_from(self, phase: i64, action: i64) -> None:
        source: i64 = FROM_RESERVE if action == DRAW_RESERVE else FROM_TACTICS
        if phase == DRAW:
            self.draws -= 1
            self._draw(source)
            self._draw_on()
        elif phase == REDRAW:
            self._draw(source)
            self._redraw()
        else:
            if is_none(self.picked):
                self.leave()
            else:
                piece = lowest(some(self.picked))
                self._show_drawer(piece)
                self.extra = self._amount(piece)
            self.extra -= 1
            self._draw(source)
            self._draw_extra()

    def _step_reroll(self, phase: i64, action: i64) -> None:
        if phase == REROLL:
            self._reroll_attack()
        elif phase == CHECK:
            self._reroll_check(action)
        else:
            self._reroll_charge(phase)

    def _reroll_charge(self, phase: i64) -> None:
        """RAF-5.26: a general re-rolls for a square, or for riding around one."""
        riding = phase == RIDE_ROLL
        side: i64 = 0 if riding else 1
        seat = self.seat_of(side)
        column = self.column_of(side)
        kind = self.kind_at(seat, column)
        self._tell(REROLLED, seat, [self.post(seat, column).general])
        made = self._two_dice(RIDE_ROLLED if riding else SQUARE_ROLLED, seat, kind, self.printed_morale(kind) - 1)
        self._danger(seat, column)
        if not made and self.can_reroll(seat, column):
            return
        if riding:
            if made:
                self._end_attack()
            else:
                self._support()
        else:
            self.square = 1 if made else 2
            self._after_square()

    def _pass(self) -> None:
        phase = self.phase()
        # A card that is not played is not worth a line of the log; the journal has it.
        if self.clerk.recording and phase in _TOLD_PASSES:
            self.note_list(PASSED, self.decider(), [], phase)
        if phase == EXCHANGE:
            self.frames = SETUP
        elif phase == SETUP:
            self._commit()
        elif phase == CONFUSION:
            self._draw_phase()
        elif phase == DRAW:
            self._terrain_phase()
        elif phase == TERRAIN:
            self._maneuver()
        elif phase == MANEUVER:
            self._reinforce()
        elif phase == REINFORCE:
            self._end_reinforce()
        elif phase == DIFFICULTY:
            self._menu()
        elif phase == ATTACK:
            self._morale_phase()
        else:
            self._pass_inside(phase)

    def _pass_inside(self, phase: i64) -> None:
        """The windows of an attack and of the phases after it."""
        if phase == COVER:
            self._squares()
        elif phase in (SQUARE, TACTICS, REROLL):
            self.silent += 1
            self.word = 1 - self.word
            self._word_on()
        elif phase == SQUARE_ROLL:
            self.square = 2
            self._after_square()
        elif phase in (RIDE, RIDE_ROLL):
            self._support()
        elif phase == SUPPORT:
            self.silent += 1
            self._support_words()
        elif phase == OVERRUN:
            self._check_on()
        elif phase == CHECK:
            if not self._fail_check():
                self._check_on()
        elif phase == PRISONERS:
            self._route()
        elif phase == AGAIN:
            self._close_attack()
        elif phase == SNIPER:
            self.silent += 1
            self._snipers()
        else:
            self._to_limit()

    def pick(self, r: i64) -> tuple[i64, i64]:
        plain = self._plain()
        pieces = self._pieces()
        plains = ones(plain)
        size = plains + ones(pieces)
        n = (r * size) >> 31
        if n < plains:
            return nth_of(plain, n), size
        return self._action(nth_of(pieces, n - plains)), size

    def _verb(self, piece: i64) -> i64:
        """The verb for a piece in this phase, by the phase under which the space knows it."""
        phase = self.phase()
        if phase in (SETUP, EXCHANGE):
            return phase
        if phase in (CASUALTY, FETCH):
            return CASUALTY
        if phase in (DISCARD, LIMIT):
            return LIMIT
        return REINFORCE if is_in(KIND.reserves, piece) else TACTICS

    def _action(self, piece: i64) -> i64:
        return ACTION_AT[self._verb(piece) * PIECES_IN_ALL + piece]

    def legal_actions(self) -> list[int]:
        actions = members_of(self._plain())
        for piece in members_of(self._pieces()):
            actions.append(self._action(piece))
        return actions

    def is_legal(self, action: i64) -> bool:
        if action < 0 or action >= len(VERB_OF):
            return False
        if action < PLAINS:
            return is_in(self._plain(), action)
        piece: i64 = PIECE[action]
        return is_in(self._pieces(), piece) and self._verb(piece) == VERB_OF[action]

    # -- why not ---------------------------------------------------------------------------------------------------

    def refusal(self, action: i64) -> i64:
        if self.phase() == OVER:
            return GAME_OVER
        if self.is_legal(action):
            return 0
        phase = self.phase()
        if action < PLAINS:
            return self._plain_refusal(phase, action)
        verb: i64 = VERB_OF[action]
        piece: i64 = PIECE[action]
        fits = phase in (MANEUVER, REINFORCE) if verb == REINFORCE else self._verb(piece) == verb
        if not fits:
            return OTHER_PHASE
        return self._piece_refusal(phase, piece)

    def card_refusal(self, card: i64) -> i64:
        phase = self.phase()
        if phase == OVER:
            return GAME_OVER
        if is_in(self._pieces(), card):
            return 0
        return self._piece_refusal(phase, card)

    def _piece_refusal(self, phase: i64, piece: i64) -> i64:
        """Why a card cannot be chosen that cannot be."""
        if phase >= FETCH:
            return NOT_IN_PILE if phase == FETCH and piece < FIRST_COMMANDER else OTHER_PHASE
        if phase == CASUALTY:
            return NOT_IN_PILE
        army = self.army(self.decider())
        if phase == SETUP:
            return self._placing_refusal(army, piece)
        if phase == EXCHANGE:
            held = count(army.hand, piece) > 0
            return CANNOT_RETURN if held else NOT_IN_HAND
        if count(army.hand, piece) == 0:
            return NOT_IN_HAND
        if is_in(KIND.tactics, piece):
            return self._tactic_refusal(phase, army, piece)
        if phase not in (MANEUVER, REINFORCE):
            return OTHER_PHASE
        return NO_ROOM if piece < FIRST_COMMANDER else NO_POST

    def _placing_refusal(self, army: Army, piece: i64) -> i64:
        pile = army.hand if self.tables.thoth else army.reserve
        if piece >= FIRST_COMMANDER or count(pile, piece) == 0:
            return NOT_IN_HAND
        if is_in(self.tables.waiting, piece):
            return MUST_WAIT
        for column in range(COLUMNS):
            if height(army.posts[column].stack) < self.start_limit(column):
                return NOT_ON_FLANK  # only there is room, and who may stand on a flank can be placed
        return NO_ROOM

    def _tactic_refusal(self, phase: i64, army: Army, piece: i64) -> i64:
        if is_in(army.played, piece):
            return PLAYED_ALREADY
        if phase == TERRAIN and is_in(KIND.terrains, piece):
            return NO_TERRAIN_PLACE
        if phase == DRAW and is_in(KIND.drawers, piece):
            return CONFUSED if self.confused else DECK_EMPTY
        if phase == MANEUVER and piece == COLUMN:
            return CANNOT_MOVE
        if phase == ATTACK and piece == PROBE:
            return NO_TARGET
        return NOT_THIS_CARD

    def _plain_refusal(self, phase: i64, action: i64) -> i64:
        """Why an action without a card cannot be chosen that cannot be."""
        if action == PASS:
            if phase == SETUP:
                return LINE_UNFINISHED
            return MUST_DRAW if phase in (DRAW, REDRAW) else MUST_CHOOSE
        if action in (DRAW_RESERVE, DRAW_TACTICS):
            if phase not in (DRAW, REDRAW, FETCH):
                return OTHER_PHASE
            if self.confused:
                return CONFUSED
            return NO_DRAWS_LEFT if phase == DRAW and self.draws == 0 else DECK_EMPTY
        if REORGANISE_AT <= action < MOVE_AT and phase == MANEUVER:
            return REORGANISED_ALREADY if self.reorganised else NOTHING_TO_SORT
        if MOVE_AT <= action < ATTACK_AT and phase == MANEUVER:
            return NO_MOVE_LEFT if self.moves <= 0 else CANNOT_MOVE
        if ATTACK_AT <= action < TAKE_OVER_AT and phase == ATTACK:
            if self.attacks <= 0:
                return NO_ATTACK_LEFT
            return self._attack_verdict(position_of(self.active, action - ATTACK_AT))
        if TAKE_OVER_AT <= action < STACK_AT and phase in (MANEUVER, REINFORCE):
            return NO_COMMANDER if self.army(self.active).commander == NONE else NOT_FALLEN
        return self._answer_refusal(phase, action)

    def _answer_refusal(self, phase: i64, action: i64) -> i64:
        if action == REROLL_GENERAL and phase == CHECK:
            return CLOSED_BY_COMMANDER if self.helped else NO_REROLL
        if action == REROLL_COMMANDER and phase in (CHECK, REROLL, SQUARE_ROLL, RIDE_ROLL):
            return NO_REROLL
        if phase == STACK and STACK_AT <= action < ENEMY_AT:
            return self._stack_refusal(action)
        if phase == STACK and action == COMMAND and self.doing == DEPLOYING:
            commander = lowest(some(self.picked)) >= FIRST_COMMANDER
            return APPOINTED_ALREADY if commander else NOT_OFFERED
        if phase == ENEMY and ENEMY_AT <= action <= ENEMY_RESERVE:
            return NO_TARGET
        if phase == SUPPORT and CARD_AT <= action < THE_GENERAL:
            return NO_SUPPORT
        if phase in (CARD, ORDER) and CARD_AT <= action <= THE_GENERAL:
            return NO_SUCH_CARD
        return OTHER_PHASE

    def _stack_refusal(self, action: i64) -> i64:
        if self.doing == PLACING:
            kind = lowest(some(self.picked))
            column = position_of(self.word, action - STACK_AT)
            if height(self.army(self.word).posts[column].stack) >= self.start_limit(column):
                return NO_ROOM
            if column in (0, COLUMNS - 1) and not is_in(KIND.flankers, kind):
                return NOT_ON_FLANK
            return FLANKS_NEED_IT
        if self.doing == MOVING:
            return CANNOT_MOVE
        if self.doing == DEPLOYING:
            return NO_ROOM if lowest(some(self.picked)) < FIRST_COMMANDER else NO_POST
        return NO_TARGET if is_in(some(self.picked), PROBE) else NO_TERRAIN_PLACE


# The windows in which passing says something: not those for cards alone.
_TOLD_PASSES: Final = (
    EXCHANGE, DRAW, TERRAIN, MANEUVER, REINFORCE, ATTACK, COVER, SQUARE_ROLL, RIDE, RIDE_ROLL, SUPPORT, REROLL, CHECK,
    DISCARD,
)  # fmt: skip

# The order in which kinds are taken for a ready-made line, from the top of a stack down.
_ON_FLANK: Final[bytes] = bytes([
    HORSE_GUNS, LIGHT, LIGHT_CAVALRY, LANCER, DRAGOON, HEAVY, SECOND_CAVALRY, GUARD, ELITE, LINE, SECOND, GUNS,
    DRAGOON, LIGHT_CAVALRY, LANCER, LIGHT, HEAVY, SECOND_CAVALRY, HORSE_GUNS, GUARD, ELITE, LINE, SECOND, GUNS,
])  # fmt: skip
_IN_CENTRE: Final[bytes] = bytes([
    GUNS, GUARD, ELITE, LINE, SECOND, LIGHT, HORSE_GUNS, HEAVY, DRAGOON, LIGHT_CAVALRY, LANCER, SECOND_CAVALRY,
    ELITE, LINE, GUARD, SECOND, LIGHT, GUNS, DRAGOON, HEAVY, LIGHT_CAVALRY, LANCER, SECOND_CAVALRY, HORSE_GUNS,
    LINE, ELITE, SECOND, GUARD, LIGHT, GUNS, DRAGOON, HEAVY, LIGHT_CAVALRY, LANCER, SECOND_CAVALRY, HORSE_GUNS,
])  # fmt: skip


def _kinds(stack: i64) -> list[int]:
    """The kinds of a stack from the top down, for events."""
    return [kind_of(card_at(stack, n)) for n in range(height(stack))]


def packed(numbers: list[i64]) -> i64:
    """Up to ten numbers from -8 to 55 in the one number of an event, the first lowest."""
    together: i64 = 0
    for number in reversed(numbers):
        together = together * _SCALE + min(max(number, -_OFFSET), _SCALE - 1 - _OFFSET) + _OFFSET
    return together


def unpacked(number: int, size: int) -> list[int]:
    """The reverse of `packed`."""
    return [(number // _SCALE**n) % _SCALE - _OFFSET for n in range(size)]
