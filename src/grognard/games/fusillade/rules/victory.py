"""FUS-7 End of the game."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade.rules.maneuver import Maneuver


@mypyc_attr(acyclic=True)
class Victory(Maneuver):
    """FUS-7 End of the game."""

    def lead(self, seat: i64) -> i64:
        """FUS-7.1, 7.2: the side with more troops wins."""
        return self.army(seat).troops - self.army(1 - seat).troops
