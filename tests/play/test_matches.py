"""Matches: when one is over, who has won it, and what each is told."""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.views.view import Outcome
from grognard.play.matches import Match, moved, next_seed

TWO = grognard.load("fusillade")
FOUR = grognard.load("green-troops", {"seats": 4, "balanced": "on"})


def _ended(match: Match, winner: str, sides: tuple[int, ...] = TWO.sides) -> Match:
    """The match once its present game is won by A or B, or drawn. A sits on side 0 in all odd games."""
    a = (match.number + 1) % 2
    won = {"A": a, "B": 1 - a}.get(winner)
    return match.after(Outcome(tuple(seat for seat, side in enumerate(sides) if side == won), "", "", ""), sides)


@pytest.mark.parametrize(
    ("games", "results", "winner"),
    [
        (1, "A", "A"), (1, "=", ""), (3, "AA", "A"), (3, "BB", "B"), (3, "ABA", "A"), (3, "BAA", "A"), (3, "ABB", "B"),
        (3, "A=A", "A"), (3, "A=B", ""), (3, "A==", "A"), (3, "==B", "B"), (3, "===", ""), (3, "AB=", ""),
        (5, "AAA", "A"), (5, "A=B=A", "A"), (2, "AB", ""), (2, "A=", "A"),
    ],
)  # fmt: skip
def test_a_match_is_over_once_it_is_decided(games: int, results: str, winner: str) -> None:
    match = Match(games)
    for number, result in enumerate(results, start=1):
        assert match.number == number
        assert not match.over
        assert match.winner is None
        match = _ended(match, result)
        assert match.number == number
        if number < len(results):
            assert match.following == f"Game {number + 1} of {games}"
            match = match.next()
    assert match.over
    won = {"A": (len(results) + 1) % 2, "B": len(results) % 2}
    assert match.winner == won.get(winner)
    assert match.following == ("A new match" if games > 1 else "")
    assert match.next() == Match(games)


def test_the_score_follows_the_players_to_their_new_seats() -> None:
    match = Match(3)
    told = []
    for own, result in enumerate("A=B"):
        told.append(match.told(TWO, [own % 2], [1 - own % 2]))
        match = _ended(match, result)
        told.append(match.told(TWO, [own % 2], [1 - own % 2]))
        match = match.next()
    assert told == [
        "Game 1 of 3. You swap seats after each game.",
        "After game 1 of 3: you 1, the computer 0.",
        "Game 2 of 3: you swap sides and are now Red. You 1, the computer 0.",
        "After game 2 of 3: you 1½, the computer ½.",
        "Game 3 of 3: you swap sides and are now Blue. You 1½, the computer ½.",
        "The match is drawn, 1½ to 1½.",
    ]


@pytest.mark.parametrize(
    ("own", "bots", "score", "end"),
    [
        ([0], [1, 2, 3], "your side 1, the computer 0", "your side"),
        ([0, 2], [1], "you 1, your opponents 0", "you"),
        ([3], [0, 2], "your side 0, the computer 1", "the computer"),
        ([1, 3], [], "you 0, your opponents 1", "your opponents"),
        ([], [1, 3], "Blue's side 1, Red's side 0", "Blue's side"),
        ([0, 1, 2, 3], [], "Blue's side 1, Red's side 0", "Blue's side"),
    ],
)
def test_four_seats_are_two_sides(own: list[int], bots: list[int], score: str, end: str) -> None:
    after = _ended(Match(3), "A", FOUR.sides)
    assert after.told(FOUR, own, bots) == f"After game 1 of 3: {score}."
    won = _ended(after.next(), "A", FOUR.sides)
    assert won.told(FOUR, [(seat - 1) % 4 for seat in own], [(seat - 1) % 4 for seat in bots]).endswith(", 2 to 0.")
    assert _ended(Match(3, (1, 0)), "B", FOUR.sides).told(FOUR, own, bots) == f"The match goes to {end}, 2 to 0."


def test_two_at_one_screen_are_called_by_their_seats() -> None:
    after = _ended(Match(3), "A")
    assert after.told(TWO, [0, 1], []) == after.told(TWO, [], [1]) == "After game 1 of 3: Blue 1, Red 0."
    assert after.next().told(TWO, [0, 1], []) == "Game 2 of 3. Blue 0, Red 1."


def test_a_single_game_says_nothing_of_a_match() -> None:
    assert Match(1).told(TWO, [0], [1]) == _ended(Match(1), "A").told(TWO, [0], [1]) == ""


def test_everybody_moves_to_the_other_side_and_every_game_has_a_seed_of_its_own() -> None:
    sides = dict(zip("abcd", FOUR.sides, strict=True))
    assert moved("abcd") == list("bcda")
    assert all(sides[who] != side for who, side in zip(moved("abcd"), FOUR.sides, strict=True))
    seeds = [7, next_seed(7), next_seed(next_seed(7)), next_seed(8)]
    assert len(set(seeds)) == 4
    assert next_seed(7) == seeds[1]
