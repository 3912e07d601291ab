"""Random variants of every game are refused in a sentence, or play to their end; see `random_variants`."""

from __future__ import annotations

import pytest

from grognard.games.green_troops.events import LostCards
from grognard.kernel.errors import BadInput
from grognard.registry import load, registered_names, spec
from tests.conformance.support import play
from tests.games.random_variants import tried

VARIANTS = 25


@pytest.mark.parametrize("slug", registered_names())
def test_random_variants_play_or_are_refused(slug: str) -> None:
    whys = [tried(slug, seed) for seed in range(VARIANTS)]
    assert VARIANTS // 3 < whys.count("") < VARIANTS


@pytest.mark.parametrize(
    ("slug", "overrides"),
    [
        ("fusillade", {"Militia.copies": 2, "Old Guard.name": "Militia 2"}),
        ("fusillade", {"Militia.copies": 2, "Militia.name": "X", "Old Guard.name": "X 2"}),
        ("green-troops", {"Rally.name": "Green Troops 3"}),
        ("company-commander", {"german/Half Squad.name": "Half Squad 1"}),
    ],
)
def test_no_card_has_the_name_of_a_copy_of_another(slug: str, overrides: dict[str, str | int]) -> None:
    with pytest.raises(BadInput, match=r"^Two cards would be called “.* [123]”\.$"):
        load(slug, overrides=overrides)


def test_a_name_with_a_number_is_free_if_no_copy_has_it() -> None:
    game = load("fusillade", overrides={"Militia.copies": 2, "Old Guard.name": "Militia 3"})
    assert {"Militia", "Militia 2", "Militia 3"} <= set(game.names)


def test_a_reserve_that_brings_no_unit_says_so() -> None:
    game = load("green-troops", overrides={"Reserve.amount": 0, "Reserve.name": "Nobody"})
    state = game.new_initial_state(9)
    told: list[str] = []
    while not told and not state.is_terminal():
        order = [action for action in state.legal_actions() if "Reserve" in game.action_to_string(action)]
        state.apply_action((order or state.legal_actions())[0])
        told = [text for event in state.events(None) if "Nobody" in (text := game.event_view(event).text)]
    assert any(text.endswith("plays “Nobody”: no Unit joins the line.") for text in told), told


def test_a_deck_without_leaders_and_units_is_played() -> None:
    pieces = [card.name for card in spec("three-emperors").cards if card.text("type") in "LU"]
    game = load("three-emperors", overrides={f"{name}.copies": 0 for name in pieces})
    for state in play(game, 1):
        assert len(game.observe(state, 0)) == len(game.observe(state, 1))


def test_a_fog_of_war_that_takes_no_card_says_so() -> None:
    game = load("green-troops")
    assert game.event_view(LostCards(0, [])).text == "Blue loses no cards."
