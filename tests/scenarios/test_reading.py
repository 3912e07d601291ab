"""Scenario files as they are read: one case or several, and one sentence about whatever is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel.errors import ScenarioError
from grognard.scenarios.reading import PositionRow, read_scenarios

POSITION = "| Position | |\n|---|---|\n| phase | deploy |\n| Blue hand | Probe, Rally |\n"
PLAY = "| Who | Does | Chance | Then |\n|---|---|---|---|\n| Blue | may | | END_DEPLOY |\n"
HEADER = "- Game: fusillade\n- Clauses: FUS-3.2\n"

ONE = f"# Nothing to use\n\n{HEADER}\nTwo cards without an ability.\n\n{POSITION}\nNow:\n\n{PLAY}"
SEVERAL = f"""# FUS-3.2

{HEADER}- Cards: Probe
- Options: strip=any_tactics, halve=down
- Numbers: Probe.force=2

This is for people.

## As it is

{POSITION}
{PLAY}
## With other rules

- Clauses: FUS-8.2, FUS-3.3
- Cards: Rally
- Options: halve=up
- Numbers: Rally.force=1, Probe.force=3

Why so.

{PLAY}"""


def written(folder: Path, text: str) -> Path:
    path = folder / "file.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_one_case(tmp_path: Path) -> None:
    [case] = read_scenarios(written(tmp_path, ONE))
    assert (case.title, case.line, case.game, case.clauses, case.cards) == (
        "Nothing to use",
        1,
        "fusillade",
        ("FUS-3.2",),
        (),
    )
    assert case.position == (PositionRow(10, "phase", "deploy"), PositionRow(11, "Blue hand", "Probe, Rally"))
    assert [(row.line, row.who, row.does, row.chance, row.then) for row in case.play] == [
        (17, "Blue", "may", (), ("END_DEPLOY",))
    ]
    assert [line for line in case.text.splitlines() if line] == ["Two cards without an ability.", "Now:"]


def test_a_case_adds_to_the_header_of_its_file(tmp_path: Path) -> None:
    first, second = read_scenarios(written(tmp_path, SEVERAL))
    assert (first.title, first.clauses, first.cards) == ("As it is", ("FUS-3.2",), ("Probe",))
    assert first.options == {"strip": "any_tactics", "halve": "down"}
    assert first.numbers == {"Probe.force": 2}
    assert (len(first.position), first.text) == (2, "")
    assert (second.title, second.game) == ("With other rules", "fusillade")
    assert second.clauses == ("FUS-3.2", "FUS-8.2", "FUS-3.3")
    assert second.cards == ("Probe", "Rally")
    assert second.options == {"strip": "any_tactics", "halve": "up"}
    assert second.numbers == {"Probe.force": 3, "Rally.force": 1}
    assert (second.position, second.text) == ((), "Why so.")


def test_a_header_ends_where_the_text_begins(tmp_path: Path) -> None:
    [case] = read_scenarios(written(tmp_path, ONE.replace("Two cards", "Two things:\n\n- Game: chess\n- cards")))
    assert case.game == "fusillade"
    assert "- Game: chess" in case.text


@pytest.mark.parametrize(
    ("before", "after", "line", "case", "sentence"),
    [
        ("# FUS-3.2\n", "FUS-3.2\n", 1, "", "a scenario file has a title, “# ...”, and cases, “## ...”."),
        ("## As it is", "##", 11, "FUS-3.2", "a scenario file has a title, “# ...”, and cases, “## ...”."),
        ("## As it is", "# As it is", 11, "FUS-3.2", "a scenario file has a title, “# ...”, and cases, “## ...”."),
        ("## With other rules", "## As it is", 22, "As it is", "an earlier case has this title."),
        ("This is for people.\n", PLAY, 11, "FUS-3.2", "a table comes before the first case."),
        (
            "- Cards: Rally",
            "- Card: Rally",
            25,
            "With other rules",
            "a header has no line “- Card:”; it has Game, Clauses, Cards, Options, Numbers.",
        ),
        ("- Cards: Rally", "- Clauses: FUS-3.4", 25, "With other rules", "“- Clauses:” appears twice."),
        ("strip=any_tactics", "strip", 6, "FUS-3.2", "“strip” should be KEY=VALUE."),
        ("halve=up", "halve", 26, "With other rules", "“halve” should be KEY=VALUE."),
        ("Rally.force=1", "Rally.force=one", 27, "With other rules", "Rally.force: “one” should be a whole number."),
        ("| Position | |", "| Cards | |", 13, "As it is", "a table starts with “Position” or “Who”, not “Cards”."),
        (PLAY, POSITION, 18, "As it is", "there is already a position."),
        (
            "| phase | deploy |",
            "| phase |",
            15,
            "As it is",
            "a row of the position has two cells: a fact and its value.",
        ),
        ("| phase | deploy |", "| Blue hand | - |", 16, "As it is", "“Blue hand” is given twice."),
        (
            "| Blue | may | | END_DEPLOY |\n\n",
            "| Blue | may | END_DEPLOY |\n\n",
            20,
            "As it is",
            "a row of play has four cells: who, does, chance, then. A guide adds: at, say.",
        ),
        ("- Game: fusillade\n", "", 10, "As it is", "a scenario has “- Game:”, “- Clauses:” and a table of play."),
        (
            f"Why so.\n\n{PLAY}",
            "",
            22,
            "With other rules",
            "a scenario has “- Game:”, “- Clauses:” and a table of play.",
        ),
    ],
)
def test_a_file_that_cannot_be_read(
    tmp_path: Path, before: str, after: str, line: int, case: str, sentence: str
) -> None:
    assert before in SEVERAL
    path = written(tmp_path, SEVERAL.replace(before, after, 1))
    with pytest.raises(ScenarioError) as told:
        read_scenarios(path)
    assert str(told.value) == f"{path}:{line}{f', “{case}”' if case else ''}: {sentence}"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"file\.md cannot be read: "):
        read_scenarios(tmp_path / "file.md")


def test_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"file\.md:1: the file is empty"):
        read_scenarios(written(tmp_path, "\n"))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file.md"
    path.write_bytes(b"# \xff\n")
    with pytest.raises(ScenarioError, match=r"file\.md cannot be read: "):
        read_scenarios(path)
