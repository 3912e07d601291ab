"""A position before the deal: nothing has happened yet, and every card lies in its deck."""

from __future__ import annotations

import grognard
from grognard.games.company_commander.names import NO_FRONT
from tests.conformance.test_clone import leaves

NOBODY = {"acting", "chosen", "gun", "target"}


def test_a_position_before_the_deal_is_blank() -> None:
    game = grognard.load("company-commander")
    held = leaves(game.spec.state(game))
    expected = {path: -1 if path[0] in NOBODY else 0 for path in held} | {("front",): NO_FRONT}
    assert held == expected
