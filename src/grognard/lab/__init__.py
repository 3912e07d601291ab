"""The lab: whole games between bots, arenas that compare them, and how fast it all is."""

from __future__ import annotations

from grognard.lab.arena import Arena, arena
from grognard.lab.simulate import Paired, SimulationResult, paired, simulate

__all__ = ["Arena", "Paired", "SimulationResult", "arena", "paired", "simulate"]
