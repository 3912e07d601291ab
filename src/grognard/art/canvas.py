"""A square of 100 by 100 to draw a figure on, with the ground at 94; the result is an SVG file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from grognard.art.palette import colour

SIZE: Final = 100
GROUND: Final = 94
OUTLINE: Final = 1.4


class Canvas:
    """A drawing in progress, in one palette. Colors are names, with or without a shade: `blue`, `blue*0.8`."""

    def __init__(self, palette: str = "light") -> None:
        self.palette = palette
        self._parts: list[str] = []

    def path(self, d: str, fill: str = "", line: str = "ink", width: float = OUTLINE) -> None:
        """Draws a path; an empty `fill` leaves only its line, and an empty `line` omits the outline."""
        self._parts.append(f'<path d="{_short(d)}"{self._painted(fill, line, width)}/>')

    def circle(self, x: float, y: float, r: float, fill: str = "", line: str = "ink", width: float = OUTLINE) -> None:
        """Draws a circle around x, y."""
        place = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}"'
        self._parts.append(f"<circle {place}{self._painted(fill, line, width)}/>")

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str = "", line: str = "ink", width: float = OUTLINE
    ) -> None:
        """Draws an ellipse around x, y."""
        place = f'cx="{_number(x)}" cy="{_number(y)}" rx="{_number(rx)}" ry="{_number(ry)}"'
        self._parts.append(f"<ellipse {place}{self._painted(fill, line, width)}/>")

    def ground(self) -> None:
        """Draws the line of the ground."""
        self.path(f"M6,{GROUND} H94", line="ground", width=1.6)

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1, turn: float = 0, flip: bool = False) -> Iterator[None]:
        """Moves, turns (in degrees, clockwise), scales and flips (to face right) everything drawn inside the block."""
        steps = [f"translate({_number(x)} {_number(y)})"]
        if turn:
            steps.append(f"rotate({_number(turn)})")
        if flip or scale != 1:
            steps.append(f"scale({_number(-scale)} {_number(scale)})" if flip else f"scale({_number(scale)})")
        self._parts.append(f'<g transform="{" ".join(steps)}">')
        yield
        self._parts.append("</g>")

    def tone(self, name: str) -> str:
        """A color by name, as `#rrggbb`."""
        return colour(name, self.palette)

    def svg(self, width: int = SIZE, height: int = SIZE) -> str:
        """The drawing as an SVG file."""
        frame = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        lines = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
        return f"<svg {frame}><g {lines}>{''.join(self._parts)}</g></svg>"

    def _painted(self, fill: str, line: str, width: float) -> str:
        inside = f' fill="{self.tone(fill)}"' if fill else ""
        outline = f' stroke="{self.tone(line)}" stroke-width="{_number(width)}"' if line else ""
        return inside + outline


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _short(d: str) -> str:
    """A path with its numbers rounded to two decimals."""
    return re.sub(r"-?\d+\.\d{3,}", lambda found: _number(float(found[0])), d)
