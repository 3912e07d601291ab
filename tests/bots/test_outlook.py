"""What a game's `outlook` foretells: the same for both sides, and more of the result than `evaluate` does."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from typing import Final

import pytest

import grognard
from grognard.bots import Greedy
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.registry import load

GAMES: Final = 150
SEEDS: Final = 70_000  # away from those that outlooks were fitted to
JUDGES: Final = [slug for slug in grognard.registered_names() if load(slug).outlook is not None]


def turns(game: Game, seed: int) -> Iterator[State]:
    """A game between slightly careless greedy bots, at the first decision of each turn; at last its end."""
    player = Greedy(0.05)
    state = game.new_initial_state(seed).clone()
    turn = state.turn
    while not state.is_terminal():
        if state.turn != turn:
            turn = state.turn
            yield state.clone()
        state.apply_action(player.choose(state.information(state.current_player(), seed)))
    yield state


def test_some_games_have_one() -> None:
    assert len(JUDGES) >= 3


@pytest.mark.parametrize("slug", JUDGES)
def test_one_side_gains_what_the_other_loses(slug: str) -> None:
    game = load(slug)
    assert game.outlook is not None
    values = set()
    for seed in range(SEEDS, SEEDS + 10):
        *positions, _ = turns(game, seed)
        for state in positions:
            assert game.outlook(state, 0) == pytest.approx(-game.outlook(state, 1), abs=1e-9)
            values.add(game.outlook(state, 0))
    assert len(values) > 20


@pytest.mark.parametrize("slug", JUDGES)
def test_foretells_results_better_than_evaluate(slug: str) -> None:
    """By the logarithmic score, a draw being half a win."""
    game = load(slug)
    assert game.outlook is not None
    by_outlook = by_evaluate = 0.0
    for seed in range(SEEDS, SEEDS + GAMES):
        *positions, end = turns(game, seed)
        for state in positions:
            seat = state.current_player()
            share = (end.returns()[seat] + 1.0) / 2.0
            by_outlook += _surprise(game.outlook(state, seat), share)
            by_evaluate += _surprise(game.evaluate(state, seat) / game.measure.swing, share)
    assert by_outlook < 0.99 * by_evaluate


def _surprise(odds: float, share: float) -> float:
    """The cross-entropy of a result, foretold by the logarithm of its odds."""
    return share * log(1.0 + exp(-odds)) + (1.0 - share) * log(1.0 + exp(odds))
