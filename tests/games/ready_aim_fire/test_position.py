"""Copies and stored positions of Ready Aim Fire hold everything, and a position that cannot be is refused."""

from __future__ import annotations

import pytest

import grognard
from grognard.game_check.fields import leaves
from grognard.kernel.errors import BadInput
from grognard.registry import load_stored
from tests.conformance.test_clone import others, put
from tests.games.ready_aim_fire.positions import listed, moved, new, play, situated


def test_a_copy_has_every_field() -> None:
    """Each number of the position is another than in a new one."""
    state = new()
    again = state.game.new_initial_state(2)
    for path, value in leaves(state).items():
        if path[-1] != "seat":  # an army is copied from one of its own seat
            put(state, path, others(value)[0])
    again.copy(state)
    assert leaves(state.clone()) == leaves(again) == leaves(state)


@pytest.mark.parametrize(
    ("phase", "actions"),
    [
        ("setup", ["PLACE Line"]),
        ("setup", ["PLACE Line", "STACK Centre", "PLACE Guard"]),
        ("maneuver", ["REORGANISE Centre"]),
        ("maneuver", ["REORGANISE Centre", "CARD 2"]),
        ("maneuver", ["MOVE Centre", "CARD 2"]),
        ("maneuver", ["MOVE Centre", "GENERAL"]),
        ("maneuver", ["DEPLOY Guard"]),
        ("terrain", ["PLAY Hills"]),
    ],
)
def test_an_open_frame_is_stored(phase: str, actions: list[str]) -> None:
    places = {"hand 0": ["Guard", "Hills"], "Centre general 0": ["1/1"]}
    state = new() if phase == "setup" else situated({"phase": phase}, places)
    play(state, *actions)
    again = state.game.deserialize(state.serialize())
    assert again.to_dict() == state.to_dict()
    assert leaves(again) == leaves(state)
    assert again.picks() == state.picks() > 0


@pytest.mark.parametrize("place", ["reserve 0", "box 0", "reserve 1", "box 1", "deck"])
def test_a_card_that_lies_nowhere_or_twice_is_noticed(place: str) -> None:
    state = new()
    cards = listed(state.to_dict(), place)
    for wrong in (cards[1:], [*cards, cards[0]]):
        with pytest.raises(BadInput, match=cards[0]):
            state.clone().from_dict({place: wrong})


@pytest.mark.parametrize("text", ["0", "4", "two"])
def test_a_marker_needs_a_card(text: str) -> None:
    with pytest.raises(BadInput, match=f"“{text}” should be a whole number"):
        situated({}, {}).from_dict({"Centre blown 0": [text]})


def test_a_commander_does_not_stand_in_a_stack() -> None:
    state = new()
    with pytest.raises(BadInput, match="0/1 is not a battalion"):
        state.from_dict(moved(state, {"Centre 0": ["0/1"]}))


def test_a_drawing_card_draws_at_least_one() -> None:
    for card in ("Rapid Deployment", "Forced March", "Limber", "Rearguard Action", "Cavalry Reform"):
        grognard.load("ready-aim-fire", {}, {f"{card}.amount": 1})
        with pytest.raises(BadInput, match=f"{card} must draw"):
            load_stored("ready-aim-fire", {}, {f"{card}.amount": 0})
