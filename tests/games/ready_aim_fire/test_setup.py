"""Red may draw up his line while Blue still does (RAF-3.2), and learns nothing from it."""

from __future__ import annotations

import grognard
from grognard.kernel.engine.state import State


def new(**options: str) -> State:
    return grognard.load("ready-aim-fire", options).new_initial_state(5)


def play(state: State, *notations: str) -> None:
    for notation in notations:
        state.apply_action(state.string_to_action(notation))


def test_what_red_sees_ahead_does_not_depend_on_what_blue_has_placed() -> None:
    state = new()
    first = state.ahead(1)
    assert first is not None
    seen = first.view(1)
    assert seen.to_move == 1
    for notation in ("PLACE Guard", "STACK Centre", "PLACE Light", "STACK Left Flank", "READY"):
        play(state, notation)
        again = state.ahead(1)
        assert again is not None
        assert again.view(1) == seen


def test_a_line_made_ahead_is_what_stands_when_it_is_due() -> None:
    state = new()
    ahead = state.ahead(1)
    assert ahead is not None
    line = ("PLACE Guard", "STACK Left Centre", "READY")
    play(ahead, *line)
    play(state, "READY", "PASS", *line)
    assert [state.to_dict()[f"{post} 1"] for post in ("Left Centre", "Centre", "Right Flank")] == [
        ahead.to_dict()[f"{post} 1"] for post in ("Left Centre", "Centre", "Right Flank")
    ]
    play(state, "PASS")
    assert state.turn == 1


def test_nobody_else_decides_ahead() -> None:
    state = new()
    assert state.ahead(0) is None
    play(state, "READY", "PASS")
    assert state.ahead(0) is None
    assert state.ahead(1) is None
    play(state, "READY", "PASS")
    assert state.ahead(0) is None
    assert state.ahead(1) is None


def test_the_thoth_set_up_draws_one_after_the_other() -> None:
    state = new(setup="thoth")
    assert state.ahead(1) is None
    play(state, "PASS")
    assert state.ahead(1) is None
