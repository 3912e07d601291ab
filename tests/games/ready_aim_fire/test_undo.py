"""What chance or a look has told in Ready Aim Fire cannot be taken back; what was only named can."""

from __future__ import annotations

import pytest

from grognard.games.ready_aim_fire.rules import ReadyAimFire
from tests.games.ready_aim_fire.positions import new, play, situated


def revealed(state: ReadyAimFire, action: str, *script: int) -> int:
    """How often something is told while this action is played; with a script for chance."""
    before = state.reveals
    if script:
        state.recorder.dictates = True
        state.recorder.script = list(script)
    play(state, action)
    assert not state.recorder.script
    return state.reveals - before


# All cards on top were seen already.
SEEN: dict[str, object] = {
    f"{name} seen {seat}": ["1"] for name in ("Left Centre", "Centre", "Right Centre") for seat in range(2)
}
ATTACK: dict[str, object] = {"phase": "attack"}
LANCER = {"Left Centre 0": ["Lancer"]}


@pytest.mark.parametrize(
    ("facts", "places", "action", "script", "times"),
    [
        (ATTACK, {}, "ATTACK Left Centre", (4, 3), 3),  # both cards are turned up, and the roll
        (ATTACK | {"Left Centre seen 0": ["1"]}, {}, "ATTACK Left Centre", (4, 3), 2),
        (ATTACK | {"Right Centre seen 1": ["1"]}, {}, "ATTACK Left Centre", (4, 3), 2),
        (ATTACK | SEEN, {}, "ATTACK Left Centre", (4, 3), 1),
        (ATTACK, {}, "ATTACK Centre", (), 2),  # support is asked for first
        (ATTACK | {"Centre seen 0": ["2"], "Centre seen 1": ["2"]}, {}, "ATTACK Centre", (), 2),
        (ATTACK | SEEN, {}, "ATTACK Centre", (), 0),
        (ATTACK | SEEN, {}, "ATTACK Left Centre", (3, 3, 4, 4, 4, 4), 3),  # the roll and two checks
        (ATTACK | SEEN, LANCER, "ATTACK Left Centre", (3, 4), 1),  # the roll for a square
        (ATTACK | SEEN, {"Right Centre general 1": ["1/1"]}, "ATTACK Left Centre", (4, 3), 1),
        (ATTACK | {"Centre passes 1": 1}, {}, "PASS", (4, 5, 1, 1, 1, 1), 4),  # three checks and a rout
        (ATTACK | {"Centre passes 1": 1} | SEEN, {}, "PASS", (4, 5, 1, 1, 1, 1), 3),
    ],
)
def test_what_is_told(
    facts: dict[str, object], places: dict[str, list[str]], action: str, script: tuple[int, ...], times: int
) -> None:
    assert revealed(situated(facts, places), action, *script) == times


def test_a_roll_again_is_told_by_the_danger_it_brings() -> None:
    state = situated(ATTACK | SEEN, {"Left Centre general 0": ["1/1"]})
    assert revealed(state, "ATTACK Left Centre", 4, 3) == 1
    assert revealed(state, "REROLL GENERAL", 4, 5) == 1


def test_a_draw_and_a_look_are_told() -> None:
    state = situated({"phase": "draw"}, {"hand 0": ["Scouts"], "hand 1": ["Elite"]})
    assert revealed(state, "PLAY Scouts") == 1
    assert revealed(state, "DRAW RESERVE") == 1


def test_what_is_named_can_be_taken_back() -> None:
    state = situated({}, {"hand 0": ["Elite"], "hand 1": ["Elite"]})
    for action in ("REORGANISE Centre", "CARD 2", "CARD 1", "MOVE Centre", "CARD 1", "STACK Left Centre"):
        assert revealed(state, action) == 0
    assert revealed(state, "DEPLOY Elite") == revealed(state, "STACK Left Flank") == 0


def test_a_random_role_is_told() -> None:
    state = situated({"phase": "reinforce"}, {"hand 0": ["1/1"]}, {"commander_roles": "random"})
    assert revealed(state, "DEPLOY 1/1") == 1


def test_a_random_role_is_one_that_is_free() -> None:
    """Centre, or the Army Commander: the flanks are empty, and the others have their generals."""
    generals = {"Left Centre general 0": ["1/1"], "Right Centre general 0": ["1/1"]}
    base = situated({"phase": "reinforce"}, {"hand 0": ["2/1"]} | generals, {"commander_roles": "random"})
    found = set()
    for seed in range(30):
        state = base.resample_from_infostate(0, seed)
        play(state, "DEPLOY 2/1")
        found |= {place for place in state.to_dict() if place.endswith("0") and state.to_dict()[place] == ["2/1"]}
    assert found == {"Centre general 0", "commander 0"}


def test_the_set_up_is_told_when_it_ends() -> None:
    state = new()
    for _seat in range(2):
        assert revealed(state, "READY") == 0
        passed = revealed(state, "PASS")
    assert passed == 1


def test_an_exchange_is_told() -> None:
    deals = (new({"setup": "thoth"}, seed) for seed in range(100))
    state = next(deal for deal in deals if deal.string_to_action("RETURN Guard") in deal.legal_actions())
    assert revealed(state, "RETURN Guard") == 1


def test_either_side_may_begin() -> None:
    found = set()
    for seed in range(20):
        state = new(seed=seed)
        play(state, "READY", "PASS", "READY", "PASS")
        found.add(state.to_dict()["active"])
    assert found == {0, 1}


def test_a_line_counts_as_one_action_whatever_it_took() -> None:
    """Nobody else may see how long a side was at it (RAF-3.2)."""
    state = new()
    play(state, "PLACE Guard", "STACK Centre", "READY", "PASS")
    assert state.ply == 1
