"""RAF-1 Battalions, RAF-2 The line of battle."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire.names import COLUMNS, NONE
from grognard.games.ready_aim_fire.marks import SEEN, kind_of
from grognard.games.ready_aim_fire.state import Army, Position, Post, position_of
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.stacks import card_at, height, top_to_bottom

MORALE: Final = 8  # RAF-1.1
BREAKPOINT: Final = 2  # RAF-1.2


@mypyc_attr(acyclic=True)
class Line(Position):
    """RAF-1 Battalions, RAF-2 The line of battle: the values and places of battalions."""

    def modifier(self, kind: i64) -> i64:
        """The printed modifier of a battalion."""
        stored: i64 = self.tables.modifiers[kind]
        return stored - 1

    def printed_morale(self, kind: i64) -> i64:
        """RAF-1.1: the morale value for squares and for riding around them."""
        return MORALE + self.modifier(kind)

    def morale(self, seat: i64, kind: i64) -> i64:
        """RAF-1.1, 7.2: the morale value for checks."""
        return self.printed_morale(kind) - (1 if self.army(seat).headless else 0)

    def kind_at(self, seat: i64, column: i64) -> i64:
        """The kind of the top card of a stack."""
        return kind_of(self.post(seat, column).stack)

    def tested_card(self) -> i64:
        """The card that is checking morale or routing."""
        return card_at(self.post(self.tested, self.column).stack, self.place)

    def is_line(self, kind: i64) -> bool:
        """RAF-1.3: do cards for line infantry help this kind?"""
        return is_in(self.tables.kinds.lines if self.tables.line_type_only else self.tables.kinds.line_class, kind)

    def limit(self, army: Army, column: i64) -> i64:
        """RAF-2.1, 4.23: the card limit of a position."""
        ground = army.posts[column].ground
        most: i64 = 5 if column in (0, COLUMNS - 1) else 6
        kinds = self.tables.kinds
        return most - (1 if ground & kinds.woods != 0 else 0) - (1 if ground & kinds.redoubts != 0 else 0)

    def river(self, column: i64) -> i64:
        """The River in this column, as a set; at most one."""
        if column == 2:
            return 0
        flank: i64 = 0 if column <= 1 else COLUMNS - 1
        return (self.blue.posts[flank].ground | self.red.posts[flank].ground) & self.tables.kinds.rivers

    def bridge(self, column: i64) -> i64:
        """The Bridge in this column, as a set; at most one."""
        return (self.blue.posts[column].ground | self.red.posts[column].ground) & self.tables.kinds.bridges

    def has_river(self, column: i64) -> bool:
        """Is there a River in this column?"""
        return self.river(column) != 0

    def has_bridge(self, column: i64) -> bool:
        """Is there a Bridge in this column?"""
        return self.bridge(column) != 0

    def laid(self, army: Army, terrain: i64) -> i64:
        """The number of Terrain cards of a kind at the positions of an army."""
        lie: i64 = 0
        for column in range(COLUMNS):
            lie += 1 if is_in(army.posts[column].ground, terrain) else 0
        return lie

    def is_held(self, post: Post) -> bool:
        """Does the position have a battalion or a general?"""
        return post.stack != 0 or post.general != NONE

    def roomy(self, army: Army) -> i64:
        """The columns with room for a battalion."""
        columns: i64 = 0
        for column in range(COLUMNS):
            if height(army.posts[column].stack) < self.limit(army, column):
                columns |= bit(column)
        return columns

    def turn_up(self, seat: i64, column: i64, mark: i64) -> None:
        """RAF-2.7: turns the top card up, so that both sides see it."""
        post = self.post(seat, column)
        if card_at(post.stack, 0) & SEEN == 0:
            self.reveal()
        post.stack |= SEEN | mark

    def sink(self, seat: i64, column: i64) -> None:
        """Moves the top card, after a fight, face down to the bottom."""
        post = self.post(seat, column)
        if self.recorder.recording:
            self.emit(e.Sunk(seat, kind_of(post.stack), position_of(seat, column)))
        post.stack = top_to_bottom(post.stack)

    def card_number(self, piece: i64) -> i64:
        """The number on a card."""
        amount: i64 = self.tables.amount[piece]
        return amount

    def number_on(self, cards: i64) -> i64:
        """The number on the only card of a set; 0 if there is none."""
        return self.card_number(lowest(cards)) if cards != 0 else 0
