"""What a feature of the land is: a drawing that takes places in the picture, and colours that a table may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec


class Feature(msgspec.Struct, frozen=True):
    """`paint` takes the air, the numbers that `numbers` names, and as many colours as `colours` has.

    The last `repeated` of the numbers may come again, as often as they like.
    """

    paint: Callable[..., None]
    numbers: str
    colours: tuple[str, ...]
    repeated: int = 0

    def takes(self, count: int) -> bool:
        """Can it be drawn with so many numbers?"""
        more = count - len(self.numbers.split())
        return more == 0 or (self.repeated > 0 and more > 0 and more % self.repeated == 0)

    def foot(self, numbers: Sequence[float]) -> float:
        """Where it stands on the ground: the middle of the heights (Y, or NEAR and FAR) that it has."""
        names = self.numbers.split()
        names += names[-self.repeated :] * len(numbers) if self.repeated else []
        heights = [number for name, number in zip(names, numbers, strict=False) if name in ("Y", "NEAR", "FAR")]
        return sum(heights) / len(heights)
