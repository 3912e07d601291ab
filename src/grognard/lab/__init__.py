"""The lab: plays whole games between bots, compares bots in arenas, and measures speed."""

from __future__ import annotations

from grognard.lab.arena import Arena, arena
from grognard.lab.judge import Judgment, judge
from grognard.lab.simulate import Paired, SimulationResult, paired, simulate

__all__ = ["Arena", "Judgment", "Paired", "SimulationResult", "arena", "judge", "paired", "simulate"]
