"""Glicko-2 against the worked example of its paper."""

from __future__ import annotations

import pytest

from grognard.play.glicko import RatedGame, Rating, rating_after


def test_the_example_of_the_paper() -> None:
    games = [
        RatedGame(Rating(1400, 30), 1),
        RatedGame(Rating(1550, 100), 0),
        RatedGame(Rating(1700, 300), 0),
    ]
    found = rating_after(Rating(1500, 200, 0.06), games)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_raises_the_volatility() -> None:
    """The other branch of the paper's step 5: the change is larger than the deviation explains."""
    games = [RatedGame(Rating(2400, 30), 1) for _ in range(5)]
    found = rating_after(Rating(1500, 50, 0.06), games)
    assert found.volatility > 0.06
    assert found.value > 1550


@pytest.mark.parametrize("score", [0, 0.5, 1])
def test_equals_draw_and_nothing_but_the_deviation_changes(score: float) -> None:
    found = rating_after(Rating(), [RatedGame(Rating(1500, 60), score)])
    assert (found.value > 1500, found.value < 1500) == (score == 1, score == 0)
    assert found.deviation < 350
    assert found.value - 1500 == pytest.approx(
        1500 - rating_after(Rating(), [RatedGame(Rating(1500, 60), 1 - score)]).value
    )
