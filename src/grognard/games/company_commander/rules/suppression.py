"""CC-6 Suppression Phase: firing, one roll at a time."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.recon import CASUALTY_FROM, PIN_FROM, Recon
from grognard.games.company_commander.tables import amounts_of
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.counts import copies


@mypyc_attr(acyclic=True)
class Suppression(Recon):
    """CC-6 Suppression Phase."""

    def able_to_suppress(self) -> i64:
        """CC-6.2: the units that could fire if they had Suppression or a card for it."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, self.fired, n.HAS_FIRED)
        units = self.reject_bits(units, self.stopped, n.WAS_STOPPED)
        units = self.reject_bits(units, self.away, n.WAS_AWAY)
        units = self.reject_bits(units, self.moved & ~self.roads, n.HAS_MOVED)
        units = self.reject_bits(units, self.ammo, n.NO_AMMO)
        units = self.reject_bits(units, self.green, n.IS_GREEN)
        return self.reject_bits(units, self.pinned(), n.IS_PINNED)

    def guns(self) -> i64:
        """The units that may fire suppression."""
        units = self.reject_bits(self.able_to_suppress(), ~self.tables.kinds.suppressors, n.NO_SUPPRESSION)
        return self.in_reach(units, self.fogged)

    def _aim(self, unit: i64, front: i64) -> None:
        """CC-6.4: declares one shot by a unit, which the opponent may stop."""
        self.acting = unit
        self.front = front
        self.rolls = 1
        if self.recorder.recording:
            self.emit(e.AimedFire(self.active, unit, front))
        self.open_window(n.FIRE)

    def open_fire(self) -> None:
        """CC-6.8: marks the unit as having fired and starts the rolls."""
        if self.acting != n.NONE:
            self.fired |= bit(self.acting)
        self._shoot_on()

    def _shoot_on(self) -> None:
        """CC-6.5, 6.6, 6.7: makes the remaining rolls one by one while there is a target."""
        while self.rolls > 0:
            there = self.defenders(self.front)
            if there == 0:
                break
            self.rolls -= 1
            result = self._suppression_roll()
            if result < PIN_FROM:
                continue
            self.hit(self.picked_target(there), result >= CASUALTY_FROM)
            if not self.is_spared():
                self.open_window(n.HIT)
                return
        self.open_phase(n.SUPPRESSION)

    def _suppression_roll(self) -> i64:
        """CC-6.5: rolls two dice and adds all modifiers."""
        first = self.die()
        second = self.die()
        self.reveal()
        own = self.suppression_bonus(self.acting) if self.gun == n.NONE else 0
        flank = self.flank_bonus(self.acting, self.front)
        if self.recorder.recording:
            self._tell_roll([first, second], own, flank)
        return first + second + own + flank + self.bonuses(self.front)

    def _tell_roll(self, dice: list[int], own: i64, flank: i64) -> None:
        helping = copies(self.observing(self.front))
        cards, amounts = self.tables.cards.pieces_of(helping), amounts_of(self.tables, helping)
        missions = self.missions_at(self.front)
        gun = self.piece(self.gun)
        self.emit(e.SuppressionRoll(self.active, gun, self.acting, cards, dice, own, flank, missions, amounts))

    def suppression_bonus(self, unit: i64) -> i64:
        """The number of a unit's Suppression trait."""
        bonus: i64 = self.tables.suppression[unit]
        return bonus

    def after_hit(self) -> None:
        """Continues after a hit: with the remaining rolls, or with the Recon Phase after a Spotted roll (CC-5.5)."""
        if self.phase() == n.RECON:
            self.open_phase(n.RECON)
        else:
            self._shoot_on()
