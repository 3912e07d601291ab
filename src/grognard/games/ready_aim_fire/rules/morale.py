"""RAF-7 Morale Phase, RAF-8.12 Army check."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.losses import Losses
from grognard.games.ready_aim_fire.marks import BLOWN, FRESH, SEEN, SHAKEN, kind_of
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.stacks import card_at, height, with_card


@mypyc_attr(acyclic=True)
class Morale(Losses):
    """RAF-7 Morale Phase: morale checks, including those in a fight, and rallies."""

    def clear_check(self) -> None:
        self.mode = 0
        self.tested = n.NONE
        self.column = n.NONE
        self.place = 0
        self.penalty = 0
        self.overrun = 0
        self.helped = False
        self.roll = 0
        self.curable = 0

    def morale_phase(self) -> None:
        for seat in range(2):
            army = self.army(seat)
            for column in range(n.COLUMNS):
                army.posts[column].passed = False
        if self.recorder.recording:
            self.emit(e.MoraleCame(self.active))
        self.snipers()

    def snipers(self) -> None:
        """RAF-7.10: asks each side whether to play Sniper."""
        self.frames = n.SNIPER
        while self.silent < 2:
            self.word = self.active if self.silent == 0 else 1 - self.active
            if self.snipable() != 0 and self.might(self.word, self.tables.kinds.snipers) != 0:
                return
            self.silent += 1
        self.silent = 0
        self.checks()

    def snipable(self) -> i64:
        """The enemy columns with a battalion, for the side that is asked."""
        enemy = self.army(1 - self.word)
        columns: i64 = 0
        for column in range(n.COLUMNS):
            if enemy.posts[column].stack != 0:
                columns |= bit(column)
        return columns

    def snipe(self, piece: i64, column: i64) -> None:
        self.post(1 - self.word, column).passes += self.card_number(piece)
        if self.recorder.recording:
            self.emit(e.Sniped(self.word, position_of(1 - self.word, column)))
        self.snipers()

    def checks(self) -> None:
        """RAF-7.11: makes the stack checks until none is due, then continues with RAF-7.15 or RAF-7.17."""
        while self._take_pass():
            if self.begin_check():
                return
        self.clear_check()
        self.word = 0
        self.scan = 0
        if self.decided():
            return
        if self.stage == 0:
            self._rallies()
        else:
            self.stage = 0
            self.discard_phase()

    def _take_pass(self) -> bool:
        """Begins the next stack check, the opponent's stacks first, column by column; is there one?"""
        stops: i64 = n.COLUMNS + 1  # for each side: its army check, then its columns
        for _step in range(2 * stops):
            seat = 1 - self.active if self.scan < stops else self.active
            stop: i64 = self.scan % stops
            if self._sweep_on(seat) if stop == 0 else self._column_on(seat, stop - 1):
                return True
            self.scan = (self.scan + 1) % (2 * stops)
        return False

    def _column_on(self, seat: i64, column: i64) -> bool:
        """Begins the next check of a stack; is there one?"""
        post = self.post(seat, column)
        while post.passes > 0:
            post.passes -= 1
            if post.stack != 0 and not (self.tables.pass_per_stack and post.passed):
                post.passed = True
                self._begin_pass(seat, column, n.PASSING)
                return True
        return False

    def _sweep_on(self, seat: i64) -> bool:
        """RAF-8.12: begins the next stack of an army check; is there one?"""
        army = self.army(seat)
        if army.army_check:
            army.army_check = False
            self.sweep = 0
        if self.sweep == n.NONE:
            return False
        while self.sweep < n.COLUMNS:
            column = self.sweep
            self.sweep += 1
            if army.posts[column].stack != 0:
                self._begin_pass(seat, column, n.ARMY)
                return True
        self.sweep = n.NONE
        return False

    def _begin_pass(self, seat: i64, column: i64, mode: i64) -> None:
        """RAF-7.12: begins the check of a stack."""
        self.mode = mode
        self.tested = seat
        self.column = column
        self.place = 0
        self.left = height(self.post(seat, column).stack)
        self.penalty = 0
        if self.recorder.recording:
            self.emit(e.PassBegan(seat, position_of(seat, column), mode == n.ARMY))

    def begin_check(self) -> bool:
        """Begins a check, before which the opponent may play Overrun; returns whether a player is asked."""
        self.overrun = 0
        self.word = 1 - self.tested
        if self.might(self.word, self.tables.kinds.overruns) != 0:
            self.frames = n.OVERRUN
            return True
        return self.tests()

    def tests(self) -> bool:
        """Tests the cards that are left, one after the other; returns whether a player is asked."""
        while self.left > 0:
            self.helped = False
            if self._roll_check(0):
                self._pass_check()
            elif self.check_rerolls() != 0:
                self.frames = n.CHECK
                self.word = self.tested
                return True
            elif self.fail_check():
                return True
        return False

    def _roll_check(self, before: i64) -> bool:
        """RAF-7.1: rolls a check against the morale value; a re-roll replaces the total `before`."""
        card = self.tested_card()
        first = self.die()
        second = self.die()
        self.roll = first + second
        self.reveal()
        added = self.penalty + self.overrun
        needed = self.morale(self.tested, kind_of(card))
        passed = self.roll + added <= needed
        if self.recorder.recording:
            where = position_of(self.tested, self.column)
            headless = self.army(self.tested).headless
            self.emit(
                e.Checked(
                    self.tested, kind_of(card), where, self.place, first, second, self.penalty, self.overrun, headless,
                    passed, self.mode, before, added, needed, private=card & SEEN == 0,
                )
            )  # fmt: skip
        return passed

    def check_rerolls(self) -> i64:
        """RAF-7.14: the legal re-rolls of the failed check, by the general and the Army Commander."""
        actions: i64 = 0
        if not self.helped and self.can_reroll(self.tested, self.column):
            actions = bit(n.REROLL_GENERAL)
        army = self.army(self.tested)
        behind = self.mode != n.FIGHT and army.commander != n.NONE
        if behind and army.commander_rerolls < self.allowance(self.tested, army.commander):
            actions |= bit(n.REROLL_COMMANDER)
        return actions

    def reroll_check(self, action: i64) -> None:
        army = self.army(self.tested)
        if action == n.REROLL_COMMANDER:
            army.commander_rerolls += 1
            self.helped = True
            commander = army.commander
        else:
            commander = army.posts[self.column].general
        if self.recorder.recording:
            self.emit(e.Rerolled(self.tested, commander, [], []))
        passed = self._roll_check(self.roll)
        if action == n.REROLL_GENERAL:
            self.danger(self.tested, self.column)
        if passed:
            self._pass_check()
        elif self.check_rerolls() != 0 or self.fail_check():
            return
        self.check_on()

    def check_on(self) -> None:
        """Continues after the check of a card, with the next card or the next step."""
        if self.tests():
            return
        if self.mode == n.FIGHT:
            self.fight_on()
        elif self.mode == n.RALLY:
            self._rallies()
        else:
            self.checks()

    def _pass_check(self) -> None:
        self.left -= 1
        if self.mode == n.RALLY:
            self._rally()
        self.place += 1

    def fail_check(self) -> bool:
        """Applies a failed check (RAF-5.31, 7.13, 7.16, 8.12); returns whether a player is asked."""
        if self.mode == n.PASSING:
            if self.routs(self.tested, self.column, self.place, n.PASSING):
                return True
            self.flees(self.tested, self.column, self.place)
            self.penalty += 1
        elif self.mode == n.ARMY:
            self.eliminate(self.tested, self.column, self.place, False)
            self.penalty += 1
        else:
            if self.mode == n.FIGHT:
                self.shake(self.tested, self.column, self.place)
            self.place += 1
        self.left -= 1
        return False

    def _rallies(self) -> None:
        """RAF-7.16: rolls the rallies of both sides."""
        self.mode = n.RALLY
        while self.scan < 2 * n.COLUMNS:
            seat = 1 - self.active if self.scan < n.COLUMNS else self.active
            column: i64 = self.scan % n.COLUMNS
            stack = self.post(seat, column).stack
            while self.place < height(stack):
                self.curable = self._curable(seat, column, self.place)
                if self.curable != 0:
                    self.tested = seat
                    self.column = column
                    self.left = 1
                    if self.tests():
                        return
                    stack = self.post(seat, column).stack
                else:
                    self.place += 1
            self.place = 0
            self.scan += 1
        self.scan = 0
        self.stage = 2
        self.checks()

    def _curable(self, seat: i64, column: i64, place: i64) -> i64:
        """The markers that a card can lose in a rally that begins now."""
        post = self.post(seat, column)
        card = card_at(post.stack, place)
        markers: i64 = card & SHAKEN
        if self.tables.rally_needs_commander and post.general == n.NONE:
            markers = 0
        return markers | (card & BLOWN if card & FRESH == 0 else 0)

    def _rally(self) -> None:
        """Removes the markers that were curable when the rally began, even if the general has been killed (RAF-8.5)."""
        post = self.post(self.tested, self.column)
        card = card_at(post.stack, self.place)
        post.stack = with_card(post.stack, self.place, card & ~self.curable)
        if self.recorder.recording:
            where = position_of(self.tested, self.column)
            self.emit(e.Rallied(self.tested, kind_of(card), where, self.place, private=card & SEEN == 0))
