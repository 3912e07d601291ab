"""RAF-5.31 to 5.38 Result of an attack."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.modifiers import Modifiers
from grognard.games.ready_aim_fire.marks import BLOWN, FRESH, kind_of
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.cardsets.bits import is_in, members_of


@mypyc_attr(acyclic=True)
class Result(Modifiers):
    """RAF-5.31 to 5.38 The result of an attack."""

    def result(self) -> None:
        difference = self.shown(0) + self.sum_of(0) - self.shown(1) - self.sum_of(1)
        fate = self.fate_of(difference)
        if self.recorder.recording:
            self._emit_sum(0)
            self._emit_sum(1)
            self._emit_result(difference, fate)
        if difference == 0:
            self.silent = 1 if self.guns_are_safe() else 0
            self.fight_on()
            return
        self.loser = 1 if difference > 0 else 0
        seat = self.seat_of(self.loser)
        column = self.column_of(self.loser)
        if fate == 0:  # RAF-5.32
            self.after_fight()
        elif fate == n.IS_SHAKEN:
            self.fate = n.IS_SHAKEN
            self.shake(seat, column, 0)
            self.after_fight()
        elif fate == n.IS_ROUTED:
            if not self.routs(seat, column, 0, 0):
                self.route()
        else:
            self.eliminate(seat, column, 0, True)
            self._lose_top(n.IS_ELIMINATED)

    def fate_of(self, difference: i64) -> i64:
        """The fate of the loser by the results table; 0 if neither side loses (RAF-5.31, 5.32)."""
        if difference == 0 or (difference < 0 and self.guns_are_safe()):
            return 0
        size = max(difference, -difference)
        if size == 1:
            return n.IS_SHAKEN
        return n.IS_ROUTED if size == 2 or (size == 3 and self._is_spared(difference)) else n.IS_ELIMINATED

    def _is_spared(self, difference: i64) -> bool:
        """RAF-5.31: does the loser's kind rout instead of being eliminated? At 0 this is about the attacker."""
        loser: i64 = 1 if difference > 0 else 0
        seat = self.seat_of(loser)
        return is_in(self.tables.spared[seat], self.kind_at(seat, self.column_of(loser)))

    def _emit_sum(self, side: i64) -> None:
        seat = self.seat_of(side)
        column = self.column_of(side)
        terms = self.terms(side)
        first, second = self.dice_of(side)
        aids = members_of((self.aids[0] if side == 0 else self.aids[1]) & self.tables.kinds.rolls)
        grounds: list[int] = members_of(self.grounds(side)) if terms[7] != 0 else []
        amounts: list[int] = [self.card_number(piece) for piece in aids]
        self.emit(
            e.Summed(
                seat, self.kind_at(seat, column), aids, grounds, side == 1, position_of(seat, column), first,
                second, self.is_barred(side), list(terms), amounts,
            )
        )  # fmt: skip

    def _emit_result(self, difference: i64, fate: i64) -> None:
        active = self.active
        sums: list[int] = [self.shown(side) + self.sum_of(side) for side in range(2)]
        self.emit(
            e.Resulted(
                active, self.kind_at(active, self.front), self.kind_at(1 - active, self.target), self.guns_are_safe(),
                self._is_spared(difference), sums, position_of(active, self.front),
                position_of(1 - active, self.target), difference, fate,
            )
        )  # fmt: skip

    def _lose_top(self, fate: i64) -> None:
        """RAF-5.36: applies the loser's fate to its supporter."""
        self.fate = fate
        if self.loser == 0:
            self.attacker_here = False
        else:
            self.defender_here = False
        supporter = self.supporters[0] if self.loser == 0 else self.supporters[1]
        seat = self.seat_of(self.loser)
        column = self.column_of(self.loser)
        if supporter != n.NONE and fate == n.IS_ELIMINATED:
            if self.routs(seat, column, supporter - 1, n.SUPPORTER):
                return
            self.route()
            return
        if supporter != n.NONE:
            self.shake(seat, column, supporter - 1)
        self.after_fight()

    def route(self) -> None:
        """Completes a rout that was not stopped by Take Prisoners."""
        self.flees(self.tested, self.column, self.place)
        self._after_rout(n.IS_ROUTED)

    def capture(self) -> None:
        """Eliminates a routing battalion with Take Prisoners."""
        self.eliminate(self.tested, self.column, self.place, True)
        self._after_rout(n.IS_ELIMINATED)

    def _after_rout(self, fate: i64) -> None:
        if self.mode == n.PASSING:
            self.penalty += 1
            self.left -= 1
            if not self.tests():
                self.checks()
        elif self.mode == n.SUPPORTER:
            self.after_fight()
        else:
            self._lose_top(fate)

    def fight_on(self) -> None:
        """Makes the checks at a difference of 0, the attacker's first (RAF-5.31, 7.21)."""
        while self.silent < 2:
            side = self.silent
            self.silent += 1
            self.mode = n.FIGHT
            self.tested = self.seat_of(side)
            self.column = self.column_of(side)
            self.place = 0
            self.left = 1
            if self.begin_check():
                return
        self.after_fight()

    def after_fight(self) -> None:
        """Marks Blown cavalry, checks for victory, and ends the attack (RAF-5.37, 5.38)."""
        self.clear_check()
        if self.attacker_here and is_in(self.tables.kinds.cavalry, self.kind_at(self.active, self.front)):
            self._blow(self.active, self.front)
            if self.defender_here and is_in(self.tables.kinds.cavalry, self.kind_at(1 - self.active, self.target)):
                self._blow(1 - self.active, self.target)
        elif self.defender_here and not self.attacker_here and self._was_charged():
            self._blow(1 - self.active, self.target)
        if not self.decided():
            self.end_attack()

    def _was_charged(self) -> bool:
        """Has defending cavalry beaten off cavalry? Its attacker is gone, so it was not artillery."""
        return is_in(self.tables.kinds.cavalry, self.kind_at(1 - self.active, self.target))

    def _blow(self, seat: i64, column: i64) -> None:
        post = self.post(seat, column)
        post.stack |= BLOWN | FRESH
        if self.recorder.recording:
            self.emit(e.BecameBlown(seat, kind_of(post.stack), position_of(seat, column)))
