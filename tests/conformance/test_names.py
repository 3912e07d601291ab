"""The words of a game's small numbers stand at their places, and what happens in it says what it is."""

from __future__ import annotations

import importlib

import grognard
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import EventKinds


def test_words_stand_where_their_numbers_say(game: Game) -> None:
    """Nothing but the first word has no constant of its own: `over`, and the event that never happens."""
    package = grognard.spec(game.slug).package
    names, log = (importlib.import_module(f"{package}.{module}") for module in ("names", "text.log"))
    typed = isinstance(log.KINDS, EventKinds)
    for words in [game.spec.meta.phases] if typed else [game.spec.meta.phases, log.KINDS.words]:
        for number, word in enumerate(words[1:], start=1):
            assert getattr(names, word.upper().replace(" ", "_")) == number
