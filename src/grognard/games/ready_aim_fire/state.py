"""The position of Ready Aim Fire: plain data, copying, and a new deal of everything that one seat cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.tables import CARDS, KIND, PIECES, Tables
from grognard.kernel.content.fields import (
    FLAG, NUMBER, Codec, FactField, Part, field, fields, names_in, numbers, phase_field, whole, words,
)  # fmt: skip
from grognard.kernel.engine.multi_step import MultiStepState
from grognard.kernel.engine.state import OVER
from grognard.kernel.engine.known_hand import KnownHand
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import lowest, members_of, word_of
from grognard.kernel.cardsets.counts import (
    are_in, copies, count, is_none, less, nothing, one, plus, some, total, with_count, within,
)  # fmt: skip
from grognard.kernel.cardsets.stacks import MOST, at_bottom, card_at, cards_of, height, stacked, with_card

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# A card in a stack: its kind, counted from 1, and its marks. A FRESH card became Blown since its owner's last turn
# began (RAF-5.37); a SPENT card has attacked this turn; a COVERED card has the cover of its position this turn.
_KIND: Final = 15
SHAKEN: Final = 16
BLOWN: Final = 32
FRESH: Final = 64
SEEN: Final = 128
SPENT: Final = 256
COVERED: Final = 512
_MARKS: Final = {"shaken": SHAKEN, "blown": BLOWN, "fresh": FRESH, "seen": SEEN, "spent": SPENT, "covered": COVERED}

# The last turn of the opening round, in which all stacks are face up (RAF-2.9).
OPENING: Final = 2


def kind_of(card: i64) -> i64:
    """The kind of a card in a stack."""
    return (card & _KIND) - 1


def card_of(kind: i64) -> i64:
    """An unmarked card of this kind."""
    return kind + 1


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Post:
    """One of the five positions of a side: its stack, general, terrain and pending checks."""

    def __init__(self) -> None:
        self.stack: i64 = 0
        # The Divisional General, whether it is the Army Commander who took over, and the re-rolls made this turn.
        self.general: i64 = n.NONE
        self.acting: bool = False
        self.rerolls: i64 = 0
        # True if a general was killed here (RAF-8.10).
        self.fallen: bool = False
        # The Terrain cards here, as a set of pieces; a River is stored at the flank of its two columns.
        self.ground: i64 = 0
        # True if a battalion has taken the cover of this position this turn (RAF-5.25).
        self.taken: bool = False
        # Stack checks still due (RAF-7.11), and, with `per_stack`, whether one was made in this phase.
        self.passes: i64 = 0
        self.passed: bool = False
        # Marks a lost position, for the house rule `lost_positions`.
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
class Army(KnownHand):
    """One side: its line, piles and commanders, and the part of its hand that the other side knows."""

    def __init__(self, seat: i64) -> None:
        super().__init__()
        self.seat: i64 = seat
        self.posts: list[Post] = [Post() for _column in range(n.COLUMNS)]
        self.hand: tuple[i64, i64, i64, i64, i64] = nothing()
        self.reserve: tuple[i64, i64, i64, i64, i64] = nothing()
        self.discard: tuple[i64, i64, i64, i64, i64] = nothing()
        # Out of play: eliminated battalions, killed and unused commanders; battalions returned in the Thoth setup.
        self.eliminated: tuple[i64, i64, i64, i64, i64] = nothing()
        self.box: tuple[i64, i64, i64, i64, i64] = nothing()
        self.aside: tuple[i64, i64, i64, i64, i64] = nothing()
        # The Army Commander behind the line; whether there has been one, and whether one was killed (RAF-7.2).
        self.commander: i64 = n.NONE
        self.commander_rerolls: i64 = 0
        self.appointed: bool = False
        self.headless: bool = False
        self.army_check: bool = False
        # Tactics cards played this turn (RAF-10.7).
        self.played: i64 = 0

    def copy(self, other: Army) -> None:
        """Becomes equal to another army of the same seat."""
        self._copy_watched(other)
        for column in range(n.COLUMNS):
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

    def lose_one_unseen(self) -> None:
        """Records that a battalion left the hand face down: of each kind, one card fewer is certain to be there."""
        left = some(self.seen) & KIND.battalions
        while left != 0:
            self.seen = less(self.seen, one(lowest(left)))
            left &= left - 1

    def held(self) -> i64:
        """The number of battalions in the line."""
        cards: i64 = 0
        for column in range(n.COLUMNS):
            cards += height(self.posts[column].stack)
        return cards


@mypyc_attr(acyclic=True)
class Position(MultiStepState):
    """Both armies, the Tactics deck, and the state of the current turn, attack and check."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        tables = cast(Tables, game.tables)
        self.tables: Tables = tables
        self.blue: Army = Army(0)
        self.red: Army = Army(1)

        # The open frame (its card is in `picked`): its kind, stack and card, the stack before, and its sorted cards.
        self.doing: i64 = 0
        self.origin: i64 = n.NONE
        self.which: i64 = n.NONE
        self.kept: i64 = 0
        self.sorted: i64 = 0

        # This turn: base draws and extra draws due; whether Confusion forbids drawing; moves left; whether a stack was
        # reorganized; attacks left, with `per_stack` those of each stack and the columns that attacked; Bridges used.
        self.draws: i64 = 2
        self.extra: i64 = 0
        self.confused: bool = False
        self.moves: i64 = 1
        self.reorganised: bool = False
        self.attacks: i64 = 3
        self.further: i64 = 1
        self.engaged: i64 = 0
        self.bridged: i64 = 0

        # The current attack: its columns (target NONE: the reserve); whether both cards are still there; supporters by
        # their places; square (FORMED, UNFORMED or 0); cover; bridge; cards by side; the dice (the second one of the
        # defender is 0 without Second Volley); who is asked; how many passed; an extra attack; the loser and its fate.
        self.front: i64 = n.NONE
        self.target: i64 = n.NONE
        self.attacker_here: bool = False
        self.defender_here: bool = False
        self.supporters: tuple[i64, i64] = (n.NONE, n.NONE)
        self.square: i64 = 0
        self.sheltered: bool = False
        self.crossing: bool = False
        self.aids: tuple[i64, i64] = (0, 0)
        self.dice: tuple[i64, i64, i64] = (0, 0, 0)
        self.word: i64 = 0
        self.silent: i64 = 0
        self.again: bool = False
        self.loser: i64 = n.NONE
        self.fate: i64 = 0

        # The current check: its kind, the tested card, cards still to test, the numbers added, whether the Army
        # Commander has re-rolled it, and the last roll; the markers that a rally removes; the Morale Phase's stage.
        self.mode: i64 = 0
        self.tested: i64 = n.NONE
        self.column: i64 = n.NONE
        self.place: i64 = 0
        self.left: i64 = 0
        self.penalty: i64 = 0
        self.overrun: i64 = 0
        self.helped: bool = False
        self.roll: i64 = 0
        self.curable: i64 = 0
        self.stage: i64 = 0
        # The next army check or stack to examine, the opponent's first; within an army check, the next column.
        self.scan: i64 = 0
        self.sweep: i64 = n.NONE

    def copy(self, other: Position) -> None:
        self._copy_framed(other)
        self.blue.copy(other.blue)
        self.red.copy(other.red)
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

    # -- armies and seats ------------------------------------------------------------------------------------------

    def army(self, seat: i64) -> Army:
        """The army of a seat."""
        return self.blue if seat == 0 else self.red

    def post(self, seat: i64, column: i64) -> Post:
        """A position of a seat."""
        return self.army(seat).posts[column]

    def decider(self) -> i64:
        phase = self.phase()
        if phase >= n.FETCH:
            phase = self.paused()
        if phase in (
            n.EXCHANGE,
            n.SETUP,
            n.SUPPORT,
            n.SQUARE,
            n.TACTICS,
            n.REROLL,
            n.OVERRUN,
            n.CHECK,
            n.PRISONERS,
            n.SNIPER,
        ):
            return self.word
        if phase in (n.CONFUSION, n.DIFFICULTY, n.CASUALTY, n.COVER, n.SQUARE_ROLL):
            return 1 - self.active
        return self.active

    def is_open(self) -> bool:
        """RAF-2.9: are all stacks face up?"""
        return 0 < self.turn <= OPENING

    # -- steps that a later chapter of the rules implements ------------------------------------------------------------

    def end_attack(self) -> None:
        """RAF-5.39: ends the attack after a fight, or lets the same battalion attack once more."""
        raise NotImplementedError

    def fight_on(self) -> None:
        """RAF-7.21: continues after a check in a fight, with the other side's check or the end of the fight."""
        raise NotImplementedError

    # -- hidden information (RAF-2) --------------------------------------------------------------------------------

    def is_question(self, phase: i64) -> bool:
        return phase >= n.FETCH

    def take_back(self) -> None:
        army = self.army(self.decider())
        if self.doing == n.SORTING:
            army.posts[self.origin].stack = self.kept
        if self.phase() == n.SETUP:
            self._take_back_line(army, self.picked)
        else:
            army.hand = plus(army.hand, self.picked)

    def _take_back_line(self, army: Army, back: tuple[i64, i64, i64, i64, i64]) -> None:
        """Returns all battalions placed in the setup, and those in `back`, to where they came from."""
        for column in range(n.COLUMNS):
            post = army.posts[column]
            i: i64 = 0
            while i < height(post.stack):
                back = plus(back, one(kind_of(card_at(post.stack, i))))
                i += 1
            post.stack = 0
        if self.tables.thoth:
            army.hand = plus(army.hand, back)
        else:
            army.reserve = plus(army.reserve, back)

    def close_frame(self) -> None:
        super().close_frame()
        self.origin = self.which = n.NONE
        self.doing = self.kept = self.sorted = 0

    def redeal(self, seat: i64) -> None:
        """Redeals all enemy cards that the seat cannot know.

        These are unseen face-down battalions, the hand, the Reserve deck and the commanders who do not serve. Cards
        that were seen stay, and Blown battalions stay cavalry. The most restricted places are filled first, so that
        every possible deal is equally likely.
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
        pool = plus(pool, in_line(army, False))
        pool = self._deal_unseen(army, pool, True)
        pool = self._deal_unseen(army, pool, False)
        army.box = self.random_part(within(pool, KIND.commanders), 0, total(army.box))
        pool = less(pool, army.box)
        if self.tables.merged:
            dealt = self.random_part(pool, 0, reserves + tactics)
            army.reserve = less(pool, dealt)
        else:
            dealt = self.random_part(pool, 0, reserves)
            army.reserve = less(pool, dealt)
            others = plus(self.deck, within(hidden, KIND.tactics))
            drawn = self.random_part(others, 0, tactics)
            self.deck = less(others, drawn)
            dealt = plus(dealt, drawn)
        army.hand = plus(known, dealt)

    def _deal_unseen(
        self, army: Army, pool: tuple[i64, i64, i64, i64, i64], blown: bool
    ) -> tuple[i64, i64, i64, i64, i64]:
        """Deals new kinds for the unseen face-down battalions: the Blown ones, which must be cavalry, or the others."""
        fitting = KIND.cavalry if blown else KIND.battalions
        for column in range(n.COLUMNS):
            post = army.posts[column]
            i = height(post.stack)
            while i > 0:
                i -= 1
                card = card_at(post.stack, i)
                if card & SEEN == 0 and (card & BLOWN != 0) == blown:
                    kind = self.random_copy(within(pool, fitting), 0)
                    pool = less(pool, one(kind))
                    post.stack = with_card(post.stack, i, (card & ~_KIND) | card_of(kind))
        return pool

    def _redeal_setup(self, army: Army) -> None:
        """Redeals an enemy setup made in secret, of which only the number of returned cards is known."""
        placed = army.held() > 0
        returned = total(army.aside)
        self._take_back_line(army, nothing())
        pool = plus(plus(army.reserve, army.hand), army.aside)
        if self.tables.thoth:
            army.aside = self.random_part(within(pool, KIND.returnable), 0, returned)
            pool = less(pool, army.aside)
            while True:
                army.hand = self.random_part(within(pool, KIND.battalions), 0, THOTH_DEAL)
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
        """RAF-2.1: the number of battalions that a stack may start with."""
        return 2 if column in (0, n.COLUMNS - 1) else 3

    def unplaced(self, army: Army) -> tuple[i64, i64, i64, i64, i64]:
        """The battalions that can still be placed in the setup."""
        pile = army.hand if self.tables.thoth else army.reserve
        return within(pile, KIND.battalions & ~self.tables.waiting)

    def _place_by_chance(self, army: Army) -> None:
        """Places a full legal line at random: one battalion in each stack, flanks first, then a second and a third."""
        for depth in range(3):
            for step in range(n.COLUMNS):
                column: i64 = (step + n.COLUMNS - 1) % n.COLUMNS  # both flanks first
                pile = self.unplaced(army)
                if column in (0, n.COLUMNS - 1):
                    pile = within(pile, KIND.flankers)
                if depth < self.start_limit(column) and not is_none(pile):
                    self.lay(army, column, self.random_copy(pile, 0))

    def lay(self, army: Army, column: i64, kind: i64) -> None:
        """Places a battalion at the bottom of a stack in the setup."""
        post = army.posts[column]
        post.stack = at_bottom(post.stack, card_of(kind))
        if self.tables.thoth:
            army.hand = less(army.hand, one(kind))
        else:
            army.reserve = less(army.reserve, one(kind))

    def keep_knowledge(self, undone: Position) -> None:
        """Keeps cards known after an undo if they left a hand in the open and are back in it.

        Battalions that went into the line face down do not count.
        """
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
                if piece < n.KINDS_OF_BATTALION and not self.is_open():
                    shown = min(shown, count(then.discard, piece) - count(now.discard, piece))
                if shown > 0:
                    known = min(held, count(then.seen, piece) + shown)
                    now.seen = with_count(now.seen, piece, max(known, count(now.seen, piece)))
                    now.seen_turn = undone.turn

    # -- plain data ------------------------------------------------------------------------------------------------

    def check_facts(self, known: dict[str, object]) -> None:
        phase = self.phase()
        if self.turn == 0 and phase not in (OVER, n.EXCHANGE, n.SETUP) and self.paused() != n.SETUP:
            self.turn = OPENING + 1  # a scenario that does not say which turn it is
        self._check_cards()
        self._check_known()

    def fact_parts(self) -> list[Part]:
        parts: list[Part] = [(self, TABLE_FIELDS, "{}")]
        for army in (self.blue, self.red):
            seat = int(army.seat)
            parts.append((army, ARMY_FIELDS, f"{{}} {seat}"))
            for place, name in enumerate(n.POSITIONS):
                parts.append((army.posts[position_of(seat, place)], POST_FIELDS, f"{name}{{}} {seat}"))
        return parts

    def _check_known(self) -> None:
        """Checks that the known cards of a hand are in it, and that a Thoth setup can fill its flanks."""
        copy = self.clone()
        copy.take_back_choice()
        for army in (copy.blue, copy.red):
            if self.turn > 0 and not are_in(army.known(), army.hand):
                raise BadInput("A player cannot know of a card in a hand that does not hold it.")
            if self.turn == 0 and self.tables.thoth:
                copy._take_back_line(army, nothing())
                pile = plus(plus(army.reserve, army.hand), army.aside)
                if total(within(pile, copy.flankers())) < FLANKS or total(within(pile, KIND.battalions)) < THOTH_DEAL:
                    raise BadInput("A setup needs enough battalions for its line and both flanks.", "RAF-3.3")

    def _check_cards(self) -> None:
        """Checks that every card is in exactly one place, with each army's cards in its own places."""
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
                tactics += [piece for piece in lie[seat] if piece >= n.FIRST_TACTIC]
                lie[seat] = [piece for piece in lie[seat] if piece < n.FIRST_TACTIC]
        for seat in range(2):
            there = plus(self.tables.battalions[seat], self.tables.commanders[seat])
            if merged:
                there = plus(there, self.tables.tactics)
            _check(lie[seat], there, f"{META.seats[seat]}'s ")
        _check(tactics, nothing() if merged else self.tables.tactics, "")


