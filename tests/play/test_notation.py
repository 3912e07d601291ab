"""The edge: text becomes an action once, and no text is too long to be refused."""

from __future__ import annotations

import time

import pytest

import grognard
from grognard.kernel.errors import NotationError
from grognard.play.notation import MOST_LETTERS, read_action


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_action_is_short_enough_to_be_read(slug: str) -> None:
    game = grognard.load(slug)
    for action in range(game.num_distinct_actions()):
        assert read_action(game, game.action_to_string(action)) == action


@pytest.mark.parametrize("text", ["HOLD" + " " * MOST_LETTERS, "x" * 1_000_000])
def test_a_text_too_long_is_refused_without_being_looked_at(text: str) -> None:
    began = time.monotonic()
    with pytest.raises(NotationError, match=f"characters, not {len(text):,}") as refused:
        read_action(grognard.load("fusillade"), text)
    assert time.monotonic() - began < 0.5
    assert len(str(refused.value)) < 100
