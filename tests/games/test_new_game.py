"""`grognard new-game` writes a game that runs, and refuses what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import cli
from grognard.kernel.errors import BadInput
from grognard.new_game import write_game
from tests.games.test_own_games import run


def test_a_new_game_runs_and_its_scenarios_pass(tmp_path: Path) -> None:
    games = tmp_path / "games"
    written = run(games, "new-game", "night-raid", "--letters", "NR")
    assert written.returncode == 0, written.stderr
    assert f"Your game is in {games / 'night_raid'}." in written.stdout
    assert "export GROGNARD_GAMES" not in written.stdout  # it is set
    played = run(games, "simulate", "night-raid", "--games", "5", "--seats", "greedy")
    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith("Night Raid")
    scenarios = run(games, "scenario", "run", str(games / "night_raid" / "tests"))
    assert scenarios.returncode == 0, scenarios.stdout
    files = [file for file in (games / "night_raid").rglob("*.*") if file.is_file() and file.suffix != ".pyc"]
    texts = [file.read_text(encoding="utf-8") for file in files]
    assert not [text for text in texts if "SK-" in text or "skirmish" in text.casefold()]


def test_a_folder_that_is_not_in_the_environment_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GROGNARD_GAMES", raising=False)
    assert cli.main(["new-game", "night-raid", "--in", str(tmp_path / "mine")]) == 0
    assert f"export GROGNARD_GAMES={tmp_path / 'mine'}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("slug", "more", "why"),
    [
        ("Night Raid", {}, "can't be the short name of a game"),
        ("class", {}, "can't be the short name of a game"),
        ("outpost", {}, "There is a game “outpost” already"),
        ("raid", {"letters": "raid"}, "Clauses can't begin with “raid”"),
        ("raid", {"title": 'The "Raid"'}, "Leave quotation marks"),
    ],
)
def test_bad_names_are_refused(tmp_path: Path, slug: str, more: dict[str, str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        write_game(slug, tmp_path, **more)
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_never_overwritten(tmp_path: Path) -> None:
    write_game("raid", tmp_path)
    with pytest.raises(BadInput, match="is there already"):
        write_game("raid", tmp_path)
