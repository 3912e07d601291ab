"""Games that dealers follow from every seat: walked once in a run, and shared by all tests of what is hidden.

To ask for a view at every decision is what costs most of these tests; so each of them takes its moments from here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Final

from grognard.kernel.game import Game
from grognard.registry import load, spec
from tests.conformance.dealing import dealer_module
from tests.conformance.pairs import PLAYERS, Moment, Pair, moments, pairs
from tests.conformance.support import FOLLOWED, SPECTATED, house_rules, often

# One moment in 60 is taken at random, besides those of rare situations. A game with fewer actions gives all of them.
ONE_IN: Final = 60

# A game with so many actions is left out for another: what drags on shows nothing new, and every seat is followed.
LONGEST: Final = 1_000


@dataclass(frozen=True)
class Followed:
    """A finished game: the moments that were kept, their pairs, and how often each situation was met in all."""

    moments: list[Moment]
    pairs: list[Pair]
    situations: Counter[str]

    @property
    def undecided(self) -> list[Pair]:
        """The pairs before the end."""
        return [pair for pair in self.pairs if not pair.first.is_terminal()]


@cache
def followed(slug: str, player: str, number: int) -> Followed:
    """A game of the corpus; the players take the house rules in turn, so that they play as many as there are games."""
    rules = house_rules(spec(slug))
    turn = len(PLAYERS) * number + list(PLAYERS).index(player)
    game, support = load(slug, rules[turn % len(rules)]), dealer_module(load(slug))
    situations: Counter[str] = Counter()
    seed = next(seed for seed in count(number, 100) if _plies(game, player, seed) < LONGEST)
    one_in = 1 if _plies(game, player, seed) < ONE_IN else ONE_IN
    kept = list(moments(game, support, player, seed, one_in, situations, spectator=number < SPECTATED))
    return Followed(kept, [pair for moment in kept for pair in pairs(moment)], situations)


def _plies(game: Game, player: str, seed: int) -> int:
    """How long a game lasts."""
    state, choose = game.new_initial_state(seed), PLAYERS[player](seed)
    while not state.is_terminal():
        state.apply_action(choose(state))
    return state.ply


def corpus(slug: str, player: str, part: slice = slice(None)) -> list[Followed]:
    """The games of one player, or a part of them."""
    return [followed(slug, player, number) for number in range(often(load(slug), FOLLOWED))[part]]
