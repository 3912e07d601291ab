"""Cards that lie in the middle while something is decided are stored too."""

from __future__ import annotations

import grognard
from tests.conformance.support import play

GAMES = 30


def test_cards_that_are_being_played_are_read_back() -> None:
    game = grognard.load("green-troops", {"answer_opportunity": "on"})
    unmet = {"attack", "opportunity", "event"}
    for seed in range(GAMES):
        for state in play(game, seed):
            facts = state.to_dict()
            if met := {key for key in unmet if facts[key]}:
                assert game.deserialize(state.serialize()).to_dict() == facts
                unmet -= met
        if not unmet:
            return
    raise AssertionError(f"never met: {unmet}")
