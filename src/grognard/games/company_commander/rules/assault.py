"""CC-7 Assault Phase, the declaration (CC-7.1 to 7.4): units and the Fronts they attack."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.suppression import Suppression
from grognard.kernel.cardsets.bits import members_of


@mypyc_attr(acyclic=True)
class Assault(Suppression):
    """CC-7.1 to 7.4: declaring and stopping attackers."""

    def assaulters(self) -> i64:
        """CC-7.2: the units that may be declared as attackers."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, self.tables.kinds.no_assault, n.NEVER_ASSAULTS)
        units = self.reject_bits(units, self.all_attackers(), n.DECLARED_ALREADY)
        units = self.reject_bits(units, self.fired, n.HAS_FIRED)
        units = self.reject_bits(units, self.away, n.WAS_AWAY)
        units = self.reject_bits(units, self.moved & ~self.roads & ~self.veterans, n.HAS_MOVED)
        units = self.reject_bits(units, self.broken, n.IS_BROKEN)
        units = self.reject_bits(units, self.green, n.IS_GREEN)
        units = self.reject_bits(units, self.pinned(), n.IS_PINNED)
        if self.tables.arrivals_wait:
            units = self.reject_bits(units, self.arrived, n.ARRIVALS_WAIT)
        return self.in_reach(units, self.fogged | self.disordered)

    def declare(self, unit: i64, front: i64) -> None:
        """CC-7.1: declares a unit as an attacker of a Front."""
        self.attackers.put(unit, front)
        if self.recorder.recording:
            self.emit(e.Declared(self.active, unit, front))
        self.open_phase(n.ASSAULT)

    def withdraw_units(self, units: i64) -> None:
        """CC-7.4: takes stopped attackers out of the assault."""
        if self.recorder.recording and units & self.all_attackers():
            self.emit(e.Withdrew(self.active, members_of(units & self.all_attackers())))
        self.forget_attackers(units)