# The number of battalions that the Thoth setup deals, and the number of flanks, which need one flanker each.
THOTH_DEAL: Final = 13
FLANKS: Final = 2


def in_line(army: Army, seen: bool) -> tuple[i64, i64, i64, i64, i64]:
    """The battalions of a line that the other side has seen, or those that it has not seen."""
    pile: tuple[i64, i64, i64, i64, i64] = nothing()
    for column in range(n.COLUMNS):
        stack = army.posts[column].stack
        i = height(stack)
        while i > 0:
            i -= 1
            card = card_at(stack, i)
            if (card & SEEN != 0) == seen:
                pile = plus(pile, one(kind_of(card)))
    return pile


def _pieces_of(army: Army) -> list[int]:
    """Every card of an army, including Tactics cards in its hand, piles and positions."""
    listed: list[int] = []
    for pile in (army.hand, army.reserve, army.discard, army.eliminated, army.box, army.aside):
        listed += copies(pile)
    listed += [army.commander] if army.commander != n.NONE else []
    for post in army.posts:
        listed += [int(kind_of(card)) for card in cards_of(post.stack)] + members_of(post.ground)
        listed += [post.general] if post.general != n.NONE else []
    return listed


def _check(listed: list[int], there: tuple[i64, i64, i64, i64, i64], whose: str) -> None:
    for piece in range(n.PIECES_IN_ALL):
        lie, should = listed.count(piece), int(count(there, piece))
        if lie != should:
            raise BadInput(f"{whose}{PIECES[piece]}: this position has {lie}, but there should be {should}.")


