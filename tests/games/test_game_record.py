"""`grognard game record` writes what can be worked out of a game, into the folders of the game."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

import grognard
from grognard import cli
from grognard.bots.puzzles import puzzles
from grognard.cli import game_record
from grognard.cli.golden import LIVELY, LONGEST, chosen, playthrough
from grognard.kernel.errors import BadInput, NotFound
from grognard.lab import puzzles as lab_puzzles
from grognard.lab import regret
from grognard.lab.effort import Effort, about
from grognard.lab.game_folders import folder_of_tests, source_folder
from grognard.lab.game_records import read_records, written
from grognard.lab.measuring import GAMES, QUICK, STRONG, missing
from tests.folders import OURS, ROOT, records
from tests.games.test_own_games import MODEL, make_game, run

ALL = ("game", "record", "ford", "--only", "records,golden,measured")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game that has nothing of what can be worked out."""
    games = tmp_path / "games"
    games.mkdir()
    game = make_game(games)
    # A veteran thinks too long for a test.
    game.joinpath("measured.csv").write_text(
        "options,bot,games,first,draws,turns\nsize=skirmish,veteran,40,61.3,27.5,3.5\n", encoding="utf-8"
    )
    return games


def test_a_new_game_gets_all_of_it_and_then_nothing_more(folder: Path) -> None:
    done = run(folder, *ALL, "--games", "4")
    assert done.returncode == 0, done.stderr
    game = folder / "ford"
    found = read_records(game / "tests")
    assert found is not None
    # The same rules have the same records, compiled or not. Only the regular, in a solved game, is another bot there.
    ours = records(MODEL)
    assert (found.traces.keys(), found.layouts) == (ours.traces.keys(), ours.layouts)
    assert found.golden is not None
    assert game.joinpath("tests/golden.txt").read_text("utf-8").startswith("The Ford: options {}, seed ")
    assert len(game.joinpath("measured.csv").read_text("utf-8").splitlines()) == 5
    before = {file: file.read_bytes() for file in game.rglob("*.*") if file.suffix != ".pyc"}
    again = run(folder, *ALL)
    assert "measured.csv stays as it is: every row is there." in again.stdout
    assert {file: file.read_bytes() for file in game.rglob("*.*") if file.suffix != ".pyc"} == before


def test_decisions_are_found_where_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, speed = grognard.load("green-troops"), Effort(1.0, 0.1, 100)
    task = game_record._Task(game, tmp_path, tmp_path, 0, 30, 1)
    monkeypatch.setattr(game_record, "DECISIONS", 2)
    (part,) = game_record._decisions(task, speed)
    assert (part.about, part.seconds) == ("2 decisions, judged by 30 iterations", 8)
    part.make()
    lines = tmp_path.joinpath("decisions.csv").read_text("utf-8").splitlines()
    assert lines[0].endswith(", 30 iterations")
    assert len(lines) == 3
    assert game_record._decisions(task, speed) == ()
    monkeypatch.setattr(regret, "kept", Mock(side_effect=NotFound("There are none for these rules.")))
    assert len(game_record._decisions(task, speed)) == 1


def test_puzzles_are_found_where_there_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    task = game_record._Task(grognard.load("fusillade"), tmp_path, tmp_path, 0, 30, 1)
    monkeypatch.setattr(game_record, "PUZZLE_GAMES", 1)
    (part,) = game_record._puzzles(task, Effort(1.0, 0.1, 100))
    assert part.about == "up to 20 puzzles, from up to 1 games"
    monkeypatch.setattr(lab_puzzles, "search", Mock(return_value=iter(puzzles("fusillade")[:2])))
    part.make()
    assert capsys.readouterr().out == f"Fusillade: 2 found, 2 in {tmp_path / 'puzzles.jsonl'}.\n"
    assert game_record._puzzles(task, Effort(1.0, 0.1, 100)) == ()


def test_a_solved_game_needs_no_decisions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    task = game_record._Task(grognard.load(MODEL), tmp_path, tmp_path, 0, 30, 1)
    assert game_record._decisions(task, Effort(1.0, 0.1, 100)) == ()
    assert capsys.readouterr().out == "decisions.csv stays as it is: not needed, as the game is solved.\n"


def test_each_file_says_how_long_it_takes(folder: Path) -> None:
    done = run(folder, "game", "record", "ford", "--only", "golden,records")
    assert done.stdout.splitlines()[:2] == [
        "records.json  random games, games between bots, and layouts: a minute or less",
        "golden.txt    a game to read, in words: a minute or less",
    ]
    assert done.stdout.splitlines()[2] == f"Written: {folder / 'ford' / 'tests' / 'records.json'}"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("--only", "golden,gold"),
            "--only has no “gold”. Choose from: records, golden, measured, decisions, puzzles.",
        ),
        (("--jobs", "0"), "The number of jobs must be 1 or more, not 0."),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["game", "record", MODEL, *words]) == 2
    assert capsys.readouterr().err.strip() == why


def test_a_game_of_ours_is_recorded_in_a_clone_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"Outpost is part of Grognard\. Go to the top folder of a clone of it first\."):
        source_folder(MODEL)
    monkeypatch.chdir(ROOT)
    assert source_folder(MODEL) == ROOT / "src/grognard/games" / MODEL
    assert folder_of_tests("green-troops") == ROOT / "tests/games/green_troops"


def test_records_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    assert read_records(tmp_path) is None
    (tmp_path / "records.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match=r"records\.json cannot be read: .*`traces`.* Delete it, and make it again\."):
        read_records(tmp_path)


@pytest.mark.parametrize("slug", OURS)
def test_records_are_written_as_they_are_kept(slug: str) -> None:
    kept = folder_of_tests(slug, ROOT) / "records.json"
    assert written(records(slug)) == kept.read_text(encoding="utf-8")


def test_the_golden_game_is_short_and_lively() -> None:
    golden = chosen(MODEL)
    assert golden.options == {}
    text = playthrough(MODEL, golden)
    assert len(text.splitlines()) <= LONGEST
    assert " wins: " in text
    assert 0 < LIVELY < 1


def test_under_standard_rules_that_take_too_long_the_golden_game_has_a_preset() -> None:
    golden = chosen("fusillade")
    assert golden.options in [dict(preset.options) for preset in grognard.spec("fusillade").meta.presets]


def test_a_row_is_missing_if_it_is_not_there_or_has_too_few_games() -> None:
    spec = grognard.spec(MODEL)
    assert missing(spec, spec.measurements) == []
    more = missing(spec, spec.measurements, 2001)
    assert {(setup.bot, setup.games) for setup in more} == {(QUICK, 2001)}
    assert len(more) == 3
    none = missing(spec, type(spec.measurements)())
    assert [(setup.bot, setup.games) for setup in none] == [(QUICK, GAMES[QUICK])] * 3 + [(STRONG, GAMES[STRONG])]


def test_lengths_of_time_are_said_roughly() -> None:
    assert [about(seconds) for seconds in (0, 80, 100, 5000, 7000)] == [
        "a minute or less", "a minute or less", "about 2 minutes", "about 83 minutes", "about 2 hours",
    ]  # fmt: skip
    effort = Effort(game=1.0, iteration=0.01, decisions=10)
    assert effort.of_decisions(100, 200, 2) == pytest.approx(150)
    assert effort.of_puzzles(10, 5) == pytest.approx(10 * 10 * 20 * 5 * 0.01 * 2)
