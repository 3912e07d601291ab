"""RAF-5.31 to 5.38 Result of an attack."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.modifiers import Modifiers
from grognard.games.ready_aim_fire.state import BLOWN, FRESH, kind_of, position_of
from grognard.games.ready_aim_fire.tables import KIND
from grognard.kernel.cardsets.bits import is_in, members_of


@mypyc_attr(acyclic=True)
class Result(Modifiers):
    """RAF-5.31 to 5.38 The result of an attack."""

    def result(self) -> None:
        if self.recorder.recording:
            self._tell_sums()
        difference = self.shown(0) + self.sum_of(0) - self.shown(1) - self.sum_of(1)
        safe = self.guns_are_safe()
        if self.recorder.recording:
            loser: i64 = 1 if difference > 0 else 0
            kind = self.kind_at(self.seat_of(loser), self.column_of(loser))
            spared: i64 = 1 if is_in(self.tables.spared[self.seat_of(loser)], kind) else 0
            self._tell_result(1 if safe else 0, spared)
        if difference == 0:
            self.silent = 1 if safe else 0
            self.fight_on()
            return
        self.loser = 1 if difference > 0 else 0
        if self.loser == 0 and safe:  # RAF-5.32
            self.after_fight()
            return
        size = max(difference, -difference)
        seat = self.seat_of(self.loser)
        column = self.column_of(self.loser)
        if size == 1:
            self.fate = n.IS_SHAKEN
            self.shake(seat, column, 0)
            self.after_fight()
        elif size == 2 or (size == 3 and is_in(self.tables.spared[seat], self.kind_at(seat, column))):
            if not self.routs(seat, column, 0, 0):
                self.route()
        else:
            self.eliminate(seat, column, 0, True)
            self._lose_top(n.IS_ELIMINATED)

    def _tell_sums(self) -> None:
        for side in range(2):
            terms = self.terms(side)
            seat = self.seat_of(side)
            numbers: list[int] = [side, position_of(seat, self.column_of(side))]
            numbers += [self.dice[0], 0] if side == 0 else [self.dice[1], self.dice[2]]
            numbers.append(1 if self.is_barred(side) else 0)
            for i in range(len(terms)):
                numbers.append(terms[i])
            cards: list[int] = [self.kind_at(seat, self.column_of(side))]
            cards += members_of(self.aids[side] & KIND.rolls)
            if terms[7] != 0:
                cards += members_of(self.grounds(side))
            self.tell(n.SUMMED, seat, cards, numbers)

    def _tell_result(self, safe: i64, spared: i64) -> None:
        cards: list[int] = []
        sums: list[int] = []
        places: list[int] = []
        for side in range(2):
            seat = self.seat_of(side)
            cards.append(self.kind_at(seat, self.column_of(side)))
            sums.append(self.shown(side) + self.sum_of(side))
            places.append(position_of(seat, self.column_of(side)))
        self.tell(n.RESULTED, self.active, cards, [safe, spared, *sums, *places])

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
        if supporter != n.NONE and fate == n.IS_ELIMINATED:
            if self.routs(seat, column, supporter - 1, n.SUPPORTER):
                return
            self.route()
            return
        if supporter != n.NONE:
            self.shake(seat, column, supporter - 1)
        self.after_fight()

    def route(self) -> None:
        """It goes to its owner's discard pile."""
        self.flees(self.tested, self.column, self.place)
        self._after_rout(n.IS_ROUTED)

    def capture(self) -> None:
        """Take Prisoners: an elimination in every respect."""
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
        """A difference of 0: the attacker, then the defender (RAF-5.31, 7.21)."""
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
        """RAF-5.37, 5.38."""
        self.clear_check()
        if self.attacker_here and is_in(KIND.cavalry, self.kind_at(self.active, self.front)):
            self._blow(self.active, self.front)
            if self.defender_here and is_in(KIND.cavalry, self.kind_at(1 - self.active, self.target)):
                self._blow(1 - self.active, self.target)
        elif self.defender_here and not self.attacker_here and self._was_charged():
            self._blow(1 - self.active, self.target)
        if not self.decided():
            self.end_attack()

    def _was_charged(self) -> bool:
        """Cavalry that has beaten off cavalry: only cavalry attacks cavalry, but for guns, and those stay."""
        return is_in(KIND.cavalry, self.kind_at(1 - self.active, self.target))

    def _blow(self, seat: i64, column: i64) -> None:
        post = self.post(seat, column)
        post.stack |= BLOWN | FRESH
        if self.recorder.recording:
            self.tell(n.BECAME_BLOWN, seat, [kind_of(post.stack)], [position_of(seat, column)])
