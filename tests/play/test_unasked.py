"""What is said of moves that were played for a person: plainly, and only where it is news."""

from __future__ import annotations

import pytest

from grognard.kernel.engine.state import State
from grognard.play.unasked import Move, parted, unasked_told
from grognard.registry import load
from tests.conformance.support import dice


def moves(slug: str, seed: int, *wanted: str) -> list[tuple[Move, State]]:
    """The moves of a random game whose notation begins with one of these, each with the position after it."""
    game = load(slug)
    state, whim = game.new_initial_state(seed), dice(seed)
    found: list[tuple[Move, State]] = []
    while not state.is_terminal() and len(found) < 60:
        actions = state.legal_actions()
        action = actions[whim.below(len(actions))]
        before = state.clone()
        state.apply_action(action)
        if game.action_to_string(action).startswith(wanted):
            found.append(((before, action), state.clone()))
    return found


def test_the_first_half_of_a_question_waits_for_the_other_half() -> None:
    """“On which Front do you deploy Recon Team 2?” needs no word about Recon Team 2 before it."""
    move, after = moves("company-commander", 1, "DEPLOY")[0]
    assert after.view(after.current_player()).prompt.text.startswith("On which Front do you deploy")
    assert parted([move], after) == ([], [move])
    assert unasked_told([]) == []
    whole = after.clone()
    whole.apply_action(whole.legal_actions()[0])
    assert parted([move], whole) == ([move], [])
    assert unasked_told([move])[0].startswith("Played for you (no choice): deploy ")


@pytest.mark.parametrize("slug", ["company-commander", "green-troops", "fusillade", "three-emperors", "ready-aim-fire"])
def test_ends_of_phases_are_not_told_and_passes_are_counted(slug: str) -> None:
    game = load(slug)
    ends = [move for move, _after in moves(slug, 2, "DONE", "END", "PASS")]
    labels = [game.spec.wording.label(*move).does for move in ends]
    passed = [move for move, does in zip(ends, labels, strict=True) if does == "Pass"]
    passes = [(position, action) for position, action in passed if len(position.legal_actions()) == 1]
    others = [move for move, does in zip(ends, labels, strict=True) if does != "Pass"]
    assert others
    assert unasked_told(others) == []
    if passes:
        assert unasked_told(passes[:1]) == ["You passed: nothing to decide."]
    if len(passes) > 1:
        assert unasked_told(passes) == [f"You passed {len(passes)} times: nothing to decide."]


def test_moves_come_before_passes_and_only_the_latest_are_listed() -> None:
    drawn = [move for move, _after in moves("company-commander", 3, "DEPLOY")]
    passed = [move for move, _after in moves("company-commander", 3, "DONE") if _is_pass(move)][:2]
    played, skipped = unasked_told([*drawn[:5], *passed])
    assert played.count(",") == 2
    assert skipped == "You passed 2 times: nothing to decide."


def _is_pass(move: Move) -> bool:
    position, action = move
    return position.game.spec.wording.label(position, action).does == "Pass"


def test_a_pass_that_you_chose_not_to_be_asked_about_does_not_say_that_you_had_no_choice() -> None:
    chosen = [move for move, _after in moves("fusillade", 2, "PASS") if len(move[0].legal_actions()) > 1]
    assert unasked_told(chosen[:1]) == ["You passed without being asked."]
    assert unasked_told(chosen[:2]) == ["You passed 2 times without being asked."]
