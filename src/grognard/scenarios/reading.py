"""Reads scenario files: a title, a header, and one or more cases, each with a position and a play.

docs/scenarios.md describes the format. An error is one sentence with the file, the line and, if there is one, the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from grognard.kernel.content.fields import read_number
from grognard.kernel.errors import BadInput, ScenarioError
from grognard.kernel.files import read_text

_HEADERS: Final = ("Game", "Clauses", "Cards", "Options", "Numbers")
_LINE_OF_HEADER: Final = re.compile(r"- (\w+):\s*(.*)$")


@dataclass(frozen=True)
class PositionRow:
    """One row of the position table: a fact and its value."""

    line: int
    name: str
    text: str


@dataclass(frozen=True)
class PlayRow:
    """One row of the play table, with its line in the file.

    In a guide, `say` is a text for the reader, who then plays this row, and `at` names the thing it is about. Both are
    empty in a row that plays itself.
    """

    line: int
    who: str
    does: str
    chance: tuple[str, ...]
    then: tuple[str, ...]
    at: str = ""
    say: str = ""


@dataclass(frozen=True)
class Scenario:
    """One case of a scenario file, including the file's header for all cases."""

    path: Path
    line: int
    title: str
    game: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    options: dict[str, str | int]
    numbers: dict[str, int]
    position: tuple[PositionRow, ...]
    play: tuple[PlayRow, ...]
    text: str  # between the header and the tables

    def place(self, line: int) -> str:
        """Returns a line of this case in the form that begins messages."""
        return _place(self.path, line, self.title)


@dataclass
class _Part:
    """The text under one heading: that of the file (`#`) or that of a case (`##`)."""

    path: Path
    line: int
    title: str
    header: dict[str, tuple[int, str]] = field(default_factory=dict)
    position: list[PositionRow] = field(default_factory=list)
    play: list[PlayRow] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    table: str = ""  # the table that the last line belongs to

    def error(self, line: int, what: str) -> ScenarioError:
        return ScenarioError(f"{_place(self.path, line, self.title)}: {what}")

    def read(self, number: int, line: str) -> None:
        """Reads one line that is not a heading."""
        if line.startswith("|"):
            self._read_row(number, [cell.strip() for cell in line.strip().strip("|").split("|")])
            return
        self.table = ""
        bullet = _LINE_OF_HEADER.match(line)
        if bullet and not (self.position or self.play or any(self.text)):
            self._read_header(number, bullet[1], bullet[2].strip())
        else:
            self.text.append(line)

    def _read_header(self, number: int, key: str, value: str) -> None:
        if key not in _HEADERS:
            raise self.error(number, f"a header has no line “- {key}:”; it has {', '.join(_HEADERS)}.")
        if key in self.header:
            raise self.error(number, f"“- {key}:” appears twice.")
        self.header[key] = (number, value)

    def _read_row(self, number: int, cells: list[str]) -> None:
        if not self.table:
            if cells[0] not in ("Position", "Who"):
                raise self.error(number, f"a table starts with “Position” or “Who”, not “{cells[0]}”.")
            if cells[0] == "Position" and self.position:
                raise self.error(number, "there is already a position.")
            self.table = cells[0]
        elif set("".join(cells)) <= set("-: "):
            return
        elif self.table == "Who":
            if len(cells) not in (4, 6):
                cells_of = "who, does, chance, then. A guide adds: at, say."
                raise self.error(number, f"a row of play has four cells: {cells_of}")
            who, does, chance, then, *guide = cells
            self.play.append(PlayRow(number, who, does, split(chance, ","), split(then, ";"), *guide))
        elif len(cells) != 2:
            raise self.error(number, "a row of the position has two cells: a fact and its value.")
        elif any(told.name == cells[0] for told in self.position):
            raise self.error(number, f"“{cells[0]}” is given twice.")
        else:
            self.position.append(PositionRow(number, *cells))

    def listed(self, key: str) -> tuple[str, ...]:
        """Returns the parts of a header line between commas; none if the line is missing."""
        return split(self.header.get(key, (0, ""))[1], ",")

    def assigned(self, key: str) -> Iterator[tuple[str, str]]:
        """Yields the pairs of a KEY=VALUE list, as options and numbers are written."""
        for text in self.listed(key):
            name, found, value = text.partition("=")
            if not found:
                raise self.error(self.header[key][0], f"“{text}” should be KEY=VALUE.")
            yield name.strip(), value.strip()

    def numbers(self) -> Iterator[tuple[str, int]]:
        for name, value in self.assigned("Numbers"):
            try:
                yield name, read_number(value)
            except BadInput as error:
                raise self.error(self.header["Numbers"][0], f"{name}: {error}") from error


def read_scenarios(path: Path) -> tuple[Scenario, ...]:
    """Reads the cases of a scenario file; raises ScenarioError with the first faulty line."""
    lines = read_text(path, ScenarioError).splitlines()
    whole, *cases = _parts(path, lines)
    if not cases:
        return (_scenario(whole, whole),)
    if tables := [*(told.line for told in whole.position), *(row.line for row in whole.play)]:
        raise whole.error(min(tables), "a table comes before the first case.")
    titles: set[str] = set()
    for case in cases:
        if case.title in titles:
            raise case.error(case.line, "an earlier case has this title.")
        titles.add(case.title)
    return tuple(_scenario(whole, case) for case in cases)


def _parts(path: Path, lines: list[str]) -> list[_Part]:
    """Cuts the file at its headings."""
    parts: list[_Part] = []
    for number, line in enumerate(lines, start=1):
        mark, _, title = line.partition(" ")
        if mark == ("##" if parts else "#") and title.strip():
            parts.append(_Part(path, number, title.strip()))
        elif parts and mark not in ("#", "##"):
            parts[-1].read(number, line)
        elif line.strip():
            title = parts[-1].title if parts else ""
            raise ScenarioError(
                f"{_place(path, number, title)}: a scenario file has a title, “# ...”, and cases, “## ...”."
            )
    if not parts:
        raise ScenarioError(f"{_place(path, 1, '')}: the file is empty.")
    return parts


def _scenario(whole: _Part, case: _Part) -> Scenario:
    """Combines a case with its file's header: its lists are added, its options and numbers win."""
    parts = (whole,) if case is whole else (whole, case)
    games = [part.header["Game"][1] for part in parts if "Game" in part.header]
    scenario = Scenario(
        whole.path,
        case.line,
        case.title,
        games[-1] if games else "",
        tuple(clause for part in parts for clause in part.listed("Clauses")),
        tuple(card for part in parts for card in part.listed("Cards")),
        dict(option for part in parts for option in part.assigned("Options")),
        dict(number for part in parts for number in part.numbers()),
        tuple(case.position),
        tuple(case.play),
        "\n".join(case.text).strip(),
    )
    if not (scenario.game and scenario.clauses and scenario.play):
        raise case.error(case.line, "a scenario has “- Game:”, “- Clauses:” and a table of play.")
    return scenario


def _place(path: Path, line: int, title: str) -> str:
    return f"{path}:{line}, “{title}”" if title else f"{path}:{line}"


def split(text: str, mark: str) -> tuple[str, ...]:
    """Splits a text at a mark, without empty parts."""
    return tuple(part.strip() for part in text.split(mark) if part.strip())
