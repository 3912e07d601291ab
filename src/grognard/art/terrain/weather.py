"""Light and air above the land: a low sun, campfires, mist in the valleys, smoke."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from grognard.art.terrain.air import HEIGHT, Air
from grognard.art.terrain.feature import Feature


def _glow(air: Air, numbers: Sequence[float], light: str) -> None:
    """A low sun with its glow, not dimmed by haze. At dusk it has set."""
    if air.palette == "dark":
        return
    x, y, size = numbers
    air.stand(HEIGHT)
    air.haze(x, y, size * 9, size * 3.6, light, 0.75)
    air.circle(x, y, size, f"{light}*1.6", "")


def _campfire(air: Air, numbers: Sequence[float], light: str) -> None:
    """A fire, which lights the ground around it at dusk."""
    x, y, size = numbers
    if air.palette == "dark":
        air.haze(x, y, size * 5, size * 2.2, light, 0.55)
    air.path(
        f"M{x - size * 0.4:.1f},{y:.1f}Q{x - size * 0.5:.1f},{y - size * 0.6:.1f} {x:.1f},{y - size * 1.2:.1f}"
        f"Q{x + size * 0.5:.1f},{y - size * 0.6:.1f} {x + size * 0.4:.1f},{y:.1f}Z",
        light,
        "",
    )
    air.ellipse(x, y - size * 0.3, size * 0.2, size * 0.3, f"{light}*1.5", "")


def _mist(air: Air, numbers: Sequence[float], tint: str) -> None:
    """A flat bank of mist, thickest in the middle."""
    x, y, width, height = numbers
    air.haze(x, y, width / 2, height / 2, tint, 0.7)


def _drift(air: Air, numbers: Sequence[float], tint: str) -> None:
    """Smoke leaning in the wind, thinner with height."""
    x, y, height = numbers
    for step, share in enumerate((0.5, 0.42, 0.34, 0.28, 0.2)):
        r = height * (0.12 + 0.07 * step)
        air.haze(x + height * 0.05 * step * step, y - height * (0.08 + 0.2 * step), r, r * 1.2, tint, share)


FEATURES: Final[Mapping[str, Feature]] = {
    "glow": Feature(_glow, "X Y SIZE", ("yellow*1.5",)),
    "campfire": Feature(_campfire, "X Y SIZE", ("fire",)),
    "mist": Feature(_mist, "X Y WIDTH HEIGHT", ("white",)),
    "drift": Feature(_drift, "X Y HEIGHT", ("dark-grey*1.2",)),
}
