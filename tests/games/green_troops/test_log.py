"""What the log tells of cards and attacks, and after which choices nothing is taken back any more."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import grognard
from grognard.games.green_troops import events
from grognard.kernel.engine.state import State
from tests.conformance.support import play as random_game
from tests.games.green_troops.positions import pile, play, position

BLUE, RED = 0, 1


def told(state: State, seat: int | None = None) -> list[str]:
    """What a seat reads of the last choice."""
    return [state.game.event_view(event).text for event in state.events(seat)]


def after(state: State, *notations: str) -> State:
    """Recorded from the last of the choices on."""
    play(state, *notations[:-1])
    state.record()
    play(state, notations[-1])
    return state


@pytest.mark.parametrize(
    ("facts", "choice", "sentences", "reveals"),
    [
        (
            {"hand_0": ["Rally", "Canister"], "Fusiliers_1_damage": 5},
            "PLAY Rally",
            ["Blue plays “Rally” on Fusiliers 1: 4 markers off, 1 left."],
            0,
        ),
        (
            {"hand_0": ["Strategy"], "deck": ["Rally"] * 2, "Fusiliers_1_damage": 1},
            "PLAY Strategy",
            ["Blue plays “Strategy”.", "Blue draws 2 cards: Rally and Rally."],
            1,
        ),
        (
            {"hand_0": ["Scouts"], "hand_1": ["Shells"], "deck": ["Rally"], "Fusiliers_1_damage": 1},
            "PLAY Scouts",
            ["Blue plays “Scouts” against Red.", "Blue looks at Red's hand: Shells.", "Blue draws 1 card: Rally."],
            2,
        ),
        (
            {"hand_0": ["Fog of War", "Canister"], "hand_1": ["Shells"]},
            "PLAY Fog of War",
            ["Blue plays “Fog of War” against Red.", "Red loses “Shells” at random."],
            1,
        ),
        (
            {"hand_0": ["Breakthrough", "Canister"]},
            "PLAY Breakthrough",
            ["Blue plays “Breakthrough”."],
            0,
        ),
    ],
)
def test_an_event(facts: dict[str, Any], choice: str, sentences: list[str], reveals: int) -> None:
    state = position(**facts)
    before = state.reveals
    assert told(after(state, choice), BLUE) == sentences
    assert state.reveals == before + reveals


def test_a_reserve_tells_who_has_come() -> None:
    state = position(hand_0=["Reserve", "Canister"])
    before = state.reveals
    after(state, "PLAY Reserve")
    come = pile(state, "line 0") - Counter(["Fusiliers 1"])
    assert told(state) == [f"Blue plays “Reserve”: {''.join(come)} join the line."]
    assert state.reveals == before + 1


def test_others_read_how_many_cards_were_drawn() -> None:
    state = after(position(hand_0=["Strategy"]), "PLAY Strategy")
    assert told(state, RED) == told(state) == ["Blue plays “Strategy”.", "Blue draws 2 cards."]


def test_a_new_deck_comes_between_two_draws() -> None:
    state = position(hand_0=["Strategy"], hand_1=["Shells"], deck=["Rally"])
    lines = told(after(state, "PLAY Strategy"), RED)
    assert lines[1] == "Blue draws 1 card."
    assert lines[2].startswith("The discard pile is shuffled into a new deck of ")
    assert lines[3:] == ["Blue draws 1 card."]


def test_a_draw_from_nothing_is_not_told() -> None:
    state = position(hand_0=["Strategy", "Rally"], reshuffled=True, deck=[], Fusiliers_1_damage=1)
    assert told(after(state, "PLAY Strategy")) == ["Blue plays “Strategy”."]


def charged(*answers: str, **facts: Any) -> list[str]:
    """Hussars charge Fusiliers 2: what is told of the last answer."""
    state = position(phase="attack", hand_0=["Sabers", "Shells"], line_0=["Hussars 1", "Troopers 1"], **facts)
    return told(after(state, "ATTACK Sabers", *answers))


def test_an_attack_that_is_answered_comes_to_nothing() -> None:
    stopped = charged("PASS", "DEFEND Infantry Square", hand_1=["Infantry Square"])
    assert stopped == ["Red plays “Infantry Square” for Fusiliers 2.", "Blue's “Sabers” comes to nothing."]


def test_an_attack_whose_unit_falls_comes_to_nothing() -> None:
    fallen = charged("OPP Disciplined Fire", hand_1=["Disciplined Fire"], Hussars_1_damage=4)
    assert "Blue's Hussars 1 fall to Red." in fallen
    assert fallen[-1] == "Blue's “Sabers” comes to nothing."


def test_an_attack_that_strikes_does_not() -> None:
    assert charged("PASS", "PASS", hand_1=["Shells"])[-1] == "Red's Fusiliers 2 take 2 damage: 2 of 5 markers."


def test_a_seat_that_resigns_under_attack_leaves_it_without_a_target() -> None:
    state = position(
        seats=4, phase="attack", line_0=["Hussars 1"], hand_0=["Sabers", "Shells"], hand_1=["Disciplined Fire"],
    )  # fmt: skip
    after(state, "ATTACK Sabers", "TARGET Fusiliers 2")
    state.record()
    assert state.withdraw(RED)
    assert told(state)[-1] == "Blue's “Sabers” comes to nothing."
    assert state.to_dict()["phase"] == "aftermath"


def test_the_night_reckons_up_what_was_captured() -> None:
    state = position(
        phase="aftermath", quiet=99, hand_0=["Rally"], pile_0=["Hussars 1", "Imperial Guard 1", "Brave Corporal"],
        pile_1=["Green Troops 1"],
    )  # fmt: skip
    play(state, "PASS")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.text.endswith("(Units captured 2 to 1, Leaders 1 to 0, Defense 14 to 4).")


def test_an_army_down_to_two_units_loses_and_the_ending_says_so() -> None:
    state = position(
        rules={"retire": "on"}, phase="attack", line_0=["Jagers 1"], hand_0=["Rifles", "Canister"],
        line_1=["Hussars 1", "Imperial Guard 1", "Grognards 1"], Hussars_1_damage=4,
    )  # fmt: skip
    clauses = {number.clause for number in state.view(RED).numbers if number.key == "units"}
    assert clauses == {"GT-13.4"}
    play(state, "ATTACK Rifles", "TARGET Hussars 1")
    outcome = state.game.spec.wording.outcome
    assert outcome(state, None).text == "Red has two Units or fewer left (Units captured: 1 to 0)"
    assert outcome(state, RED).text == "you have two Units or fewer left (Units captured: 0 to 1)"


def test_what_is_reckoned_is_what_is_suffered() -> None:
    """The parts of an attack that the log adds up come to the damage that it tells next; the ground too."""
    grounds = 0
    for seed in range(8):
        for state in random_game(grognard.load("green-troops"), seed):
            for event, then in pairwise(state.events()):
                if isinstance(event, events.Reckoned):
                    card, attack, leader, ground, cover = event.parts
                    assert isinstance(then, events.Hurt | events.Unhurt)
                    assert then.damage == event.damage == max(0, card + attack + leader + ground - cover)
                    grounds += ground != leader
    assert grounds
