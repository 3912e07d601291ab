"""The edge: what somebody types or sends becomes an action here, and everything behind knows actions by number."""

from __future__ import annotations

from typing import Final

from grognard.kernel.errors import NotationError
from grognard.kernel.game import Game

MOST_LETTERS: Final = 200


def read_action(game: Game, text: str) -> int:
    """The action that a text names. Raises NotationError; a text too long to be one is not looked at."""
    if len(text) > MOST_LETTERS:
        raise NotationError(f"An action is written with {MOST_LETTERS} characters at most; these are {len(text):,}.")
    return game.string_to_action(text)
