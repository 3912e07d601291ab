"""An interval that holds at every check, so a measurement can stop as soon as it has its answer."""

from __future__ import annotations

import math
from typing import Final

_ALPHA: Final = 0.05
_STEPS: Final = 1000
_MEANS: Final = tuple(step / _STEPS for step in range(_STEPS + 1))
_BOLDEST: Final = 0.5  # the part of the capital that a bet may risk


class AnytimeInterval:
    """The 95 % interval of the mean of results from 0 to 1, valid no matter how often it is checked.

    Against each possible mean it places bets on every result, with half of the capital on more and half on less. For
    the true mean, the capital hardly ever grows twentyfold, so a mean is excluded for good once it does (the hedged
    capital process of Waudby-Smith and Ramdas: Estimating Means of Bounded Random Variables by Betting, JRSS B 2024).
    """

    def __init__(self) -> None:
        self.count = 0
        self.low = 0.0
        self.high = 1.0
        self._sum = 0.0
        self._squares = 0.0  # of the distances from the running means
        self._more = [0.0] * (_STEPS + 1)  # logarithms of the capital, for each mean
        self._less = [0.0] * (_STEPS + 1)

    def add(self, result: float) -> None:
        """Adds one more result."""
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
        """Says whether this is shown not to be the mean."""
        return not self.low <= mean <= self.high