def position_of(seat: i64, column: i64) -> i64:
    """Converts a column to a position counted from the owner's left, or the reverse."""
    return column if seat == 0 else n.COLUMNS - 1 - column


# -- facts -------------------------------------------------------------------------------------------------------------


def _stack_in(listed: object) -> int:
    """Reads a stack from the names of its battalions, without marks."""
    lie = [int(card_of(_battalion(name))) for name in names_in(listed)]
    if len(lie) > MOST:
        raise BadInput(f"A position cannot hold {len(lie)} battalions.")
    return stacked(lie)


def _kept_in(listed: object) -> int:
    """Reads a stack from the numbers of its cards."""
    lie = numbers(listed, 0, 2 * COVERED - 1)
    if len(lie) > MOST or not all(0 <= kind_of(card) < n.KINDS_OF_BATTALION for card in lie):
        raise BadInput("This is not a stack of battalions.")
    return stacked(lie)


def _battalion(name: str) -> int:
    piece = CARDS.number(name)
    if piece >= n.KINDS_OF_BATTALION:
        raise BadInput(f"{name} is not a battalion, so it cannot be in a stack.")
    return piece


def _mark_field(mark: str, bit_of: int) -> FactField:
    """The fact that lists the cards of a stack with a mark, counted from the top."""

    def get(post: Post) -> object:
        return [str(i + 1) for i, card in enumerate(cards_of(post.stack)) if card & bit_of]

    def put(post: Post, listed: object) -> None:
        lie = [card & ~bit_of for card in cards_of(post.stack)]
        for i in numbers(listed, 1, len(lie)):
            lie[i - 1] |= bit_of
        post.stack = stacked(lie)

    return FactField(f" {mark}", get, put)


