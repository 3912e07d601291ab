"""A feature of the land: a drawing with places in the picture, and colors that a game's table may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Final

import msgspec

POSITIVE: Final = ("WIDTH", "HEIGHT", "DEPTH", "SIZE", "COUNT", "COLUMNS", "ROWS")
# Heights are counted from the top, so farther things have smaller numbers.
ORDERED: Final = (("LEFT", "RIGHT"), ("FAR", "NEAR"))


class Feature(msgspec.Struct, frozen=True):
    """A feature: `paint` takes the air, the numbers named in `numbers`, and as many colors as `colours` has.

    The last `repeated` numbers may be repeated any number of times.
    """

    paint: Callable[..., None]
    numbers: str
    colours: tuple[str, ...]
    repeated: int = 0

    def complaint(self, numbers: Sequence[float]) -> str:
        """The reason why the feature cannot be drawn with these numbers; empty if it can."""
        more = len(numbers) - len(self.numbers.split())
        if more < 0 or (more % self.repeated if self.repeated else more) or not all(map(isfinite, numbers)):
            return f"needs {self.numbers}" + (", and may continue with more" if self.repeated else "")
        if none := [name for name, number in self._named(numbers) if name in POSITIVE and number <= 0]:
            return f"needs a {none[0]} above 0"
        named = dict(self._named(numbers))
        for less, greater in ORDERED:
            if less in named and named[less] >= named[greater]:
                return f"needs a {less} below its {greater}"
        return ""

    def foot(self, numbers: Sequence[float]) -> float:
        """The height of the feature's foot: the average of its heights (Y, or NEAR and FAR)."""
        heights = [number for name, number in self._named(numbers) if name in ("Y", "NEAR", "FAR")]
        return sum(heights) / len(heights)

    def _named(self, numbers: Sequence[float]) -> list[tuple[str, float]]:
        names = self.numbers.split()
        if self.repeated:
            names += names[-self.repeated :] * len(numbers)
        return list(zip(names, numbers, strict=False))
