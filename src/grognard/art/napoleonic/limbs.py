"""Arms, legs and necks: smooth shapes around a line, with a thickness at each joint."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TypeAlias

from grognard.art.canvas import Canvas

# x, y, and half the thickness there.
Joint: TypeAlias = tuple[float, float, float]


def limb(canvas: Canvas, joints: Sequence[Joint], fill: str, width: float = 1.4) -> None:
    """Draws a limb through these joints."""
    there, back = _sides(joints)
    canvas.path(f"M{_through(there)} L{_through(back[::-1])}Z", fill, width=width)


def _sides(joints: Sequence[Joint]) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    left, right = [], []
    for at, (x, y, half) in enumerate(joints):
        before, after = joints[max(at - 1, 0)], joints[min(at + 1, len(joints) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1
        left.append((x - dy / length * half, y + dx / length * half))
        right.append((x + dy / length * half, y - dx / length * half))
    return left, right


def _through(points: Sequence[tuple[float, float]]) -> str:
    """A curve through all these points."""
    text = _point(*points[0])
    for at in range(len(points) - 1):
        before, here, there = points[max(at - 1, 0)], points[at], points[at + 1]
        after = points[min(at + 2, len(points) - 1)]
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        text += f" C{_point(*first)} {_point(*second)} {_point(*there)}"
    return text


def _point(x: float, y: float) -> str:
    return f"{x:.1f},{y:.1f}"
