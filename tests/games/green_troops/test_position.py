"""A position before the deal is blank, and cards that lie in the middle are stored too."""

from __future__ import annotations

import grognard
from grognard.game_check.fields import leaves
from tests.conformance.support import play

GAMES = 30
NOBODY = {"active", "attack", "attacker", "chosen", "event", "moving", "opportunity", "target", "target_seat"}
DECKS = {"army_deck", "deck"}


def test_a_position_before_the_deal_is_blank() -> None:
    game = grognard.load("green-troops")
    held = {path: value for path, value in leaves(game.spec.state(game)).items() if path[0] not in DECKS}
    expected = {path: -1 if path[0] in NOBODY else 0 for path in held} | {("armies", 1, "seat"): 1}
    assert held == expected


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
