"""The puzzles that come with games: each has one solution, by far, and the greedy bot misses it."""

from __future__ import annotations

import msgspec
import pytest

import grognard
from grognard.bots import bot
from grognard.bots.puzzles import (
    DIFFICULTIES,
    FILE,
    Puzzle,
    begun_from,
    finders,
    from_lines,
    odds_text,
    position,
    puzzle,
    puzzles,
    to_line,
    verdict_text,
)
from grognard.kernel.errors import NotFound
from grognard.lab.puzzles import FAR, FIRST_LOOK, LOOKS, MISSED, SURE, puzzle_at
from grognard.registry import spec

WITH = [slug for slug in grognard.registered_names() if puzzles(slug)]


def test_every_file_of_puzzles_is_for_the_rules_of_today() -> None:
    for slug in grognard.registered_names():
        file = spec(slug).folder.joinpath(FILE)
        assert bool(puzzles(slug)) == file.is_file()
    assert len(WITH) >= 4


@pytest.mark.parametrize("slug", WITH)
def test_each_has_one_solution_and_greedy_misses_it(slug: str) -> None:
    found = puzzles(slug)
    assert len({one.id for one in found}) == len(found)
    assert list(found) == sorted(found, key=lambda one: one.place)
    grades = [DIFFICULTIES.index(one.difficulty) for one in found]
    assert grades == sorted(grades)
    for one in found:
        session = position(slug, one)
        state = session.state
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        assert state.current_player() == one.seat
        assert {one.solution, one.second, one.greedy, *one.chances} <= set(legal)
        assert one.behind >= max(FAR, SURE * one.error)
        assert one.greedy_behind >= FAR
        assert one.solution != one.greedy
        assert one.levels["greedy"] <= MISSED
        assert max(one.chances, key=one.chances.__getitem__) == one.solution
        assert one.iterations == round(FIRST_LOOK * session.game.measure.pace) * LOOKS[-1]
        assert LOOKS[-1] == 30 * LOOKS[0]


@pytest.mark.parametrize("slug", WITH)
def test_the_greedy_bot_of_today_seldom_solves_them(slug: str) -> None:
    solved = 0
    for one in puzzles(slug):
        state = position(slug, one).state
        chosen = bot("greedy").choose(state.information(one.seat, 77))
        solved += state.action_to_string(chosen) == one.solution
    assert solved <= 0.4 * len(puzzles(slug)) + 1


def test_the_finder_finds_again_what_it_found() -> None:
    slug = "company-commander"  # the quickest to search
    one = puzzles(slug)[0]
    again = puzzle_at(position(slug, one).state, one.deeds, one.number, one.seed)
    assert again is not None
    assert (again.solution, again.greedy) == (one.solution, one.greedy)
    assert from_lines([to_line(again)], "it") == [again]


def test_a_game_that_was_played_on_from_a_puzzle_is_known_by_its_beginning() -> None:
    slug = "company-commander"
    for number, one in enumerate(puzzles(slug), start=1):
        assert begun_from(slug, one.seed, [*one.deeds, one.solution]) == (number, one)
    assert begun_from(slug, one.seed, one.deeds[:-1]) is None
    assert begun_from(slug, one.seed + 1, one.deeds) is None


def test_there_is_no_such_puzzle() -> None:
    for number in (0, 1000):
        with pytest.raises(NotFound, match=r"has no puzzle \d+\. There are \d+\."):
            puzzle(WITH[0], number)


def a_puzzle() -> Puzzle:
    return Puzzle(
        rules=1, bots=1, number=0, seed=1, deeds=("A",), seat=0, solution="X", second="Y", behind=0.2, error=0.01,
        greedy="Y", greedy_behind=0.2, iterations=1, chances={"X": 0.7, "Y": 0.5},
        levels={"recruit": 0.5, "veteran": 1.0},
    )  # fmt: skip


def test_puzzles_are_as_hard_as_levels_seldom_find_them() -> None:
    one = a_puzzle()
    found = {share: msgspec.structs.replace(one, levels={"recruit": 0.0, "veteran": share}) for share in (1, 0.8, 0.5)}
    assert [each.difficulty for each in found.values()] == ["easy", "medium", "hard"]
    close = msgspec.structs.replace(one, behind=0.1)
    assert sorted([found[0.5], close, found[1], one], key=lambda each: each.place) == [one, close, found[1], found[0.5]]


def test_the_verdict_gives_the_solution_to_none_but_those_who_know_it() -> None:
    one, labels = a_puzzle(), {"X": "Attack", "Y": "Wait", "Z": "Flee"}
    assert verdict_text(one, labels, "", False) == ""
    assert verdict_text(one, labels, "Y", False) == "Not the best: “Wait”."
    assert verdict_text(one, labels, "Z", False) == "Not the best: “Flee”."
    assert verdict_text(one, labels, "X", True) == "Solved: “Attack”."
    assert verdict_text(one, labels, "Y", True) == "Not the best: “Wait”. The solution: “Attack”."
    assert verdict_text(one, labels, "X", True, shown=True) == "That is the solution: “Attack”."
    assert verdict_text(one, labels, "", True) == "The solution: “Attack”."
    assert finders(one) == ["veteran"]
    assert one.ease == pytest.approx(0.75)


def test_the_odds_name_the_solution_to_none_but_those_who_know_it() -> None:
    one, labels, write = a_puzzle(), {"X": "Attack", "Y": "Wait", "Z": "Flee"}, "{:.0%}".format
    assert odds_text(one, labels, "", False, write) == ""
    assert odds_text(one, labels, "Y", False, write) == "“Wait” wins 50%, the best choice 70%."
    assert odds_text(one, labels, "Z", False, write) == "It is much weaker here."
    assert odds_text(one, labels, "Z", True, write) == "“Attack” wins 70%; “Wait” wins 50%."
    assert odds_text(one, labels, "", True, write) == "“Attack” wins 70%; “Wait” wins 50%."
