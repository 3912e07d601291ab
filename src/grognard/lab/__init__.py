"""The lab: plays whole games between bots, compares bots in arenas, and measures speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.lab.arena import Arena, arena
from grognard.lab.simulate import Paired, SimulationResult, paired, simulate

if TYPE_CHECKING:
    from grognard.lab.judge import Judgment, judge

__all__ = ["Arena", "Judgment", "Paired", "SimulationResult", "arena", "judge", "paired", "simulate"]


def __getattr__(name: str) -> Any:
    """Imports the judge, which needs NumPy, when it is first used."""
    if name in ("Judgment", "judge"):
        from grognard.lab import judge as module

        return getattr(module, name)
    raise AttributeError(f"grognard.lab has no {name}.")
