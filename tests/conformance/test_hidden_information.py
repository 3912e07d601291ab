"""The proof that no seat is told what it cannot know, and that the sampler forgets nothing that it can.

The pairs come from the game's dealer (dealer.py in its test folder), written apart from the game's sampler.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final, cast

import pytest

from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.registry import load, spec
from tests.conformance.corpus import corpus
from tests.conformance.dealing import DealerModule, Sampler, fair
from tests.conformance.naming import names_seen
from tests.conformance.pairs import PLAYERS, Pair, moments, pairs, resampled, told_apart
from tests.conformance.support import FOLLOWED, SOAK_PAIRS, dice, house_rules, often, play, random_rules

# Each takes its pairs from two games.
SHARDS: Final = FOLLOWED // 2
SOAK_SHARDS: Final = 50

# The faults that every game's mutants must show.
FAULTS: Final = frozenset({"truth", "swap one card", "forget a look", "keep an order"})

RESAMPLES: Final = 500
SOAK_RESAMPLES: Final = 10_000
POSITIONS: Final = 10  # at least, whose odds are tried
RESAMPLED: Final = 60  # positions that are dealt anew once, and played on
# How far a count may lie from what is expected, in standard deviations: one in 10 million does by chance.
FAR: Final = 5.3


def undecided(game: Game, *players: str) -> Iterator[Pair]:
    """The pairs of the corpus, before the end of the games."""
    return (pair for player in players for of in corpus(game.slug, player) for pair in of.undecided)


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("player", PLAYERS)
def test_pairs(game: Game, support: DealerModule, player: str, shard: int) -> None:
    count = 0
    for of in corpus(game.slug, player, slice(shard, None, SHARDS)):
        for pair in of.undecided:
            pair.dealer.compare(pair.first)
            assert told_apart(pair, count, support, fair) == [], pair.what
            count += pair.differs
    assert count >= 25


def test_at_the_end(game: Game, support: DealerModule) -> None:
    """Nothing is left to find out, so a resample leaves all in its place."""
    for of in corpus(game.slug, "random"):
        ended = [pair for pair in of.pairs if pair.first.is_terminal()]
        assert len(ended) == ended[0].first.game.num_players()
        for pair in ended:
            pair.dealer.compare(pair.first)
            assert told_apart(pair, 1, support, fair) == [], pair.what


def test_pairs_meet_every_situation(game: Game, support: DealerModule) -> None:
    """Otherwise the pair test would prove less than it says. They also differ, or it would prove nothing."""
    games = corpus(game.slug, "random")
    met = sum((of.situations for of in games), Counter())
    assert sum(pair.differs for of in games[: len(games) // 2] for pair in of.pairs) >= 30
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
        for moment in moments(rules, support, player, seed, 10, met, spectator=True):
            for viewer, dealer in moment.dealers.items():
                dealer.compare(moment.state)
                assert names_seen(moment.state, viewer) <= dealer.nameable(), moment.what
            for pair in () if moment.state.is_terminal() else pairs(moment):
                assert told_apart(pair, count, support, fair) == [], pair.what
                count += pair.differs
        seed += 1


# -- samplers that are wrong ---------------------------------------------------------------------------------


def keep_the_generator(state: State, seat: int, seed: int) -> State:
    """Deals well, but goes on with the true chance: a bot would foresee every draw."""
    stored = json.loads(fair(state, seat, seed).serialize())
    stored["kernel"]["chance"] = json.loads(state.serialize())["kernel"]["chance"]
    return state.game.deserialize(json.dumps(stored))


def caught(sampler: Sampler, some: Iterable[Pair]) -> bool:
    """Does one of these pairs find fault with the sampler?"""
    return any(resampled(pair, number, sampler) for number, pair in enumerate(some))


def test_a_sound_sampler_is_not_caught(game: Game) -> None:
    some = [pair for player in PLAYERS for of in corpus(game.slug, player, slice(1)) for pair in of.undecided]
    assert not caught(fair, some)


def test_every_fault_has_its_mutant(game: Game, support: DealerModule) -> None:
    assert set(support.MUTANTS) >= FAULTS


def test_mutants_are_caught(game: Game, support: DealerModule) -> None:
    mutants = {**support.MUTANTS, "keep the generator": keep_the_generator}
    assert [name for name, sampler in mutants.items() if not caught(sampler, undecided(game, *PLAYERS))] == []


# -- events that are open to all -------------------------------------------------------------------------------


def hiding(game: Game) -> set[type[Event]]:
    """The kinds of event that hide cards from the other seats."""
    return {kind for kind in game.spec.wording.KINDS.words if any(field.own for field in kind.fields.values())}


def overheard(game: Game, kinds: set[type[Event]], seed: int) -> set[type[Event]]:
    """Those of these kinds that name a card to somebody who does not see it, before or after, in a random game."""
    found: set[type[Event]] = set()
    before = game.new_initial_state(seed)
    for state in play(game, seed):
        for viewer in (None, *range(game.num_players())):
            for event in state.events(viewer):
                if type(event) in kinds - found and event.seat != viewer:
                    named = {game.pieces[card] for card in event.all_cards()}
                    if named and all(named - names_seen(now, viewer) for now in (state, before)):
                        found.add(type(event))
        before = state.clone()
    return found


def overheard_anywhere(game: Game, kinds: set[type[Event]]) -> set[type[Event]]:
    """The same in a random game under each of the house rules."""
    found: set[type[Event]] = set()
    for seed, options in enumerate(house_rules(spec(game.slug))):
        found |= overheard(load(game.slug, options), kinds - found, seed)
    return found


def test_events_name_what_a_viewer_may_know(game: Game) -> None:
    assert overheard_anywhere(game, hiding(game)) == set()


def test_a_field_that_is_marked_public_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = hiding(game)
    for kind in kinds:
        monkeypatch.setattr(kind, "fields", {name: field._replace(own=False) for name, field in kind.fields.items()})
    assert overheard_anywhere(game, kinds) == kinds


# -- how samples are spread ----------------------------------------------------------------------------------


def odds_positions(game: Game, support: DealerModule) -> Iterator[Pair]:
    """A few positions with something hidden, of every situation."""
    wanted = Counter(dict.fromkeys(support.SITUATIONS, ceil(POSITIONS / len(support.SITUATIONS))))
    for pair in undecided(game, "random"):
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


@pytest.mark.parametrize("resamples", [RESAMPLES, pytest.param(SOAK_RESAMPLES, marks=pytest.mark.soak)])
def test_odds(game: Game, support: DealerModule, resamples: int) -> None:
    """In so many resamples each hidden card (of copies: at least one) lies in each place as often as exact odds say.

    So do all together.
    """
    positions = 0
    for pair in odds_positions(game, support):
        positions += 1
        odds = pair.dealer.odds()
        counts: dict[str, Counter[str]] = {place: Counter() for place in odds}
        for seed in range(resamples):
            facts = fair(pair.first, pair.seat, seed).to_dict()
            for place, count in counts.items():
                count.update(set(cast(list[str], facts[place])))
        for place, chances in odds.items():
            squares = []
            for card, chance in chances.items():
                variance = resamples * chance * (1 - chance)
                off = counts[place][card] - resamples * chance
                assert off**2 <= FAR**2 * variance, f"{card} in {place}: {counts[place][card]}, {pair.what}"
                squares += [off**2 / variance] if variance > 0 else []
            assert abs(chi_square_deviation(squares)) < FAR, f"{place}: {squares}, {pair.what}"
    assert positions * often(game, 1) >= POSITIONS


def test_resamples_are_games(game: Game, support: DealerModule) -> None:
    """Resampled positions look like the true one to the seat, and are played on to the end."""
    done = 0
    for pair in undecided(game, *PLAYERS):
        world = fair(pair.first, pair.seat, done)
        assert world.view(pair.seat) == pair.first.view(pair.seat), pair.what
        assert world.chance != pair.first.chance
        generator = dice(done, "resample")
        while not world.is_terminal():
            actions = world.legal_actions()
            world.apply_action(actions[generator.below(len(actions))])
        assert world.outcome() is not None
        done += 1
        if done == RESAMPLED:
            return
    pytest.fail(f"only {done} positions")
