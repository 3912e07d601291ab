"""RAF-5.26 to 5.30 Square, support, Tactics cards, dice and re-rolls."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.result import Result
from grognard.games.ready_aim_fire.marks import SHAKEN
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.cardsets.bits import bit, is_in
from grognard.kernel.cardsets.stacks import height, places_with


@mypyc_attr(acyclic=True)
class Fight(Result):
    """RAF-5.26 to 5.30 A fight: square, support, Tactics cards, dice and re-rolls."""

    def squares(self) -> None:
        attacker = self.kind_at(self.active, self.front)
        if not (
            is_in(self.tables.kinds.cavalry, attacker)
            and is_in(self.tables.kinds.infantry, self.kind_at(1 - self.active, self.target))
        ):
            self.support()
            return
        self.frames = n.SQUARE
        self.word = self.active
        self._square_words()

    def _square_words(self) -> None:
        if self._next_word():
            return
        broken = self.aids[0] & self.tables.kinds.broken_squares != 0
        formed = self.aids[1] & self.tables.kinds.formed_squares != 0
        if broken != formed:
            self.square = n.FORMED if formed else n.UNFORMED
            if self.recorder.recording:
                self.emit(e.SquareSettled(1 - self.active, self.square))
            self.after_square()
        else:
            self._roll_square()

    def square_cards(self) -> i64:
        """The cards that fit the side that is asked; a second one would do nothing."""
        kinds = self.tables.kinds
        if self.word == self.active:
            return kinds.broken_squares if self.aids[0] & kinds.broken_squares == 0 else 0
        fits = self.is_line(self.kind_at(1 - self.active, self.target))
        return kinds.formed_squares if fits and self.aids[1] & kinds.formed_squares == 0 else 0

    def _roll_square(self) -> None:
        """RAF-5.26: rolls for a square, which needs less than the morale value on two dice."""
        defender = self.kind_at(1 - self.active, self.target)
        formed = self._two_dice(1 - self.active, defender, 0)
        if formed:
            self.square = n.FORMED
        elif self.can_reroll(1 - self.active, self.target):
            self.frames = n.SQUARE_ROLL
            return
        else:
            self.square = n.UNFORMED
        self.after_square()

    def _two_dice(self, seat: i64, piece: i64, before: i64) -> bool:
        """The defender rolls for a square, or the attacker to ride around it; a re-roll replaces the total `before`."""
        most = self.printed_morale(piece) - 1
        first = self.die()
        second = self.die()
        self.roll = first + second
        made = self.roll <= most
        self.reveal()
        if self.recorder.recording and seat == self.active:
            self.emit(e.RideRolled(seat, piece, first, second, most, made, before))
        elif self.recorder.recording:
            self.emit(e.SquareRolled(seat, piece, first, second, most, made, before))
        return made

    def after_square(self) -> None:
        if self.square == n.FORMED:
            self.frames = n.RIDE
        else:
            self.support()

    def ride(self) -> None:
        """RAF-5.26: rolls to ride around a square."""
        attacker = self.kind_at(self.active, self.front)
        if self._two_dice(self.active, attacker, 0):
            self.end_attack()
        elif self.can_reroll(self.active, self.front):
            self.frames = n.RIDE_ROLL
        else:
            self.support()

    def reroll_charge(self, phase: i64) -> None:
        """RAF-5.26: a general re-rolls for a square or for a ride around one."""
        riding = phase == n.RIDE_ROLL
        side: i64 = 0 if riding else 1
        seat = self.seat_of(side)
        column = self.column_of(side)
        kind = self.kind_at(seat, column)
        if self.recorder.recording:
            self.emit(e.Rerolled(seat, self.post(seat, column).general, [], []))
        made = self._two_dice(seat, kind, self.roll)
        self.danger(seat, column)
        if not made and self.can_reroll(seat, column):
            return
        if riding:
            if made:
                self.end_attack()
            else:
                self.support()
        else:
            self.square = n.FORMED if made else n.UNFORMED
            self.after_square()

    def support(self) -> None:
        """Settles the use of a Bridge (RAF-6.23), and begins the support step."""
        self.cross_bridge()
        self.frames = n.SUPPORT
        self.silent = 0
        self.support_words()

    def support_words(self) -> None:
        while self.silent < 2:
            self.word = self.active if self.silent == 0 else 1 - self.active
            if self.supporter_places() != 0:
                return
            self.silent += 1
        self._tactics()

    def supporter_places(self) -> i64:
        """The places of the battalions that can support the side that is asked."""
        side = self.side(self.word)
        if self.is_barred(side):
            return 0
        stack = self.post(self.word, self.column_of(side)).stack
        return (bit(height(stack)) - 2) & ~places_with(stack, SHAKEN)  # all but the card on top

    def back(self, place: i64) -> None:
        """Records the supporter that the side names."""
        side = self.side(self.word)
        self.supporters = (place, n.NONE) if side == 0 else (self.supporters[0], place)
        if self.recorder.recording:
            where = position_of(self.word, self.column_of(side))
            self.emit(e.Supported(self.word, place, where))
        self.silent += 1
        self.support_words()

    def _tactics(self) -> None:
        self._ask_by_turns(n.TACTICS)

    def _ask_by_turns(self, phase: i64) -> None:
        """Asks both sides in turn, the attacker first."""
        self.frames = phase
        self.word = self.active
        self.silent = 0
        self.word_on()

    def _next_word(self) -> bool:
        """Finds the next side to ask, until both have passed in a row; is there one?"""
        while self.silent < 2:
            if self._has_word():
                return True
            self.silent += 1
            self.word = 1 - self.word
        return False

    def _has_word(self) -> bool:
        phase = self.phase()
        if phase == n.SQUARE:
            return self.might(self.word, self.square_cards()) != 0
        if phase == n.TACTICS:
            return self.might(self.word, self.roll_cards()) != 0
        return self.can_reroll(self.word, self.column_of(self.side(self.word)))

    def roll_cards(self) -> i64:
        """The cards that fit the side that is asked (RAF-11.2, 11.3)."""
        side = self.side(self.word)
        if self.is_barred(side):
            return 0
        kinds = self.tables.kinds
        own = self.kind_at(self.word, self.column_of(side))
        against = self.kind_at(1 - self.word, self.column_of(1 - side))
        shot = is_in(kinds.artillery, own) and not is_in(kinds.artillery, against)
        names = kinds.enfilades
        if self.is_line(own):
            names |= kinds.bayonets
        elif is_in(kinds.light, own):
            names |= kinds.rifles
        elif shot:
            names |= kinds.canister_shots
        if side == 0:
            if self.is_line(own):
                names |= kinds.charges
            elif is_in(kinds.artillery, own):
                names |= kinds.cannon_balls
            return names
        names |= kinds.withdrawals
        if is_in(kinds.infantry, own):
            # There is only one second die (RAF-5.29).
            names |= kinds.volleys if self.aids[1] & kinds.volleys == 0 else 0
        elif is_in(kinds.cavalry, own):
            names |= kinds.counter_attacks
        elif shot:
            names |= kinds.grape_shots
        return names

    def aid(self, piece: i64) -> None:
        """Plays a card for a square or a roll, which counts for this attack only."""
        if self.word == self.active:
            self.aids = (self.aids[0] | bit(piece), self.aids[1])
        else:
            self.aids = (self.aids[0], self.aids[1] | bit(piece))
        self.silent = 0
        self.word = 1 - self.word
        self.word_on()

    def word_on(self) -> None:
        """Asks the other side, or ends the step."""
        phase = self.phase()
        if phase == n.SQUARE:
            self._square_words()
        elif not self._next_word():
            if phase == n.TACTICS:
                self._roll_attack()
            else:
                self.result()

    def _roll_attack(self) -> None:
        first = self.die()
        second = self.die()
        third: i64 = self.die() if self.aids[1] & self.tables.kinds.volleys != 0 else 0
        self.dice = (first, second, third)
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Rolled(self.active, first, second, third))
        self._ask_by_turns(n.REROLL)

    def reroll_attack(self) -> None:
        """RAF-5.30: re-rolls a side's die; the new roll counts."""
        side = self.side(self.word)
        column = self.column_of(side)
        before = self.dice_of(side)
        if side == 0:
            self.dice = (self.die(), self.dice[1], self.dice[2])
        else:
            second = self.die()
            third: i64 = self.die() if self.dice[2] > 0 else 0
            self.dice = (self.dice[0], second, third)
        if self.recorder.recording:
            general = self.post(self.word, column).general
            self.emit(e.Rerolled(self.word, general, list(self.dice_of(side)), list(before)))
        self.danger(self.word, column)
        self.silent = 0
        self.word = 1 - self.word
        self.word_on()
