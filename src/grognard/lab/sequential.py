"""An interval that holds at every look, so that a measurement may stop as soon as it has shown what it is for."""

from __future__ import annotations

import math
from typing import Final

_ALPHA: Final = 0.05
_STEPS: Final = 1000
_MEANS: Final = tuple(step / _STEPS for step in range(_STEPS + 1))
_BOLDEST: Final = 0.5  # the part of the capital that a bet may risk


class AnytimeInterval:
    """The 95 % interval of the mean of results from 0 to 1, valid after each of them at once.

    For each possible mean, one bets against it after every result, half of the capital on more and half on less. If it
    is the true one, the capital hardly ever grows twentyfold: means where it does are out, for good (the hedged
    capital process of Waudby-Smith and Ramdas: Estimating Means of Bounded Random Variables by Betting, JRSS B 2024).
    """

    def __init__(self) -> None:
        self.count = 0
        self.low = 0.0
        self.high = 1.0
        self._sum = 0.0
        self._squares = 0.0  # of distances from the means as they were known
        self._more = [0.0] * (_STEPS + 1)  # logarithms of the capital, for each mean
        self._less = [0.0] * (_STEPS + 1)

    def add(self, result: float) -> None:
        """One more result."""
        self.count += 1
        variance = (0.25 + self._squares) / self.count
        bet = math.sqrt(2 * math.log(2 / _ALPHA) / (variance * self.count * math.log(1 + self.count)))
        for step, tried in enumerate(_MEANS):
            more = min(bet, _BOLDEST / tried) if tried > 0 else bet
            less = min(bet, _BOLDEST / (1 - tried)) if tried < 1 else bet
            self._more[step] += math.log1p(more * (result - tried))
            self._less[step] += math.log1p(less * (tried - result))
        self._sum += result
        self._squares += (result - (0.5 + self._sum) / (1 + self.count)) ** 2
        pairs = zip(_MEANS, self._more, self._less, strict=True)
        possible = [tried for tried, more, less in pairs if max(more, less) < math.log(2 / _ALPHA)]
        if possible:
            self.low = max(self.low, possible[0] - 1 / _STEPS)
            self.high = min(self.high, possible[-1] + 1 / _STEPS)

    def excludes(self, mean: float) -> bool:
        """Is this shown not to be the mean?"""
        return not self.low <= mean <= self.high
