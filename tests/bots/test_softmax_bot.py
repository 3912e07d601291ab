"""Levels that err like people: a little and often, never much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import exp
from typing import Final

import pytest

import grognard
from grognard.bots import bot
from grognard.bots.greedy import Greedy, chances
from grognard.bots.policy import is_solved
from grognard.bots.softmax_bot import SoftmaxBot
from grognard.kernel.engine.state import State
from grognard.lab import paired
from grognard.registry import registered_names
from tests.folders import OURS

WORLDS: Final = 8
# The games whose levels were fitted, and that are not solved.
LARGE: Final = [slug for slug in OURS if not is_solved(grognard.load(slug))]


def decisions(slug: str, count: int) -> Iterator[State]:
    """So many decisions of a game between bots that play anything."""
    game, player, seed = grognard.load(slug), bot("random"), 0
    while count > 0:
        seed += 1
        state = game.new_initial_state(seed)
        while not state.is_terminal() and count > 0:
            seat = state.current_player()
            information = state.information(seat, seed)
            if len(state.legal_actions()) > 1:
                count -= 1
                yield state.clone()
            state.apply_action(int(player.choose(information)))


def losses(state: State, seed: int) -> dict[int, float]:
    """What each action loses, as a softened bot with this seed sees it."""
    information = state.information(state.current_player(), seed)
    actions = information.legal_actions()
    wins = chances(information, actions, WORLDS)
    return {action: max(wins) - win for action, win in zip(actions, wins, strict=True)}


@pytest.mark.parametrize("slug", registered_names())
def test_what_loses_more_than_the_cap_is_never_played(slug: str) -> None:
    wild = SoftmaxBot(temper=9.0, cap=0.02, worlds=WORLDS)
    tempted = 0
    for number, state in enumerate(decisions(slug, 150)):
        lost = losses(state, number)
        choice = int(wild.choose(state.information(state.current_player(), number)))
        assert lost[choice] <= 0.02
        tempted += max(lost.values()) > 0.02
    assert tempted > 5, "there has to be something to refrain from"


def test_moves_that_are_as_good_are_as_likely_and_others_less_by_their_loss() -> None:
    for state in decisions("three-emperors", 400):
        # Where chance has no part in what is known of the next position, every seed sees the same.
        seen = [losses(state, seed) for seed in range(4)]
        spread = max(seen[0].values())
        if 0.004 < spread < 0.05 and all(one == pytest.approx(seen[0], abs=1e-6) for one in seen):
            break
    else:
        raise AssertionError("no decision without chance")
    seat = state.current_player()
    temper = spread
    player = SoftmaxBot(temper=temper, cap=1.0, worlds=WORLDS)
    chosen = Counter(int(player.choose(state.information(seat, seed))) for seed in range(3000))
    weights = {action: exp(-loss / temper) for action, loss in seen[0].items()}
    for action, weight in weights.items():
        assert chosen[action] / 3000 == pytest.approx(weight / sum(weights.values()), abs=0.04)


def test_form_stays_for_a_game_and_differs_between_games_and_seats() -> None:
    forms: dict[tuple[int, int], float] = {}
    for state in decisions("fusillade", 60):
        seat = state.current_player()
        for seed in range(20):
            information = state.information(seat, seed)
            assert 0.0 <= information.form() < 1.0
            assert information.form() == forms.setdefault((seat, seed), information.form())
            information.renew(state, seat, seed + 1, ())
            assert information.form() == forms.setdefault((seat, seed + 1), information.form())
    assert len(set(forms.values())) == len(forms) > 30
    assert sum(forms.values()) / len(forms) == pytest.approx(0.5, abs=0.2)


def test_on_a_good_day_a_level_is_more_careful_than_on_a_bad_one() -> None:
    positions = list(decisions("fusillade", 200))
    days = sorted(range(40), key=lambda seed: positions[0].information(0, seed).form())
    moody = SoftmaxBot(temper=0.01, form=20.0)
    careful = dict.fromkeys((days[0], days[-1]), 0)
    for state in positions:
        if state.current_player() == 0:
            for seed in careful:
                careful[seed] += losses(state, seed)[int(moody.choose(state.information(0, seed)))] < 0.005
    assert careful[days[0]] > careful[days[-1]] + 10


@pytest.mark.parametrize("slug", LARGE)
def test_each_level_beats_the_one_below(slug: str) -> None:
    """A draw is half a win. The ladder itself is measured in bench/strength.md."""
    game = grognard.load(slug)
    for stronger, weaker in (("greedy", "regular"), ("regular", "recruit"), ("recruit", "random")):
        assert paired(game, stronger, weaker, pairs=16, seed=9).share > 0.53


def test_several_worlds_are_the_games_own_choice_unless_they_are_named() -> None:
    game = grognard.load("ready-aim-fire")
    assert game.measure.worlds > 1
    result = paired(game, "greedy", "greedy:worlds=1", pairs=60, seed=5)
    assert result.share > 0.52
    assert result.a_seconds > 2 * result.b_seconds


def test_the_careless_bot_of_old_is_still_there() -> None:
    assert isinstance(bot("greedy:careless=0.3"), Greedy)
    assert isinstance(bot("softened:temper=0.02+cap=0.1"), SoftmaxBot)
