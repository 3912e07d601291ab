"""Means with their intervals, paired differences, and Holm's correction for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

import msgspec

from grognard.lab.simulate import NORMAL_95, interval

ALPHA: Final = 0.05


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval, with all numbers needed to compute them again.

    `kind` is `share` (results from 0 to 1, Agresti and Coull as in `lab.simulate.interval`) or `mean` (a normal
    interval). For `draw` and `beyond` (see `lab.card_value`) `total` is the value and `squares` its variance.
    """

    kind: str
    count: int
    total: float
    squares: float
    value: float
    low: float
    high: float


def share(results: Sequence[float]) -> Estimate:
    """Estimates the mean of results from 0 to 1; without results, one half with the interval from 0 to 1."""
    count, total, squares = len(results), math.fsum(results), math.fsum(one * one for one in results)
    low, high = interval(count, total, squares) if count else (0.0, 1.0)
    return Estimate("share", count, total, squares, total / count if count else 0.5, low, high)


def mean(results: Sequence[float]) -> Estimate:
    """Estimates the mean of results of any size; there must be at least one."""
    count, total, squares = len(results), math.fsum(results), math.fsum(one * one for one in results)
    width = NORMAL_95 * deviation(results) / math.sqrt(count)
    return Estimate("mean", count, total, squares, total / count, total / count - width, total / count + width)


def deviation(results: Sequence[float]) -> float:
    """Returns the standard deviation of a sample; 0 for a single result."""
    centre = math.fsum(results) / len(results)
    return math.sqrt(math.fsum((one - centre) ** 2 for one in results) / max(1, len(results) - 1))


def chance_of(differences: Sequence[float]) -> float:
    """Returns the probability of a mean this far from 0 if the true one is 0, by Student's t (Wallace 1959).

    The normal distribution would mark too many changes when many measures are corrected for.
    """
    centre, spread, free = math.fsum(differences) / len(differences), deviation(differences), len(differences) - 1
    if spread == 0:
        return 1.0 if centre == 0 or free == 0 else 0.0
    return student(centre * math.sqrt(len(differences)) / spread, free)


def student(value: float, free: int) -> float:
    """Returns the probability that Student's t is at least this far from 0, with this many degrees of freedom."""
    normal = (8 * free + 1) / (8 * free + 3) * math.sqrt(free * math.log1p(value * value / free))
    return 2 * NormalDist().cdf(-normal)


def holm(chances: Sequence[float]) -> list[float]:
    """Corrects each chance for the number of chances, in the given order (Holm 1979)."""
    corrected = [0.0] * len(chances)
    highest = 0.0
    for rank, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, chances[number] * (len(chances) - rank)))
        corrected[number] = highest
    return corrected
