"""Charts of a game, which the template draws as SVG. Coordinates are percentages of the width and height."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.play.summary import GameSummary


class Point(NamedTuple):
    """A seat's chance of winning, from 0 to 1, at one of its decisions. `mark` is the number of a marked point."""

    seat: int
    turn: int
    chance: float
    mark: str = ""


class Line(NamedTuple):
    """A seat's line: its name and its SVG path."""

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


class Label(NamedTuple):
    """The label of a turn, below the point where it begins."""

    turn: int
    x: str


class Chart(NamedTuple):
    """The lines, the marks, the turns below them, and an even scale next to them. `told` says it all in words."""

    lines: Sequence[Line]
    marks: Sequence[Mark]
    turns: Sequence[Label]
    scale: Sequence[str] = ("100\N{NO-BREAK SPACE}%", "50\N{NO-BREAK SPACE}%", "0\N{NO-BREAK SPACE}%")
    told: str = ""


LABEL: Final = 14  # the width of a label, in percent of a chart on a phone
# The least distance between two marks, in percent of the width and of the height.
APART: Final = (5, 14)
MOST_TURNS: Final = 120  # of a line; for a longer game it shows every second turn, or every third ...


def chart(points: Sequence[Point], results: Sequence[float | None], names: Sequence[str], total: int) -> Chart:
    """Returns the chart of the chances of winning, from points in the order of the game, with room for `total` points.

    Each line stays level until its seat decides again, and ends at the seat's result.
    """
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
    first = {point.turn: number for number, point in reversed(list(enumerate(points)))}
    turns = _labels([(turn, 100 * first[turn] / end) for turn in sorted(first)]) if total == len(points) else []
    return Chart(lines, marks, turns)


def _labels(turns: Sequence[tuple[int, float]]) -> list[Label]:
    """Returns labels for the first and the last turn, and for those in between that fit."""
    apart = list(turns[:1])
    for turn, x in turns[1:]:
        if x - apart[-1][1] >= LABEL:
            apart.append((turn, x))
    if len(apart) > 1:
        apart[-1] = turns[-1]
    return [Label(turn, f"{x:.2f}%") for turn, x in apart]


def course(summary: GameSummary, label: str) -> Chart | None:
    """Returns the chart of the deciding number, turn by turn, with its biggest moments; None if it is too short."""
    shown = summary.turns[:: 1 + len(summary.turns) // MOST_TURNS]
    if shown[-1:] != summary.turns[-1:]:
        shown = [*shown, summary.turns[-1]]
    if len(shown) < 2:
        return None
    top = max(summary.most or 1, *(max(numbers) for _, numbers in shown))
    lines = []
    for side, name in enumerate(summary.sides):
        values = [numbers[side] for _, numbers in shown]
        corners = [f"{100 * x / (len(shown) - 1):.2f},{100 - 100 * value / top:.2f}" for x, value in enumerate(values)]
        lines.append(Line(side, name, "M" + "L".join(corners), values[0], values[-1]))
    marks = _marks(summary, shown, top)
    turns = _labels([(turn, 100 * x / (len(shown) - 1)) for x, (turn, _) in enumerate(shown)])
    at = dict(shown)
    after = [", ".join(f"{side} {n}" for side, n in zip(summary.sides, at[turn], strict=True)) for turn, _ in turns]
    told = "; ".join(f"after turn {turn}: {values}" for (turn, _), values in zip(turns[1:], after[1:], strict=True))
    return Chart(lines, marks, turns, (str(top), "0"), f"{label} by turn. At first: {after[0]}; {told}.")


def _marks(summary: GameSummary, shown: Sequence[tuple[int, tuple[int, ...]]], top: int) -> list[Mark]:
    """Returns a mark for each moment that changed the number, on the line of the side that it changed most.

    If two marks would overlap, the earlier one is moved up.
    """
    found: list[tuple[int, float, float]] = []
    for number, one in reversed(list(enumerate(summary.highlights, start=1))):
        if one.after:
            changes = [abs(now - then) for then, now in zip(one.before, one.after, strict=True)]
            place = next((place for place, (turn, _) in enumerate(shown) if turn >= one.turn), len(shown) - 1)
            value = shown[place][1][changes.index(max(changes))]  # more may have happened in that turn
            x, y = 100 * place / (len(shown) - 1), 100 - 100 * value / top
            while any(abs(x - left) < APART[0] and abs(y - above) < APART[1] for _, left, above in found):
                y -= APART[1]
            found.append((number, x, y))
    return [Mark(str(number), f"{x:.2f}%", f"{y:.2f}%") for number, x, y in reversed(found)]
