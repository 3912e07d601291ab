"""What explains a puzzle: only what the deciding seat may know, in the log's words, and always the same."""

from __future__ import annotations

import pytest

from grognard.bots.consequences import (
    Consequence,
    Consequences,
    Ends,
    Played,
    Told,
    _ends,
    _events,
    _sentence,
    _told,
    consequences,
)
from grognard.bots.puzzles import position, puzzle, puzzles
from grognard.bots.workers import SearchTask, search_task
from grognard.kernel.engine.state import State
from grognard.lab.puzzles import explained_again

SLUG = "outpost"  # the quickest to play


def asked_about(state: State, seat: int) -> SearchTask:
    return search_task(state.game, state, seat, 0)


def a_line(texts: dict[str, tuple[float, float]], of: int = 20, ending: str = "", chance: float = 0.5) -> list[Played]:
    """A choice played on in `of` worlds: each sentence comes in this part of them and changes the chance so much."""
    return [
        Played(
            {
                text: Told(place, place, 1.0, text, change)
                for place, (text, (often, change)) in enumerate(texts.items())
                if n < often * of
            },
            chance,
            ending,
            0,
            {},
        )
        for n in range(of)
    ]


def test_what_changes_the_chance_more_is_told_and_what_comes_alike_is_not() -> None:
    first = a_line({"Red is hit.": (0.75, 0.2), "It rains.": (1.0, 0.1)})
    second = a_line({"It rains.": (1.0, 0.1), "You are hit.": (0.5, -0.1)})
    found = _events(first, second)
    assert found.better == (Consequence("Red is hit.", 0.75),)
    assert found.other == ()
    assert found.otherwise == 0.0
    both = _events(a_line({"Red is hit.": (0.75, 0.2)}), a_line({"You are hit.": (0.5, -0.2)}))
    assert both.other == (Consequence("You are hit.", 0.5),)


def test_what_helps_the_worse_choice_is_no_reason() -> None:
    found = _events(a_line({"You lose a card.": (1.0, -0.1)}), a_line({"Red loses a card.": (1.0, 0.1)}))
    assert found.better == found.other == ()


def test_the_end_of_the_game_is_told_if_one_choice_reaches_it_more_often() -> None:
    won, going_on = a_line({}, ending="Red is beaten: you win.", chance=1.0), a_line({})
    assert _ends(won, going_on) == Ends(True, 1.0, 0.0, "Red is beaten: you win")
    assert _ends(going_on, a_line({}, ending="You are beaten.", chance=0.0)) == Ends(False, 0.0, 1.0, "")
    assert _ends(won, won) is None
    told = Consequences(2, Ends(True, 0.9, 0.3, "Red is beaten: you win"), (Consequence("Red is hit.", 1.0),))
    assert _told(told, ["X", "Y"], 0) == (
        "After “X”, Red is hit. In all, about 9 times in 10 Red is beaten: you win; after “Y”, about 3 times in 10."
    )
    told = Consequences(2, Ends(False, 0.0, 1.0, ""))
    assert _told(told, ["X", "Y"], 0) == (
        "After “Y”, nearly always you lose the game by the turn after next; after “X”, never."
    )


@pytest.mark.parametrize(
    ("often", "words"),
    [(1.0, "After “Attack”, you win."), (0.7, "After “Attack”, in most cases you win."),
     (0.5, "After “Attack”, about half the time you win."), (0.26, "After “Attack”, about 1 time in 4 you win.")],
)  # fmt: skip
def test_how_often_something_comes_is_said_in_words(often: float, words: str) -> None:
    assert _sentence([Consequence("You win.", often)], "Attack") == words


def test_sentences_are_joined_as_they_come() -> None:
    hit, lost = Consequence("Red is hit.", 0.7), Consequence("Red routs.", 0.7)
    assert _sentence([hit, lost._replace(follows=True)], "X") == "After “X”, in most cases Red is hit; then Red routs."
    assert _sentence([hit, lost], "X") == "After “X”, in most cases Red is hit; and Red routs."
    seldom = [hit._replace(often=0.5), lost._replace(often=0.5)]
    assert _sentence(seldom, "X") == "After “X”, about half the time Red is hit; and as often Red routs."
    found = Consequences(2, None, (hit,), otherwise=0.25)
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
    assert again is not None
    assert again.why
    assert again == explained_again(SLUG, one)
    assert {name for name in one.__struct_fields__ if getattr(one, name) != getattr(again, name)} <= {"why"}


def test_a_choice_that_is_no_better_has_no_consequences() -> None:
    one = puzzle(SLUG, 1)
    assert consequences(asked_about(position(SLUG, one).state, one.seat), one.second, one.second) is None
