"""RAF-3 Setup."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.draw import Draw
from grognard.games.ready_aim_fire.marks import SEEN, kind_of
from grognard.games.ready_aim_fire.state import Army, position_of
from grognard.games.ready_aim_fire.tables import FLANKS, THOTH_DEAL
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import copies, is_none, less, nothing, one, plus, some, total, within
from grognard.kernel.cardsets.stacks import card_at, height, marked

# The preferred kinds for a ready-made line, from the top of a stack down.
_ON_FLANK: Final[bytes] = bytes([
    n.HORSE_GUNS, n.LIGHT, n.LIGHT_CAVALRY, n.LANCER, n.DRAGOON, n.HEAVY, n.SECOND_CAVALRY, n.GUARD, n.ELITE, n.LINE,
    n.SECOND, n.GUNS, n.DRAGOON, n.LIGHT_CAVALRY, n.LANCER, n.LIGHT, n.HEAVY, n.SECOND_CAVALRY, n.HORSE_GUNS, n.GUARD,
    n.ELITE, n.LINE, n.SECOND, n.GUNS,
])  # fmt: skip
_IN_CENTRE: Final[bytes] = bytes([
    n.GUNS, n.GUARD, n.ELITE, n.LINE, n.SECOND, n.LIGHT, n.HORSE_GUNS, n.HEAVY, n.DRAGOON, n.LIGHT_CAVALRY, n.LANCER,
    n.SECOND_CAVALRY, n.ELITE, n.LINE, n.GUARD, n.SECOND, n.LIGHT, n.GUNS, n.DRAGOON, n.HEAVY, n.LIGHT_CAVALRY,
    n.LANCER, n.SECOND_CAVALRY, n.HORSE_GUNS, n.LINE, n.ELITE, n.SECOND, n.GUARD, n.LIGHT, n.GUNS, n.DRAGOON, n.HEAVY,
    n.LIGHT_CAVALRY, n.LANCER, n.SECOND_CAVALRY, n.HORSE_GUNS,
])  # fmt: skip
COMMANDERS_SERVING: Final = 6  # RAF-3.4
FIRST_HAND: Final = 5  # RAF-3.5


@mypyc_attr(acyclic=True)
class Setup(Draw):
    """RAF-3 Setup."""

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
        self.frames = n.EXCHANGE if self.tables.thoth else n.SETUP

    def _deal(self, army: Army) -> None:
        """Deals thirteen for the Thoth setup, and again if they cannot fill the flanks."""
        while True:
            army.hand = self.random_part(within(army.reserve, self.tables.kinds.battalions), 0, THOTH_DEAL)
            if self.can_line_up(army.hand):
                break
        army.reserve = less(army.reserve, army.hand)
        if self.recorder.recording:
            self.emit(e.Dealt(army.seat, copies(army.hand), THOTH_DEAL))

    def return_battalion(self, piece: i64) -> None:
        """Exchanges Guard or Heavy Cavalry for the next battalion."""
        army = self.army(self.word)
        army.hand = less(army.hand, one(piece))
        army.aside = plus(army.aside, one(piece))
        drawn = self.random_copy(within(army.reserve, self.tables.kinds.battalions), 0)
        army.reserve = less(army.reserve, one(drawn))
        army.hand = plus(army.hand, one(drawn))
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Returned(army.seat, piece, drawn))

    def returnable_units(self) -> i64:
        """The kinds that can be exchanged; those that the flanks or the line need stay."""
        army = self.army(self.word)
        held = some(army.hand)
        kinds = self.reject_bits(held, held & ~self.tables.kinds.returnable, n.NOT_EXCHANGED)
        if is_none(within(army.reserve, self.tables.kinds.battalions)):
            return self.reject_bits(kinds, kinds, n.DECK_EMPTY)
        needed: i64 = 0
        if total(within(army.hand, self.flankers())) <= FLANKS:
            needed = self.flankers()
        if total(self.unplaced(army)) <= n.COLUMNS:
            needed |= ~self.tables.waiting
        return self.reject_bits(kinds, kinds & needed, n.CANNOT_RETURN)

    def start_bar(self, flanker: bool, column: i64) -> i64:
        """The reason why a battalion cannot start in a column, whatever the other columns hold; 0 if it can."""
        if height(self.army(self.word).posts[column].stack) >= self.start_limit(column):
            return n.NO_ROOM
        return n.NOT_ON_FLANK if column in (0, n.COLUMNS - 1) and not flanker else 0

    def start_columns(self, flanker: bool, picked: i64) -> i64:
        """The columns where a battalion may be placed so that the line can still be finished (RAF-3.3).

        `picked` is 1 if the battalion is already picked up and no longer among the unplaced ones.
        """
        army = self.army(self.word)
        columns: i64 = 0
        flanks: i64 = 0
        centres: i64 = 0
        for column in range(n.COLUMNS):
            if army.posts[column].stack == 0:
                flank = column in (0, n.COLUMNS - 1)
                flanks += 1 if flank else 0
                centres += 0 if flank else 1
            if self.start_bar(flanker, column) == 0:
                columns |= bit(column)
        pile = self.unplaced(army)
        flankers = total(within(pile, self.tables.kinds.flankers))
        left = total(pile)
        if picked == 0:
            flankers -= 1 if flanker else 0
            left -= 1
        # Enough flankers must remain for the empty flanks, and enough battalions for the empty stacks.
        for column in range(n.COLUMNS):
            filled: i64 = 1 if army.posts[column].stack == 0 else 0
            on_flank: i64 = filled if column in (0, n.COLUMNS - 1) else 0
            if flankers < flanks - on_flank or left < flanks + centres - filled:
                columns &= ~bit(column)
        return columns

    def placeable(self) -> i64:
        """The kinds of battalion that can be placed."""
        army = self.army(self.word)
        held = some(army.hand if self.tables.thoth else army.reserve) & self.tables.kinds.battalions
        held = self.reject_bits(held, self.tables.waiting, n.MUST_WAIT)
        return self._fitting_kinds(held & self.tables.kinds.flankers, True) | self._fitting_kinds(
            held & ~self.tables.kinds.flankers, False
        )

    def _fitting_kinds(self, kinds: i64, flanker: bool) -> i64:
        """These kinds if there is a column for them, otherwise none."""
        if kinds == 0 or self.start_columns(flanker, 0) != 0:
            return kinds
        bar: i64 = n.NO_ROOM
        for column in range(n.COLUMNS):
            bar = max(bar, self.start_bar(flanker, column))
        return self.reject_bits(kinds, kinds, bar)

    def line_stands(self) -> bool:
        """Is the line complete? Every stack needs a battalion; in the Thoth setup, no other can be placed."""
        army = self.army(self.word)
        for column in range(n.COLUMNS):
            if army.posts[column].stack == 0:
                return False
        return not self.tables.thoth or self.placeable() == 0

    def ready(self) -> None:
        """Fills the line from the player's cards: guns and cavalry on top where allowed, steady infantry behind."""
        army = self.army(self.word)
        for depth in range(3):
            for step in range(n.COLUMNS):
                column: i64 = (step + n.COLUMNS - 1) % n.COLUMNS
                if depth < self.start_limit(column) and height(army.posts[column].stack) <= depth:
                    kind = self._readiest(army, column)
                    if kind != n.NONE:
                        self.lay(army, column, kind)

    def _readiest(self, army: Army, column: i64) -> i64:
        """The allowed battalion that suits the next place of a stack best."""
        order = _ON_FLANK if column in (0, n.COLUMNS - 1) else _IN_CENTRE
        place = height(army.posts[column].stack)
        held = some(self.unplaced(army))
        fitting: i64 = self.tables.kinds.flankers if is_in(self.start_columns(True, 0), column) else 0
        if is_in(self.start_columns(False, 0), column):
            fitting |= ~self.tables.kinds.flankers
        for i in range(n.FIRST_COMMANDER):
            printed: i64 = order[place * n.FIRST_COMMANDER + i]
            alike: i64 = self.tables.cards.alike[printed]
            if held & fitting & alike != 0:
                return lowest(held & fitting & alike)
        return n.NONE

    def commit(self) -> None:
        """Finishes a side's line; its choices count as one, because the other side must not know their number."""
        self.ply -= self.made
        self.close_frame()
        if self.recorder.recording:
            self.emit(e.Committed(self.word))
        if self.word == 0:
            self.word = 1
            self.frames = n.EXCHANGE if self.tables.thoth else n.SETUP
            return
        for seat in range(2):
            self._muster(self.army(seat))
        for seat in range(2):
            self._reveal_line(self.army(seat))
        self.active = self.below(2)  # RAF-3.7
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Began(self.active))
        self._fill_hand(self.army(1 - self.active), self.tables.second_hand)
        self.word = 0
        self.begin_turn()

    def _muster(self, army: Army) -> None:
        """RAF-3.4, 3.5: adds six commanders to the Reserve deck, and draws a first hand of five from it.

        A designer's army may have fewer.
        """
        army.reserve = plus(plus(army.reserve, army.hand), army.aside)
        army.aside = nothing()
        number: i64 = min(COMMANDERS_SERVING, total(army.box))
        serving = self.random_part(army.box, 0, number)
        army.box = less(army.box, serving)
        army.reserve = plus(army.reserve, serving)
        size: i64 = min(FIRST_HAND, total(army.reserve))
        army.hand = self.random_part(army.reserve, 0, size)
        army.reserve = less(army.reserve, army.hand)
        if self.recorder.recording:
            self.emit(e.Serving(army.seat, copies(serving), number))
            self.emit(e.Drew(army.seat, copies(army.hand), size, n.FROM_RESERVE))

    def _fill_hand(self, army: Army, size: i64) -> None:
        """RAF-3.7: draws extra Reserve cards for the player who goes second (option `second_hand`)."""
        more = min(size - total(army.hand), total(army.reserve))
        if more > 0:
            drawn = self.random_part(army.reserve, 0, more)
            army.reserve = less(army.reserve, drawn)
            army.hand = plus(army.hand, drawn)
            if self.recorder.recording:
                self.emit(e.Drew(army.seat, copies(drawn), more, n.FROM_RESERVE))

    def _reveal_line(self, army: Army) -> None:
        """RAF-3.6: turns all stacks of an army face up."""
        for place in range(n.COLUMNS):
            post = army.posts[position_of(army.seat, place)]
            post.stack = marked(post.stack, SEEN)
            if self.recorder.recording:
                self.emit(e.LinedUp(army.seat, _kinds(post.stack), place))


def _kinds(stack: i64) -> list[int]:
    """The kinds of a stack from the top down, for events."""
    return [kind_of(card_at(stack, i)) for i in range(height(stack))]
