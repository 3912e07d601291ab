"""What explains a puzzle: only what the deciding seat may know, in the log's words, and always the same."""

from __future__ import annotations

import msgspec
import pytest

from grognard.bots.consequences import (
    WORLDS,
    Consequence,
    Consequences,
    Ends,
    Played,
    Told,
    _contradict,
    _ends,
    _events,
    _numbers,
    _sentence,
    _told,
    consequences,
)
from grognard.bots.greedy import Greedy
from grognard.bots.puzzles import position, puzzle, puzzles
from grognard.bots.reasons import Counted, NumberContrast
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
    told = Consequences("soon", Ends(True, 0.9, 0.3, "Red is beaten: you win"), (Consequence("Red is hit.", 1.0),))
    assert _told(told, ["X", "Y"], 0) == (
        "After “X”, Red is hit. About 9 times in 10, Red is beaten: you win; after “Y”, about 3 times in 10."
    )
    told = Consequences("by your next turn", Ends(False, 0.0, 0.97, ""))
    assert _told(told, ["X", "Y"], 0) == (
        "After “Y”, nearly always you lose the game by your next turn; after “X”, never."
    )


def test_a_few_games_prove_neither_always_nor_never() -> None:
    told = Consequences("soon", Ends(True, 1.0, 0.0, "you win"), worlds=WORLDS)
    assert _told(told, ["X", "Y"], 0) == "After “X”, you win; after “Y”, never."
    assert _told(told._replace(worlds=30), ["X", "Y"], 0) == "After “X”, nearly always you win; after “Y”, hardly ever."


def test_games_that_contradict_the_known_chances_explain_nothing() -> None:
    won, going_on = a_line({}, ending="Red is beaten: you win.", chance=1.0), a_line({})
    assert _contradict(won, going_on, (0.7, 0.6))
    assert not _contradict(won, going_on, (0.9, 0.6))
    assert not _contradict(won, won, (0.7, 0.6)), "nothing is said of wins that both choices bring"


def test_numbers_are_told_with_both_means_unless_they_restate_the_choice() -> None:
    state = position(SLUG, puzzle(SLUG, 1)).state
    troops, guns = Counted("Red's troops", 1, 1, "your troops"), Counted("your guns", 0, 0, "your guns")

    def line(later: dict[Counted, int], once: dict[Counted, int]) -> list[Played]:
        return [one._replace(numbers=later, at_once=once) for one in a_line({})]

    lines = line({troops: 10, guns: 8}, {troops: 15, guns: 8}), line({troops: 15, guns: 4}, {troops: 15, guns: 4})
    told = _numbers(lines, state.game, 0)
    assert told == (NumberContrast("Red's troops", "your troops", 1, 10.0, 15.0, speaks=True),)
    found = Consequences("by your next turn", None, numbers=told)
    assert _told(found, ["X", "Y"], 0) == ("By your next turn, “X” leaves Red's troops at about 10, “Y” at about 15.")
    hit = found._replace(better=(Consequence("Red loses 5 troops: 15 to 10.", 1.0),))
    assert _told(hit, ["X", "Y"], 0) == "After “X”, Red loses 5 troops: 15 to 10.", (
        "the event already gives both numbers"
    )


def test_a_larger_hand_alone_is_no_explanation() -> None:
    hand = NumberContrast("your hand", "your hand", 0, 5.0, 4.0, speaks=True, hand=True)
    assert not Consequences("soon", None, numbers=(hand,)).worth_telling
    assert Consequences("soon", None, numbers=(hand, msgspec.structs.replace(hand, hand=False))).worth_telling


def test_rarer_events_are_told_only_where_none_is_frequent() -> None:
    first, second = (a_line({"Red is hit.": (often, 0.2)}, of=WORLDS) for often in (0.35, 0.15))
    assert _events(first, second).better == (Consequence("Red is hit.", 0.35),)
    assert _events(first[:30], second[:30]).better == ()


@pytest.mark.parametrize(
    ("often", "words"),
    [(1.0, "After “Attack”, you win."), (0.7, "After “Attack”, about 7 times in 10 you win."),
     (0.5, "After “Attack”, about half the time you win."), (0.12, "After “Attack”, about 1 time in 8 you win.")],
)  # fmt: skip
def test_how_often_something_comes_is_said_in_words(often: float, words: str) -> None:
    assert _sentence([Consequence("You win.", often)], "Attack") == words


def test_sentences_are_joined_as_they_come() -> None:
    hit, lost = Consequence("Red is hit.", 0.7), Consequence("Red routs.", 0.7)
    assert (
        _sentence([hit, lost._replace(follows=True)], "X")
        == "After “X”, about 7 times in 10 Red is hit; then Red routs."
    )
    assert _sentence([hit, lost], "X") == "After “X”, about 7 times in 10 Red is hit; and as often Red routs."
    seldom = [hit._replace(often=0.5), lost._replace(often=0.5)]
    assert _sentence(seldom, "X") == "After “X”, about half the time Red is hit; and as often Red routs."
    found = Consequences("soon", None, (hit,), otherwise=0.15)
    assert (
        _told(found, ["X", "Y"], 0)
        == "After “X”, about 7 times in 10 Red is hit. After “Y”, that happens about 2 times in 10."
    )


def test_an_explanation_depends_only_on_what_the_seat_knows() -> None:
    """Two positions that the seat cannot tell apart have the same explanation."""
    shown = 0
    for one in puzzles(SLUG)[3:7]:
        state = position(SLUG, one).state
        other = state.resample_from_infostate(one.seat, 5)
        shown += other.serialize() != state.serialize()
        found = [
            consequences(asked_about(each, one.seat), one.solution, one.second, Greedy(worlds=1), WORLDS)
            for each in (state, other)
        ]
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
    asked = asked_about(position(SLUG, one).state, one.seat)
    assert consequences(asked, one.second, one.second, Greedy(worlds=1), WORLDS) is None
