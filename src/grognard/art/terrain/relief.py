"""The ground itself: ridges, rises, and the fields on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp, sin
from typing import Final

from grognard.art.terrain.air import HEIGHT, WIDTH, Air
from grognard.art.terrain.feature import Feature

STEP: Final = 125


def smooth(points: Sequence[tuple[float, float]]) -> str:
    """A smooth line from the first of these points to the last."""
    (x, y), *inner, (end_x, end_y) = points
    line = f"M{x:.0f},{y:.0f}"
    for (x, y), (next_x, next_y) in pairwise(inner):
        line += f" Q{x:.0f},{y:.0f} {(x + next_x) / 2:.0f},{(y + next_y) / 2:.0f}"
    if inner:
        line += f" Q{inner[-1][0]:.0f},{inner[-1][1]:.0f}"
    return f"{line} {end_x:.0f},{end_y:.0f}"


def _ridge(air: Air, numbers: Sequence[float], tint: str) -> None:
    """A ridge, highest at x, that fills the picture from its skyline to the lower edge."""
    x, y, height, width = numbers
    line = []
    for at in range(-STEP, WIDTH + STEP + 1, STEP):
        swell = sin(at / 170 + x) + 0.6 * sin(at / 83 + y)
        line.append((at, y - height * exp(-(((at - x) / width) ** 2)) - swell * height * 0.05 - swell * 2))
    upper = air.tone(f"{tint}*1.06")
    air.stand(HEIGHT)
    air.wash(f"{smooth(line)} V{HEIGHT} H-{STEP}Z", (y - height, upper), (HEIGHT, air.tone(tint)))


def _rise(air: Air, numbers: Sequence[float], tint: str) -> None:
    """A single hill, its foot in the haze of the ground around it."""
    x, y, width, height = numbers
    half = width / 2
    side = f"C{x - half * 0.55:.0f},{y:.0f} {x - half * 0.45:.0f},{y - height:.0f} {x:.0f},{y - height:.0f}"
    other = f"C{x + half * 0.4:.0f},{y - height:.0f} {x + half * 0.5:.0f},{y:.0f} {x + half:.0f},{y:.0f}"
    foot = f"Q{x:.0f},{y + height * 0.22:.0f} {x - half:.0f},{y:.0f}Z"
    air.wash(
        f"M{x - half:.0f},{y:.0f} {side} {other} {foot}", (y - height, air.tone(f"{tint}*1.1")), (y, air.tone(tint))
    )
    shadow = f"Q{x + half * 0.2:.0f},{y - height * 0.1:.0f} {x + half * 0.1:.0f},{y - height * 0.45:.0f}"
    air.path(
        f"M{x:.0f},{y - height:.0f} {other} {shadow} T{x:.0f},{y - height:.0f}Z",
        f"{tint}*0.95",
        "",
    )


def _plot(air: Air, numbers: Sequence[float], tint: str) -> None:
    """A field between two lines leading away from the viewer."""
    left, right, near, far = numbers
    air.stand(far)
    pale = air.tone(tint)
    air.stand(near)
    air.wash(_quarter(air, left, right, near, far), (far, pale), (near, air.tone(tint)))


def _patchwork(air: Air, numbers: Sequence[float], *tints: str) -> None:
    """A patchwork of fields with different widths."""
    left, right, near, far, columns, rows = numbers
    paths = [""] * len(tints)
    for row in range(int(rows)):
        # Far rows are flat, and the fields of each row begin at a different place.
        low, high = (far + (near - far) * (step / rows) ** 1.5 for step in (row + 1, row))
        shift = (row * 0.382 % 1 - 0.5) * 0.7
        edges = [step + shift + 0.24 * sin(step * 2.7 + row * 1.9) for step in range(int(columns) + 1)]
        for column, (start, end) in enumerate(pairwise(edges)):
            x, to_x = (left + (right - left) * edge / columns for edge in (start, end))
            paths[(row * 2 + column) % len(tints)] += _quarter(air, x + 4, to_x - 4, low - 2, high + 1)
    for path, tint in zip(paths, tints, strict=True):
        air.path(path, tint, "")


def _quarter(air: Air, left: float, right: float, near: float, far: float) -> str:
    """The outline of a field in the patchwork."""
    (a, b), (c, d), (e, f), (g, h) = (
        air.rolling(x, y) for x, y in ((left, near), (right, near), (right, far), (left, far))
    )
    (p, q), (r, s) = (air.rolling((left + right) / 2, y) for y in (near, far))
    # The control point is beyond the curve, which passes through the middle.
    q, s = 2 * q - (b + d) / 2, 2 * s - (f + h) / 2
    return f"M{a:.0f},{b:.0f}Q{p:.0f},{q:.0f} {c:.0f},{d:.0f}L{e:.0f},{f:.0f}Q{r:.0f},{s:.0f} {g:.0f},{h:.0f}Z"


def _furrows(air: Air, numbers: Sequence[float], tint: str) -> None:
    """Furrows that lead away from the viewer."""
    left, right, near, far, count = numbers
    lines = []
    for step in range(1, int(count)):
        x = left + (right - left) * step / count
        (a, b), (c, d) = air.rolling(x, near), air.rolling(x, far)
        lines.append(f"M{a:.0f},{b:.0f}L{c:.0f},{d:.0f}")
    air.path("".join(lines), line=tint, width=2)


def _rows(air: Air, numbers: Sequence[float], tint: str) -> None:
    """Rows that run across the view, closer together with distance."""
    left, right, near, far, count = numbers
    lines = []
    for step in range(1, int(count)):
        y = far + (near - far) * (step / count) ** 1.5
        (a, b), (p, q), (c, d) = (air.rolling(x, y) for x in (left, (left + right) / 2, right))
        lines.append(f"M{a:.0f},{b:.0f}Q{p:.0f},{2 * q - (b + d) / 2:.0f} {c:.0f},{d:.0f}")
    air.path("".join(lines), line=tint, width=2)


FEATURES: Final[Mapping[str, Feature]] = {
    "ridge": Feature(_ridge, "X Y HEIGHT WIDTH", ("grass",)),
    "rise": Feature(_rise, "X Y WIDTH HEIGHT", ("grass",)),
    "plot": Feature(_plot, "LEFT RIGHT NEAR FAR", ("grass*1.15",)),
    "patchwork": Feature(_patchwork, "LEFT RIGHT NEAR FAR COLUMNS ROWS", ("grass*1.12", "khaki*1.12", "grass*0.94")),
    "furrows": Feature(_furrows, "LEFT RIGHT NEAR FAR COUNT", ("grass*0.9",)),
    "rows": Feature(_rows, "LEFT RIGHT NEAR FAR COUNT", ("grass*0.9",)),
}
