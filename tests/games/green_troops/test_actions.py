"""Actions and pieces as numbers: what is legal is what is listed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from tests.games.green_troops.positions import play, position


def positions(seats: int) -> Iterator[State]:
    state = grognard.load("green-troops", {"seats": seats}).new_initial_state(3)
    chance = Generator(stream(3, "actions"))
    while not state.is_terminal():
        yield state
        legal = state.legal_actions()
        state.apply_action(legal[chance.below(len(legal))])
    yield state


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_legal_is_listed(seats: int) -> None:
    phases = set()
    for number, state in enumerate(positions(seats)):
        if number % 4 and state.to_dict()["phase"] in phases:
            continue
        phases.add(state.to_dict()["phase"])
        legal = state.legal_actions()
        actions = state.game.num_distinct_actions()
        assert [action for action in range(-2, actions + 2) if state.is_legal(action)] == sorted(legal)
        assert [action for action in range(actions) if state.refusal(action) == 0] == sorted(legal)
        pieces = {state.space.card[action] for action in legal} - {NO_CARD}
        assert {piece for piece in range(len(state.game.pieces)) if state.card_refusal(piece) == 0} == pieces
    assert len(phases) > 10


def test_a_random_choice_is_any_that_is_legal() -> None:
    """The number that chance brings goes through the legal actions, each as likely."""
    for number, state in enumerate(positions(2)):
        if number % 16 == 0 and not state.is_terminal():
            legal = state.legal_actions()
            size = len(legal)
            picked = [state.pick(((n << 31) + (1 << 30)) // size) for n in range(size)]
            assert picked == [(action, size) for action in legal]


def test_why_a_unit_cannot_be_named() -> None:
    state = position(
        phase="attack", line_0=["Troopers 1", "Troopers 2"], line_1=["Hussars 1", "Hussars 2"],
        hand_0=["Fusillade", "Shells"],
    )  # fmt: skip
    play(state, "ATTACK Fusillade")
    for name in ("UNIT Hussars 1", "UNIT Lancers 1"):
        assert state.why_illegal(state.string_to_action(name)) == "That is not a Unit of yours in play. (GT-1.1)"
    play(state, "UNIT Troopers 1")
    for name in ("TARGET Troopers 1", "TARGET Lancers 1"):
        assert state.why_illegal(state.string_to_action(name)) == "That is not an enemy Unit in play. (GT-1.1)"


def test_there_are_no_other_actions() -> None:
    state = position()
    for action in (-1, state.game.num_distinct_actions()):
        with pytest.raises(BadInput):
            state.why_illegal(action)
