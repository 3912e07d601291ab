"""The sum of an attack in words: each side's own numbers, and who is ahead."""

from __future__ import annotations

import pytest

from grognard.games.ready_aim_fire.text.sums import attack_words
from grognard.kernel.content.grammar import Party
from tests.games.ready_aim_fire.positions import play, situated


@pytest.mark.parametrize(
    ("attack", "defense", "words"),
    [
        (1, -1, "You attack at +2 (you +1, Red -1)"),
        (0, 4, "You attack at -4 (you 0, Red +4)"),
        (1, 1, "An even attack (you +1, Red +1)"),
    ],
)
def test_before_the_roll_each_side_has_its_own_modifiers(attack: int, defense: int, words: str) -> None:
    assert attack_words(Party(0, "Blue", is_reader=True), Party(1, "Red"), attack, defense) == words


def test_a_re_roll_that_may_kill_the_general_is_risky_and_its_odds_add_up() -> None:
    """The page does not make a risky button stand out, and the result names both sides' sums (RAF-5.30, 5.31)."""
    state = situated({"phase": "attack", "attacks": 3}, {"Left Centre general 0": ["1/1"]})
    state.recorder.dictates, state.recorder.script = True, [5, 2]
    play(state, "ATTACK Left Centre")
    view = state.view(0)
    assert {action.notation: action.risky for action in view.actions} == {"PASS": False, "REROLL GENERAL": True}
    assert view.coming is not None
    first, second = (added.total for added in view.sums)
    lead = first - second
    assert lead > 0
    assert view.coming.text.startswith(f"You {first}, Red {second}: you lead by {lead}. ")
    others = state.view(1).coming
    assert others is not None
    assert others.text.startswith(f"Blue {first}, you {second}: Blue leads by {lead}. ")
