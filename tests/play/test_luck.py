"""The luck of a game: the results of rolls and draws, the expected results, and the sentences about them."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

import grognard
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.views.view import EventView, RollView
from grognard.play.luck import (
    DrawLuck,
    RollLuck,
    Shuffle,
    expectation,
    luck,
    luck_of_the_draw,
    oddness,
    odds,
    shuffles_of,
)
from grognard.play.session import Session
from grognard.web.pages import ENVIRONMENT
from grognard.web.table_model import TableModel


def test_luck_is_counted_by_seat_where_a_roll_has_something_to_expect() -> None:
    rolls = [(0, RollView((3,), came=1, expected=0.5)), (1, RollView((6, 6))), (0, RollView((1,), expected=0.25))]
    events = [msgspec.structs.replace(EventView("rolls", "", seat, ()), roll=roll) for seat, roll in rolls]
    assert luck([*events, EventView("marches", "", 1, ())]) == [(0, 2, 1, 0.75, None)]


def test_at_the_end_it_is_told_how_often_fair_dice_are_as_far_off() -> None:
    # Exact for a coin thrown ten times: 9 or 10 heads, or tails.
    assert odds(9, (0.5,) * 10) == pytest.approx(22 / 1024)
    assert odds(5, (0.5,) * 10) == pytest.approx(1)
    # Unequal chances: none of these two is the least likely, both the next.
    assert odds(0, (0.9, 0.5)) == pytest.approx(0.05)
    assert odds(2, (0.9, 0.5)) == pytest.approx(0.5)
    roll = RollView((6, 6, 6, 1), good=(True, True, True, False), came=3, expected=2.0)
    [found] = luck([msgspec.structs.replace(EventView("rolls", "", 1, ()), roll=roll)], over=True)
    assert found[:4] == (1, 4, 3, 2.0)
    assert found.odds == pytest.approx(10 / 16)


def test_at_the_end_it_is_told_how_often_fair_shuffles_are_as_uneven() -> None:
    # Exact for one card of four types, each as far off; and for the rarer type from two piles, at 1 in 4 each.
    assert oddness((("a", 1),), (Shuffle(("a", "b", "c", "d"), 1),)) == 1
    assert oddness((("a", 2),), (Shuffle(("a", "b", "b", "b"), 1),) * 2) == pytest.approx(1 / 16, abs=0.04)
    assert oddness((("a", 2),), (Shuffle(("a", "a", "b", "b"), 2),)) == pytest.approx(1 / 3, abs=0.06)
    assert oddness((("a", 1),), (Shuffle(("a",), 1),)) == 1


def test_what_is_expected_does_not_depend_on_when_a_card_came() -> None:
    """With a rare card among 22, nine draws bring it in 9 games of 22, early or late."""
    kinds = ["rare", *["common"] * 21, *["other"] * 10]
    pools = [bytes(range(place, 22)) for place in range(9)]
    draws = [(0, place, pool) for place, pool in enumerate(pools)]
    draws.insert(4, (0, 22, bytes(range(22, 32))))  # another pile, between
    shuffles = shuffles_of(draws, kinds)[0]
    assert sorted(one.number for one in shuffles) == [1, 9]
    assert expectation(shuffles) == {"rare": pytest.approx(9 / 22), "common": pytest.approx(9 * 21 / 22), "other": 1}


def test_a_pile_is_shared_by_those_who_draw_from_it_until_something_else_changes_it() -> None:
    kinds = ["a", "b", "a", "b", "a"]
    draws = [
        (0, 0, bytes([0, 1, 2, 3])), (1, 1, bytes([1, 2, 3])), (0, 2, bytes([2, 3])),
        (1, 0, bytes([0, 3, 4])),  # two cards came back
    ]  # fmt: skip
    shared, later = tuple("abab"), tuple("aba")
    assert shuffles_of(draws, kinds) == {0: [(shared, 2)], 1: [(shared, 1), (later, 1)]}


def test_the_oddness_of_fair_draws_is_spread_evenly() -> None:
    deck, chance = 2 * "aaaaaaaabbbbbbccccd", Generator(stream(1, "test"))

    def hand() -> tuple[tuple[str, int], ...]:
        left = list(deck)
        return tuple(sorted(Counter(left.pop(chance.below(len(left))) for _ in range(18)).items()))

    found = sorted(oddness(hand(), (Shuffle(tuple(deck), 18),)) for _ in range(100))
    assert all(abs(share - (number + 1) / 100) < 0.17 for number, share in enumerate(found)), "Kolmogorov, at 1 in 100"


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_card_that_came_unseen_into_a_hand_is_a_draw(slug: str) -> None:
    session = Session(grognard.load(slug), 3, ["random"] * grognard.load(slug).num_players())
    whim = Generator(stream(2, "test"))
    while session.outcome() is None:
        assert luck_of_the_draw(session) == []
        legal = session.state.legal_actions()
        session.play(session.state.current_player(), legal[whim.below(len(legal))])
    told = luck_of_the_draw(session)
    assert [one.seat for one in told] == list(range(session.game.num_players()))
    assert sum(one.cards for one in told) == len(session.draws()) > 0
    assert all(piece in pool for _, piece, pool in session.draws())
    assert all(0 < one.odds <= 1 and one.expected > 0 for one in told)
    assert all(one.came <= one.tries <= one.cards and one.expected <= one.tries for one in told)


def log_of(luck: list[RollLuck], drawn: list[DrawLuck], seat: int | None = 0) -> str:
    """The sentences of luck below the log, without their tags."""
    game = grognard.load("company-commander")
    view = game.view(game.new_initial_state(1), seat)
    log = ENVIRONMENT.get_template("_log.html").module.log  # type: ignore[attr-defined]
    shown = log(TableModel(view, "", (), (), luck=luck, drawn=drawn))
    return " ".join(re.sub("<[^>]+>", "", one) for one in re.findall(r'<p class="luck".*?</p>', shown))


def test_luck_is_compared_only_where_there_is_something_to_compare() -> None:
    rolls = [RollLuck(0, 1, 0, 0.4), RollLuck(1, 17, 8, 9.2, 0.5)]
    assert log_of(rolls, []) == (
        "Successful rolls: you 0 of 1, your opponent 8 of 17 (about 9 expected; nothing unusual)."
        " A roll counts for the side whose unit or card makes it."
    )


def test_draws_are_told_so_that_a_player_can_check_them() -> None:
    dull = DrawLuck(0, "the Americans", 15, "Tank", 1, 9, 9 / 22, 0.9)
    odd = DrawLuck(1, "the Germans", 74, "Leader", 4, 70, 1.2, 0.12)
    assert log_of([], [dull, odd]) == (
        "Your opponent drew 74 cards, 4 of type Leader (about 1 expected). Draws this uneven come in about 1 game of 8."
    )
    assert log_of([], [dull], None) == "", "nothing unusual is not worth a word"
