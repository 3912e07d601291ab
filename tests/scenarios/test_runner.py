"""Scenarios on the stage: what passes, and what a case that fails is told, with file, line and case."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import cli, load
from grognard.kernel.errors import ScenarioError
from grognard.scenarios.reading import PlayRow, read_scenarios
from grognard.scenarios.runner import Stage, run_file, run_scenario

CASE = """# Captain

- Game: fusillade
- Clauses: FUS-3.3
- Cards: Captain

| Position | |
|---|---|
| phase | deploy |
| Blue hand | Captain, Probe |
| Red hand | Rally |
| discard | the rest |
| deck | Lancers, Bayonets, Broken |

| Who | Does | Chance | Then |
|---|---|---|---|
| Blue | may | | USE Captain; END_DEPLOY |
| Blue | may not Probe | | FUS-3.2 |
| Red | sees | | Blue hand: 2 hidden; Red hand: Rally; Blue troops = 100 |
| Blue | USE Captain | Lancers, Bayonets, Broken | Captain to discard; Lancers, Bayonets, Broken to Blue hand |
| Spectator | sees | | Blue hand: 4 hidden; deck: 0 hidden |
"""
GAMES = Path(__file__).resolve().parents[1] / "games"
SITUATION = "\nNow Blue decides: "


def played(folder: Path, before: str = "", after: str = "", text: str = CASE) -> None:
    assert before in text
    path = folder / "captain.md"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    for scenario in read_scenarios(path):
        run_scenario(scenario, load)


def failure(folder: Path, before: str, after: str, text: str = CASE) -> str:
    """What is told, from the line on and without the legal list."""
    with pytest.raises(ScenarioError) as told:
        played(folder, before, after, text)
    place = f"{folder / 'captain.md'}:"
    assert str(told.value).startswith(place)
    return str(told.value).removeprefix(place).split(SITUATION)[0]


def test_a_case_that_passes(tmp_path: Path) -> None:
    played(tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("FUS-3.3", "FUS-33", "1, “Captain”: There is no clause “FUS-33”. There are"),
        ("- Game: fusillade", "- Game: fusilade", "1, “Captain”: There is no game “fusilade”. "),
        ("- Cards: Captain", "- Options: halve=never", "1, “Captain”: "),
        ("| Red hand |", "| Read hand |", "11, “Captain”: There is no “Read hand”. Choose from: "),
        ("Red hand | Rally", "Red troops | many", "11, “Captain”: “many” should be a whole number."),
        ("Red hand | Rally", "attacked | maybe", "11, “Captain”: “maybe” should be “yes” or “no”."),
        ("the rest", "the rest of deck 2", "12, “Captain”: There is no deck “deck 2”. Choose from: deck."),
        ("Captain, Probe", "Captain, Prob", "9, “Captain”: Fusillade has no card “Prob”."),
        ("Captain, Probe", "Captain, Rally", "9, “Captain”: Rally is in two places."),
    ],
)
def test_a_position_that_cannot_be(tmp_path: Path, before: str, after: str, told: str) -> None:
    assert failure(tmp_path, before, after).startswith(told)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("USE Captain; END", "END", "the legal actions: expected END_DEPLOY, found END_DEPLOY, USE Captain."),
        ("Probe | | FUS-3.2", "Probe | | FUS-3.1", "the clause that forbids it: expected FUS-3.1, found FUS-3.2."),
        ("may not Probe", "may not Captain", "Captain is legal here."),
        ("| Red | sees |", "| Rot | sees |", "There is no “Rot”. Choose from: Blue, Red, Spectator."),
        ("hand: 2 hidden", "hand: 3 hidden", "Blue hand: expected 3 hidden, found 2 hidden."),
        ("Red hand: Rally", "Red hand: -", "Red hand: expected nothing, found Rally."),
        ("Red hand: Rally", "hand: Rally", "No zone “hand” is shown. Choose from: "),
        ("troops = 100", "troops = 99", "Blue troops: expected “99”, found “100”."),
        ("troops = 100", "troops = some", "“some” should be a whole number."),
        ("| Blue | USE", "| Red | USE", "Blue decides here, not Red."),
        ("Broken | Captain", "| Captain", "Something is drawn or rolled here, but the script"),
        ("Broken | Captain", "Broken, Rally | Captain", "Unused chance results: 1."),
        (
            "Broken | Captain",
            "Brocken | Captain",
            "“Brocken” cannot be a result of chance: write a card, a seat or a number.",
        ),
        (
            "; Lancers, Bayonets, Broken",
            "; Lancers, Bayonets",
            "deck: expected Broken, found nothing.",
        ),
        ("Captain to discard", "Captain from Red hand to discard", "Captain is not there."),
        ("Captain to discard", "Captain to nowhere", "There is no zone “nowhere”. Choose from: "),
        ("Captain to discard", "Captian to discard", "There is no card “Captian”."),
        ("Captain to discard", "Captain", "“Captain” should be “CARD, CARD to ZONE”, “NUMBER = VALUE” or “game over"),
    ],
)
def test_a_row_that_fails(tmp_path: Path, before: str, after: str, told: str) -> None:
    line = next(number for number, row in enumerate(CASE.splitlines(), start=1) if before in row)
    who, does = [cell.strip() for cell in CASE.replace(before, after).splitlines()[line - 1].split("|")[1:3]]
    assert failure(tmp_path, before, after).startswith(f"{line}, “Captain”: “{who} {does}”: {told}")


def test_the_prompt_and_the_legal_list_are_told(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=f"{SITUATION}.*\nLegal: END_DEPLOY, USE Captain$"):
        played(tmp_path, "USE Captain; END", "END")


def test_an_error_in_the_rules_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_stage: Stage, _row: PlayRow) -> None:
        raise IndexError("no such front")

    monkeypatch.setattr(Stage, "play", broken)
    told = failure(tmp_path, "USE Captain", "USE Captain")
    assert "the rules can't continue from here (IndexError: no such front in test_runner.py:" in told


def test_what_went_wrong_is_told_even_if_nobody_can_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that breaks off in the middle leaves a position that the questions don't expect."""

    def unasked(_stage: Stage) -> str:
        raise IndexError

    monkeypatch.setattr(Stage, "situation", unasked)
    told = failure(tmp_path, "Captain to discard", "Captian to discard")
    assert "There is no card “Captian”." in told


