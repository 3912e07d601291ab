"""What the conformance tests share: house rules to try, and seeded random play."""

from __future__ import annotations

from typing import Final

from grognard.kernel.engine.chance import Generator
from grognard.kernel.game import Game, GameSpec
from grognard.lab.random_games import dice, go_together, house_rules, named, play, sample, values_to_try
from grognard.registry import load, spec

__all__ = [
    "FOLLOWED", "GAMES", "LONG", "SOAK_GAMES", "SOAK_PAIRS", "SPECTATED", "dice", "go_together", "house_rules", "named",
    "often", "play", "random_rules", "sample", "under_house_rules", "values_to_try",
]  # fmt: skip

# How much every run plays of each game; `make soak` plays some hundred times as much.
GAMES: Final = 12  # at random to their end, or as many as there are house rules
FOLLOWED: Final = 4  # by each player, with a dealer in every seat
SPECTATED: Final = FOLLOWED // 2  # of these, with a spectator

# A game with fewer turns than this is a short one.
LONG: Final = 40

SOAK_GAMES: Final = 10_000
SOAK_PAIRS: Final = 10_000


def often(game: Game, games: int) -> int:
    """So many games, and the more of them the shorter they are: a test needs many positions of each game."""
    return games * max(1, LONG // game.max_turns())


def random_rules(of: GameSpec, generator: Generator) -> dict[str, str | int]:
    """Any value of every option, if they go together."""
    while True:
        rules = {option.key: option.values[generator.below(len(option.values))] for option in of.meta.options}
        if go_together(of, rules):
            return rules


def under_house_rules(game: Game, all_values: bool = False) -> tuple[Game, ...]:
    """The game under each of `house_rules`."""
    return tuple(load(game.slug, rules) for rules in house_rules(spec(game.slug), all_values))


def has_chance(game: Game) -> bool:
    """Does chance bring anything after the deal, in one of some random games?"""
    return any(
        state.reveals > game.new_initial_state(seed).reveals
        for seed in range(often(game, 2))
        for state in play(game, seed)
    )
