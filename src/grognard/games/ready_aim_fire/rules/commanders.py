"""RAF-8 Commanders, except for the army check (RAF-8.12), which is in morale.py."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire.names import COLUMNS, COMMAND_COLUMN, NONE
from grognard.games.ready_aim_fire.rules.discard import Discard
from grognard.games.ready_aim_fire.state import Army, position_of
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.counts import one, plus


@mypyc_attr(acyclic=True)
class Commanders(Discard):
    """RAF-8 Commanders: re-rolls, danger and roles."""

    def can_reroll(self, seat: i64, column: i64) -> bool:
        """RAF-8.3: is there a general with a re-roll left?"""
        post = self.post(seat, column)
        return post.general != NONE and post.rerolls < self.allowance(seat, post.general)

    def allowance(self, seat: i64, commander: i64) -> i64:
        """RAF-4.2: the number of re-rolls that a commander has this turn."""
        if seat == self.active:
            own: i64 = self.tables.own_rerolls[commander]
            return own
        theirs: i64 = self.tables.their_rerolls[commander]
        return theirs

    def danger(self, seat: i64, column: i64) -> None:
        """RAF-8.5: counts a re-roll of a general and rolls for danger."""
        army = self.army(seat)
        post = army.posts[column]
        post.rerolls += 1
        die = self.die()
        self.reveal()
        least = 7 - post.rerolls
        killed = die >= least
        if self.recorder.recording:
            self.emit(e.Danger(seat, post.general, die, least, killed))
        if killed:
            self.kill_general(army, column)

    def kill_general(self, army: Army, column: i64) -> None:
        """RAF-8.6, 8.11: removes a killed general, and records the checks that follow."""
        post = army.posts[column]
        army.eliminated = plus(army.eliminated, one(post.general))
        if self.recorder.recording:
            where = position_of(army.seat, column)
            self.emit(e.GeneralKilled(army.seat, post.general, where, post.acting))
        if post.acting:
            army.headless = True
            army.army_check = True
        else:
            post.passes += 1
        post.general = NONE
        post.acting = False
        post.rerolls = 0
        post.fallen = True

    def roles(self, army: Army) -> i64:
        """RAF-4.33: the columns where a commander can be deployed; COMMAND_COLUMN is the Army Commander."""
        columns: i64 = 0 if army.appointed else bit(COMMAND_COLUMN)
        for column in range(COLUMNS):
            post = army.posts[column]
            if post.general == NONE and post.stack != 0:
                columns |= bit(column)
        return columns

    def vacant(self) -> i64:
        """RAF-8.10: the columns that the Army Commander can take over."""
        army = self.army(self.active)
        columns: i64 = 0
        if army.commander != NONE:
            for column in range(COLUMNS):
                post = army.posts[column]
                if post.fallen and post.general == NONE and post.stack != 0:
                    columns |= bit(column)
        return columns
