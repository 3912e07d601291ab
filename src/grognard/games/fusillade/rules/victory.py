"""FUS-7 End of the game."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from grognard.games.fusillade.rules.maneuver import Maneuver
from grognard.kernel.engine.state import OVER


@mypyc_attr(acyclic=True)
class Victory(Maneuver):
    """FUS-7 End of the game."""

    def returns(self) -> list[float]:
        ours = self.army(0).troops
        theirs = self.army(1).troops
        if self.frames != OVER or ours == theirs:
            return [0.0, 0.0]
        return [1.0, -1.0] if ours > theirs else [-1.0, 1.0]
