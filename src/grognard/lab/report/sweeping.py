"""Shows a sweep as sentences, tables and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.kernel.content.wording import capitalized
from grognard.lab.estimates import Estimate
from grognard.lab.measures import SIDE_1
from grognard.lab.parameters import setting_text
from grognard.lab.report.sections import (
    TUNED,
    Figure,
    Page,
    Ranged,
    Section,
    Table,
    change_text,
    number,
    percent,
    point,
)
from grognard.lab.subject import differing
from grognard.lab.sweep import Cell, Sweep, by_parameter

if TYPE_CHECKING:
    from grognard.kernel.game import Game

DRAWN_LEVERS: Final = 20  # those that move the measure most
DIGITS: Final = 2
STEPS: Final = ("minus one", "plus one")


def scale_of(estimate: Estimate) -> int:
    """Returns the factor from a value to the number people read: 100 for shares, which are shown in percent."""
    return 100 if estimate.kind == "share" else 1


def written(estimate: Estimate) -> Ranged:
    """Formats an estimate as `52.1 % (51.2 to 53.0)` or `73.41 (72.05 to 74.77)`."""
    return percent(estimate) if estimate.kind == "share" else number(estimate, DIGITS)


def change_of(cell: Cell) -> str | Ranged:
    """Formats the change of a cell with its mark; the starting rules get a dash."""
    scale = scale_of(cell.value)
    return "–" if cell.starts else change_text(cell.change, cell.marked, scale, 1 if scale == 100 else DIGITS)


def axis_of(measure: str, estimate: Estimate) -> str:
    """Returns the name of an axis for the measure."""
    return f"{measure}, percent" if estimate.kind == "share" else measure


def about_of(game: Game, told_first: str, measure: str) -> list[str]:
    """Returns sentences on the games played and their rules."""
    rules = setting_text(differing(game)) or "the standard rules"
    side = f" Side 1 is that of {game.seats[0]}." if measure == SIDE_1.label else ""
    return [f"{told_first}, starting from {rules}, with 95 % intervals.{side}", TUNED]


def page_of(game: Game, found: Sweep) -> Page:
    """Returns the sweep as sections."""
    first = f"{found.games:,} deals between {found.level} bots, the same under each of {len(found.cells)} sets of rules"
    about = about_of(game, first, found.measure)
    names = " and ".join(parameter.key for parameter in found.parameters)
    if found.form == "tornado":
        return Page(f"Every number of {found.title}, plus and minus one", about, [_tornado(found)], found.command)
    return Page(f"A sweep of {names} in {found.title}", about, [_surface(found)], found.command)


def _marked(found: Sweep) -> str:
    tested = [cell for cell in found.cells if not cell.starts]
    marked = sum(cell.marked for cell in tested)
    if not marked:
        return "No change is more than chance explains, after Holm's correction."
    return f"More than chance explains, after Holm's correction (marked *): {marked} of {len(tested)} changes."


def _surface(found: Sweep) -> Section:
    least = min(found.cells, key=lambda cell: cell.value.value)
    most = max(found.cells, key=lambda cell: cell.value.value)
    sentences = [
        f"{capitalized(found.measure)}: {written(found.base)} under the starting rules.",
        f"Lowest with {setting_text(least.setting)}: {written(least.value)}. "
        f"Highest with {setting_text(most.setting)}: {written(most.value)}.",
        _marked(found),
    ]
    keys = [parameter.key for parameter in found.parameters]
    rows = [[*(str(cell.setting[key]) for key in keys), written(cell.value), change_of(cell)] for cell in found.cells]
    table = Table([*keys, found.measure, "change"], rows)
    scale, axis = scale_of(found.base), axis_of(found.measure, found.base)
    if len(keys) == 1:
        points = [point(str(cell.setting[keys[0]]), cell.value, scale) for cell in found.cells]
        figure = Figure("intervals", axis, points, scale * found.base.value, keys[0])
    else:
        points = [
            point(str(cell.setting[keys[0]]), cell.value, scale, str(cell.setting[keys[1]]), cell.marked)
            for cell in found.cells
        ]
        figure = Figure("surface", axis, points, None, *keys)
    return Section(f"{capitalized(found.measure)}, by {' and '.join(keys)}", sentences, figure, table)


def _tornado(found: Sweep) -> Section:
    lines = by_parameter(found)
    sentences = [
        f"{capitalized(found.measure)}: {written(found.base)} under the starting rules. The table shows the effect of "
        "making each number one lower or one higher, with the largest change first.",
        _marked(found),
    ]
    scale = scale_of(found.base)
    rows, points = [], []
    for place, (parameter, cells) in enumerate(lines):
        assert isinstance(parameter.now, int)
        down, up = (
            next((cell for cell in cells if cell.setting[parameter.key] == parameter.now + step), None)
            for step in (-1, 1)
        )
        rows.append(
            [parameter.key, str(parameter.now), *("" if cell is None else change_of(cell) for cell in (down, up))]
        )
        if place < DRAWN_LEVERS:
            points += [
                point(parameter.key, cell.change, scale, step, cell.marked)
                for step, cell in zip(STEPS, (down, up), strict=True)
                if cell is not None
            ]
    figure = Figure("tornado", f"change of {axis_of(found.measure, found.base)}", points, 0)
    return Section(
        f"{capitalized(found.measure)}, by one number at a time",
        sentences,
        figure,
        Table(["number", "now", *STEPS], rows),
    )
