"""A position as data: stored and copied whole, its stack of phases, and what it takes back of an open frame."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import grognard
from grognard.game_check.fields import leaves
from grognard.games.company_commander.meta import META
from grognard.games.company_commander.names import FRONT, HIT, NO_FRONT, RECON, SUCCESS, UNIT
from grognard.games.company_commander.state import BELOW, Position
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.registry import load_stored
from tests.conformance.support import play
from tests.games.company_commander.dealer import PLACES
from tests.games.company_commander.test_knowledge import listed, position
from tests.games.company_commander.test_knowledge import play as act

NOBODY = {"acting", "chosen", "gun", "target"}

# Of every fact a value that no new game has.
FULL: dict[str, object] = {
    "phase": "hit", "active": 1, "turn": 7, "quiet": 3, "stirred": True, "bonus drawn": True,
    "discard": ["Overrun", "Enfilade"], "picked": ["Smoke"], "hand 0": ["Mud", "Woods"], "hand 1": ["Roads", "Radio"],
    "seen 0": ["Mud"], "seen turn 0": 5, "deduced 0": ["Woods"],
    "seen 1": ["Roads"], "seen turn 1": 6, "deduced 1": ["Radio"],
    "drawn 0": ["Recon Team 1"], "drawn 1": ["Recon Team 3"], "exposed": ["Recon Team 3"],
    "Left 0": ["Rifle Squad 1"], "Center 0": ["Rifle Squad 2"], "Right 0": ["M8 Armored Car"],
    "Left 1": ["Half Track"], "Center 1": ["Light MG 34"], "Right 1": ["Stosstrup Heavy Squad"],
    "lost 0": ["Company HQ"], "lost 1": ["Company Leader"],
    "Half Track": ["Out of Ammo"], "M8 Armored Car": ["Breakdown"],
    "Rifle Squad 1 casualties": 1, "Stosstrup Heavy Squad pins": 4,
    "moved": ["Rifle Squad 1"], "arrived": ["Rifle Squad 2"], "halted": ["M8 Armored Car"], "stopped": ["Half Track"],
    "on mission": ["Light MG 34"], "fired": ["Stosstrup Heavy Squad"], "attacked": ["Rifle Squad 1", "Half Track"],
    "green": ["Rifle Squad 2", "Half Track"], "waiting": ["M8 Armored Car", "Half Track"],
    "on roads": ["Light MG 34", "Half Track"], "veterans": ["Rifle Squad 1", "Rifle Squad 2"],
    "with panzerfausts": ["Rifle Squad 1", "Light MG 34"], "led": ["Rifle Squad 2", "Light MG 34"],
    "fogged": ["Left"], "disordered": ["Center"], "bonus Left": 1, "bonus Center": 2, "bonus Right": 3,
    "toward Left": ["Rifle Squad 1"], "toward Center": ["Rifle Squad 2"], "toward Right": ["M8 Armored Car"],
    "in effect": ["Overrun"], "aimed": ["Enfilade: American Left", "Entrenched: Light MG 34"],
    "front": "Center", "acting": ["Rifle Squad 1"], "gun": ["Howitzer Battery"], "target": ["Half Track"],
    "severe": True, "rolls": 2, "dice": 3, "to fire": ["Rifle Squad 2"], "pools": ["Rifle Squad 2: 1"],
    "origins": ["Rifle Squad 2: 3"], "asked": 1, "passed": True, "to rally": ["Light MG 34"],
    "doing": "play", "chosen": ["Half Track"], "made": 2,
}  # fmt: skip


def full() -> Position:
    """A position in which nothing is as in a new game."""
    state = grognard.load("company-commander").new_initial_state(1)
    assert isinstance(state, Position)
    placed = {name for place in PLACES for name in cast("list[str]", FULL.get(place, []))}
    decks = {
        deck: list((Counter(names) - Counter(placed)).elements()) for deck, names in state.game.decks.items()
    }  # the second Smoke stays in the deck
    state.from_dict({**FULL, **decks})
    return state


def plain(value: object) -> object:
    return sorted(cast("list[str]", value)) if isinstance(value, list) else value


def test_a_position_before_the_deal_is_blank() -> None:
    game = grognard.load("company-commander")
    held = leaves(game.spec.state(game))
    expected = {path: -1 if path[0] in NOBODY else 0 for path in held} | {
        ("front",): NO_FRONT,
        ("aimed",): b"",
        ("attached",): b"",
    }
    assert held == expected


def test_a_new_game_has_nothing_marked() -> None:
    state = grognard.load("company-commander").new_initial_state(1)
    facts = state.to_dict()
    assert len(listed(state, f"drawn {facts['active']}")) == 3
    filled = {"squad deck 0", "squad deck 1", "deck", f"drawn {facts['active']}"}
    told = {"phase": "deploy", "active": facts["active"], "turn": 1, "front": "-", "doing": "-"}
    for name, value in facts.items():
        if name not in filled:
            assert value == told.get(name, [] if isinstance(value, list) else 0), name


def test_every_fact_is_kept() -> None:
    facts = full().to_dict()
    for name, value in FULL.items():
        assert plain(facts[name]) == plain(value), name
    assert set(FULL) >= {name for name, value in facts.items() if not isinstance(value, list) and value not in (0, "-")}


def test_every_fact_is_copied() -> None:
    state = full()
    other = state.game.new_initial_state(2)
    other.copy(state)
    assert other.serialize() == state.clone().serialize() == state.serialize()
    assert state.game.deserialize(state.serialize()).to_dict() == state.to_dict()


def test_facts_replace_what_was_there() -> None:
    blank = position().to_dict()
    state = full()
    state.from_dict(blank)
    assert state.to_dict() == blank


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"Left 0": ["Rifle Squad 1", "Light MG 34"], "Center 1": []}, "Light MG 34 belongs to the other side"),
        ({"Left 1": ["Half Track", "Rifle Squad 2"], "Center 0": []}, "Rifle Squad 2 belongs to the other side"),
        ({"Rifle Squad 1 casualties": 2}, "Rifle Squad 1 has enough casualties to be destroyed"),
        ({"Rifle Squad 1 casualties": 3}, "Rifle Squad 1 has enough casualties to be destroyed"),
        ({"hand 0": ["Mud"]}, "Woods: 0 in this position"),
        ({"lost 1": ["Company Leader", "Half Track"]}, "Half Track: 2 in this position"),
        ({"Recon Team 1 pins": 1}, "Recon Team 1 is not in play"),
        ({"Half Track": ["Out of Ammo", "Mud"], "hand 0": ["Woods"]}, "Mud cannot be attached to a unit"),
        ({"hand 0": ["Mud", "Woods", "Light MG 34"], "Center 1": []}, "“hand 0” lists something that cannot be there"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        full().from_dict(wrong)


@pytest.mark.parametrize(("strength", "fits"), [(0, False), (1, True), (22, True), (23, False)])
def test_numbers_of_dice_that_can_be_counted(strength: int, fits: bool) -> None:
    """Defense 2 and all cards together, 7, leave 22 of the 31 dice for Strength."""
    numbers = {"Rifle Squad.strength": strength}
    if fits:
        load_stored("company-commander", {}, numbers)
    else:
        with pytest.raises(BadInput):
            load_stored("company-commander", {}, numbers)


@pytest.mark.parametrize("options", [{}, {"immediate_rout": "on", "both_sides_rally": "on"}])
def test_the_stack_holds_a_window_above_what_it_interrupts(options: dict[str, str | int]) -> None:
    met = set()
    for seed in range(4):
        for state in play(grognard.load("company-commander", options), seed):
            if state.is_terminal():
                continue
            stack = state.stack()
            question = stack[-1] in (FRONT, UNIT) or (stack[-1] == SUCCESS and state.picks() > 0)
            asking = stack[:-1] if question else stack
            met.add(asking[-1])
            below = RECON if asking[0] == RECON and asking[-1] == HIT else BELOW.get(asking[-1])
            assert asking == ([asking[-1]] if below is None else [below, asking[-1]])
    assert met >= set(range(1, len(META.phases) - 2)) - {META.phases.index("discard")}


# -- the open frame ------------------------------------------------------------------------------------------


def frames() -> list[tuple[State, list[str]]]:
    """Positions, and actions that leave a frame open there."""
    troops: dict[str, object] = {
        "Left_0": ["60mm Mortar", "81mm Mortar", "Platoon HQ 1"], "Center_0": ["Rifle Squad 1", "Rifle Squad 2"],
        "Left_1": ["Light MG 34"], "Right_1": ["Heavy MG 42"], "Rifle_Squad_1_pins": 1, "Rifle_Squad_2_pins": 1,
    }  # fmt: skip
    eight = ["Mud", "Woods", "Roads", "Radio", "Smoke", "Smoke", "Overrun", "Ambush", "Trapped"]
    return [
        (position(phase="deploy", drawn_0=["Half Squad 1"]), ["DEPLOY Half Squad 1"]),
        (position(phase="deploy", Center_0=["Half Squad 1"]), ["MOVE Half Squad 1"]),
        (position(phase="discard", hand_0=eight), ["DISCARD Smoke"]),
        (position(phase="recon", hand_0=["Air Reconnaissance"], **troops), ["PLAY Air Reconnaissance"]),
        (position(phase="recon", hand_0=["Air Reconnaissance"], **troops), ["PLAY Air Reconnaissance", "BONUS"]),
        (position(phase="suppression", hand_0=["Dive Bomber"], **troops), ["PLAY Dive Bomber"]),
        (position(phase="rally", **troops), ["LEADER Platoon HQ 1"]),
    ]


@pytest.mark.parametrize(("state", "actions"), frames())
def test_an_open_frame_is_taken_back_whole(state: State, actions: list[str]) -> None:
    before = state.to_dict(), state.stack()
    assert state.picks() == 0
    act(state, *actions)
    assert state.picks() == len(actions)
    assert (state.to_dict(), state.stack()) != before
    state.take_back_choice()
    assert (state.to_dict(), state.stack()) == before
    state.take_back_choice()
    assert (state.to_dict(), state.stack()) == before


def test_a_question_of_a_mission_is_no_open_frame() -> None:
    state = position(phase="success", front="Left", acting=["Recon Team 1"], Left_0=["Recon Team 1"])
    before = state.to_dict(), state.stack()
    state.take_back_choice()
    assert (state.to_dict(), state.stack()) == before


def test_a_frame_that_is_complete_leaves_nothing_open() -> None:
    """Not even where the other side is asked next."""
    state = position(
        phase="rally", Left_0=["Platoon HQ 1"], Center_0=["Rifle Squad 1", "Rifle Squad 2"], hand_1=["Green Unit"],
        Rifle_Squad_1_pins=1, Rifle_Squad_2_pins=1,
    )  # fmt: skip
    act(state, "LEADER Platoon HQ 1", "UNIT Rifle Squad 2")
    assert [META.phases[frame] for frame in state.stack()] == ["rally", "leader"]
    assert (state.picks(), listed(state, "chosen"), state.to_dict()["doing"]) == (0, [], "-")
