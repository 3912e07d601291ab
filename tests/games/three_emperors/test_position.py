"""The frames below the one that asks, which no position names: they follow from the phase."""

from __future__ import annotations

import grognard
from grognard.games.three_emperors.names import CASUALTY, FRONT, GIVE, LAUNCH, ORDERS, PIECE, SEARCH
from tests.conformance.support import play


def test_a_phase_is_set_with_the_frames_that_lead_to_it() -> None:
    game = grognard.load("three-emperors")
    met = set()
    for seed in range(25):
        for state in play(game, seed):
            other = game.new_initial_state(1)
            other.from_dict(state.to_dict())
            # Whether the piece was asked for, or was the only one, makes no difference to the Front.
            assert other.stack() == [frame for frame in state.stack() if frame != PIECE or frame == state.phase()]
            met.add((state.paused(), state.phase()))
    assert met >= {(ORDERS, FRONT), (LAUNCH, FRONT)}
    assert {phase for _paused, phase in met} >= {SEARCH, PIECE, CASUALTY, GIVE}
