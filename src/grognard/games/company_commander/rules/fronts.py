"""CC-1.1 Fronts, CC-6.3 and 7.3 At what: the enemy Fronts that each unit can attack."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.names import ASSAULT, CENTER, LEFT, NONE, NOTHING_IN_REACH, RIGHT
from grognard.games.company_commander.rules.victory import Victory
from grognard.kernel.cardsets.bits import bit, is_in
from grognard.kernel.cardsets.counts import count

FLANKING: Final = 1  # CC-6.3


@mypyc_attr(acyclic=True)
class Fronts(Victory):
    """CC-1.1 Fronts, CC-6.3 and 7.3 At what."""

    def defenders(self, front: i64) -> i64:
        """The opponent's units on a Front."""
        return self.at(front) & self.side_of(1 - self.active)

    def occupied(self) -> i64:
        """The enemy Fronts that hold a unit."""
        return self.stands.fronts_of(self.side_of(1 - self.active))

    def fronts_in_reach(self) -> i64:
        """The enemy Fronts that a Support card can name (CC-6.3)."""
        return self.occupied() & ~self.fogged

    def targets_from(self, front: i64, closed: i64) -> i64:
        """CC-6.3: the set of Fronts in reach: the enemy Front opposite or, only if it is empty, the adjacent ones."""
        found = bit(front)
        if self.defenders(front) == 0:
            beside = adjacent(front)
            found = 0
            for other in range(LEFT, RIGHT + 1):
                if is_in(beside, other) and self.defenders(other) != 0:
                    found |= bit(other)
        return found & ~closed

    def in_reach(self, units: i64, closed: i64) -> i64:
        """The units that have a Front to attack."""
        for front in range(LEFT, RIGHT + 1):
            if units & self.at(front) and self.targets_from(front, closed) == 0:
                units = self.reject_bits(units, self.at(front), NOTHING_IN_REACH)
        return units

    def closed(self) -> i64:
        """The enemy Fronts that cannot be attacked in this phase."""
        return self.fogged | (self.disordered if self.window() == ASSAULT else 0)

    def all_attackers(self) -> i64:
        return self.attackers.all_units()

    def assault_is_declared(self) -> bool:
        """Whether any unit is declared as an attacker."""
        return self.all_attackers() != 0

    def attacked_fronts(self) -> i64:
        """The enemy Fronts with a declared assault."""
        return self.attackers.fronts_of(self.all_attackers())

    def forget_attackers(self, units: i64) -> None:
        self.attackers.take_off(units)

    def origin(self, unit: i64) -> i64:
        """A unit's own Front, even if the unit was removed and still fires under Surprise Contact."""
        return self.front_of(unit) if is_in(self.in_play(), unit) else count(self.origins, unit) - 1

    def flank_bonus(self, unit: i64, front: i64) -> i64:
        """CC-6.3: the bonus for attacking an adjacent Front; Support cards never flank."""
        return 0 if unit == NONE or self.origin(unit) == front else FLANKING


def adjacent(front: i64) -> i64:
    """CC-1.1: the set of Fronts adjacent to a Front."""
    return bit(LEFT) | bit(RIGHT) if front == CENTER else bit(CENTER)
