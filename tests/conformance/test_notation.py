"""Actions in words: notation comes back, and what is illegal says why, with a clause of the handbook."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, GameOver, IllegalAction, NotationError
from grognard.kernel.game import Game
from tests.conformance.support import dice, play, sample

# None of them is an action; the last does not even fit a machine word.
OUT_OF_RANGE = [-1, -(2**40), 2**40, 2**70]


def actions_of(game: Game) -> range:
    return range(game.num_distinct_actions())


def beyond(game: Game) -> list[int]:
    return [game.num_distinct_actions(), *OUT_OF_RANGE]


def test_every_notation_comes_back(game: Game) -> None:
    notations = [game.action_to_string(action) for action in actions_of(game)]
    assert [game.string_to_action(notation) for notation in notations] == list(actions_of(game))
    assert len({notation.casefold() for notation in notations}) == len(notations)
    for notation in notations:
        assert notation == " ".join(notation.split())
        assert notation.isprintable()


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title, str.swapcase, "  {}\t".format])
def test_case_and_spaces_do_not_matter(game: Game, change: Callable[[str], str]) -> None:
    for action in actions_of(game):
        notation = game.action_to_string(action)
        assert game.string_to_action(change(notation)) == action
        assert game.string_to_action(change(notation.replace(" ", "   "))) == action


def test_garbage_is_refused(game: Game) -> None:
    for text in ["", " ", "?", "0", "nothing of the kind", "\N{SNOWMAN}", "x" * 1000]:
        with pytest.raises(NotationError) as caught:
            game.string_to_action(text)
        assert text[:50] in caught.value.sentence


def test_a_slip_gets_a_suggestion(game: Game) -> None:
    for action in actions_of(game)[::5]:
        notation = game.action_to_string(action)
        for slip in (notation + "x", notation[0] + notation, notation[:-2] + notation[-1]):
            with pytest.raises(NotationError, match="Did you mean") as caught:
                game.string_to_action(slip)
            assert notation in caught.value.sentence


def check_reasons(game: Game, state: State) -> None:
    """`why_illegal` answers exactly for the illegal ones; its clauses exist."""
    legal = state.legal_actions()
    reasons = {action: game.why_illegal(state, action) for action in actions_of(game)}
    assert [action for action, reason in reasons.items() if reason is None] == legal
    for action, reason in reasons.items():
        if reason is None:
            continue
        assert reason.clause in game.handbook.clauses
        assert reason.text.strip().endswith(".")
        assert state.why_illegal(action) == f"{reason.text} ({reason.clause})"


def test_reasons_and_clauses(rule_sets: tuple[Game, ...]) -> None:
    for rules in rule_sets:
        for state in sample(rules, 1, 30):
            check_reasons(rules, state)


def test_the_views_cite_clauses_that_exist(game: Game) -> None:
    clauses = game.handbook.clauses
    for state in sample(game, 2, 30):
        cited = {game.event_view(event).clause for event in state.events()}
        for viewer in (None, *range(game.num_players())):
            view = state.view(viewer)
            cited |= {view.prompt.clause} | {number.clause for number in view.numbers}
            cited |= {refused.reason.clause for refused in view.refused}
        assert cited <= set(clauses)


def test_options_cite_clauses_that_exist(game: Game) -> None:
    assert {option.clause for option in game.spec.meta.options} <= set(game.handbook.clauses)


def test_an_illegal_action_changes_nothing(game: Game) -> None:
    for state in sample(game, 3, 60):
        if state.is_terminal():
            continue
        before, events = state.fingerprint(), [event.key() for event in state.events()]
        legal = set(state.legal_actions())
        for action in actions_of(game):
            if action in legal:
                continue
            with pytest.raises(IllegalAction) as caught:
                state.apply_action(action)
            assert caught.value.clause in game.handbook.clauses
            assert state.fingerprint() == before
        assert [event.key() for event in state.events()] == events


def ended(game: Game) -> State:
    """The end of a random game."""
    *_, state = play(game, 4)
    return state


@pytest.mark.parametrize("number", range(1 + len(OUT_OF_RANGE)))
def test_playing_what_is_no_action(game: Game, number: int) -> None:
    state = game.new_initial_state(dice(1).below(1000))
    before = state.fingerprint()
    action = beyond(game)[number]
    with pytest.raises(BadInput):
        state.apply_action(action)
    assert state.fingerprint() == before


@pytest.mark.parametrize("number", range(1 + len(OUT_OF_RANGE)))
def test_wording_what_is_no_action(game: Game, number: int) -> None:
    with pytest.raises(BadInput):
        game.action_to_string(beyond(game)[number])


@pytest.mark.parametrize("number", range(1 + len(OUT_OF_RANGE)))
def test_asking_about_what_is_no_action(game: Game, number: int) -> None:
    """In every phase: a negative number must not be read from the end of a table."""
    action = beyond(game)[number]
    for state in sample(game, 5, 1000):
        with pytest.raises(BadInput):
            state.why_illegal(action)


def test_after_the_end(game: Game) -> None:
    state = ended(game)
    before = state.fingerprint()
    for action in actions_of(game):
        with pytest.raises(GameOver):
            state.apply_action(action)
        assert not state.is_legal(action)
        assert state.why_illegal(action) is not None
    assert state.fingerprint() == before
