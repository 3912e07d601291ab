"""What a check finds: something missing, something wrong, or something worth adding, each in one sentence."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from grognard.game_check.folders import GameFolder
from grognard.kernel.errors import GrognardError
from grognard.registry import fault_of

Kind = Literal["Missing", "Wrong", "You can add"]

# A list in a sentence names this many things.
MOST_NAMED: Final = 6

# The parts of a game in the order in which one writes them, with the steps of docs/adding-a-game.md.
STEPS: Final = {
    1: "Step 2: meta.py, cards.csv, handbook.md",
    2: "Step 3: names.py, events.py",
    3: "Step 3: tables.py, state.py",
    4: "Step 3: rules/",
    5: "Step 4: text/",
    6: "Step 5: view.py, table.html",
    7: "Step 5: looks.toml, print.toml",
    8: "Step 6: features.py, length.py, measured.csv",
    9: "Step 7: __init__.py, rulings.md, guide.md, tips.md",
    10: "Step 7: tests",
}
# A small game has a module instead of a package, and may have everything in its rules.
INSTEAD: Final = (
    ("text/", "text.py"), ("rules/", "rules.py"), ("state.py", "rules.py"), ("tables.py", "rules.py"),
    ("view.py", "board.py"), ("view.py", "rules.py"), ("length.py", "rules.py"), ("features.py", "__init__.py"),
)  # fmt: skip


class Finding(NamedTuple):
    """Something that a game lacks: the part of the game (see STEPS), the file, a sentence, and the command for it."""

    step: int
    kind: Kind
    file: str
    text: str
    command: str = ""

    def told(self) -> str:
        """Returns the finding as a line for people."""
        return f"{self.kind}: {self.file}: {self.text}" + (f" Run `{self.command}`." if self.command else "")


def missing(step: int, file: str, text: str, command: str = "") -> Finding:
    """Returns a finding for something that every game needs and this one lacks."""
    return Finding(step, "Missing", file, text, command)


def wrong(step: int, file: str, text: str) -> Finding:
    """Returns a finding for something that is there and must change."""
    return Finding(step, "Wrong", file, text)


def worthwhile(step: int, file: str, text: str, command: str = "") -> Finding:
    """Returns a finding for something that a game works without."""
    return Finding(step, "You can add", file, text, command)


def failed(step: int, file: str, error: BaseException, where: GameFolder, doing: str = "") -> Finding:
    """Returns a finding for an error in the game's code, with the line of the game; `file` if no line is involved.

    `doing` says what failed, as the beginning of the sentence: “The view of Blue fails”.
    """
    error = _root_of(error)
    why = fault_of(error)
    return wrong(step, line_of(error, where) or file, f"{doing}: {why}" if doing else f"{why[:1].upper()}{why[1:]}")


def _root_of(error: BaseException) -> BaseException:
    """Returns the error in a game's code that Grognard reports in a sentence of its own; else the error itself."""
    cause = error.__cause__
    is_report = isinstance(error, GrognardError) and cause is not None and not isinstance(cause, GrognardError)
    return cause if is_report and cause is not None else error


def line_of(error: BaseException, where: GameFolder) -> str:
    """Returns the last line of the game's own code that an error went through, as FILE:LINE; empty if there is none."""
    if isinstance(error, SyntaxError) and error.filename and (named := where.relative(error.filename)):
        return f"{named}:{error.lineno}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if named := where.relative(frame.filename):
            return f"{named}:{frame.lineno}"
    return ""


def real_file(file: str, where: GameFolder) -> str:
    """Returns where a game has what other games have in this file."""
    named, colon, line = file.partition(":")
    for usual, other in INSTEAD:
        has_usual = where.folder.joinpath(usual).exists()
        if named.startswith(usual) and not has_usual and where.folder.joinpath(other).is_file():
            return f"{other}{colon}{line}"
    return file


def located(error: Exception, path: Path, file: str) -> tuple[str, str]:
    """Splits the first line of an error in a scenario file into FILE:LINE, with the name `file`, and a sentence."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    line = re.match(rf"{re.escape(str(path))}:(\d+)(?:, |: )", text)
    return (f"{file}:{line[1]}", text[line.end() :]) if line else (file, text)


def several(names: Sequence[str]) -> str:
    """Returns a list of names for a sentence, cut short: “A, B and 7 more”."""
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"
