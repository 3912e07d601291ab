"""The proof that no seat is told what it cannot know, and that the sampler forgets nothing that it can.

The pairs come from the game's dealer (tests/games/<game>/dealer.py), written apart from the game's sampler.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

import pytest

from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.registry import load, spec
from tests.conformance.dealing import DealerModule, Sampler, fair
from tests.conformance.pairs import PLAYERS, Pair, pairs, resampled, told_apart, watched
from tests.conformance.support import COMPILED, dice, house_rules, random_rules

# How many games of each player show every situation, and how many each shard takes its pairs from.
GAMES: Final = 8 if COMPILED else 3
PAIRED: Final = 4 if COMPILED else 3
SHARDS: Final = 4
SOAK_SHARDS: Final = 50
SOAK_PAIRS: Final = 10_000

# The faults that every game's mutants must show.
FAULTS: Final = frozenset({"truth", "swap one card", "forget a look", "keep an order"})

RESAMPLES: Final = 2_000
# How far a count may lie from what is expected, in standard deviations: one in 10 million does by chance.
FAR: Final = 5.3


def some_pairs(game: Game, support: DealerModule, player: str, games: range, one_in: int) -> Iterator[Pair]:
    """Pairs of several games, under the house rules in turn."""
    rules = house_rules(spec(game.slug))
    met: Counter[str] = Counter()
    for number in games:
        of = load(game.slug, rules[number % len(rules)])
        yield from pairs(of, support, player, number, one_in, met)


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("player", PLAYERS)
def test_pairs(game: Game, support: DealerModule, player: str, shard: int) -> None:
    count = 0
    games = range(shard, PAIRED * SHARDS, SHARDS)
    for pair in some_pairs(game, support, player, games, 60):
        if pair.first.is_terminal():
            continue
        assert told_apart(pair, count, support, fair) == [], pair.what
        count += pair.differs
    assert count >= 50


def test_at_the_end(game: Game, support: DealerModule) -> None:
    """Nothing is left to find out, so a resample leaves all in its place."""
    for pair in some_pairs(game, support, "random", range(5), 1_000_000):
        if pair.first.is_terminal():
            assert told_apart(pair, 1, support, fair) == [], pair.what


def test_pairs_meet_every_situation(game: Game, support: DealerModule) -> None:
    """Otherwise the pair test would prove less than it says. They also differ, or it would prove nothing."""
    met: Counter[str] = Counter()
    differ = 0
    for seed in range(GAMES):
        for state, dealers in watched(game, support, "random", seed):
            for dealer in dealers:
                met.update(dealer.situation(state))
    for pair in some_pairs(game, support, "random", range(2), 60):
        differ += pair.differs
    assert differ >= 30
    assert {word for word in met if met[word] >= 3} == support.SITUATIONS


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SOAK_SHARDS))
@pytest.mark.parametrize("player", PLAYERS)
def test_many_pairs(game: Game, support: DealerModule, player: str, shard: int) -> None:
    of = spec(game.slug)
    count, seed = 0, 1_000 * (shard + 1)
    met: Counter[str] = Counter()
    while count < SOAK_PAIRS // SOAK_SHARDS:
        rules = load(game.slug, random_rules(of, dice(seed, "rules")))
        for pair in pairs(rules, support, player, seed, 10, met):
            if not pair.first.is_terminal():
                assert told_apart(pair, count, support, fair) == [], pair.what
                count += pair.differs
        seed += 1


# -- samplers that are wrong ---------------------------------------------------------------------------------


def keep_the_generator(state: State, seat: int, seed: int) -> State:
    """Deals well, but goes on with the true chance: a bot would foresee every draw."""
    stored = json.loads(fair(state, seat, seed).serialize())
    stored["kernel"]["chance"] = json.loads(state.serialize())["kernel"]["chance"]
    return state.game.deserialize(json.dumps(stored))


def caught(game: Game, support: DealerModule, sampler: Sampler, games: int) -> bool:
    """Does a pair of one of these games find fault with the sampler?"""
    return any(
        resampled(pair, number, sampler)
        for player in PLAYERS
        for number, pair in enumerate(some_pairs(game, support, player, range(games), 30))
        if not pair.first.is_terminal()
    )


def test_a_sound_sampler_is_not_caught(game: Game, support: DealerModule) -> None:
    assert not caught(game, support, fair, 2)


def test_every_fault_has_its_mutant(game: Game, support: DealerModule) -> None:
    assert set(support.MUTANTS) >= FAULTS


def test_mutants_are_caught(game: Game, support: DealerModule) -> None:
    mutants = {**support.MUTANTS, "keep the generator": keep_the_generator}
    assert [name for name, sampler in mutants.items() if not caught(game, support, sampler, 20)] == []


# -- how samples are spread ----------------------------------------------------------------------------------


def odds_positions(game: Game, support: DealerModule) -> Iterator[Pair]:
    """A few positions with something hidden, of every situation."""
    wanted = Counter(dict.fromkeys(support.SITUATIONS, 1))
    for pair in some_pairs(game, support, "random", range(2), 1_000_000):
        words = {word for word in pair.dealer.situation(pair.first) if wanted[word] > 0}
        if words and any(0 < chance < 1 for place in pair.dealer.odds().values() for chance in place.values()):
            wanted.subtract(words)
            yield pair


def chi_square_deviation(squares: list[float]) -> float:
    """How unusual the sum is, in standard deviations (Wilson and Hilferty).

    The cards of a place are as many in every deal, which takes one degree of freedom.
    """
    if len(squares) < 10:
        return 0.0
    free = len(squares) - 1
    nine = 2 / (9 * free)
    return float(((sum(squares) / len(squares)) ** (1 / 3) - (1 - nine)) / nine**0.5)


def test_odds(game: Game, support: DealerModule) -> None:
    """In 2,000 resamples each hidden card (of copies: at least one) lies in each place as often as exact odds say.

    So do all together.
    """
    positions = 0
    for pair in odds_positions(game, support):
        positions += 1
        odds = pair.dealer.odds()
        counts: dict[str, Counter[str]] = {place: Counter() for place in odds}
        for seed in range(RESAMPLES):
            facts = fair(pair.first, pair.seat, seed).facts()
            for place, count in counts.items():
                count.update(set(cast(list[str], facts[place])))
        for place, chances in odds.items():
            squares = []
            for card, chance in chances.items():
                variance = RESAMPLES * chance * (1 - chance)
                off = counts[place][card] - RESAMPLES * chance
                assert off**2 <= FAR**2 * variance, f"{card} in {place}: {counts[place][card]}, {pair.what}"
                squares += [off**2 / variance] if variance > 0 else []
            assert abs(chi_square_deviation(squares)) < FAR, f"{place}: {squares}, {pair.what}"
    assert positions >= 10


def test_resamples_are_games(game: Game, support: DealerModule) -> None:
    """200 resampled positions look like the true one to the seat, and are played on to the end."""
    done = 0
    for pair in some_pairs(game, support, "random", range(100), 10):
        if pair.first.is_terminal():
            continue
        world = fair(pair.first, pair.seat, done)
        assert world.view(pair.seat) == pair.first.view(pair.seat), pair.what
        assert world.chance != pair.first.chance
        generator = dice(done, "resample")
        while not world.is_terminal():
            actions = world.legal_actions()
            world.apply_action(actions[generator.below(len(actions))])
        assert world.outcome() is not None
        done += 1
        if done == 200:
            return
    pytest.fail(f"only {done} positions")
