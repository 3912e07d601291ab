"""Random games run to the end without an error, and hold what every position must hold."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import pytest

from grognard.kernel.engine.state import TERMINAL, State
from grognard.kernel.game import Game
from grognard.registry import load, spec
from tests.conformance.dealing import DealerModule
from tests.conformance.support import GAMES, SOAK_GAMES, dice, house_rules, play, random_rules

SHARDS = 10
SOAK_SHARDS = 100


def cards_in(state: State, places: list[str]) -> list[str]:
    """Every card of a position, sorted."""
    facts = state.to_dict()
    return sorted(card for place in places for card in cast(list[str], facts[place]))


def check_game(game: Game, seed: int, places: list[str]) -> None:
    """Plays one random game and looks at every position of it."""
    looked = dice(seed, "legality")
    actions_in_all = game.num_distinct_actions()
    seats = range(game.num_players())
    everything = sorted(name for deck in game.decks.values() for name in deck)
    places = [place for place in places if place in game.new_initial_state(seed).to_dict()]
    for state in play(game, seed):
        assert cards_in(state, places) == everything
        assert state.turn <= game.max_turns()
        returns = state.returns()
        assert len(returns) == len(seats)
        assert sum(returns) == 0
        actions = state.legal_actions()
        if state.is_terminal():
            assert state.current_player() == TERMINAL
            assert actions == []
            outcome = state.outcome()
            assert outcome is not None
            assert all((returns[seat] > 0) == (seat in outcome.winners) for seat in seats)
            assert outcome.clause in game.handbook.clauses
        else:
            assert state.current_player() in seats
            assert state.outcome() is None
            assert not any(returns)
            assert actions, "nothing to choose, and the game is not over"
            assert actions[0] >= 0
            assert actions[-1] < actions_in_all
            assert all(a < b for a, b in pairwise(actions))
        if state.is_terminal() or looked.below(50) == 0:
            assert [a for a in range(-actions_in_all, 2 * actions_in_all) if state.is_legal(a)] == actions
            check_picks(state, actions)
            deciders = [seat for seat in seats if state.view(seat).actions]
            assert deciders == ([] if state.is_terminal() else [state.current_player()])


def check_picks(state: State, actions: list[int]) -> None:
    """Random bits that go evenly through their range pick each legal action equally often."""
    count = len(actions)
    picks = [state.pick(((2 * n + 1) << 31) // (8 * count)) for n in range(4 * count)]
    assert sorted(action for action, _count in picks) == sorted(4 * actions)
    assert {of for _action, of in picks} <= {count}


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_games(game: Game, support: DealerModule, shard: int) -> None:
    rules = house_rules(spec(game.slug))
    for seed in range(shard, max(GAMES, len(rules)), SHARDS):
        check_game(load(game.slug, rules[seed % len(rules)]), seed, list(support.PLACES))


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SOAK_SHARDS))
def test_many_random_games(game: Game, support: DealerModule, shard: int) -> None:
    of = spec(game.slug)
    for seed in range(1_000 + shard, 1_000 + SOAK_GAMES, SOAK_SHARDS):
        check_game(load(game.slug, random_rules(of, dice(seed, "rules"))), seed, list(support.PLACES))
