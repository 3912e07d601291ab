"""Roads, streams and ponds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.art.terrain.air import Air
from grognard.art.terrain.feature import Feature
from grognard.art.terrain.relief import smooth


def _ribbon(numbers: Sequence[float], wider: float = 0) -> str:
    """The outline of a road or stream through these places, with its width at each."""
    stops = [numbers[at : at + 3] for at in range(0, len(numbers), 3)]
    left = [(x - width / 2 - wider, y) for x, y, width in stops]
    right = [(x + width / 2 + wider, y) for x, y, width in reversed(stops)]
    return f"{smooth(left)} L{smooth(right)[1:]}Z"


def _track(air: Air, numbers: Sequence[float], sand: str) -> None:
    air.path(_ribbon(numbers, 4), f"{sand}*0.9", "")
    air.path(_ribbon(numbers), sand, "")


def _stream(air: Air, numbers: Sequence[float], water: str) -> None:
    air.path(_ribbon(numbers, 3), f"{water}*0.85", "")
    air.path(_ribbon(numbers), water, "")


def _pond(air: Air, numbers: Sequence[float], water: str) -> None:
    x, y, width, depth = numbers
    a, b = width / 2, depth / 2
    shore = (
        f"M{x - a:.0f},{y:.0f}c0,-{b * 0.9:.0f} {a * 0.5:.0f},-{b:.0f} {a:.0f},-{b * 0.9:.0f}"
        f"s{a * 1.05:.0f},-{b * 0.1:.0f} {a:.0f},{b * 0.8:.0f}s-{a * 0.5:.0f},{b * 1.1:.0f} -{a:.0f},{b:.0f}"
        f"s-{a:.0f},-{b * 0.2:.0f} -{a:.0f},-{b * 0.9:.0f}Z"
    )
    air.path(shore, line=f"{water}*0.86", width=4)
    air.path(shore, water, "")
    glints = ((-0.5, -0.3, 0.5), (0, 0.2, 0.6), (-0.3, 0.55, 0.35))
    lines = "".join(f"M{x + a * left:.0f},{y + b * down:.0f}h{a * long:.0f}" for left, down, long in glints)
    air.path(lines, line=f"{water}*1.25", width=2)


FEATURES: Final[Mapping[str, Feature]] = {
    "track": Feature(_track, "X Y WIDTH X Y WIDTH", ("sand",), 3),
    "stream": Feature(_stream, "X Y WIDTH X Y WIDTH", ("water",), 3),
    "pond": Feature(_pond, "X Y WIDTH DEPTH", ("water",)),
}
