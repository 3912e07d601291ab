"""Turns the text that a person or a program sends into an action. Everything behind this uses action numbers."""

from __future__ import annotations

from typing import Final

from grognard.kernel.errors import NotationError
from grognard.kernel.game import Game

MOST_LETTERS: Final = 200


def read_action(game: Game, text: str) -> int:
    """Returns the action that a text names. Raises NotationError, including for a text that is too long."""
    if len(text) > MOST_LETTERS:
        raise NotationError(f"An action has at most {MOST_LETTERS} characters, not {len(text):,}.")
    return game.string_to_action(text)
