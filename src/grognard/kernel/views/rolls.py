"""Rolls of dice against a target, and their chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from grognard.kernel.views.view import RollView

_FACES: Final = range(1, 7)

# Does the sum of the dice do what was needed?
Meets = Callable[[int], bool]


def probability(dice: int, meets: Meets) -> float:
    """Returns the probability that the sum of this many dice meets the target."""
    throws = [sum(throw) for throw in product(_FACES, repeat=dice)]
    return sum(map(meets, throws)) / len(throws)


def roll_view(dice: Sequence[int], target: str, meets: Meets, rerolled: tuple[int, ...] = ()) -> RollView:
    """Returns the view of a roll judged by its sum, or by its only die."""
    met = meets(sum(dice))
    return RollView(
        tuple(dice), target, (met,) if len(dice) == 1 else (), int(met), probability(len(dice), meets), rerolled
    )


def opposed_roll_view(own: int, other: int, target: str, wins: Callable[[int, int], bool]) -> RollView:
    """Returns the view of two dice against each other, judged for the side that rolled the first."""
    chance = sum(wins(mine, theirs) for mine, theirs in product(_FACES, repeat=2)) / len(_FACES) ** 2
    return RollView((own, other), target, (), int(wins(own, other)), chance)
