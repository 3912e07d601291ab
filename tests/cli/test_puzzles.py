"""Puzzles in the terminal."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grognard import cli
from grognard.bots.puzzles import Puzzle, from_lines, position, puzzle, puzzles, to_line
from grognard.kernel.engine.state import State
from grognard.play.players import BOTS

Output = pytest.CaptureFixture[str]
SLUG = "company-commander"


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What is typed at the prompts; then the input ends."""
    left: Iterator[str] = iter(lines)

    def answer(_prompt: str = "") -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", answer)


def place(do: str) -> str:
    """The number of a choice."""
    view = position(SLUG, puzzle(SLUG, 1)).view(puzzle(SLUG, 1).seat)
    return str([action.notation for action in view.actions].index(do) + 1)


def test_they_are_listed(capsys: Output) -> None:
    assert cli.main(["puzzles", "list", SLUG]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(puzzles(SLUG))


def test_one_is_tried_until_it_is_solved(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    one = puzzle(SLUG, 1)
    typed(monkeypatch, "x", "0", place(one.second), place(one.solution))
    assert cli.main(["puzzles", "play", SLUG]) == 0
    out = capsys.readouterr().out
    assert out.index("Solved: ") < out.index(one.why) < out.rindex(" wins ")
    assert out.count("Type a number from 1 to ") == 2
    assert out.index("Not the best: ") < out.index("Solved: ")
    assert one.why in out


@pytest.mark.parametrize("line", ["quit", None])
def test_one_is_left(capsys: Output, monkeypatch: pytest.MonkeyPatch, line: str | None) -> None:
    typed(monkeypatch, *([line] if line else []))
    assert cli.main(["puzzles", "play", SLUG, "2"]) == 0
    assert "solution" not in capsys.readouterr().out.lower()


def test_the_solution_is_shown(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "show")
    assert cli.main(["puzzles", "play", SLUG]) == 0
    assert "The solution: " in capsys.readouterr().out


def test_what_is_wrong_is_said(capsys: Output, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("no puzzle\n")
    for arguments, sentence in (
        (["play", SLUG, "999"], "has no puzzle 999"),
        (["play", "chess"], "There is no game"),
        (["find", SLUG, "--output", str(broken)], "is not a file of puzzles"),
    ):
        assert cli.main(["puzzles", *arguments]) == 2
        error = capsys.readouterr().err
        assert sentence in error
        assert len(error.splitlines()) == 1


def test_finding_goes_on_from_a_file(capsys: Output, tmp_path: Path) -> None:
    """With as many as wanted in the file, or no game to play, there is nothing to do."""
    file = tmp_path / "some.jsonl"
    file.write_text("".join(f"{to_line(msgspec.structs.replace(one, bots=BOTS))}\n" for one in puzzles(SLUG)))
    assert cli.main(["puzzles", "find", SLUG, "--want", "1", "--output", str(file)]) == 0
    assert f"0 found, {len(puzzles(SLUG))} in " in capsys.readouterr().out
    assert len(from_lines(file.read_text().splitlines(), "it")) == len(puzzles(SLUG))


def test_puzzles_of_older_bots_are_judged_again(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that no longer are puzzles are dropped; the others get the current judgment and their place by it."""
    old, kept, current = (
        msgspec.structs.replace(one, bots=bots) for one, bots in zip(puzzles(SLUG), (1, 1, BOTS), strict=False)
    )

    def judged(_state: State, deeds: tuple[str, ...], number: int, seed: int) -> Puzzle | None:
        """As if greedy now found the first, and every level the second."""
        return None if (deeds, seed) == (old.deeds, old.seed) else easier

    easier = msgspec.structs.replace(kept, bots=BOTS, levels={"recruit": 1.0})
    monkeypatch.setattr("grognard.lab.puzzles.puzzle_at", judged)
    file = tmp_path / "some.jsonl"
    file.write_text("".join(f"{to_line(one)}\n" for one in (old, current, kept)))
    assert cli.main(["puzzles", "find", SLUG, "--want", "1", "--output", str(file)]) == 0
    assert "1 dropped" in capsys.readouterr().out
    assert from_lines(file.read_text().splitlines(), "it") == [easier, current]


def test_puzzles_are_explained_again_and_dropped_if_nothing_explains_them(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "some.jsonl"
    had = [msgspec.structs.replace(one, why="old", bots=1) for one in puzzles("outpost")[:2]]
    file.write_text("".join(f"{to_line(one)}\n" for one in had))
    assert cli.main(["puzzles", "find", "outpost", "--explain", "--output", str(file)]) == 0
    assert "2 puzzles explained in" in capsys.readouterr().out
    found = from_lines(file.read_text().splitlines(), "it")
    assert [msgspec.structs.replace(one, why="old") for one in found] == had
    assert all(one.why != "old" for one in found)
    monkeypatch.setattr("grognard.lab.puzzles.explained", lambda *_asked: "")
    assert cli.main(["puzzles", "find", "outpost", "--explain", "--output", str(file)]) == 0
    assert "2 dropped: nothing that follows explains the solution." in capsys.readouterr().out
    assert file.read_text() == ""
