"""Plants: hedges, groves, orchards, poplars, winter trees and tufts of grass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot, sin
from typing import Final

from grognard.art.terrain.air import WIDTH, Air
from grognard.art.terrain.feature import Feature


def _tops(x: float, y: float, to_x: float, to_y: float, size: float) -> str:
    """A row of round treetops from one place to the next, no two quite alike."""
    count = max(2, round(hypot(to_x - x, to_y - y) / (size * 1.4)))
    places = [(round(x + (to_x - x) * step / count), round(y + (to_y - y) * step / count)) for step in range(count + 1)]
    parts = []
    for step, ((a, b), (c, d)) in enumerate(pairwise(places)):
        r = (c - a) * (0.54 + 0.08 * sin(step * 2.4 + x))
        parts.append(f"a{r:.0f},{r:.0f} 0 01{c - a},{d - b}")
    return "".join(parts)


def _hedge(air: Air, numbers: Sequence[float], leaf: str) -> None:
    x, y, to_x, to_y, size = numbers
    low = size * 0.35
    air.path(f"M{x:.0f},{y:.0f}{_tops(x, y, to_x, to_y, size)}v{low:.0f}L{x:.0f},{y + low:.0f}Z", leaf, "")
    air.path(f"M{x:.0f},{y + low * 1.5:.0f}{_tops(x, y, to_x, to_y, size * 1.5)}v{low:.0f}L{x:.0f},{y + low * 2:.0f}Z",
             f"{leaf}*0.9", "")  # fmt: skip


def _grove(air: Air, numbers: Sequence[float], leaf: str) -> None:
    """A small wood, tallest in the middle."""
    x, y, width, size = numbers
    left, right = x - width / 2, x + width / 2
    air.ellipse(x, y, width * 0.56, size * 0.22, f"{leaf}*0.8", "")
    back = _tops(left + size * 0.3, y, right - size * 0.3, y, size * 0.9)
    air.path(f"M{left + size * 0.3:.0f},{y - size * 0.75:.0f}{back} V{y:.0f} H{left + size * 0.3:.0f}Z", leaf, "")
    front = _tops(left, y, right, y, size * 0.7)
    air.path(f"M{left:.0f},{y - size * 0.3:.0f}{front} V{y:.0f} H{left:.0f}Z", f"{leaf}*0.9", "")


def _orchard(air: Air, numbers: Sequence[float], leaf: str) -> None:
    """Round trees in rows leading away from the viewer."""
    left, right, near, far, columns, rows, size = numbers
    for row in range(int(rows)):
        y = far + (near - far) * (row / max(rows - 1, 1)) ** 1.25
        r = size * (air.across(right, y) - air.across(left, y)) / (air.across(right, near) - air.across(left, near))
        shadows, crowns, lights = "", "", ""
        for column in range(int(columns)):
            x = air.across(left + (right - left) * (column + 0.5) / columns, y) + 4 * sin(row * 3 + column * 5)
            shadows += f"M{x - r * 0.3:.0f},{y:.0f}h{r * 1.2:.0f}"
            crowns += f"M{x:.0f},{y - r * 0.8:.0f}h0"
            lights += f"M{x - r * 0.3:.0f},{y - r * 1.15:.0f}h0"
        air.path(shadows, line=f"{leaf}*0.85", width=round(r * 0.7))
        air.path(crowns, line=leaf, width=round(r * 2))
        air.path(lights, line=f"{leaf}*1.08", width=round(r * 0.9))


def _poplars(air: Air, numbers: Sequence[float], leaf: str) -> None:
    """Tall trees in a row along a road."""
    x, y, to_x, to_y, count, size = numbers
    trees = []
    for step in range(int(count)):
        share = step / max(count - 1, 1)
        high = size * (1 + 0.12 * sin(step * 2.1))
        wide = size * 0.15
        trees.append(
            f"M{x + (to_x - x) * share:.0f},{y + (to_y - y) * share:.0f}c-{wide:.0f},-{high * 0.2:.0f}"
            f" -{wide * 1.1:.0f},-{high * 0.6:.0f} 0,-{high:.0f}"
            f"c{wide * 1.1:.0f},{high * 0.4:.0f} {wide:.0f},{high * 0.8:.0f} 0,{high:.0f}Z"
        )
    air.path("".join(trees), leaf, "")


def _bare(air: Air, numbers: Sequence[float], wood: str) -> None:
    """A tree in winter: a trunk and a fan of twigs."""
    x, y, size = numbers
    air.path(f"M{x:.0f},{y:.0f}v-{size * 0.42:.0f}", line=wood, width=max(2, round(size * 0.06)))
    boughs = ""
    for step, lean in enumerate((-0.36, -0.2, -0.06, 0.1, 0.24, 0.38)):
        fork = size * (0.2 + 0.16 * (step % 2))
        high = size * (1 - lean * lean * 2.4)
        boughs += f"M{x:.0f},{y - fork:.0f}q{lean * size * 0.55:.0f},-{size * 0.2:.0f}"
        boughs += f" {lean * size:.0f},-{high - fork:.0f}"
    air.path(boughs, line=wood, width=max(1, round(size * 0.022)))
    air.haze(x, y - size * 0.66, size * 0.42, size * 0.36, wood, 0.35)


def _tufts(air: Air, numbers: Sequence[float], leaf: str) -> None:
    """Tufts of grass scattered over the whole width."""
    near, far, count = numbers
    parts = []
    for step in range(int(count)):
        y = far + (near - far) * (step + 0.5) / count
        x = (step * 0.618034 % 1) * WIDTH
        r = round(4 + 8 * (y - far) / (near - far))
        parts.append(f"M{x:.0f},{y:.0f}l-{r // 2},-{r}m{r},{r}v-{r + 2}m{r // 2},{r + 2}l{r // 2},-{r}")
    air.path("".join(parts), line=leaf, width=2)


FEATURES: Final[Mapping[str, Feature]] = {
    "hedge": Feature(_hedge, "X Y X Y SIZE", ("leaf",)),
    "grove": Feature(_grove, "X Y WIDTH SIZE", ("leaf",)),
    "orchard": Feature(_orchard, "LEFT RIGHT NEAR FAR COLUMNS ROWS SIZE", ("leaf",)),
    "poplars": Feature(_poplars, "X Y X Y COUNT SIZE", ("leaf",)),
    "bare": Feature(_bare, "X Y SIZE", ("brown",)),
    "tufts": Feature(_tufts, "NEAR FAR COUNT", ("grass*0.88",)),
}
