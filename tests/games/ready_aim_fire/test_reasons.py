"""Why something is refused in Ready Aim Fire: the sentences, where several stand under one clause."""

from __future__ import annotations

import pytest

from grognard.games.ready_aim_fire import SPEC
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.text import WORDS
from tests.games.ready_aim_fire.positions import listed, moved, new, play, situated

OVER = "The game is over."
LATER = "You can't do that now (the reinforce phase: moves)."
PLAYED = "This card has already been played this turn."
ONE_ORDER = "Only one stack can be put in order each turn."
NO_PAIR = "It takes two battalions to put a stack in order."
NO_MOVE = "You have no moves left along the line."
STUCK = "Nothing can move there."
NO_ROOM = "There is no room for it."
NOT_FLANK = "It may not start on a flank."
NEEDED = "Then the line could no longer be filled."
NOBODY = "You have no Army Commander behind the line."
NOT_FALLEN = "He can take over only where a general was killed and a battalion remains."


def why(state: ReadyAimFire, what: str) -> str:
    """The sentence for an action or a card that is refused."""
    if what in SPEC.pieces:
        return WORDS.reason(state, state.card_refusal(SPEC.pieces.index(what))).text
    refused = state.game.why_illegal(state, state.string_to_action(what))
    return "" if refused is None else refused.text


@pytest.mark.parametrize(
    ("facts", "places", "frame", "what", "sentence"),
    [
        ({}, {}, [], "REORGANISE Left Flank", NO_PAIR),
        ({"reorganised": True}, {}, [], "REORGANISE Left Flank", ONE_ORDER),
        ({}, {}, [], "MOVE Left Flank", STUCK),
        ({"reorganised": True, "moves": 0}, {}, [], "MOVE Left Flank", NO_MOVE),
        ({"moves": 1}, {}, [], "MOVE Right Flank", STUCK),
        ({"moves": 0}, {}, [], "ATTACK Left Flank", LATER),
        ({}, {}, [], "TAKE OVER Left Flank", NOBODY),
        ({}, {"commander 0": ["2/1"]}, [], "TAKE OVER Left Flank", NOT_FALLEN),
        (
            {"played 0": ["Column"]},
            {"hand 0": ["Column"]},
            [],
            "Column",
            "This card has already been played this turn.",
        ),
        ({}, {"hand 0": ["Rifles"]}, [], "Rifles", "This card would do nothing now."),
        ({}, {}, [], "Rifles", "You do not hold this card."),
        (
            {"appointed 0": True},
            {"hand 0": ["0/1"]},
            ["DEPLOY 0/1"],
            "COMMAND",
            "You already had an Army Commander.",
        ),
        (
            {"appointed 0": True},
            {"hand 0": ["2/1"]},
            ["DEPLOY 2/1"],
            "COMMAND",
            "You already had an Army Commander.",
        ),
        ({}, {"hand 0": ["Guard"]}, ["DEPLOY Guard"], "COMMAND", "This is not asked here."),
        ({"phase": "attack"}, {}, ["ATTACK Centre"], "CARD 1", "It cannot support."),
        ({"phase": "attack"}, {}, ["ATTACK Centre"], "GENERAL", "You can't do that now (the attack phase: support)."),
        ({}, {}, ["MOVE Centre"], "CARD 5", "There is no such battalion to choose."),
        ({}, {}, ["MOVE Centre"], "COVER", LATER),
        ({}, {}, ["MOVE Centre"], "GENERAL", "There is no such battalion to choose."),
        ({"phase": "attack"}, {"hand 0": ["Guard"]}, [], "Guard", "You can't do that now (the attack phase)."),
        (
            {"phase": "attack"},
            {"hand 0": ["Probe"], "Left Flank 0": ["Light"]},
            ["PLAY Probe"],
            "STACK Centre",
            "There is nothing it could attack.",
        ),
        ({"phase": "over"}, {}, [], "PASS", OVER),
        ({"phase": "over"}, {"hand 0": ["Probe"]}, [], "Probe", OVER),
    ],
)
def test_the_reason_is_told(
    facts: dict[str, object], places: dict[str, list[str]], frame: list[str], what: str, sentence: str
) -> None:
    state = situated(facts, places)
    play(state, *frame)
    assert why(state, what) == sentence


FULL = ["Line", "Line", "Line"]
CENTRES = {"Left Centre 0": FULL, "Centre 0": FULL, "Right Centre 0": ["Elite", "Elite", "Elite"]}


@pytest.mark.parametrize(
    ("line", "frame", "what", "sentence"),
    [
        (CENTRES, [], "PLACE Guard", NOT_FLANK),
        (CENTRES | {"Left Flank 0": ["Light", "Light"]}, [], "PLACE Guard", NOT_FLANK),
        (CENTRES | {"Right Flank 0": ["Light", "Light"]}, [], "PLACE Guard", NOT_FLANK),
        (CENTRES | {"Left Flank 0": ["Light"] * 2, "Right Flank 0": ["Lancer", "Dragoon"]}, [], "PLACE Guard", NO_ROOM),
        (CENTRES, ["PLACE Light"], "STACK Centre", NO_ROOM),
        ({}, ["PLACE Guard"], "STACK Left Flank", NOT_FLANK),
        ({}, ["PLACE Guard"], "STACK Right Flank", NOT_FLANK),
        ({"Left Flank 0": ["Light", "Light"]}, ["PLACE Lancer"], "STACK Left Flank", NO_ROOM),
    ],
)
def test_the_reason_in_the_set_up(line: dict[str, list[str]], frame: list[str], what: str, sentence: str) -> None:
    state = new()
    state.from_dict(moved(state, line))
    play(state, *frame)
    assert why(state, what) == sentence


def test_what_the_flanks_need_is_not_wasted() -> None:
    """Thirteen with two for the flanks: one goes there, and then there is only one place for the other."""
    state = new({"setup": "thoth"})
    play(state, "PASS")
    thirteen = [*["Line"] * 8, "Guard", "Elite", "Elite", "Light", "Light"]
    facts = state.to_dict()
    rest = listed(facts, "reserve 0") + listed(facts, "hand 0")
    for card in thirteen:
        rest.remove(card)
    state.from_dict({"hand 0": thirteen, "reserve 0": rest})
    play(state, "PLACE Light")
    assert why(state, "STACK Right Centre") == NEEDED
    play(state, "STACK Left Flank", "PLACE Light")
    assert state.to_dict()["Right Flank 0"] == ["Light"]


def test_what_is_legal_is_not_refused() -> None:
    state = situated({}, {"hand 0": ["Elite"]})
    assert all(state.refusal(action) == 0 for action in state.legal_actions())
    assert state.card_refusal(SPEC.pieces.index("Elite")) == 0
    assert [state.is_legal(action) for action in (-1, len(SPEC.actions), len(SPEC.actions) + 1)] == [False] * 3
    assert [action for action in range(len(SPEC.actions)) if state.is_legal(action)] == state.legal_actions()
