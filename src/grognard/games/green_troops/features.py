"""Numbers for bots and learners, from what a seat may know: its own cards, open zones, counts, and what it was shown.

`evaluate` is in Defense points: how much better the seat's side stands than the other.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.state import PHASES, TYPES
from grognard.kernel.state import State

NAMES: Final[list[str]] = ["units"]


def features(state: State, seat: i64) -> list[float]:
    """One number for each of NAMES."""
    return [0.0]


def evaluate(state: State, seat: i64) -> float:
    return 0.0
