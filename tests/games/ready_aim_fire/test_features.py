"""What a learner's row says while both lines are still secret (RAF-3.2)."""

from __future__ import annotations

import grognard
from grognard.bots import bot


def test_the_lost_positions_of_a_secret_line_are_not_told() -> None:
    game = grognard.load("ready-aim-fire", {"setup": "thoth", "lost_positions": "current"})
    theirs = next(field for field in game.layout.fields if field.name == "their lost")
    state, player, looked = game.new_initial_state(41001), bot("random"), 0
    while state.turn == 0:
        for seat in range(2):
            assert theirs.read(game.observe(state, seat)) == [0]
            looked += 1
        seat = state.current_player()
        state.apply_action(int(player.choose(state.information(seat, 1))))
    assert looked > 20
