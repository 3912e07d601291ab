"""The parts of a report as plain data: sentences, tables and figures, before any page is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from grognard.lab.estimates import Estimate

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
    """A table whose first column has names, the others numbers as text.

    If it is long, `folded` is the title that a reader opens it by.
    """

    columns: list[str]
    rows: Sequence[Sequence[Cell]]
    folded: str = ""


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


def percent(estimate: Estimate) -> Ranged:
    """Formats a share as `52.1 % (51.2 to 53.0)`."""
    return Ranged(f"{100 * estimate.value:.1f} %", f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}")


def number(estimate: Estimate, digits: int = 1) -> Ranged:
    """Formats a number as `31.2 (30.9 to 31.5)`."""
    return Ranged(f"{estimate.value:.{digits}f}", f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}")


def change_text(change: Estimate, marked: bool, scale: float, digits: int = 1) -> Ranged:
    """Formats a change as `+2.1 (+0.4 to +3.8) *`, with the asterisk if it is marked."""
    value, low, high = (f"{scale * one:+.{digits}f}" for one in (change.value, change.low, change.high))
    return Ranged(value, f"{low} to {high}", " *" if marked else "")


def point(label: str, estimate: Estimate, scale: float, group: str = "", marked: bool = False) -> FigurePoint:
    """Returns an estimate as a point of a figure, in the units that people read."""
    return FigurePoint(label, scale * estimate.value, scale * estimate.low, scale * estimate.high, group, marked)
