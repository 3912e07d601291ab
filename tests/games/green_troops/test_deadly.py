"""Attack cards with numbers that are far from the standard: the greedy bot uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

import grognard
from grognard.bots import Greedy
from grognard.games.green_troops.names import ATTACK
from grognard.kernel.content.card_numbers import ONCE
from grognard.kernel.engine.information import Information
from grognard.registry import load_stored

CARDS: Final = grognard.load("green-troops").cards
LAST_TURN: Final = 30


def numbers(column: str, value: int, deck: str = "battle") -> dict[str, int]:
    """Every number of this column, set to this value."""
    return {f"{card.name}.{column}": value for card in CARDS if card.deck == deck and card.columns[column] is not None}


MOST: Final = max(number.most for number in grognard.spec("green-troops").meta.card_numbers if number.key == "damage")
DEADLY: Final = numbers("damage", MOST)


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        DEADLY,
        {**DEADLY, **numbers("defense", 0, "army"), **numbers("attack", -1, "army")},  # Units are worth little
        {**DEADLY, **numbers("defense", 15, "army"), **numbers("attack", 9, "army")},
        numbers("damage", ONCE[-1]),  # as a stored game may have it
    ],
    ids=["standard", "deadly", "frail", "strong", "stored"],
)
def test_greedy_attacks_whenever_it_can(overrides: Mapping[str, int]) -> None:
    """A card that could do more harm than any Unit can suffer is not worth more in the hand."""
    game = load_stored("green-troops", {}, overrides)
    chances = attacks = 0
    for seed in range(4):
        state, greedy = game.new_initial_state(seed), Greedy()
        known = [Information(state, seat, seat) for seat in range(2)]
        while not state.is_terminal() and state.turn <= LAST_TURN:
            seat = state.current_player()
            known[seat].renew(state, seat, seat, [])
            action = greedy.choose(known[seat])
            if state.phase() == ATTACK and state.picks() == 0:
                chances += any(not game.passes[legal] for legal in state.legal_actions())
                attacks += not game.passes[action]
            state.apply_action(action)
    assert chances == attacks > 15
