"""The games that a person finished at this terminal, and the command that counts them."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard import cli
from grognard.bots import Bot, bot_for
from grognard.play.matches import SINGLE, Match
from grognard.play.session import Session
from grognard.tui import finished_games
from grognard.tui.autosave import new_autosave
from grognard.tui.finished_games import ENDING
from grognard.tui.seating import Seating
from tests.cli.test_puzzles import typed

Output = pytest.CaptureFixture[str]
SLUG = "outpost"  # the quickest to play


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where finished games are kept, in a home of their own."""
    monkeypatch.setenv("GROGNARD_DATA_DIR", str(tmp_path))
    return finished_games.folder()


def seated(*names: str, slug: str = SLUG, match: Match = SINGLE) -> Seating:
    game = grognard.load(slug)
    bots: list[Bot | None] = [None if name == "human" else bot_for(game, name) for name in names]
    return Seating(Session(game, 7, names), bots, match, autosave=new_autosave(slug))


def play(seating: Seating) -> None:
    """Plays the first action that is legal until the game is over."""
    session = seating.session
    while session.outcome() is None:
        session.play(session.state.current_player(), session.state.legal_actions()[0])


def kept(folder: Path) -> list[Path]:
    return [*folder.glob(f"*{ENDING}")]


def test_a_finished_game_is_kept_and_counts(folder: Path, capsys: Output) -> None:
    seating = seated("human", "greedy")
    play(seating)
    outcome = seating.session.outcome()
    assert outcome is not None
    (file,) = kept(folder)
    (one,) = finished_games.finished_games(None, pytest.fail)
    assert one.result == ("drawn" if not outcome.winners else "won" if 0 in outcome.winners else "lost")
    assert cli.main(["record"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Outpost: won {int(one.result == 'won')} of 1 game\n  ")
    assert f"(greedy)  1 {one.result}\n" in out
    assert out.endswith(f"grognard analyze {file}\n")
    assert cli.main(["verify", str(file)]) == 0


def test_results_are_counted_by_opponent(folder: Path, capsys: Output) -> None:
    for names in (("human", "greedy"), ("greedy", "human"), ("human", "recruit")):
        play(seated(*names))
    play(seated("human", "greedy", slug="fusillade"))
    games = finished_games.finished_games(SLUG, pytest.fail)
    won = sum(one.result == "won" for one in games)
    assert cli.main(["record", SLUG]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Outpost: won {won} of 3 games\n")
    assert out.index("(recruit)") < out.index("(greedy)")
    assert "Fusillade" not in out
    assert cli.main(["record"]) == 0
    assert "Fusillade: won" in capsys.readouterr().out


@pytest.mark.parametrize("names", [("human", "human"), ("greedy", "greedy")])
def test_only_a_person_against_the_computer_has_a_record(names: tuple[str, str], folder: Path) -> None:
    play(seated(*names))
    assert not kept(folder)


def test_a_game_resigned_at_once_does_not_count_but_a_later_one_does(folder: Path) -> None:
    seated("human", "greedy").session.resign(0)
    assert not kept(folder)
    session = seated("human", "greedy").session
    while session.state.current_player() != 0:
        session.play(session.state.current_player(), session.state.legal_actions()[0])
    session.play(0, session.state.legal_actions()[0])
    session.resign(0)
    assert [one.result for one in finished_games.finished_games(None, pytest.fail)] == ["lost"]


def test_each_game_of_a_match_counts(folder: Path) -> None:
    seating = seated("human", "greedy", match=Match(3))
    play(seating)
    play(seating.again())
    assert len(kept(folder)) == 2


def test_only_the_latest_games_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "MOST_KEPT", 2)
    for _ in range(3):
        play(seated("human", "greedy"))
    assert len(kept(folder)) == 2


def test_a_full_disk_does_not_end_the_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(finished_games, "write_whole", full)
    seating = seated("human", "greedy")
    play(seating)
    assert seating.session.outcome() is not None
    assert not kept(folder)


def test_a_broken_file_is_named_and_the_others_count(folder: Path, capsys: Output) -> None:
    play(seated("human", "greedy"))
    folder.joinpath(f"{SLUG}-broken{ENDING}").write_text("nothing\n")
    assert cli.main(["record"]) == 0
    shown = capsys.readouterr()
    assert "of 1 game\n" in shown.out
    assert f"A game does not count: {folder / SLUG}-broken{ENDING} is not a journal" in shown.err


def test_without_a_game_the_record_says_how_to_play_one(capsys: Output) -> None:
    assert cli.main(["record", SLUG]) == 0
    assert capsys.readouterr().out == "Nothing here yet. Play a game: `grognard play outpost`.\n"


@pytest.mark.parametrize(("answer", "left"), [("yes", 0), ("no", 1), ("", 1)])
def test_the_record_is_forgotten_if_the_answer_is_yes(
    answer: str, left: int, folder: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(seated("human", "greedy"))
    typed(monkeypatch, answer)
    assert cli.main(["record", "--forget"]) == 0
    assert len(kept(folder)) == left
    assert ("1 game deleted.\n" in capsys.readouterr().out) == (not left)


def test_the_record_is_forgotten_without_a_question(folder: Path, capsys: Output) -> None:
    assert cli.main(["record", "--forget", "--yes"]) == 0
    assert capsys.readouterr().out == "0 games deleted.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["--yes"], "--yes goes with --forget."), ([SLUG, "--forget"], "Leave out the game."), (["chess"], "chess")],
)
def test_what_does_not_fit_is_refused(words: list[str], sentence: str, capsys: Output) -> None:
    assert cli.main(["record", *words]) == 2
    assert sentence in capsys.readouterr().err
