"""The words of a game's phases stand at their numbers."""

from __future__ import annotations

import importlib

import grognard
from grognard.kernel.game import Game


def test_words_stand_where_their_numbers_say(game: Game) -> None:
    """Nothing but the first word has no constant of its own: `over`."""
    names = importlib.import_module(f"{grognard.spec(game.slug).package}.names")
    for number, word in enumerate(game.spec.meta.phases[1:], start=1):
        assert getattr(names, word.upper().replace(" ", "_")) == number
