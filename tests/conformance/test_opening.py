"""Who has the first turn is what the game says before it: its pages tell it where a side is chosen."""

from __future__ import annotations

from grognard.kernel.game import Game
from tests.conformance.support import dice

DEALS = 12
BEGAN = "began"


def beginners(game: Game) -> set[int]:
    """The seats that began, of some deals, as the log told it."""
    found: set[int] = set()
    for seed in range(DEALS):
        state, generator = game.new_initial_state(seed), dice(seed)
        told = [game.event_view(event) for event in state.events(None)]
        while not any(event.kind == BEGAN for event in told):
            actions = state.legal_actions()
            state.apply_action(actions[generator.below(len(actions))])
            told = [game.event_view(event) for event in state.events(None)]
        assert state.turn == 1
        found.add(next(event.seat for event in told if event.kind == BEGAN))
    return found


def test_the_seat_that_is_said_to_begin_does_and_else_any_may(game: Game, rule_sets: tuple[Game, ...]) -> None:
    opening = game.spec.meta.opening
    for ruled in rule_sets if opening.option else [game]:
        first = opening.first(ruled.options)
        found = beginners(ruled)
        assert found == {first} if first is not None else len(found) > 1, (ruled, found)
