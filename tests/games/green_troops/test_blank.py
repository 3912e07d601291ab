"""A position before the deal: nothing has happened yet, and every card lies in its deck."""

from __future__ import annotations

import grognard
from tests.conformance.test_clone import leaves

NOBODY = {"active", "attack", "attacker", "chosen", "event", "moving", "opportunity", "target", "target_seat"}
DECKS = {"army_deck", "deck"}


def test_a_position_before_the_deal_is_blank() -> None:
    game = grognard.load("green-troops")
    held = {path: value for path, value in leaves(game.spec.state(game)).items() if path[0] not in DECKS}
    expected = {path: -1 if path[0] in NOBODY else 0 for path in held} | {("armies", 1, "seat"): 1}
    assert held == expected
