"""The subject of a lab result: a game and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.kernel.content.options import non_default

if TYPE_CHECKING:
    from grognard.kernel.game import Game


class Subject(msgspec.Struct, frozen=True):
    """A game with its rules version, all its house rules, and the card numbers that differ from the printed ones."""

    game: str
    title: str
    rules: int
    options: dict[str, str | int]
    overrides: dict[str, str | int]


def subject(game: Game) -> tuple[str, str, int, dict[str, str | int], dict[str, str | int]]:
    """Returns the fields of a `Subject`, in their order."""
    return game.slug, game.title, game.spec.meta.rules, game.options, game.overrides


def differing(game: Game) -> dict[str, str | int]:
    """Returns the house rules and card numbers that differ from the standard ones, by key."""
    return {**non_default(game.spec.meta.options, game.options), **game.overrides}