def _row_of(default: Sequence[int]) -> Codec:
    """A codec for a row of numbers as long as `default`; an empty row means the default."""

    def read(listed: object) -> tuple[int, ...]:
        row = numbers(listed) or default
        if len(row) != len(default):
            raise BadInput(f"This row needs {len(default)} numbers, not {len(row)}.")
        return tuple(row)

    return Codec(lambda row: [int(one_of) for one_of in row], read)


_COLUMNS: Final = Codec(members_of, lambda listed: word_of(numbers(listed, 0, n.COLUMNS - 1)))
_COLUMN: Final = whole(n.NONE, n.COLUMNS - 1)
_SEAT: Final = whole(0, 1)
_SEAT_OR_NONE: Final = whole(n.NONE, 1)
TABLE_FIELDS: Final = [
    phase_field(META.phases),
    field("active", _SEAT),
    field("turn", NUMBER),
    *fields(CARDS.as_pile, "deck", "discard", "picked"),
    field("doing", words(["-", "place", "move", "attack", "reorganise", "deploy"])),
    field("origin", _COLUMN),
    field("which", whole(n.NONE, MOST)),  # a battalion of the stack, or its general at GENERAL_PLACE
    field("kept", Codec(cards_of, _kept_in)),
    *fields(NUMBER, "sorted", "made", "draws", "extra"),
    field("confused", FLAG),
    field("moves", NUMBER),
    field("reorganised", FLAG),
    *fields(NUMBER, "attacks", "further"),
    *fields(_COLUMNS, "engaged", "bridged"),
    *fields(_COLUMN, "front", "target"),
    *fields(FLAG, "attacker here", "defender here"),
    field("supporters", _row_of([n.NONE, n.NONE])),
    field("square", NUMBER),
    *fields(FLAG, "sheltered", "crossing"),
    field("attacker aids", CARDS.as_set, "aids", 0),
    field("defender aids", CARDS.as_set, "aids", 1),
    field("dice", _row_of([0, 0, 0])),
    field("word", _SEAT),
    field("silent", NUMBER),
    field("again", FLAG),
    field("loser", _SEAT_OR_NONE),
    field("fate", NUMBER),
    field("mode", words(["-", "fight", "pass", "army", "rally", "support"])),
    field("tested", _SEAT_OR_NONE),
    field("column", _COLUMN),
    field("place", whole(n.NONE, MOST)),
    *fields(NUMBER, "left", "penalty", "overrun"),
    field("helped", FLAG),
    *fields(NUMBER, "roll", "stage"),
    field("scan", whole(0, 6 * n.COLUMNS)),
    field("sweep", whole(n.NONE, n.COLUMNS)),
    field("curable", NUMBER),
]
_PILES: Final = ("hand", "reserve", "discard", "eliminated", "box", "aside")
ARMY_FIELDS: Final = [
    *fields(CARDS.as_pile, *_PILES),
    field("commander", CARDS.as_one),
    field("commander rerolls", NUMBER),
    *fields(FLAG, "appointed", "headless", "army check"),
    field("played", CARDS.as_set),
    field("look", CARDS.as_pile, "seen"),
    field("look turn", NUMBER, "seen_turn"),
    field("deduced", CARDS.as_pile),
]
# The facts of a position use its name: `Centre 0`, `Centre general 0`.
POST_FIELDS: Final = [
    field("", Codec(lambda stack: [n.BATTALIONS[kind_of(card)] for card in cards_of(stack)], _stack_in), "stack"),
    field(" general", CARDS.as_one, "general"),
    field(" ground", CARDS.as_set, "ground"),
    field(" acting", FLAG, "acting"),
    field(" rerolls", NUMBER, "rerolls"),
    field(" fallen", FLAG, "fallen"),
    field(" taken", FLAG, "taken"),
    field(" passes", NUMBER, "passes"),
    field(" passed", FLAG, "passed"),
    field(" lost", FLAG, "lost"),
    *(_mark_field(mark, bit_of) for mark, bit_of in _MARKS.items()),
]

# Facts that are places for cards, and facts that scenarios watch; stacks are places where the order counts.
_SEATS: Final = range(len(META.seats))
STACKS: Final = [f"{name} {seat}" for seat in _SEATS for name in n.POSITIONS]
PLACES: Final = [
    "deck", "discard", "picked",
    *(f"{pile} {seat}" for seat in _SEATS for pile in (*_PILES, "commander")),
    *STACKS,
    *(f"{name} {what} {seat}" for seat in _SEATS for name in n.POSITIONS for what in ("general", "ground")),
]  # fmt: skip
WATCHED: Final = [
    "attacks",
    *(f"{name} {what} {seat}" for seat in _SEATS for name in n.POSITIONS for what in ("shaken", "blown", "passes")),
    *(f"{what} {seat}" for seat in _SEATS for what in ("headless", "army check")),
]  # fmt: skip
