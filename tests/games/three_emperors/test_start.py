"""The coin and the count of turns: what no scenario can tell (it scripts the coin and does not see the turn)."""

from __future__ import annotations

from typing import cast

import grognard
from grognard.games.three_emperors import events


def test_the_coin_falls_both_ways() -> None:
    game = grognard.load("three-emperors", {"first": "coin"})
    assert {game.new_initial_state(seed).current_player() for seed in range(32)} == {0, 1}


def test_turns_are_counted_from_one() -> None:
    game = grognard.load("three-emperors")
    state = game.new_initial_state(0)
    for turn in (1, 2, 3):
        assert state.view(0).turn == turn
        state.apply_action(state.string_to_action("END_ORDERS"))
        state.apply_action(state.string_to_action("END_ACTIONS"))
        while state.view(None).phase == "trim":
            state.apply_action(state.legal_actions()[0])


def test_casualties_without_a_target_tell_of_nobody_removed() -> None:
    game = grognard.load("three-emperors")
    state = game.new_initial_state(0)
    facts = state.to_dict()
    piles = [*cast(list[str], facts["deck"]), *cast(list[str], facts["hand 1"])]
    deck = [name for name in piles if name not in ("Surrender", "Repel")]
    state.from_dict(
        facts
        | {"phase": "victory", "active": 0, "front": "North", "attacked": ["North"], "winner": 0}
        | {"hand 0": ["Surrender", "Repel"], "hand 1": [], "deck": deck}
    )
    state.record()
    state.apply_action(state.string_to_action("VICTORY Surrender"))
    assert not any(isinstance(event, events.Removed) for event in state.events(0))
