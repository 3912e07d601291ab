"""Groups of actions that a game declares before its cards are known."""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.engine.actions import VERBS
from grognard.kernel.engine.card_set import CardWindow, DeckWithWindows
from grognard.kernel.errors import BadInput


def test_a_window_of_cards_may_be_open_in_another_phase() -> None:
    """Two ways to use a card in one phase: the second verb has a number that no phase has."""
    facts = grognard.spec("outpost").cards
    windows = [CardWindow(1, ["REST"], "ADVANCE"), CardWindow(3, verb="FORAGE", types=["CAV"], phases=[1])]
    actions = DeckWithWindows("Outpost", ["INF", "CAV", "ART"], 1, windows, facts).actions
    cavalry = [f"FORAGE {card.name}" for card in facts if card.columns["type"] == "CAV"]
    assert [name for name in actions.notations if name.startswith("FORAGE")] == cavalry
    assert {actions.phase[actions.notations.index(name)] for name in cavalry} == {3}
    assert [*actions.taken[VERBS : VERBS + 2]] == [1, 3]
    assert [*actions.taken[3 * VERBS : 4 * VERBS]] == [0, 0, 0]


def test_two_windows_of_one_number_must_take_different_cards() -> None:
    """Otherwise the rules could not distinguish the two verbs."""
    facts = grognard.spec("outpost").cards
    windows = [CardWindow(1, ["REST"], "ADVANCE"), CardWindow(1, verb="FORAGE", types=["CAV"])]
    with pytest.raises(BadInput, match="Both ADVANCE and FORAGE take Cavalry 1, and both windows have the number 1"):
        DeckWithWindows("Outpost", ["INF", "CAV", "ART"], 1, windows, facts)
