"""RAF-5.33 to 5.35 Losses, in fights and in checks."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.commanders import Commanders
from grognard.games.ready_aim_fire.marks import SEEN, SHAKEN, kind_of
from grognard.games.ready_aim_fire.state import Army, position_of
from grognard.kernel.cardsets.bits import is_in
from grognard.kernel.cardsets.counts import one, plus
from grognard.kernel.cardsets.stacks import card_at, with_card, without_card


@mypyc_attr(acyclic=True)
class Losses(Commanders):
    """RAF-5.33 to 5.35 Losses: battalions that are Shaken, rout or are eliminated."""

    def shake(self, seat: i64, column: i64, place: i64) -> None:
        """RAF-5.35: makes a battalion Shaken."""
        post = self.post(seat, column)
        card = card_at(post.stack, place)
        if card & SHAKEN != 0:
            return
        post.stack = with_card(post.stack, place, card | SHAKEN)
        if self.recorder.recording:
            where = position_of(seat, column)
            self.emit(e.BecameShaken(seat, kind_of(card), where, place, private=card & SEEN == 0))

    def routs(self, seat: i64, column: i64, place: i64, mode: i64) -> bool:
        """RAF-5.34, 7.13: reveals a battalion that routs; is the enemy asked about Take Prisoners?"""
        self.mode = mode
        self.tested = seat
        self.column = column
        self.place = place
        post = self.post(seat, column)
        card = card_at(post.stack, place)
        if card & SEEN == 0:
            post.stack = with_card(post.stack, place, card | SEEN)
            self.reveal()
        if self.recorder.recording:
            self.emit(e.Routed(seat, kind_of(card), position_of(seat, column), place))
        self.word = 1 - seat
        if self.might(self.word, self.tables.kinds.captures) == 0:
            return False
        self.frames = n.PRISONERS
        return True

    def _remove(self, army: Army, column: i64, place: i64) -> i64:
        """Removes a battalion and its markers from its stack, and returns its kind."""
        post = army.posts[column]
        kind = kind_of(card_at(post.stack, place))
        post.stack = without_card(post.stack, place)
        if post.stack == 0:
            post.lost = True
        return kind

    def eliminate(self, seat: i64, column: i64, place: i64, tests: bool) -> None:
        """RAF-5.33: eliminates a battalion; without `tests` this causes no checks (RAF-7.20)."""
        army = self.army(seat)
        kind = self._remove(army, column, place)
        army.eliminated = plus(army.eliminated, one(kind))
        if self.recorder.recording:
            self.emit(e.Eliminated(seat, kind, position_of(seat, column), place))
        if not tests:
            return
        army.posts[column].passes += 1
        if is_in(self.tables.kinds.guards, kind):
            if column > 0:
                army.posts[column - 1].passes += 1
            if column < n.COLUMNS - 1:
                army.posts[column + 1].passes += 1

    def flees(self, seat: i64, column: i64, place: i64) -> None:
        """RAF-5.34: moves a routed battalion to its owner's discard pile; a Guard makes its stack check."""
        army = self.army(seat)
        kind = self._remove(army, column, place)
        army.discard = plus(army.discard, one(kind))
        if is_in(self.tables.kinds.guards, kind):
            army.posts[column].passes += 1
