"""Numbers for bots and learners (placeholder while the rules are tried)."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from grognard.games.company_commander.rules import CompanyCommander
from grognard.kernel.state import State

NAMES: Final[list[str]] = ["score"]


def features(state: State, seat: i64) -> list[float]:
    position = cast(CompanyCommander, state)
    return [float(position.score(seat) - position.score(1 - seat))]


def evaluate(state: State, seat: i64) -> float:
    position = cast(CompanyCommander, state)
    return float(position.score(seat) - position.score(1 - seat))
