"""What the conformance tests share: house rules to try, and seeded random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from grognard.kernel.content.options import Option
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, GameSpec
from grognard.registry import load, spec

# How much every run plays of each game; `make soak` plays some hundred times as much.
GAMES: Final = 12  # at random to their end, or as many as there are house rules
FOLLOWED: Final = 4  # by each player, with a dealer in every seat
SPECTATED: Final = FOLLOWED // 2  # of these, with a spectator

# An option with this many values or more, all of them numbers, is a range.
RANGE: Final = 4

# A game with fewer turns than this is a short one.
LONG: Final = 40

SOAK_GAMES: Final = 10_000
SOAK_PAIRS: Final = 10_000


def often(game: Game, games: int) -> int:
    """So many games, and the more of them the shorter they are: a test needs many positions of each game."""
    return games * max(1, LONG // game.max_turns())


def dice(seed: int, name: str = "play") -> Generator:
    """Chance for a test, apart from every stream of a game."""
    return Generator(stream(seed, f"conformance/{name}"))


def values_to_try(option: Option, all_values: bool = False) -> list[str | int]:
    """The values of an option besides its default: of a numeric range the ends, unless `all_values` are wanted."""
    others = list(option.values[1:])
    numbers = [value for value in option.values if isinstance(value, int)]
    if all_values or len(numbers) < max(RANGE, len(option.values)):
        return others
    return [value for value in others if value in (min(numbers), max(numbers))]


def house_rules(of: GameSpec, all_values: bool = False) -> list[dict[str, str | int]]:
    """The defaults, each other value to try of each option alone, and all last values that go together."""
    options = of.meta.options
    alone = [{option.key: value} for option in options for value in values_to_try(option, all_values)]
    together: dict[str, str | int] = {}
    for option in options:
        if go_together(of, {**together, option.key: option.values[-1]}):
            together[option.key] = option.values[-1]
    return [{}, *alone, *([together] if len(options) > 1 else [])]


def random_rules(of: GameSpec, generator: Generator) -> dict[str, str | int]:
    """Any value of every option, if they go together."""
    while True:
        rules = {option.key: option.values[generator.below(len(option.values))] for option in of.meta.options}
        if go_together(of, rules):
            return rules


def go_together(of: GameSpec, rules: Mapping[str, str | int]) -> bool:
    """Can a game be loaded with these house rules?"""
    options = {option.key: option.default for option in of.meta.options} | dict(rules)
    return not any(clash.is_in(options) for clash in of.meta.clashes)


def under_house_rules(game: Game, all_values: bool = False) -> tuple[Game, ...]:
    """The game under each of `house_rules`."""
    return tuple(load(game.slug, rules) for rules in house_rules(spec(game.slug), all_values))


def named(rules: Mapping[str, str | int]) -> str:
    """House rules as one word, for reports."""
    return ",".join(f"{key}={value}" for key, value in rules.items()) or "defaults"


def play(game: Game, seed: int) -> Iterator[State]:
    """A random game: the one state, at its first decision, after every action and at the end."""
    state = game.new_initial_state(seed)
    generator = dice(seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[generator.below(len(actions))])
        yield state


def sample(game: Game, seed: int, one_in: int) -> Iterator[State]:
    """Some positions of a random game, always with the first of each phase and the end."""
    chosen = dice(seed, "sample")
    phases: set[int] = set()
    for state in play(game, seed):
        if state.phase() not in phases or state.is_terminal() or chosen.below(one_in) == 0:
            phases.add(state.phase())
            yield state
