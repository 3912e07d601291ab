"""Reads docs/adding-a-game.md as its reader does, and does what it says in a folder of its own.

The line above a block says where the block goes: “`rules.py`, in place of `Battle.strike`:”. Files are in the folder of
the game, and those that begin with `my-games/` beside it. Blocks of `console` are run, and what they print is compared
with what the page shows; there, … stands for anything.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FENCE: Final = re.compile(r"^```(?P<kind>[\w-]*)$")
PLACE: Final = re.compile(
    r"^`(?P<file>[^`]+)`, (?P<how>the whole file|at the end|in place of|after|from)(?: `(?P<what>[^`]+)`)?"
    r"(?: to the end)?:$"
)
ANYTHING: Final = "…"
SECONDS: Final = 240
GAMES: Final = "my-games"


@dataclass(frozen=True)
class Block:
    """A fenced block of the page: its kind, its lines, the number of its first line, and the line of text above it."""

    kind: str
    lines: tuple[str, ...]
    number: int
    above: str

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def blocks(page: str) -> Iterator[Block]:
    """Yields the fenced blocks of a page."""
    above, kind, begun, held = "", None, 0, list[str]()
    for number, line in enumerate(page.splitlines(), 1):
        fence = FENCE.match(line)
        if kind is None and fence:
            kind, begun, held = fence["kind"], number + 1, []
        elif kind is not None and line == "```":
            yield Block(kind, tuple(held), begun, above)
            kind, above = None, ""
        elif kind is not None:
            held.append(line)
        elif line:
            above = line


# -- changes to files --------------------------------------------------------------------------------------------------


def changed(text: str, how: str, what: str, block: str, is_python: bool) -> str:
    """Returns the text of a file after the change that the line above a block describes."""
    if how == "the whole file":
        return block
    if how == "at the end":
        return text + block
    lines = text.splitlines(keepends=True)
    first, last = place(text, what, is_python)
    if how == "after":
        return "".join([*lines[:last], block, *lines[last:]])
    return "".join([*lines[:first], block, *lines[len(lines) if how == "from" else last :]])


def place(text: str, what: str, is_python: bool) -> tuple[int, int]:
    """Returns the lines from and to which a file has the thing of this name, or the line that begins so."""
    found = [(_first(node), node.end_lineno or 0) for node in _named(ast.parse(text), what)] if is_python else []
    if not found:
        lines = text.splitlines()
        found = [(n, n) for n, line in enumerate(lines, 1) if line.strip().startswith(what)]
    assert len(found) == 1, f"there are {len(found)} places for “{what}”"
    first, last = found[0]
    return first - 1, last


def _named(tree: ast.AST, what: str) -> Iterator[ast.stmt]:
    """Yields the class, function, method or constant of this name, or the case of a `match`."""
    if what.startswith("case "):
        for node in ast.walk(tree):
            if isinstance(node, ast.match_case) and f"case {ast.unparse(node.pattern)}".startswith(what):
                yield ast.Pass(lineno=node.pattern.lineno, end_lineno=node.body[-1].end_lineno)
        return
    name, _, inner = what.partition(".")
    for node in getattr(tree, "body", ()):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            yield from _named(node, inner) if inner else [node]
        elif isinstance(node, ast.AnnAssign) and not inner and ast.unparse(node.target) == name:
            yield node


def _first(node: ast.stmt) -> int:
    """Returns the line in which a statement begins, with its decorators."""
    return min([int(node.lineno), *[int(each.lineno) for each in getattr(node, "decorator_list", ())]])


# -- what a reader has in front of them --------------------------------------------------------------------------------


@dataclass
class Reader:
    """Someone who follows the page: a home, the folder in which they work, and what they have exported."""

    home: Path
    at: Path
    environment: dict[str, str] = field(default_factory=dict)

    @classmethod
    def new(cls, home: Path) -> Reader:
        """Returns a reader with a home in this folder, where the commands of the page are those of this Python."""
        commands = home / "bin"
        commands.mkdir()
        for name, words in (("grognard", "-m grognard"), ("python", "")):
            command = commands / name
            command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words} "$@"\n', encoding="utf-8")
            command.chmod(0o755)
        path = f"{commands}{os.pathsep}{os.environ['PATH']}"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GROGNARD_")}
        mine = {"HOME": str(home), "PATH": path, "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
        if sources := os.environ.get("PYTHONPATH"):
            mine["PYTHONPATH"] = os.pathsep.join(str(Path(one).resolve()) for one in sources.split(os.pathsep))
        return cls(home, home, kept | mine)

    def follow(self, block: Block) -> None:
        """Does what a block says."""
        if block.kind == "console":
            for command, shown in _commands(block):
                self._run(command, shown, block)
        elif spot := PLACE.match(block.above):
            file = self.file(spot["file"])
            text = file.read_text(encoding="utf-8") if spot["how"] != "the whole file" else ""
            text = changed(text, spot["how"], spot["what"] or "", block.text, file.suffix == ".py")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def file(self, name: str) -> Path:
        """Returns the file that the page calls this."""
        games = self.home / GAMES
        return games / name.removeprefix(f"{GAMES}/") if name.startswith(f"{GAMES}/") else games / "the_ford" / name

    def _run(self, command: str, shown: tuple[str, ...], block: Block) -> None:
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self.environment[name] = value.replace("~", str(self.home))
            return
        if command.startswith("cd "):
            self.at = Path(command.removeprefix("cd ").replace("~", str(self.home)))
            return
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.at, env=self.environment, capture_output=True, encoding="utf-8",
            timeout=SECONDS, check=False,
        )  # fmt: skip
        told = f"line {block.number}: $ {command}\n{done.stdout}{done.stderr}"
        # A check fails while something is missing, and scenarios while one fails.
        assert done.returncode == 0 or shown, told
        printed = done.stdout.replace(str(self.home), "~")
        assert not shown or fits("\n".join(shown), printed), f"{told}\nThe page shows:\n" + "\n".join(shown)


def _commands(block: Block) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields each command of a block, and the lines that the page shows below it."""
    command, shown = "", list[str]()
    for line in [*block.lines, "$ "]:
        if line.startswith("$ "):
            if command:
                yield command, tuple(shown)
            command, shown = line.removeprefix("$ "), []
        elif command.endswith("\\"):
            command = command[:-1] + line.strip()
        else:
            shown.append(line)


def fits(shown: str, printed: str) -> bool:
    """Returns whether a command printed what a page shows, where … stands for anything in a line, or for any lines."""
    pattern = "".join(
        r"(?:[^\n]*\n)*" if line == ANYTHING else re.escape(line).replace(re.escape(ANYTHING), "[^\n]*") + r"\n"
        for line in shown.strip().splitlines()
    )
    return re.fullmatch(pattern, re.sub(r" +\n", "\n", printed.strip() + "\n")) is not None


def built(page: str, home: Path) -> Mapping[str, str]:
    """Follows a whole page, and returns the files of the game."""
    reader = Reader.new(home)
    for block in blocks(page):
        reader.follow(block)
    game = home / GAMES / "the_ford"
    return {str(file.relative_to(game)): file.read_text("utf-8") for file in game.rglob("*.*") if file.suffix != ".pyc"}
