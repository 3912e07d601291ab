"""Random games run to the end without an error, and hold what every position must hold."""

from __future__ import annotations

import pytest

from grognard.game_check.evidence import faults_of
from grognard.kernel.game import Game
from grognard.registry import load, spec
from tests.conformance.dealing import DealerModule
from tests.conformance.support import GAMES, SOAK_GAMES, dice, house_rules, play, random_rules

SHARDS = 10
SOAK_SHARDS = 100


def check_game(game: Game, seed: int, places: list[str]) -> None:
    """Plays one random game and looks at every position of it."""
    looked = dice(seed, "legality")
    everything = sorted(name for deck in game.decks.values() for name in deck)
    places = [place for place in places if place in game.new_initial_state(seed).to_dict()]
    for state in play(game, seed):
        thorough = state.is_terminal() or looked.below(50) == 0
        assert list(faults_of(state, everything, places, thorough)) == []
        if thorough:
            deciders = [seat for seat in range(game.num_players()) if state.view(seat).actions]
            assert deciders == ([] if state.is_terminal() else [state.current_player()])


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
