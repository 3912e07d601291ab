"""What explains a puzzle: only what the deciding seat may know, in the log's words, and always the same."""

from __future__ import annotations

import pytest

from grognard.bots.consequences import (
    Consequence,
    Consequences,
    Played,
    Told,
    _sentence,
    _telling,
    _told,
    consequences,
)
from grognard.bots.puzzles import position, puzzle, puzzles
from grognard.bots.reasons import numbers
from grognard.bots.workers import SearchTask, search_task
from grognard.kernel.engine.state import State
from grognard.lab.puzzles import explained_again

SLUG = "outpost"  # the quickest to play


def asked_about(state: State, seat: int) -> SearchTask:
    return search_task(state.game, state, seat, 0)


def a_line(state: State, texts: dict[str, float], count: int, of: int, chance: float, otherwise: float) -> list[Played]:
    """A choice played on in `of` worlds, in the first `count` of which these sentences come, with these weights."""
    counted = numbers(state)
    told = {text: Told(n, n, weight, text) for n, (text, weight) in enumerate(texts.items())}
    return [
        Played(told, chance, None, counted) if n < count else Played({}, otherwise, None, counted) for n in range(of)
    ]


def test_what_comes_with_the_gain_is_told_and_what_comes_alike_is_not() -> None:
    one = puzzle(SLUG, 1)
    state = position(SLUG, one).state
    first = a_line(state, {"You win.": 1.0, "It rains.": 1.0}, 15, 20, 1.0, 0.0)
    second = a_line(state, {"It rains.": 1.0}, 15, 20, 0.0, 0.0)
    gains = [a.chance - b.chance for a, b in zip(first, second, strict=True)]
    (told,) = _telling(first, second, gains, 1)
    assert (told.text, told.often, told.otherwise) == ("You win.", 0.75, 0.0)
    assert _telling(second, first, gains, -1) == ()


def test_what_comes_where_the_choice_gains_less_is_no_reason() -> None:
    one = puzzle(SLUG, 1)
    state = position(SLUG, one).state
    first = a_line(state, {"You lose a card.": 1.0}, 10, 20, 0.2, 0.9)
    second = a_line(state, {}, 0, 20, 0.1, 0.1)
    gains = [a.chance - b.chance for a, b in zip(first, second, strict=True)]
    assert _telling(first, second, gains, 1) == ()


@pytest.mark.parametrize(
    ("often", "words"),
    [(1.0, "After “Attack”, you win."), (0.7, "After “Attack”, in most cases you win."),
     (0.5, "After “Attack”, about half the time you win."), (0.26, "After “Attack”, about 1 time in 4 you win.")],
)  # fmt: skip
def test_how_often_something_comes_is_said_in_words(often: float, words: str) -> None:
    assert _sentence([Consequence("You win.", often, 0.0, False, False, False)], "Attack") == words


def test_sentences_are_joined_as_they_come() -> None:
    hit, lost = (
        Consequence("Red is hit.", 0.7, 0, False, False, False),
        Consequence("Red routs.", 0.7, 0, False, False, False),
    )
    assert _sentence([hit, lost._replace(follows=True)], "X") == "After “X”, in most cases Red is hit; then Red routs."
    assert _sentence([hit, lost], "X") == "After “X”, in most cases Red is hit; and Red routs."
    seldom = [hit._replace(often=0.5), lost._replace(often=0.5)]
    assert _sentence(seldom, "X") == "After “X”, about half the time Red is hit; and as often Red routs."
    found = Consequences((hit._replace(otherwise=0.25),))
    assert (
        _told(found, ["X", "Y"], 0) == "After “X”, in most cases Red is hit. After “Y”, that happens about 1 time in 4."
    )


def test_an_explanation_depends_only_on_what_the_seat_knows() -> None:
    """Two positions that the seat cannot tell apart have the same explanation."""
    shown = 0
    for one in puzzles(SLUG)[3:7]:
        state = position(SLUG, one).state
        other = state.resample_from_infostate(one.seat, 5)
        shown += other.serialize() != state.serialize()
        found = [consequences(asked_about(each, one.seat), one.solution, one.second) for each in (state, other)]
        assert found[0] == found[1]
    assert shown, "no position hides anything"


def test_a_puzzle_is_explained_again_without_being_judged() -> None:
    one = puzzle(SLUG, 1)
    again = explained_again(SLUG, one)
    assert again.why
    assert again.why == explained_again(SLUG, one).why
    assert {name for name in one.__struct_fields__ if getattr(one, name) != getattr(again, name)} <= {"why"}


def test_a_choice_that_is_no_better_has_no_consequences() -> None:
    one = puzzle(SLUG, 1)
    assert consequences(asked_about(position(SLUG, one).state, one.seat), one.second, one.second) is None
