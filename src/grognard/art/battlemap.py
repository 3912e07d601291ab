"""A battle map: pieces, arrows, and more pieces on top of the arrows.

arrows = ["blue*1.3 20 80 10 30 50 30", "red 70 20 70 50 70 70 5 feint"]

Each arrow is `COLOR X Y X Y X Y [WIDTH] [feint]`: its start, the point toward which it bends, and its end.
"""

from __future__ import annotations

from math import hypot, isfinite
from typing import Final

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.drawing import Drawing
from grognard.art.palette import is_colour
from grognard.art.scene import placed

FEINT: Final = "feint"
WIDTH: Final = 6.0


class Arrow(msgspec.Struct, frozen=True):
    """A curved arrow, thin at its start; a feint is only an outline."""

    colour: str
    points: tuple[float, ...]
    width: float
    feint: bool

    def draw(self, canvas: Canvas) -> None:
        """Draws the arrow."""
        x, y, u, v, s, t = self.points
        if (u, v) in ((x, y), (s, t)):
            u, v = (x + s) / 2, (y + t) / 2
        start, end = _across(x, y, u, v), _across(u, v, s, t)
        middle = _across(x, y, s, t)
        half, tail = self.width / 2, self.width / 4
        head = self.width * 1.15
        neck = (s - end[1] * head * 1.2, t + end[0] * head * 1.2)
        tip = (s + end[1] * head * 0.4, t - end[0] * head * 0.4)
        d = (
            f"M{_at((x, y), start, tail)} Q{_at((u, v), middle, half)} {_at(neck, end, half)} L{_at(neck, end, head)} "
            f"L{_at(tip, end, 0)} L{_at(neck, end, -head)} L{_at(neck, end, -half)} "
            f"Q{_at((u, v), middle, -half)} {_at((x, y), start, -tail)}Z"
        )
        if self.feint:
            canvas.path(d, "white", self.colour, 1.8)
        else:
            canvas.path(d, self.colour)


class BattleMap(Drawing, frozen=True, tag="map"):
    """A battle seen from above, on a sheet of paper in a color."""

    pieces: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    paper: str = "sand"

    def __post_init__(self) -> None:
        for text in (f"map-paper {self.paper}", *self.pieces, *self.over):
            placed(text)
        for text in self.arrows:
            arrow(text)

    def draw(self, canvas: Canvas) -> None:
        """Draws the sheet, its pieces, the arrows, and the pieces over them."""
        for text in (f"map-paper {self.paper}", *self.pieces):
            placed(text).draw(canvas)
        for text in self.arrows:
            arrow(text).draw(canvas)
        for text in self.over:
            placed(text).draw(canvas)


def arrow(text: str) -> Arrow:
    """Reads an arrow. Raises ValueError if the text is wrong."""
    tint, *words = text.split() or [""]
    if not is_colour(tint):
        raise ValueError(f"{text!r} begins with {tint!r}, which is not a color")
    try:
        numbers = tuple(float(word) for word in words if word != FEINT)
    except ValueError:
        raise ValueError(f"{text!r} needs only numbers after its color, and perhaps the word {FEINT}") from None
    if len(numbers) not in (6, 7) or not all(map(isfinite, numbers)):
        raise ValueError(f"{text!r} needs three points of two numbers, and may have a width")
    if numbers[:2] == numbers[4:6]:
        raise ValueError(f"{text!r} ends where it starts")
    return Arrow(tint, numbers[:6], numbers[6] if len(numbers) == 7 else WIDTH, FEINT in words)


def _across(x: float, y: float, u: float, v: float) -> tuple[float, float]:
    """A unit vector perpendicular to the line from x, y to u, v."""
    length = hypot(u - x, v - y) or 1
    return (y - v) / length, (u - x) / length


def _at(point: tuple[float, float], across: tuple[float, float], by: float) -> str:
    return f"{point[0] + across[0] * by:.1f},{point[1] + across[1] * by:.1f}"
