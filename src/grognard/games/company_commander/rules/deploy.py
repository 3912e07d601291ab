"""CC-3 Deploy Phase: units arrive and move; the bonus draw of the Company Commander."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.turn import Turn
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.counts import is_none

BONUS_CARDS: Final = 1  # CC-3.5
CARDS_A_TURN: Final = 2  # CC-4.1


@mypyc_attr(acyclic=True)
class Deploy(Turn):
    """CC-3 Deploy Phase."""

    def bonus_draws(self) -> i64:
        """CC-3.5: the available bonus draws, as a set of plain actions."""
        here = (self.in_play() & self.side_of(self.active) & self.tables.kinds.commanders) != 0
        squad = self.permits(n.BONUS_SQUAD, here, n.NO_COMMANDER)
        tactics = self.permits(n.BONUS_TACTICS, here, n.NO_COMMANDER)
        squad = squad and self.permits(n.BONUS_SQUAD, not self.bonus_drawn, n.BONUS_TAKEN)
        tactics = tactics and self.permits(n.BONUS_TACTICS, not self.bonus_drawn, n.BONUS_TAKEN)
        squad = squad and self.permits(n.BONUS_SQUAD, self.own_squads() != 0, n.NO_SQUADS)
        left = not (is_none(self.deck) and is_none(self.discard))
        tactics = tactics and self.permits(n.BONUS_TACTICS, left, n.NO_TACTICS)
        return (bit(n.BONUS_SQUAD) if squad else 0) | (bit(n.BONUS_TACTICS) if tactics else 0)

    def bonus(self, action: i64) -> None:
        self.bonus_drawn = True
        if action == n.BONUS_SQUAD:
            self.draw_squads(BONUS_CARDS)
        else:
            self.draw_tactics(BONUS_CARDS)
        self.open_phase(n.DEPLOY)

    def deploy(self, unit: i64, front: i64) -> None:
        """CC-3.3, 3.4: puts a drawn unit on a Front."""
        self.drawn &= ~bit(unit)
        self.exposed &= ~bit(unit)
        self.stands.put(unit, front)
        self.arrived |= bit(unit)
        self.stirred = True
        if self.recorder.recording:
            self.emit(e.Deployed(self.active, unit, front))
        self.open_phase(n.DEPLOY)

    def movable(self) -> i64:
        """CC-3.6: the units that may move."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, self.arrived, n.HAS_ARRIVED)
        units = self.reject_bits(units, self.moved, n.HAS_MOVED)
        units = self.reject_bits(units, self.halted, n.WAS_HALTED)
        units = self.reject_bits(units, self.broken, n.IS_BROKEN)
        units = self.reject_bits(units, self.green, n.IS_GREEN)
        return self.reject_bits(units, self.pinned(), n.IS_PINNED)

    def begin_move(self, unit: i64, front: i64) -> None:
        """CC-3.7: declares a move, which the opponent may stop."""
        self.acting = unit
        self.front = front
        if self.recorder.recording:
            self.emit(e.SetOut(self.active, unit, front))
        self.open_window(n.MOVE)

    def move(self) -> None:
        self.stands.take_off(bit(self.acting))
        self.stands.put(self.acting, self.front)
        self.moved |= bit(self.acting)
        if self.recorder.recording:
            self.emit(e.Moved(self.active, self.acting, self.front))
        self.open_phase(n.DEPLOY)

    def end_deploy(self) -> None:
        if self.look_for_fronts(self.turn - 1):  # CC-3.9
            return
        self.draw_tactics(CARDS_A_TURN)  # CC-4.1
        self.open_phase(n.TACTICS)
