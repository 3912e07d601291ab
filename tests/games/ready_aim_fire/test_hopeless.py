"""A re-roll that cannot help is still offered, and said to be useless, before a general risks his life for it."""

from __future__ import annotations

import pytest

from tests.games.ready_aim_fire.positions import play, situated

WORSE = "A re-roll could only make it worse."
NOTHING = "A re-roll would change nothing."


@pytest.mark.parametrize(
    ("dice", "enemy", "hills", "said"),
    [
        ((3, 4), [], 1, ""),
        ((3, 1), [], 1, ""),  # with the Hills a difference of 1: more would be a rout
        ((5, 1), [], 0, WORSE),
        ((5, 1), ["1/1"], 0, ""),  # the enemy may roll again, and then more is better
        ((6, 1), ["1/1"], 0, WORSE),
        ((6, 6), [], 0, WORSE),
        ((2, 4), [], 6, NOTHING),
        ((2, 4), ["1/1"], 6, ""),
    ],
)
def test_a_re_roll_of_the_attack_says_when_it_cannot_help(
    dice: tuple[int, int], enemy: list[str], hills: int, said: str
) -> None:
    generals = {"Left Centre general 0": ["1/1"], "Right Centre general 1": enemy}
    ground = {"Right Centre ground 1": ["Hills"]} if hills else {}
    state = situated(
        {"phase": "attack", "attacks": 3}, generals | ground, numbers={"Hills.amount": hills} if hills else {}
    )
    state.recorder.dictates, state.recorder.script = True, list(dice)
    play(state, "ATTACK Left Centre")
    view = state.view(0)
    danger = "Your general may re-roll, but is killed on a 6."
    assert view.prompt.text.partition(danger)[2].strip() == said
    assert {action.notation: action.hopeless for action in view.actions} == {
        "PASS": False,
        "REROLL GENERAL": bool(said),
    }
