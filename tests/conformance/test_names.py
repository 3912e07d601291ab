"""The words of a game's phases stand at their numbers."""

from __future__ import annotations

from grognard.game_check.basics import names_of_numbers, phase_faults
from grognard.kernel.game import Game


def test_words_stand_where_their_numbers_say(game: Game) -> None:
    """Nothing but the first word has no constant of its own: `over`."""
    assert names_of_numbers(game.spec.package) is not None
    assert list(phase_faults(game.spec)) == []
