"""Two players who want to make a game last as long as they can: they come near the bound in `length.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

import grognard
from grognard.games.fusillade import names
from grognard.kernel.engine.state import State

SHORT: Final = {"troops": 50, "clock": 20}
CARDS: Final = {card.name: card for card in grognard.load("fusillade").cards}
WEAK: Final = {
    name for name, card in CARDS.items() if card.text("type") in ("IU", "LU", "CU", "AU") and card.number("force") == 1
}


def is_due(facts: Mapping[str, object], clock: int) -> bool:
    """Says whether the side whose turn it is takes a point, so that the game continues and both lose alike."""
    troops = [int(str(facts[f"troops {seat}"])) for seat in range(2)]
    active, quiet = int(str(facts["active"])), int(str(facts["quiet"]))
    return quiet >= clock - 1 or (quiet == clock - 2 and troops[1 - active] > troops[active])


def choice(state: State, strikes: bool) -> int:
    """Returns the action that takes a single point if it is due, and discards all but weak units."""
    named = {state.game.action_to_string(action): action for action in state.legal_actions()}
    for wanted in ["ATTACK", "END_UNITS"] if strikes else ["HOLD"]:
        if wanted in named:
            return named[wanted]
    phase, cards = state.phase(), {name.partition(" ")[2]: action for name, action in named.items() if " " in name}
    if phase == names.UNITS:
        return cards[min(cards, key=lambda name: CARDS[name].number("force"))]
    spare = [action for name, action in cards.items() if name not in WEAK]
    if phase == names.TRIM:
        return (spare or [*cards.values()])[0]
    if phase == names.EXCHANGE and spare:
        return spare[0]
    return next(action for name, action in named.items() if name.startswith(("HOLD", "END_", "PASS_")))


@pytest.mark.parametrize("options", [SHORT, pytest.param({}, marks=pytest.mark.soak)])
def test_players_who_agree_come_near_the_bound(options: Mapping[str, str | int]) -> None:
    game = grognard.load("fusillade", options)
    clock, troops = (int(game.options[key]) for key in ("clock", "troops"))
    state, played, turn, strikes = game.new_initial_state(0).clone(), 0, 0, False
    while not state.is_terminal():
        if state.turn != turn:
            turn, strikes = state.turn, is_due(state.to_dict(), clock)
        state.step(choice(state, strikes))
        played += 1
    assert 0.95 * (2 * troops - 1) * clock < int(state.turn) <= (2 * troops - 1) * clock
    assert game.max_game_length() / 3 < played <= game.max_game_length()
