"""The position of Ready Aim Fire: plain data, copying, and a new deal of everything that one seat cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.facts import army_fields, post_fields, table_fields
from grognard.games.ready_aim_fire.marks import BLOWN, KIND_BITS, SEEN, card_of, kind_of
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.tables import FLANKS, THOTH_DEAL, Tables
from grognard.kernel.content.fields import (
    Part,
)  # fmt: skip
from grognard.kernel.engine.multi_step import MultiStepState
from grognard.kernel.engine.state import OVER
from grognard.kernel.engine.known_hand import KnownHand
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import is_in, lowest, members_of
from grognard.kernel.cardsets.counts import (
    are_in, copies, count, is_none, less, nothing, one, plus, some, total, with_count, within,
)  # fmt: skip
from grognard.kernel.cardsets.stacks import at_bottom, card_at, cards_of, height, with_card

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The last turn of the opening round, in which all stacks are face up (RAF-2.9).
OPENING: Final = 2


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

    def lose_one_unseen(self, battalions: i64) -> None:
        """Records that a battalion left the hand face down: of each kind, one card fewer is certain to be there."""
        left = some(self.seen) & battalions
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
        kinds = self.tables.kinds
        known = army.known()
        hidden = less(army.hand, known)
        reserves = total(within(hidden, kinds.reserves))
        tactics = total(hidden) - reserves
        pool = plus(plus(army.reserve, army.box), within(hidden, kinds.reserves))
        if self.tables.merged:
            pool = plus(pool, within(hidden, kinds.tactics))
        pool = plus(pool, in_line(army, False))
        pool = self._deal_unseen(army, pool, True)
        pool = self._deal_unseen(army, pool, False)
        army.box = self.random_part(within(pool, kinds.commanders), 0, total(army.box))
        pool = less(pool, army.box)
        if self.tables.merged:
            dealt = self.random_part(pool, 0, reserves + tactics)
            army.reserve = less(pool, dealt)
        else:
            dealt = self.random_part(pool, 0, reserves)
            army.reserve = less(pool, dealt)
            others = plus(self.deck, within(hidden, kinds.tactics))
            drawn = self.random_part(others, 0, tactics)
            self.deck = less(others, drawn)
            dealt = plus(dealt, drawn)
        army.hand = plus(known, dealt)

    def _deal_unseen(
        self, army: Army, pool: tuple[i64, i64, i64, i64, i64], blown: bool
    ) -> tuple[i64, i64, i64, i64, i64]:
        """Deals new kinds for the unseen face-down battalions: the Blown ones, which must be cavalry, or the others."""
        fitting = self.tables.kinds.cavalry if blown else self.tables.kinds.battalions
        for column in range(n.COLUMNS):
            post = army.posts[column]
            i = height(post.stack)
            while i > 0:
                i -= 1
                card = card_at(post.stack, i)
                if card & SEEN == 0 and (card & BLOWN != 0) == blown:
                    kind = self.random_copy(within(pool, fitting), 0)
                    pool = less(pool, one(kind))
                    post.stack = with_card(post.stack, i, (card & ~KIND_BITS) | card_of(kind))
        return pool

    def _redeal_setup(self, army: Army) -> None:
        """Redeals an enemy setup made in secret, of which only the number of returned cards is known."""
        placed = army.held() > 0
        returned = total(army.aside)
        self._take_back_line(army, nothing())
        pool = plus(plus(army.reserve, army.hand), army.aside)
        if self.tables.thoth:
            army.aside = self.random_part(within(pool, self.tables.kinds.returnable), 0, returned)
            pool = less(pool, army.aside)
            while True:
                army.hand = self.random_part(within(pool, self.tables.kinds.battalions), 0, THOTH_DEAL)
                if self.can_line_up(army.hand):
                    break
            pool = less(pool, army.hand)
        army.reserve = pool
        if placed:
            self._place_by_chance(army)

    def can_line_up(self, pile: tuple[i64, i64, i64, i64, i64]) -> bool:
        """Does a pile have a battalion for every stack, and enough of them for the flanks (RAF-3.3)?"""
        if total(within(pile, self.flankers())) < FLANKS:
            return False
        return total(within(pile, self.tables.kinds.battalions & ~self.tables.waiting)) >= n.COLUMNS

    def flankers(self) -> i64:
        """The kinds that may start on a flank (RAF-3.3)."""
        return self.tables.kinds.flankers & ~self.tables.waiting

    def start_limit(self, column: i64) -> i64:
        """RAF-2.1: the number of battalions that a stack may start with."""
        return 2 if column in (0, n.COLUMNS - 1) else 3

    def unplaced(self, army: Army) -> tuple[i64, i64, i64, i64, i64]:
        """The battalions that can still be placed in the setup."""
        pile = army.hand if self.tables.thoth else army.reserve
        return within(pile, self.tables.kinds.battalions & ~self.tables.waiting)

    def _place_by_chance(self, army: Army) -> None:
        """Places a full legal line at random: one battalion in each stack, flanks first, then a second and a third."""
        for depth in range(3):
            for step in range(n.COLUMNS):
                column: i64 = (step + n.COLUMNS - 1) % n.COLUMNS  # both flanks first
                pile = self.unplaced(army)
                if column in (0, n.COLUMNS - 1):
                    pile = within(pile, self.tables.kinds.flankers)
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
                if is_in(self.tables.kinds.battalions, piece) and not self.is_open():
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
        cards = self.tables.cards
        parts: list[Part] = [(self, table_fields(cards), "{}")]
        for army in (self.blue, self.red):
            seat = int(army.seat)
            parts.append((army, army_fields(cards), f"{{}} {seat}"))
            for place, name in enumerate(n.POSITIONS):
                parts.append((army.posts[position_of(seat, place)], post_fields(cards), f"{name}{{}} {seat}"))
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
                if not copy.can_line_up(pile) or total(within(pile, self.tables.kinds.battalions)) < THOTH_DEAL:
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
                first = self.tables.cards.first_tactic
                tactics += [piece for piece in lie[seat] if piece >= first]
                lie[seat] = [piece for piece in lie[seat] if piece < first]
        for seat in range(2):
            there = plus(self.tables.battalions[seat], self.tables.commanders[seat])
            if merged:
                there = plus(there, self.tables.tactics)
            self._check_pile(lie[seat], there, f"{META.seats[seat]}'s ")
        self._check_pile(tactics, nothing() if merged else self.tables.tactics, "")

    def _check_pile(self, listed: list[int], there: tuple[i64, i64, i64, i64, i64], whose: str) -> None:
        for piece, name in enumerate(self.game.pieces):
            lie, should = listed.count(piece), int(count(there, piece))
            if lie != should:
                raise BadInput(f"{whose}{name}: this position has {lie}, but there should be {should}.")


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


def position_of(seat: i64, column: i64) -> i64:
    """Converts a column to a position counted from the owner's left, or the reverse."""
    return column if seat == 0 else n.COLUMNS - 1 - column
