"""What a feature of the land is: a drawing that takes places in the picture, and colours that a table may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Final

import msgspec

POSITIVE: Final = ("WIDTH", "HEIGHT", "DEPTH", "SIZE", "COUNT", "COLUMNS", "ROWS")
# Heights are counted from above, so what is far has the smaller number.
ORDERED: Final = (("LEFT", "RIGHT"), ("FAR", "NEAR"))


class Feature(msgspec.Struct, frozen=True):
    """`paint` takes the air, the numbers that `numbers` names, and as many colours as `colours` has.

    The last `repeated` of the numbers may come again, as often as they like.
    """

    paint: Callable[..., None]
    numbers: str
    colours: tuple[str, ...]
    repeated: int = 0

    def complaint(self, numbers: Sequence[float]) -> str:
        """Why it cannot be drawn with these numbers; nothing if it can."""
        more = len(numbers) - len(self.numbers.split())
        if more < 0 or (more % self.repeated if self.repeated else more) or not all(map(isfinite, numbers)):
            return f"wants {self.numbers}" + (", and may go on with more" if self.repeated else "")
        if none := [name for name, number in self._named(numbers) if name in POSITIVE and number <= 0]:
            return f"wants a {none[0]} above 0"
        named = dict(self._named(numbers))
        for less, greater in ORDERED:
            if less in named and named[less] >= named[greater]:
                return f"wants a {less} below its {greater}"
        return ""

    def foot(self, numbers: Sequence[float]) -> float:
        """Where it stands on the ground: the middle of the heights (Y, or NEAR and FAR) that it has."""
        heights = [number for name, number in self._named(numbers) if name in ("Y", "NEAR", "FAR")]
        return sum(heights) / len(heights)

    def _named(self, numbers: Sequence[float]) -> list[tuple[str, float]]:
        names = self.numbers.split()
        if self.repeated:
            names += names[-self.repeated :] * len(numbers)
        return list(zip(names, numbers, strict=False))
