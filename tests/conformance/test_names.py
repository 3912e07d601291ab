"""The words of a game's small numbers stand at their places, and what happens in it says what it is."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

import grognard


@pytest.fixture(params=grognard.registered_names())
def names(request: pytest.FixtureRequest) -> ModuleType:
    """The module that names the numbers of a game."""
    slug: str = request.param
    return importlib.import_module(f"grognard.games.{slug.replace('-', '_')}.names")


@pytest.mark.parametrize("listed", ["PHASES", "EVENTS"])
def test_words_stand_where_their_numbers_say(names: ModuleType, listed: str) -> None:
    """Nothing but the first word has no constant of its own: `over`, and the event that never happens."""
    for number, word in enumerate(getattr(names, listed)[1:], start=1):
        assert getattr(names, word.upper().replace(" ", "_")) == number
