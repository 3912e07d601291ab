"""Resigning in a team (GT-12.4), house rules that clash, and where a team's game ends."""

from __future__ import annotations

from typing import cast

import pytest

import grognard
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.play.session import Session
from tests.conformance.support import play as random_game
from tests.games.green_troops.positions import pile, play, position


@pytest.mark.parametrize(
    "rules", [{"quick": "on", "seats": 4}, {"quick": "on", "seats": 6}, {"balanced": "on", "seats": 6}]
)
def test_house_rules_that_do_not_go_together(rules: dict[str, str | int]) -> None:
    with pytest.raises(BadInput, match=r"GT-13\.[12]"):
        grognard.load("green-troops", rules)


def conserved(state: State) -> None:
    """No card is lost: setting the facts anew checks that each lies in one place."""
    state.clone().from_dict({})


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("seed", range(40))
def test_withdrawing_at_any_moment(seats: int, seed: int) -> None:
    """Whoever retires, whenever: somebody goes on, nothing of an open frame is left, and the game comes to its end."""
    game = grognard.load("green-troops", {"seats": seats})
    generator = Generator(stream(seed, "withdraw"))
    state = game.new_initial_state(seed)
    for _ in range(int(generator.below(200))):
        if not state.is_terminal():
            state.apply_action(int(state.pick(generator.word())[0]))
    gone = int(generator.below(seats))
    active, picks, ply = state.to_dict()["active"], state.picks(), state.ply
    if state.is_terminal():
        assert not state.withdraw(gone)
        return
    assert state.withdraw(gone)
    conserved(state)
    facts = state.to_dict()
    assert facts[f"retired {gone}"]
    assert facts[f"line {gone}"] == facts[f"hand {gone}"] == []
    if not state.is_terminal():
        assert state.picks() == 0
        assert state.ply == ply - picks
        assert state.current_player() != gone
        assert state.legal_actions()
        assert (facts["active"] == active) or gone == active
    while not state.is_terminal():
        assert state.current_player() != gone
        state.apply_action(int(state.pick(generator.word())[0]))
    conserved(state)


def test_the_last_of_a_side_loses() -> None:
    game = grognard.load("green-troops", {"seats": 4})
    session = Session(game, 1, ["random"] * 4)
    session.resign(1)
    assert session.outcome() is None
    session.resign(3)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 2)


@pytest.mark.parametrize("side", [0, 1])
def test_the_last_of_a_side_has_nobody_to_carry_on(side: int) -> None:
    state = grognard.load("green-troops", {"seats": 4}).new_initial_state(1)
    assert state.withdraw(side + 2)
    before = state.fingerprint()
    assert not state.withdraw(side)
    assert state.fingerprint() == before


def test_one_who_has_no_part_in_an_attack_resigns() -> None:
    """The attack goes on; if its target resigns, it is over."""
    game = grognard.load("green-troops", {"seats": 4})
    asked = set()
    for seed in range(3):
        for state in random_game(game, seed):
            facts = state.to_dict()
            if facts["phase"] not in ("opportunity", "defend", "barrage"):
                continue
            bystander, target = state.clone(), state.clone()
            aside = next(seat for seat in range(4) if seat not in (facts["active"], facts["target seat"]))
            if not bystander.withdraw(aside) or bystander.is_terminal():
                continue
            assert (bystander.to_dict()["phase"], bystander.to_dict()["attack"]) == (facts["phase"], facts["attack"])
            if target.withdraw(cast("int", facts["target seat"])) and not target.is_terminal():
                assert target.to_dict()["attack"] == []
            asked.add(facts["phase"])
    assert asked == {"opportunity", "defend", "barrage"}


def test_with_two_seats_there_is_nobody_to_carry_on() -> None:
    state = grognard.load("green-troops").new_initial_state(1)
    before = state.fingerprint()
    assert not state.withdraw(0)
    assert state.fingerprint() == before


@pytest.mark.parametrize("gone", [0, 1])
def test_an_opportunity_attack_that_waits_for_an_answer_is_discarded_with_the_attack(gone: int) -> None:
    """Whoever of the two resigns."""
    state = position(
        seats=4, rules={"answer_opportunity": "on"}, phase="attack", line_0=["Hussars 1"],
        hand_0=["Sabers", "Shells"], hand_1=["Disciplined Fire", "Rally"], hand_2=["Rally"],
    )  # fmt: skip
    play(state, "ATTACK Sabers", "TARGET Fusiliers 2", "OPP Disciplined Fire")
    assert state.to_dict()["phase"] == "answer"
    assert state.withdraw(gone)
    conserved(state)
    facts = state.to_dict()
    assert facts["attack"] == facts["opportunity"] == facts["attacker"] == facts["target"] == []
    assert {"Sabers", "Disciplined Fire"} <= set(pile(state, "discard"))


def test_to_resign_twice_changes_nothing_more() -> None:
    state = grognard.load("green-troops", {"seats": 6}).new_initial_state(1)
    assert state.withdraw(1)
    before = state.fingerprint()
    assert state.withdraw(1)
    assert state.fingerprint() == before


def test_to_resign_with_the_last_units_of_a_side_loses() -> None:
    """The ally has not retired, but has nothing in play (GT-12.1)."""
    state = position(seats=4, hand_0=["Rally"], line_3=[])
    assert state.withdraw(1)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 2)


def test_a_dispatch_of_a_seat_that_resigns_is_discarded() -> None:
    """With the cards chosen so far, which were still in the hand; the next seat owes nothing."""
    state = position(
        seats=4,
        hand_0=["Dispatch", "Sabers"],
        hand_1=["Rally"],
        deck=["Shells"] * 3 + ["Rally"] * 3,
        Fusiliers_2_damage=1,
    )
    play(state, "PLAY Dispatch", "DISCARD Sabers")
    assert state.withdraw(0)
    conserved(state)
    facts = state.to_dict()
    assert facts["active"] == 1
    assert facts["event"] == facts["picked"] == []
    assert facts["owed"] == 0
    assert {"Dispatch", "Sabers", "Shells"} <= set(pile(state, "discard"))