def test_a_play_without_a_position_begins_with_a_new_game(tmp_path: Path) -> None:
    text = f"{CASE.split('| Position')[0]}| Who{CASE.split('| Who')[1]}"
    told = failure(tmp_path, "", "", text)
    assert told.startswith("9, “Captain”: “Blue may”: There is no position yet")
    assert told.endswith("\nNobody has to decide anything.")


def test_what_has_an_order_is_told_in_it(tmp_path: Path) -> None:
    stacked = GAMES / "ready_aim_fire" / "clauses" / "raf-2.10.md"
    path = tmp_path / "stacked.md"
    text = stacked.read_text(encoding="utf-8")
    path.write_text(text.replace("Centre = Second Rate, Line;", "Centre = Line, Second Rate;"), encoding="utf-8")
    with pytest.raises(ScenarioError, match="Blue Centre: expected Line, Second Rate, found Second Rate, Line"):
        run_scenario(read_scenarios(path)[0], load)


# -- files of several cases, and the command that plays them ---------------------------------------------------------

POSITION = "| Position | |\n|---|---|\n| phase | deploy |\n| Blue hand | Probe |\n"
PLAY = "| Who | Does | Chance | Then |\n|---|---|---|---|\n| Blue | may | | END_DEPLOY |\n"
CASES = [f"## {title}\n\n{POSITION}\n{PLAY}\n" for title in ("First", "Second", "Third")]
SEVERAL = "".join(["# FUS-3.2\n\n- Game: fusillade\n- Clauses: FUS-3.2\n\n", *CASES])


def several(folder: Path, before: str, after: str) -> Path:
    """A file of three cases, the second of which is changed."""
    path = folder / "several.md"
    path.write_text(SEVERAL.replace(CASES[1], CASES[1].replace(before, after)), encoding="utf-8")
    return path


def test_the_cases_after_one_that_fails_are_played(tmp_path: Path) -> None:
    path = several(tmp_path, "END_DEPLOY", "USE Probe")
    first, second, third = run_file(path, load)
    assert (first, third) == (None, None)
    assert str(second).startswith(
        f"{path}:26, “Second”: “Blue may”: the legal actions: expected USE Probe, found END_DEPLOY"
    )


def test_a_file_that_cannot_be_read_fails_once(tmp_path: Path) -> None:
    [error] = run_file(several(tmp_path, "| phase |", "|"), load)
    assert "several.md:21, “Second”: a row of the position has two cells" in str(error)


def test_the_command_counts_cases_and_names_the_one_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = several(tmp_path, "", "")
    assert cli.main(["scenario", "run", str(path)]) == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"
    several(tmp_path, "END_DEPLOY", "USE Probe")
    (tmp_path / "other.md").write_text("Nothing.\n", encoding="utf-8")
    assert cli.main(["scenario", "run", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == "2 passed, 2 failed\n"
    assert f"FAILED {tmp_path / 'other.md'}:1: a scenario file has a title" in told.err
    assert f"FAILED {path}:26, “Second”: “Blue may”: " in told.err


def test_a_folder_without_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenario", "run", str(tmp_path)]) == 2
    assert "has no scenario files (*.md)" in capsys.readouterr().err
