"""Every game that is registered is tested: `game` runs through the folders of `grognard.games`."""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.game import Game
from tests.conformance.dealing import DealerModule, dealer_module


@pytest.fixture(params=grognard.registered_names())
def game(request: pytest.FixtureRequest) -> Game:
    """A game under its default house rules."""
    return grognard.load(request.param)


@pytest.fixture
def support(game: Game) -> DealerModule:
    """The game's tests/games/<game>/dealer.py; a game without one fails."""
    return dealer_module(game)
