"""Units with an Attack far below 0: damage is never below 0 (GT-1.8)."""

from __future__ import annotations

from typing import Final

import pytest

import grognard
from grognard.games.green_troops import events as e
from grognard.games.green_troops.meta import LEAST_ATTACK
from grognard.kernel.errors import BadInput
from tests.conformance.support import play as random_game
from tests.games.green_troops.positions import play, position

WEAK: Final = {
    f"{card.name}.attack": LEAST_ATTACK for card in grognard.load("green-troops").cards if card.deck == "army"
}


@pytest.mark.parametrize(
    ("card", "log"),
    [
        ("Fusillade", "“Fusillade”, Troopers 1 against Hussars 1: 1, Attack -4 = 0 damage, never below 0."),
        ("Volley Fire", "“Volley Fire”, Troopers 1 against Hussars 1: 3, Attack -4 = 0 damage, never below 0."),
    ],
)
def test_the_damage_of_a_weak_attack(card: str, log: str) -> None:
    state = position(
        overrides=WEAK, phase="attack", line_0=["Troopers 1"], line_1=["Hussars 1", "Lancers 1"], hand_0=[card]
    )
    state.record()
    play(state, f"ATTACK {card}")
    target = next(action for action in state.view(0).actions if "Hussars" in action.label)
    assert target.hopeless
    assert target.sum is not None
    assert target.sum.total == 0
    assert sum(term.value for term in target.sum.terms) == 0
    assert target.sum.terms[-1].label == "never below 0"
    play(state, "TARGET Hussars 1")
    said = [event for event in state.events(0) if isinstance(event, e.Reckoned | e.Unhurt)]
    texts = [state.game.event_view(event, 0).text for event in said]
    assert texts == [log, "Red's Hussars 1 take no damage."]
    assert state.to_dict()["struck"] == []
    assert state.to_dict()["Hussars 1 damage"] == 0


def test_a_leader_makes_up_for_a_low_attack() -> None:
    state = position(
        overrides=WEAK | {"Courageous Captain.attack": 3}, phase="attack", line_0=["Troopers 1"],
        Troopers_1=["Courageous Captain"], line_1=["Hussars 1"], hand_0=["Volley Fire"],
    )  # fmt: skip
    play(state, "ATTACK Volley Fire")
    assert state.to_dict()["Hussars 1 damage"] == 2


def test_random_games_of_weak_units() -> None:
    """Markers come only from barrages and Screens, and never go below 0."""
    game = grognard.load("green-troops", {"night_turns": 20}, WEAK)
    for state in random_game(game, 1):
        for event in state.events(0):
            assert not isinstance(event, e.Hurt) or event.damage == 1
    for card in game.card_views:
        if "attack" in card.numbers:
            assert card.numbers["attack"] in (LEAST_ATTACK, 0, 1)


def test_an_attack_has_a_least_number() -> None:
    with pytest.raises(BadInput, match=r"Troopers\.attack must be from -4 to 9, not -5\."):
        grognard.load("green-troops", overrides={"Troopers.attack": -5})
    with pytest.raises(BadInput, match=r"Brave Corporal\.attack must be from 0 to 9, not -1\."):
        grognard.load("green-troops", overrides={"Brave Corporal.attack": -1})
