"""Many games: the same whatever the processes, and what pairs say about a bot."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

import grognard
from grognard.kernel.errors import BadInput, NotFound
from grognard.lab.simulate import SimulationResult, game_seed, interval, paired, simulate
from grognard.play.journal import read_journal
from grognard.play.session import replayed
from grognard.registry import load

# Of 6 games with seed 7. Equal compiled and not; they change only when play was meant to change.
TRACES = {
    "random,random": "8105ff8f6dcbd19002771460786a8166262d4a0d09ee21cf9aaab58608d5ac8e",
    "greedy,random": "fe70790a1a6f5cc1d3429298ebb77624aaf699975fdfc9db15c16d47eb32a51f",
}


def _counted(result: SimulationResult) -> dict[str, object]:
    """All but the time."""
    return {key: value for key, value in asdict(result).items() if "second" not in key}


@pytest.mark.parametrize("seats", TRACES)
def test_the_trace_of_a_seed_stays_as_it_is(seats: str) -> None:
    result = simulate(load("fusillade"), seats.split(","), games=6, seed=7)
    assert result.trace == TRACES[seats]


def test_the_number_of_processes_changes_nothing() -> None:
    game = load("fusillade", {"troops": 50}, {"Old Guard.force": 5})
    alone = simulate(game, ["random"], games=9, seed=1, jobs=1)
    assert _counted(simulate(game, ["random"], games=9, seed=1, jobs=2)) == _counted(alone)
    assert alone.overrides == {"Old Guard.force": 5}
    assert alone.options["troops"] == 50


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    game = load("fusillade")
    few, more = (simulate(game, ["random"], games=games, seed=2) for games in (1, 2))
    assert few.trace != more.trace
    assert few.trace == simulate(game, ["random", "random"], games=1, seed=2).trace
    assert few.trace != simulate(game, ["random"], games=1, seed=3).trace
    assert len({game_seed(seed, number) for seed in range(20) for number in range(20)}) == 400


def test_the_counts_add_up() -> None:
    result = simulate(load("fusillade"), ["random"], games=12, seed=5)
    assert sum(result.wins) + result.draws == result.games == 12
    assert 0 <= result.first_wins <= sum(result.wins)
    assert result.decisions == pytest.approx(result.mean_decisions * 12)
    assert result.decisions <= result.plies
    share, low, high = result.first_share()
    assert 0 <= low <= share <= high <= 1


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    simulate(load("fusillade"), ["random"], games=8, progress=lambda done, of: heard.append((done, of)))
    assert heard[-1] == (8, 8)
    assert heard == sorted(heard)


def test_a_journal_of_each_game_leads_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    result = simulate(load("fusillade", {"troops": 50}), ["greedy", "random"], games=2, seed=9, journals=folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["fusillade-9-000000.journal", "fusillade-9-000001.journal"]
    sessions = [replayed(read_journal(file), load) for file in files]
    outcomes = [session.outcome() for session in sessions]
    assert [sum(outcome is not None and seat in outcome.winners for outcome in outcomes) for seat in (0, 1)] == (
        result.wins
    )
    assert sessions[0].seed == game_seed(9, 0)
    assert sessions[0].journal.header.seats == ("greedy", "random")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"games": 0}, "games must be 1 or more"),
        ({"jobs": 0}, "jobs must be 1 or more"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"bots": ["random"] * 3}, "2 seats"),
        ({"bots": []}, "2 seats"),
    ],
)
def test_wrong_numbers_are_refused(changed: dict[str, object], sentence: str) -> None:
    given: dict[str, object] = {"bots": ["random"], "games": 1, **changed}
    with pytest.raises(BadInput, match=sentence):
        simulate(load("fusillade"), **given)  # type: ignore[arg-type]


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(NotFound, match="no bot"):
        simulate(load("fusillade"), ["clever"], games=1)
    with pytest.raises(NotFound, match="no bot"):
        paired(load("fusillade"), "random", "clever", pairs=1)


# -- pairs ---------------------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    result = paired(grognard.load("fusillade"), "greedy", "random", pairs=40, seed=1)
    assert result.share >= 0.9
    assert result.low > 0.85
    assert result.wins + result.losses + result.draws == 80


def test_swapping_the_bots_mirrors_the_result() -> None:
    game = load("fusillade", {"troops": 50})
    one = paired(game, "greedy", "random", pairs=10, seed=2)
    other = paired(game, "random", "greedy", pairs=10, seed=2)
    assert (one.wins, one.losses, one.draws) == (other.losses, other.wins, other.draws)
    assert one.share == pytest.approx(1 - other.share)
    assert one.low == pytest.approx(1 - other.high)


def test_equal_bots_share_the_points() -> None:
    result = paired(load("fusillade", {"troops": 50}), "random", "random", pairs=30, seed=3)
    assert result.share == 0.5  # the very same game twice
    assert result.low < 0.5 < result.high


@pytest.mark.parametrize(
    ("count", "points", "squares", "low", "high"),
    [
        (96, 48.0, 48.0, 0.402, 0.598),  # wins and losses: the interval of Agresti and Coull
        (100, 100.0, 100.0, 0.954, 1.0),
        (100, 0.0, 0.0, 0.0, 0.046),
        (96, 48.0, 24.0, 0.48, 0.52),  # drawn pairs tell nothing apart from the four that are added
    ],
)
def test_the_interval(count: int, points: float, squares: float, low: float, high: float) -> None:
    assert interval(count, points, squares) == pytest.approx((low, high), abs=1e-3)
