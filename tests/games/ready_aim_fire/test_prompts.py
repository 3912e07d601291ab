"""What Ready Aim Fire asks: only what can be done, under the house rules in force, and by the right clause."""

from __future__ import annotations

import pytest

from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.text import WORDS
from tests.games.ready_aim_fire.positions import new, play, situated


def asked(state: ReadyAimFire) -> tuple[str, str]:
    """The question and its clause."""
    reason = WORDS.prompt(state)
    return reason.text, reason.clause


@pytest.mark.parametrize(
    ("facts", "places", "question"),
    [
        ({}, {}, "draw from which deck?"),
        ({}, {"discard 0": ["Elite"]}, "draw, or take a battalion from your discard pile?"),
        (
            {"confused": True, "draws": 0},
            {"discard 0": ["Elite", "Second Rate"]},
            "which battalion do you take from your discard pile?",
        ),
    ],
)
def test_a_card_that_draws_is_asked_for_what_it_can_do(
    facts: dict[str, object], places: dict[str, list[str]], question: str
) -> None:
    state = situated({"phase": "draw", "draws": 2} | facts, {"hand 0": ["Forced March"]} | places)
    play(state, "PLAY Forced March")
    assert asked(state) == (f"Forced March: {question}", "RAF-4.12")


@pytest.mark.parametrize(
    ("draws", "options", "question"),
    [
        (2, {}, "Draw 2 cards, each from either deck"),
        (1, {}, "Draw 1 card from either deck"),
        (2, {"draw": "merged"}, "Draw 2 cards from your Reserve deck"),
        (1, {"draw": "refill"}, "Draw 1 card from your Reserve deck"),
    ],
)
def test_draws_are_asked_for_from_the_decks_there_are(draws: int, options: dict[str, str | int], question: str) -> None:
    state = situated({"phase": "draw", "draws": draws}, {"hand 0": ["Rapid Deployment"]}, options)
    when = "First" if draws == 1 else "In between"
    assert asked(state)[0] == f"{question}. {when}, you may play cards that let you draw."


def test_a_line_is_said_to_stand_only_when_it_can() -> None:
    state = new()
    assert asked(state)[0] == "Place your battalions, or have the line filled for you."
    for name in ("Left Centre", "Centre", "Right Centre"):
        play(state, "PLACE Line", f"STACK {name}")
    for name in ("Left Flank", "Right Flank"):
        play(state, "PLACE Light", f"STACK {name}")
    assert asked(state)[0] == "Place your battalions, have the line filled for you, or confirm it as it stands."
    play(state, "READY")
    assert asked(state)[0] == "Nothing more can be placed: confirm your line."


@pytest.mark.parametrize(
    ("facts", "question"),
    [
        ({}, "Put one stack in order, move 1 card along the line, or bring up reinforcements."),
        ({"moves": 2, "reorganised": True}, "Move 2 cards along the line, or bring up reinforcements."),
        ({"moves": 0, "reorganised": True}, "Bring up reinforcements."),
    ],
)
def test_what_is_left_to_rearrange_is_asked(facts: dict[str, object], question: str) -> None:
    assert asked(situated(facts, {"hand 0": ["Light"]}))[0] == question


@pytest.mark.parametrize(("discarded", "where"), [(["Guard"], "at"), (["Guard", "Elite"], "beyond")])
def test_an_army_is_at_its_breakpoint_or_beyond_it(discarded: list[str], where: str) -> None:
    """RAF-10.4: France's quarter is 16; 12 are lost before, and `reached` makes the number itself enough."""
    options: dict[str, str | int] = {"army_breakpoint": "on", "breakpoint_trigger": "reached", "blue_breakpoint": 25}
    lost = ["Elite", "Heavy Cavalry", "Dragoon", "Light"]
    state = situated({"phase": "reinforce"}, {"eliminated 0": lost, "discard 0": discarded}, options)
    play(state, "PASS")
    outcome = state.outcome()
    assert outcome is not None
    assert f"Blue's army is {where} its breakpoint" in outcome.text
