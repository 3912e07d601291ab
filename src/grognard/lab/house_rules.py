"""Measures how often each house rule matters, on the same deals with it and without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.lab.estimates import Estimate, mean, share

if TYPE_CHECKING:
    from grognard.kernel.content.options import Option
    from grognard.lab.recording import GameRow

Tried = Callable[[Game], Sequence["GameRow"]]


class Rule(msgspec.Struct, frozen=True):
    """A house rule that is not in force: in how many games it changes any move, and the result; and the mean change,
    deal by deal, in the number of turns and in the points of the first player.

    `needs` are the house rules without which it has no effect: both sides of the comparison have them.
    """

    key: str
    value: str | int
    label: str
    needs: dict[str, str | int]
    parted: Estimate
    result: Estimate
    turns: Estimate
    first: Estimate


def rules_of(game: Game, tried: Tried) -> list[Rule]:
    """Tries every option with the first value that is not in force and clashes with nothing; the largest effect first.

    `tried` plays some games under other options of the same game.
    """
    found = []
    for option in game.spec.meta.options:
        pair = _pair(game, option)
        if pair is not None:
            base, other = pair
            found.append(_rule(option, other.options[option.key], tried(base), tried(other)))
    return sorted(found, key=lambda rule: (-rule.parted.value, -rule.result.value, rule.key))


def _pair(game: Game, option: Option) -> tuple[Game, Game] | None:
    """Returns the game with all that the rule needs, and the same with the rule; None if no value fits the others."""
    needed = {**game.options, **option.only_with}
    for value in option.values:
        if value == game.options[option.key]:
            continue
        try:
            return _under(game, needed), _under(game, {**needed, option.key: value})
        except BadInput:  # it clashes with a rule that is in force
            continue
    return None


def _under(game: Game, options: dict[str, str | int]) -> Game:
    """Returns the game with the same cards under other options."""
    return Game(game.spec, options, game.overrides, is_stored=True)


def _rule(option: Option, value: str | int, base: Sequence[GameRow], other: Sequence[GameRow]) -> Rule:
    pairs = list(zip(base, other, strict=True))
    return Rule(
        option.key,
        value,
        option.label,
        dict(option.only_with),
        share([float(old.actions != new.actions) for old, new in pairs]),
        share([float(old.points != new.points) for old, new in pairs]),
        mean([new.turns - old.turns for old, new in pairs]),
        mean([new.first_points - old.first_points for old, new in pairs]),
    )
