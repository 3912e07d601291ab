"""The interval that may be looked at after every result: seldom wrong at any of them, and soon narrow."""

from __future__ import annotations

import pytest

from grognard.kernel.engine.chance import Generator, stream
from grognard.lab.arena import arena
from grognard.lab.sequential import AnytimeInterval
from grognard.lab.simulate import paired
from grognard.registry import load

GAME = load("fusillade", {"troops": 50})


def _pair(chance: Generator, percent: int) -> float:
    """The result of two games that one wins with this probability."""
    return ((chance.below(100) < percent) + (chance.below(100) < percent)) / 2


@pytest.mark.parametrize("percent", [50, 62, 97])
def test_the_true_share_is_seldom_excluded_at_any_look(percent: int) -> None:
    chance = Generator(stream(1, "pairs"))
    wrong = 0
    for _ in range(40):
        interval = AnytimeInterval()
        for _ in range(60):
            interval.add(_pair(chance, percent))
        wrong += interval.excludes(percent / 100)  # what was excluded once stays so
    assert wrong <= 2


def test_it_narrows_around_the_share() -> None:
    chance = Generator(stream(2, "pairs"))
    interval = AnytimeInterval()
    widths = []
    for _ in range(200):
        interval.add(_pair(chance, 75))
        widths.append(interval.high - interval.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 0.9
    assert widths[-1] < 0.2
    assert interval.low < 0.75 < interval.high


def test_it_tells_a_bot_from_a_worse_one_before_all_pairs_are_played() -> None:
    result = paired(GAME, "greedy", "random", pairs=200, until=0.6)
    assert result.pairs < 50
    assert result.low > 0.6
    assert (result.wins + result.losses + result.draws) == 2 * result.pairs
    other = paired(GAME, "random", "greedy", pairs=200, until=0.6, jobs=2)
    assert other.high < 0.6


def test_it_plays_the_pairs_it_would_have_played_and_stops_at_the_same_one_with_any_jobs() -> None:
    until = [paired(GAME, "greedy", "recruit", pairs=300, until=0.6, jobs=jobs) for jobs in (1, 2)]
    assert until[0].pairs == until[1].pairs < 300
    assert until[0].trace == until[1].trace == paired(GAME, "greedy", "recruit", until[0].pairs).trace


def test_it_plays_all_pairs_where_nothing_is_shown() -> None:
    result = arena(GAME, ["recruit", "regular"], pairs=3, until=0.5).duels[0].result
    assert result.pairs == 3
    assert result.low <= 0.5 <= result.high
