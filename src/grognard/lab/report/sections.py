"""The parts of a report as plain data: sentences, tables and figures, before any page is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec

TUNED: Final = "Bots are tuned for the standard rules; these are not the standard rules, so read shares with care."


class FigurePoint(msgspec.Struct, frozen=True):
    """One point of a figure: its label, its value, and its interval (the same three for a plain bar).

    `group` is the column of a surface, or which of several bars of one label; `marked` is a significant change.
    """

    label: str
    value: float
    low: float
    high: float
    group: str = ""
    marked: bool = False


class Figure(msgspec.Struct, frozen=True):
    """A figure to draw; `axis` says what the numbers are.

    `intervals` are drawn side by side around a line. `bars` begin at 0; those of a `tornado` have intervals, and each
    label one for every group. A `surface` is a table of colors: `rows` and `columns` name its labels and groups.
    """

    form: Literal["intervals", "bars", "tornado", "surface"]
    axis: str
    points: list[FigurePoint]
    line: float | None = None
    rows: str = ""
    columns: str = ""


class Ranged(NamedTuple):
    """A number as text, with its interval and perhaps a mark; as one text `52.1 % (51.2 to 53.0) *`."""

    value: str
    interval: str
    mark: str = ""

    def __str__(self) -> str:
        return f"{self.value} ({self.interval}){self.mark}"


Cell = str | Ranged


class Table(msgspec.Struct, frozen=True):
    """A table whose first column has names, the others numbers as text."""

    columns: list[str]
    rows: Sequence[Sequence[Cell]]


class Section(msgspec.Struct, frozen=True):
    """A heading, sentences, and perhaps a figure and a table."""

    heading: str
    sentences: list[str]
    figure: Figure | None = None
    table: Table | None = None


class Page(msgspec.Struct, frozen=True):
    """A whole report; `command` repeats it."""

    title: str
    about: list[str]
    sections: list[Section]
    command: str
