"""A canvas for land without outlines: distant land fades into haze, and the dark palette shows dusk with lights."""

from __future__ import annotations

from collections.abc import Mapping
from math import sin
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.palette import colour, mixed

WIDTH: Final = 1600
HEIGHT: Final = 900
MIDDLE: Final = WIDTH / 2

# The share of haze at the horizon.
THICK: Final = 0.62
# The shares of red, green and blue left at dusk, and the afterglow above the horizon with its share.
DUSK: Final = (0.46, 0.52, 0.68)
AFTERGLOW: Final = "#d9824a"
GLOWS: Final = 0.55
# What shines at dusk: the windows of buildings and fires.
LIGHTS: Final[Mapping[str, str]] = {"night": "#ffd27a", "fire": "#ff9a3f", "fire*1.5": "#ffe3a0"}


class Air(Canvas):
    """A canvas with haze that depends on `depth`: none at the lower edge (0), most at the horizon (1)."""

    def __init__(self, palette: str, haze: str, horizon: float, meet: float) -> None:
        super().__init__(palette)
        self.depth = 0.0
        self._far = colour(haze, "light")
        self._horizon = horizon
        self._meet = meet
        self._blends: dict[tuple[str, str], str] = {}

    def heavens(self, zenith: str, low: str) -> None:
        """Fills the picture with the sky, which glows above the horizon at dusk."""
        tones = [self.tone(zenith), self.tone(low)]
        if self.palette == "dark":
            tones[1] = mixed(tones[1], AFTERGLOW, GLOWS)
        self.wash(f"M0,0H{WIDTH}V{HEIGHT}H0Z", (0, tones[0]), (self._horizon, tones[1]))

    def stand(self, y: float) -> None:
        """Sets the depth of the following drawings, which are on the ground at this height of the picture."""
        self.depth = min(max((HEIGHT - y) / (HEIGHT - self._horizon), 0), 1)

    def across(self, x: float, y: float) -> float:
        """The x, at this height, of a line that leaves the lower edge at x straight away from the viewer."""
        return MIDDLE + (x - MIDDLE) * (y - self._meet) / (HEIGHT - self._meet)

    def rolling(self, x: float, y: float) -> tuple[float, float]:
        """A point of the rolling ground, on the line that leaves the lower edge at x."""
        at = self.across(x, y)
        return at, y + (sin(at / 210) * 9 + sin(at / 97) * 3) * (y - self._horizon) / (HEIGHT - self._horizon)

    def wash(self, d: str, top: tuple[float, str], bottom: tuple[float, str]) -> None:
        """Fills a path with a gradient between two tones, each given with the height where it is pure."""
        (y, upper), (lower_y, lower) = top, bottom
        line = f'linearGradient gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="{y:.0f}" y2="{lower_y:.0f}"'
        key = self._blend(line, f'<stop stop-color="{upper}"/><stop offset="1" stop-color="{lower}"/>')
        self._parts.append(f'<path d="{d}" fill="url(#{key})"/>')

    def haze(self, x: float, y: float, rx: float, ry: float, name: str, share: float) -> None:
        """Draws an ellipse of a color over the area around x, y, fading toward its rim."""
        tone = self.tone(name)
        stops = (
            f'<stop stop-color="{tone}" stop-opacity="{share}"/><stop offset="1" stop-color="{tone}" stop-opacity="0"/>'
        )
        key = self._blend("radialGradient", stops)
        self._parts.append(f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}" fill="url(#{key})"/>')

    def _blend(self, kind: str, stops: str) -> str:
        """The id of a gradient; equal gradients share one."""
        return self._blends.setdefault((kind, stops), f"g{len(self._blends)}")

    def tone(self, name: str) -> str:
        """A color by name, with the haze at the current depth. At dusk, all but the lights is dimmer."""
        if self.palette == "dark" and name in LIGHTS:
            return LIGHTS[name]
        found = mixed(colour(name, "light"), self._far, THICK * self.depth)
        if self.palette == "light":
            return found
        parts = (round(int(found[at : at + 2], 16) * left) for at, left in zip((1, 3, 5), DUSK, strict=True))
        return "#" + "".join(f"{part:02x}" for part in parts)

    def picture(self) -> str:
        """The picture as an SVG file that fills any frame, cropped at the sides or at top and bottom."""
        frame = (
            f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice"'
        )
        blends = "".join(
            f'<{kind} id="{key}">{stops}</{kind.split()[0]}>' for (kind, stops), key in self._blends.items()
        )
        lines = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        return f"<svg {frame}><defs>{blends}</defs><g {lines}>{''.join(self._parts)}</g></svg>"

    def _painted(self, fill: str, line: str, width: float) -> str:
        """Omits outlines; only a shape without a fill keeps its line."""
        return super()._painted(fill, "" if fill else line, width)
