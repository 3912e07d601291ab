"""Every bot against every other: the same pairs as two alone, and what their shares say in Elo points."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from grognard.lab.arena import arena, elo
from grognard.lab.simulate import Paired, paired
from grognard.registry import load

GAME = load("fusillade", {"troops": 50})


def _played(result: Paired) -> dict[str, object]:
    """All but the time."""
    return {key: value for key, value in asdict(result).items() if "second" not in key}


def test_every_two_bots_meet_as_they_would_alone() -> None:
    found = arena(GAME, ["random", "greedy", "recruit"], pairs=3, seed=4)
    couples = [("random", "greedy"), ("random", "recruit"), ("greedy", "recruit")]
    assert [(duel.result.a, duel.result.b) for duel in found.duels] == couples
    for duel, (a, b) in zip(found.duels, couples, strict=True):
        assert _played(duel.result) == _played(paired(GAME, a, b, pairs=3, seed=4))


def test_the_standings_are_the_mean_of_all_duels_the_best_first() -> None:
    found = arena(GAME, ["random", "greedy", "recruit"], pairs=4, seed=1)
    random_greedy, random_recruit, greedy_recruit = (duel.result.share for duel in found.duels)
    shares = {
        "random": (random_greedy + random_recruit) / 2,
        "greedy": (1 - random_greedy + greedy_recruit) / 2,
        "recruit": (2 - random_recruit - greedy_recruit) / 2,
    }
    assert {standing.bot: standing.share for standing in found.standings} == pytest.approx(shares)
    assert found.standings[0].bot == "greedy"
    assert [s.share for s in found.standings] == sorted(shares.values(), reverse=True)


def test_teams_and_processes() -> None:
    game = load("green-troops", {"seats": 4, "balanced": "on", "retire": "on"})
    found = arena(game, ["greedy", "random"], pairs=2, jobs=2)
    assert _played(found.duels[0].result) == _played(paired(game, "greedy", "random", pairs=2))


def test_progress_counts_the_games_of_all_duels() -> None:
    heard: list[tuple[int, int]] = []
    arena(GAME, ["random", "greedy", "recruit"], pairs=2, progress=lambda done, of: heard.append((done, of)))
    assert heard[-1] == (12, 12)
    assert heard == sorted(heard)


def test_a_bot_that_thinks_takes_longer() -> None:
    result = arena(GAME, ["random", "ismcts:iterations=200"], pairs=1).duels[0].result
    assert 0 < 3 * result.a_seconds < result.b_seconds < 1


@pytest.mark.parametrize(
    ("share", "points"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.76, 200.24), (0.0, None), (1.0, None)]
)
def test_elo(share: float, points: float | None) -> None:
    assert elo(share) == (None if points is None else pytest.approx(points, abs=0.01))
