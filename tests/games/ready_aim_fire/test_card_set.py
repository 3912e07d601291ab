"""Other decks of Ready Aim Fire: new cards act as those that they are like, and impossible armies are refused."""

from __future__ import annotations

import re
from typing import Final

import pytest

import grognard
from grognard.games.ready_aim_fire import SPEC
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from tests.conformance.support import dice, random_rules

NATIONS: Final = ("france", "britain", "austria", "prussia", "russia")
SEEDS: Final = range(5)

Overrides = dict[str, str | int]


def renewed(nation: str) -> tuple[Overrides, dict[str, str]]:
    """The overrides that put a new card in place of every card of a nation, and each new name with the old one."""
    overrides: Overrides = {f"{card.name}.copies": 0 for card in SPEC.cards}
    old: dict[str, str] = {}
    for number, card in enumerate(SPEC.cards):
        if card.deck in ("tactics", f"battalion-{nation}", f"commander-{nation}"):
            new = f"New {chr(65 + number // 26)}{chr(65 + number % 26)}"
            overrides[f"{new}.like"] = card.name if card.deck == "tactics" else f"{card.deck}/{card.name}"
            overrides[f"{new}.copies"] = card.copies
            old[new] = card.name
    for other in NATIONS:
        if other != nation:
            overrides |= {f"battalion-{other}/Line.copies": 9, f"battalion-{other}/Light.copies": 9}
    return overrides, old


def told(state: State, old: dict[str, str]) -> str:
    """A position and its actions, with the old name for each new one."""
    actions = [state.game.action_to_string(action) for action in state.legal_actions()]
    facts = {**state.to_dict(), "kept": None}  # a stack by its numbers
    text = f"{actions}\n{facts}"
    return re.sub(r"New [A-Z]{2}\b", lambda found: old[found[0]], text)


@pytest.mark.parametrize("nation", ["france", "austria", "prussia", "russia"])
def test_a_game_of_new_cards_is_the_game_of_those_that_they_are_like(nation: str) -> None:
    overrides, old = renewed(nation)
    for seed in SEEDS:
        chosen = dice(seed, f"renewed {nation}")
        rules = random_rules(SPEC, chosen) | {"blue": nation, "red": nation}
        now = grognard.load("ready-aim-fire", rules, overrides).new_initial_state(seed)
        then = grognard.load("ready-aim-fire", rules).new_initial_state(seed)
        while not then.is_terminal():
            assert told(now, old) == told(then, {})
            assert [now.game.evaluate(now, seat) for seat in (0, 1)] == [
                then.game.evaluate(then, seat) for seat in (0, 1)
            ]
            choice = chosen.below(len(then.legal_actions()))
            for state in (now, then):
                state.apply_action(state.legal_actions()[choice])
        assert now.returns() == then.returns()


def army(number: dict[str, int], nation: str = "britain") -> Overrides:
    """A nation with these battalions alone."""
    names = [card.name for card in SPEC.cards if card.deck == f"battalion-{nation}"]
    return {f"battalion-{nation}/{name}.copies": number.get(name, 0) for name in names}


@pytest.mark.parametrize(
    ("battalions", "text"),
    [
        ({"Line": 9, "Light": 3}, "Every army needs 13 battalions; Britain has 12."),
        (
            {"Guard": 9, "Light": 3, "Line": 1, "Heavy Cavalry": 9},
            "Every army needs 5 battalions besides Guard and Heavy Cavalry; Britain has 4.",
        ),
        (
            {"Line": 9, "Light": 1, "Artillery": 4, "Heavy Cavalry": 9},
            "Every army needs 2 battalions that can start on a flank, besides Heavy Cavalry; Britain has 1.",
        ),
    ],
)
def test_every_army_can_be_set_up_under_every_house_rule(battalions: dict[str, int], text: str) -> None:
    with pytest.raises(BadInput, match=f"^{text}$"):
        grognard.load("ready-aim-fire", overrides=army(battalions))


def test_an_army_needs_no_commanders_and_the_game_no_tactics_cards() -> None:
    none: Overrides = {f"{card.name}.copies": 0 for card in SPEC.cards if not card.deck.startswith("battalion")}
    game = grognard.load("ready-aim-fire", overrides=none)
    assert len(game.pieces) == 12
    assert not any(notation.startswith("PLAY") for notation in game.actions.notations)
    assert game.layout.size > 0
    assert game.max_game_length() > 0


def new_cards(like: str, letters: str) -> Overrides:
    return {f"New {letter}.like": like for letter in letters}


def test_a_stack_tells_fifteen_kinds_of_battalion_apart_and_a_pile_sixty_cards() -> None:
    three = grognard.load("ready-aim-fire", overrides=new_cards("battalion-france/Elite", "ABC"))
    assert len(three.pieces) == 57
    with pytest.raises(BadInput, match=r"^Ready Aim Fire can have 15 kinds of battalion at most, not 16\.$"):
        grognard.load("ready-aim-fire", overrides=new_cards("battalion-france/Elite", "ABCD"))
    assert len(grognard.load("ready-aim-fire", overrides=new_cards("Rifles", "ABCDEF")).pieces) == 60
    with pytest.raises(BadInput, match=r"^Ready Aim Fire can have 60 different cards at most, not 61\.$"):
        grognard.load("ready-aim-fire", overrides=new_cards("Rifles", "ABCDEFG"))
    # A card without copies makes room for another one.
    assert (
        len(grognard.load("ready-aim-fire", overrides=new_cards("Rifles", "ABCDEFG") | {"Probe.copies": 0}).pieces)
        == 60
    )


def test_a_new_battalion_is_in_the_deck_of_the_card_that_it_is_like() -> None:
    overrides: Overrides = {"Old Guard.like": "battalion-france/Guard", "Old Guard.copies": 2, "Old Guard.modifier": 3}
    game = grognard.load("ready-aim-fire", {"red": "austria"}, overrides)
    assert game.decks["reserve 0"].count("Old Guard") == 2
    assert "Old Guard" not in game.decks["reserve 1"]
    state = game.new_initial_state(1)
    assert isinstance(state, ReadyAimFire)
    standard = grognard.load("ready-aim-fire", {"red": "austria"}).new_initial_state(1)
    assert isinstance(standard, ReadyAimFire)
    assert state.tables.values[0] - standard.tables.values[0] == 2 * (2 + 3)
    assert list(game.pieces[:13]) == [*SPEC.pieces[:12], "Old Guard"]


def test_a_nation_has_its_own_number_of_copies() -> None:
    game = grognard.load("ready-aim-fire", {"red": "prussia"}, {"battalion-france/Guard.copies": 3})
    assert [game.decks[f"reserve {seat}"].count("Guard") for seat in (0, 1)] == [3, 1]
