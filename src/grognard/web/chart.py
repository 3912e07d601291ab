"""A chart of chances to win: what the template draws as SVG, in parts of a hundred of its width and height."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Point(NamedTuple):
    """A seat's chance to win, from 0 to 1, at a decision of its own; `mark` numbers a turning point."""

    seat: int
    turn: int
    chance: float
    mark: str = ""


class Line(NamedTuple):
    """A seat's line: its name and its path, as SVG wants it. It is level until the seat decides again."""

    seat: int
    name: str
    path: str
    first: float
    last: float


class Mark(NamedTuple):
    """A numbered point."""

    text: str
    x: str
    y: str


class Chart(NamedTuple):
    """Lines, marks, and the turns below, at equal distances."""

    lines: Sequence[Line]
    marks: Sequence[Mark]
    turns: Sequence[int]


LABELS = 5


def chart(points: Sequence[Point], results: Sequence[float | None], names: Sequence[str], total: int) -> Chart:
    """The points in the order of the game, with room for so many; at the end each line goes to its seat's result."""
    end = max(1, total - 1 + any(result is not None for result in results))
    lines = []
    for seat, name in enumerate(names):
        own = [(number, point.chance) for number, point in enumerate(points) if point.seat == seat]
        if not own:
            continue
        result = results[seat]
        if result is not None:
            own.append((end, result))
        corners = [(f"{100 * x / end:.2f}", f"{100 * (1 - chance):.2f}") for x, chance in own]
        path = f"M{corners[0][0]},{corners[0][1]}" + "".join(f"H{x}V{y}" for x, y in corners[1:])
        lines.append(Line(seat, name, path, own[0][1], own[-1][1]))
    marks = [
        Mark(point.mark, f"{100 * number / end:.2f}%", f"{100 * (1 - point.chance):.2f}%")
        for number, point in enumerate(points)
        if point.mark
    ]
    last = len(points) - 1
    turns = (
        [points[round(last * part / (LABELS - 1))].turn for part in range(LABELS)] if 0 < total == len(points) else []
    )
    return Chart(lines, marks, turns)
