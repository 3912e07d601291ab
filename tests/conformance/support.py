"""What the conformance tests share: house rules to try, and seeded random play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel.engine.chance import Generator
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, GameSpec
from grognard.lab.random_games import dice, go_together, house_rules
from grognard.registry import load, spec

# Other tests find these here.
__all__ = ["dice", "go_together", "house_rules"]

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


def play(game: Game, seed: int) -> Iterator[State]:
    """A random game: the one state, at its first decision, after every action and at the end."""
    state = game.new_initial_state(seed)
    generator = dice(seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[generator.below(len(actions))])
        yield state


def has_chance(game: Game) -> bool:
    """Does chance bring anything after the deal, in one of some random games?"""
    return any(
        state.reveals > game.new_initial_state(seed).reveals
        for seed in range(often(game, 2))
        for state in play(game, seed)
    )


def sample(game: Game, seed: int, one_in: int) -> Iterator[State]:
    """Some positions of a random game, always with the first of each phase and the end."""
    chosen = dice(seed, "sample")
    phases: set[int] = set()
    for state in play(game, seed):
        if state.phase() not in phases or state.is_terminal() or chosen.below(one_in) == 0:
            phases.add(state.phase())
            yield state
