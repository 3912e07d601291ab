"""RAF-9 Discard and Redraw Phase, RAF-10.5 Nightfall."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.hands import Hands
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.counts import copies, is_none, less, one, plus, total

HAND_LIMIT: Final = 7  # RAF-9.2


@mypyc_attr(acyclic=True)
class Discard(Hands):
    """RAF-9 Discard and Redraw Phase, RAF-10.5 Nightfall: the end of a turn."""

    def discard_phase(self) -> None:
        """Begins the Discard and Redraw Phase (RAF-9.1)."""
        self.frames = n.DISCARD
        if is_none(self.army(self.active).hand):
            self.redraw()

    def give_back(self, piece: i64) -> None:
        """RAF-9.1, 9.2, 9.3: discards one card; above the limit, all discards are shown together."""
        self.made += 1
        army = self.army(self.active)
        army.hand = less(army.hand, one(piece))
        self.picked = plus(self.picked, one(piece))
        if self.phase() == n.LIMIT and total(army.hand) > HAND_LIMIT:
            return
        gone = copies(self.picked)
        self.close_frame()
        for i in range(len(gone)):
            army.lose(gone[i])
            self.drop(army, gone[i])
        if self.recorder.recording:
            self.emit(e.Discarded(army.seat, gone))
        if self.tables.army_breakpoint and self.decided():
            return
        if self.phase() == n.DISCARD:
            self.to_limit()
        else:
            self._end_turn()

    def to_limit(self) -> None:
        """RAF-9.2: asks for discards above the limit, or redraws."""
        if total(self.army(self.active).hand) > HAND_LIMIT:
            self.frames = n.LIMIT
        else:
            self.redraw()

    def redraw(self) -> None:
        """RAF-9.2: draws up to seven, card by card."""
        self.frames = n.REDRAW
        army = self.army(self.active)
        while not self.confused and total(army.hand) < HAND_LIMIT:
            sources = self.sources(True)
            if sources == n.FROM_RESERVE | n.FROM_TACTICS:
                return
            if sources == 0:
                break
            self.draw_card(sources)
        self._end_turn()

    def _end_turn(self) -> None:
        """Ends the turn, or the game at nightfall (RAF-4.1, 10.5)."""
        if self.turn >= self.tables.last_turn:
            if self.recorder.recording:
                self.emit(e.NightFell(self.active, self.turn // 2))
            self.frames = OVER
            return
        self.active = 1 - self.active
        self.begin_turn()
