"""Every game that is registered is tested: `game` runs through the folders of `grognard.games`.

A game is loaded once for each process of tests, so that what a test keeps for a game is found again by the next.
"""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.game import Game
from tests.conformance.dealing import DealerModule, dealer_module
from tests.conformance.support import under_house_rules


@pytest.fixture(scope="session", params=grognard.registered_names())
def game(request: pytest.FixtureRequest) -> Game:
    """A game under its default house rules."""
    return grognard.load(request.param)


@pytest.fixture(scope="session")
def support(game: Game) -> DealerModule:
    """The dealer.py in the game's test folder, or what follows from its board."""
    return dealer_module(game)


@pytest.fixture(scope="session", params=["ends", pytest.param("all", marks=pytest.mark.soak)])
def rule_sets(request: pytest.FixtureRequest, game: Game) -> tuple[Game, ...]:
    """The game under each of its house rules: of a numeric range every run tries the ends, and the soak all values."""
    return under_house_rules(game, all_values=request.param == "all")
