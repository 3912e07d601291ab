"""RAF-10 Victory."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire.names import COLUMNS, NONE, PRISONERS
from grognard.games.ready_aim_fire.rules.line import BREAKPOINT, Line
from grognard.games.ready_aim_fire.marks import kind_of
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import lowest
from grognard.kernel.cardsets.counts import count, one, some

LOST: Final = 3  # RAF-10.1


@mypyc_attr(acyclic=True)
class Victory(Line):
    """RAF-10 Victory."""

    def decided(self) -> bool:
        """RAF-10.2: checks for victory; returns whether the game is over."""
        for seat in range(2):
            army = self.army(seat)
            for column in range(COLUMNS):
                post = army.posts[column]
                if self.tables.cumulative and post.stack == 0:
                    post.lost = True
        if not self.is_beaten(0) and not self.is_beaten(1):
            return False
        winner = self.victor()
        if self.recorder.recording:
            self.emit(e.GameDrawn(self.active) if winner == NONE else e.Triumphed(winner))
        self.frames = OVER
        return True

    def is_beaten(self, seat: i64) -> bool:
        """RAF-10.1, 10.4: is this army beaten?"""
        if self.lost_positions(seat) >= LOST:
            return True
        return self.tables.army_breakpoint and self.excess(seat) > 0

    def lost_positions(self, seat: i64) -> i64:
        """RAF-10.1: the number of lost positions (option `lost_positions`)."""
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
        return self.value(army.eliminated) + self.value(army.discard)

    def told_losses(self, seat: i64) -> i64:
        """`losses`, including a battalion that is routing: captured or not, it is lost as soon as the log shows it."""
        lost = self.losses(seat)
        if self.phase() == PRISONERS and self.tested == seat:
            lost += self.value(one(kind_of(self.tested_card())))
        return lost

    def value(self, pile: tuple[i64, i64, i64, i64, i64]) -> i64:
        value: i64 = 0
        left = some(pile) & self.tables.kinds.battalions
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            value += count(pile, kind) * (BREAKPOINT + self.modifier(kind))
        return value

    def excess(self, seat: i64) -> i64:
        """The losses of an army beyond its breakpoint; 0 or less if it is not beaten (RAF-10.4)."""
        beyond: i64 = self.tables.breakpoints[seat]
        return self.losses(seat) - beyond + (1 if self.tables.reached else 0)

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
