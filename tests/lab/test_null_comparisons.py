"""Comparing a game with itself finds a difference as rarely as the reports promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.lab.compare import differences
from grognard.lab.recording import planned, record
from grognard.registry import load

COMPARISONS = 50
GAMES = 100


@pytest.mark.parametrize(("cards_apart", "families"), [(False, 1), (True, 2)])
def test_the_same_game_on_other_deals_seldom_differs(cards_apart: bool, families: int, kept: Path) -> None:
    """Each family of measures is wrong once in 20 comparisons. The limit is 3.5 standard deviations above that."""
    game = load("outpost")
    found = 0
    for number in range(COMPARISONS):
        base, other = (record(planned(game, ("greedy", "greedy"), 2 * number + n), GAMES, kept) for n in range(2))
        found += any(one.marked for one in differences(base, other, cards_apart=cards_apart))
    often = 1 - 0.95**families
    assert found <= COMPARISONS * often + 3.5 * (COMPARISONS * often * (1 - often)) ** 0.5
