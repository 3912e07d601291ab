"""CC-7 Assault Phase, the declaration (CC-7.1 to 7.4): who attacks which Front."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.names import (
    ARRIVALS_WAIT, ASSAULT, DECLARED, DECLARED_ALREADY, HAS_FIRED, HAS_MOVED, IS_BROKEN, IS_GREEN, IS_PINNED,
    NEVER_ASSAULTS, WAS_AWAY, WITHDREW,
)  # fmt: skip
from grognard.games.company_commander.rules.suppression import Suppression
from grognard.games.company_commander.tables import KIND, side_of
from grognard.kernel.cardsets.bits import members_of


@mypyc_attr(acyclic=True)
class Assault(Suppression):
    """CC-7.1 to 7.4: attackers are declared, and stopped."""

    def assaulters(self) -> i64:
        """CC-7.2: the units that may be declared as attackers."""
        units = self.in_play() & side_of(self.active)
        units = self.reject_bits(units, KIND.no_assault, NEVER_ASSAULTS)
        units = self.reject_bits(units, self.all_attackers(), DECLARED_ALREADY)
        units = self.reject_bits(units, self.fired, HAS_FIRED)
        units = self.reject_bits(units, self.away, WAS_AWAY)
        units = self.reject_bits(units, self.moved & ~self.roads & ~self.veterans, HAS_MOVED)
        units = self.reject_bits(units, self.broken, IS_BROKEN)
        units = self.reject_bits(units, self.green, IS_GREEN)
        units = self.reject_bits(units, self.pinned(), IS_PINNED)
        if self.tables.arrivals_wait:
            units = self.reject_bits(units, self.arrived, ARRIVALS_WAIT)
        return self.in_reach(units, self.fogged | self.disordered)

    def declare(self, unit: i64, front: i64) -> None:
        """CC-7.1."""
        self.attackers.put(unit, front)
        if self.recorder.recording:
            self.tell(DECLARED, self.active, [unit], [front])
        self.open_phase(ASSAULT)

    def withdraw_units(self, units: i64) -> None:
        """CC-7.4: attackers that are stopped."""
        if self.recorder.recording and units & self.all_attackers():
            self.tell(WITHDREW, self.active, members_of(units & self.all_attackers()), [])
        self.forget_attackers(units)
