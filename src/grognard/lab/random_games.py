"""Seeded random play under all kinds of house rules, for records and tests of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from grognard.kernel.content.options import Option
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, GameSpec

# An option with this many values or more, all of them numbers, is a range.
RANGE: Final = 4


def dice(seed: int, name: str = "play") -> Generator:
    """Returns a source of chance that is apart from every stream of a game."""
    return Generator(stream(seed, f"conformance/{name}"))


def values_to_try(option: Option, all_values: bool = False) -> list[str | int]:
    """Returns the values of an option except its default: the ends of a numeric range, unless all are wanted."""
    others = list(option.values[1:])
    numbers = [value for value in option.values if isinstance(value, int)]
    if all_values or len(numbers) < max(RANGE, len(option.values)):
        return others
    return [value for value in others if value in (min(numbers), max(numbers))]


def house_rules(of: GameSpec, all_values: bool = False) -> list[dict[str, str | int]]:
    """Returns the defaults, each other value to try of each option alone, and all last values that go together."""
    options = of.meta.options
    alone = [{option.key: value} for option in options for value in values_to_try(option, all_values)]
    together: dict[str, str | int] = {}
    for option in options:
        if go_together(of, {**together, option.key: option.values[-1]}):
            together[option.key] = option.values[-1]
    return [{}, *alone, *([together] if len(options) > 1 else [])]


def go_together(of: GameSpec, rules: Mapping[str, str | int]) -> bool:
    """Says whether a game can be loaded with these house rules."""
    options = {option.key: option.default for option in of.meta.options} | dict(rules)
    return not any(clash.is_in(options) for clash in of.meta.clashes)


def named(rules: Mapping[str, str | int]) -> str:
    """Returns house rules as one word."""
    return ",".join(f"{key}={value}" for key, value in rules.items()) or "defaults"


def play(game: Game, seed: int) -> Iterator[State]:
    """Plays a random game: yields the one state at its first decision, after every action and at the end."""
    state = game.new_initial_state(seed)
    generator = dice(seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[generator.below(len(actions))])
        yield state


def sample(game: Game, seed: int, one_in: int) -> Iterator[State]:
    """Yields some positions of a random game, always with the first of each phase and the end."""
    chosen = dice(seed, "sample")
    phases: set[int] = set()
    for state in play(game, seed):
        if state.phase() not in phases or state.is_terminal() or chosen.below(one_in) == 0:
            phases.add(state.phase())
            yield state
