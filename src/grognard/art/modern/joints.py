"""Shapes that follow a line of points: arms and legs that taper."""

from __future__ import annotations

from math import hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

# The greatest distance that the corner of a bent limb may stick out, in half widths.
CORNER = 1.2


def limb(points: tuple[Point, ...], widths: tuple[float, ...]) -> str:
    """The outline of a limb along these points, with its width at each point and a round start."""
    sides = [_sides(points, at, width / 2) for at, width in enumerate(widths)]
    left = [side[0] for side in sides]
    right = [side[1] for side in sides]
    there = " ".join(_spot(spot) for spot in left)
    back = " ".join(_spot(spot) for spot in reversed(right))
    radius = f"{widths[0] / 2:.1f}"
    return f"M{there} L{back} A{radius},{radius} 0 0 1 {_spot(left[0])}Z"


def between(start: Point, end: Point, part: float) -> Point:
    """The point at this fraction of the way from start to end."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _sides(points: tuple[Point, ...], at: int, half: float) -> tuple[Point, Point]:
    """The two outline points at one of the points, across the limb."""
    before = _across(points[max(at - 1, 0)], points[max(at, 1)])
    after = _across(points[min(at, len(points) - 2)], points[min(at + 1, len(points) - 1)])
    x, y = before[0] + after[0], before[1] + after[1]
    length = hypot(x, y) or 1
    reach = half * min(2 / length, CORNER)
    x, y = x / length * reach, y / length * reach
    (middle_x, middle_y) = points[at]
    return (middle_x + x, middle_y + y), (middle_x - x, middle_y - y)


def _across(start: Point, end: Point) -> Point:
    """A unit vector perpendicular to the line from start to end."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y) or 1
    return -y / length, x / length


def _spot(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"
