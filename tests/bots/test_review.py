"""What decided a game: costs of choices without what luck adds to them, and sums that come to the result."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import bot
from grognard.bots.ismcts import Move
from grognard.bots.review import (
    DOUBTED,
    LEAST,
    SURE,
    Decision,
    GameBalance,
    Verdict,
    balance_of,
    better_actions,
    biggest_mistakes,
    decisions,
    longer_searches,
    luck_by_step,
    seconds_for,
    steps_to_search_longer,
    verdict,
)  # fmt: skip
from grognard.bots.workers import Judged, Weighed, cost, judge, search_task
from grognard.lab.simulate import game_seed
from grognard.play.journal import Action
from grognard.play.players import BOTS
from grognard.play.session import Session, bot_seed
from grognard.play.timeline import Timeline
from tests.conformance.support import dice


def move(action: int, results: list[float]) -> Move:
    found = Move(action)
    found.results = list(results)
    found.visits = len(results)
    found.total = sum(results)
    return found


def test_among_equals_no_choice_costs_anything_whatever_luck_says() -> None:
    """The best of ten equal actions looks better than any by luck; valued by the other half of the deals it is not."""
    chance, costs, naive = dice(3, "equals"), [], []
    for _decision in range(400):
        moves = [move(n, [float(chance.below(2) == 0) for _deal in range(40)]) for n in range(10)]
        costs.append(cost(moves, moves[0])[0])
        naive.append(max(one.value() for one in moves) - moves[0].value())
    assert sum(naive) / 400 > 0.08
    assert abs(sum(costs) / 400) < 0.02


def test_a_cost_is_found_with_its_error() -> None:
    chance = dice(4, "worse")
    best = [float(chance.below(5) < 3) for _deal in range(4000)]
    worse = [value * float(chance.below(2) == 0) for value in best]
    lost, error = cost([move(1, best), move(2, worse), move(3, [0.0] * 9)], move(2, worse))
    assert lost == pytest.approx(0.3, abs=3 * error)
    assert error == pytest.approx((0.3 * 0.7 / 4000) ** 0.5, rel=0.05)


def played(slug: str, seed: int) -> Timeline:
    """A game between greedy bots."""
    game, player = grognard.load(slug), bot("greedy")
    session = Session(game, game_seed(seed, 0), ["greedy"] * game.num_players())
    timeline = Timeline(session)
    while session.outcome() is None:
        seat = session.state.current_player()
        action = player.choose(session.state.information(seat, bot_seed(session.seed, seat)))
        timeline.add(session.play(seat, action))
    return timeline


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_the_sums_come_to_the_result_for_either_side(slug: str) -> None:
    timeline = played(slug, 6)
    found, states = decisions(timeline), timeline.states
    assert {one.seat for one in found} == {0, 1}
    game = timeline.session.game
    for one in found:
        assert timeline.deeds[one.step] == Action(one.seat, game.action_to_string(one.action))
    some = found[:: max(1, len(found) // 4)]
    tasks = [(one, search_task(game, states[one.step], one.seat, 0)) for one in some]
    judged = [verdict(one, judge(asked, one.action, 0.01), 0.01) for one, asked in tasks]
    for one, told in zip(some, judged, strict=True):
        assert told.bots == BOTS
        assert told.played.do == game.action_to_string(one.action)
    own, other = (balance_of(timeline, judged, seat, result) for seat, result in ((0, 1.0), (1, 0.0)))
    for sums in (own, other):
        assert sums.start + sums.own + sums.others + sums.chance + sums.remainder == pytest.approx(sums.result)
    assert own.own == pytest.approx(other.others * -1)
    assert own.chance == pytest.approx(-other.chance)
    assert bool(luck_by_step(timeline)) == (game.measure.luck[0] > 0)


def test_a_longer_look_does_not_change_the_sums() -> None:
    quick = a_verdict(3, 0, 0.2, 0.1)
    best, other = Weighed("A", "a", 9, 0.5), Weighed("B", "b", 9, 0.4)
    again = verdict(Decision(3, 0, 1, 7), Judged((best, other), other, 0.1, 0.01), 0.4, quick)
    assert (again.cost, again.error, again.first) == (0.1, 0.01, quick.first)


def test_too_few_deals_tell_no_cost() -> None:
    assert cost([move(1, [1.0]), move(2, [0.0])], move(2, [0.0])) == (0.0, 1.0)


def test_better_is_only_what_is_better_by_more_than_its_error() -> None:
    best = tuple(Weighed(name, name, 9, chance) for name, chance in (("A", 0.094), ("B", 0.054), ("C", 0.051)))
    played = Weighed("D", "d", 9, 0.05)
    assert [one.do for one in better_actions(Verdict(3, 0, 1, best, played, 0.4, 0.04, 0.009, 0.04, BOTS))] == ["A"]
    near = Verdict(3, 0, 1, best[1:], played, 0.4, 0.03, 0.009, 0.04, BOTS)
    assert [one.do for one in better_actions(near)] == ["B"], "a mistake has something better"
    doubtful = Verdict(3, 0, 1, best[1:], played, 0.4, 0.03, 0.02, 0.04, BOTS)
    assert better_actions(doubtful) == []


def test_a_large_remainder_has_to_be_mentioned() -> None:
    def sums(own: float, others: float, chance: float, remainder: float) -> GameBalance:
        return GameBalance(0.5, own, others, chance, remainder, 0.5 + own + others + chance + remainder)

    assert sums(-0.09, 0.19, -0.13, -0.41).has_large_remainder
    assert sums(-1.02, 0.85, 0.23, 0.45).has_large_remainder, "although other parts are larger"
    assert sums(-0.01, 0.02, 0.0, 0.04).has_large_remainder, "larger than any other"
    assert not sums(-0.3, 0.02, 0.0, 0.04).has_large_remainder
    assert not sums(0.0, 0.0, 0.0, 0.004).has_large_remainder


def test_a_longer_game_takes_longer() -> None:
    assert seconds_for(295, longer_searches(295, 2)) > 20 > seconds_for(60, longer_searches(60, 2)) > 5
    assert longer_searches(3, 2) == 3


def a_verdict(step: int, seat: int, lost: float, error: float) -> Verdict:
    best = (Weighed("A", "a", 9, 0.5), Weighed("B", "b", 9, 0.5 - lost))
    return Verdict(step, seat, 1, best, best[1], 0.04, lost, error, lost, BOTS)


def test_costly_is_what_surely_cost_something() -> None:
    told = [
        a_verdict(0, 0, 0.3, 0.01), a_verdict(1, 1, 0.4, 0.01), a_verdict(2, 0, LEAST / 2, 0.0),
        a_verdict(3, 0, 0.1, 0.1 / SURE + 0.01), a_verdict(4, 0, 0.2, 0.01), a_verdict(5, 0, 0.05, 0.01),
        a_verdict(6, 0, 0.04, 0.01),
    ]  # fmt: skip
    assert [one.step for one in biggest_mistakes(told, 0)] == [0, 4, 5]
    assert [one.step for one in biggest_mistakes(told, 1)] == [1]
    assert [one.do for one in better_actions(told[0])] == ["A"]
    many = [a_verdict(step, step % 2, 0.01 * step, 0.01) for step in range(40)]
    assert steps_to_search_longer(many) == list(range(40 - 2 * DOUBTED, 40))
