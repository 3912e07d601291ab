"""Numbers for bots and learners, from what a seat may know."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.kernel.state import State

NAMES: Final[list[str]] = ["own turn"]


def features(state: State, seat: i64) -> list[float]:
    """One number for each of NAMES."""
    position = cast(ReadyAimFire, state)
    return [1.0 if position.active == seat else 0.0]


def evaluate(state: State, seat: i64) -> float:
    """How much better the seat stands."""
    return 0.0
