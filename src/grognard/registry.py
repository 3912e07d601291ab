"""Finding and loading games: every folder of `grognard.games` is one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from grognard import games
from grognard.kernel.errors import NotFound
from grognard.kernel.game import Game, GameSpec


def registered_names() -> list[str]:
    """The slugs of all games, in order."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(games.__path__))


def spec(slug: str) -> GameSpec:
    """What the game's folder exports; raises NotFound with the games there are."""
    if slug not in registered_names():
        raise NotFound(f"There is no game “{slug}”. There are: {', '.join(registered_names())}.")
    found: GameSpec = importlib.import_module(f"grognard.games.{slug.replace('-', '_')}").SPEC
    return found


def for_players() -> list[GameSpec]:
    """All games as players are shown them: the one for newcomers first, then the others in order."""
    return sorted(map(spec, registered_names()), key=lambda found: not found.meta.first)


def load(
    slug: str,
    options: Mapping[str, str | int] | None = None,
    overrides: Mapping[str, int] | None = None,
) -> Game:
    """A game with its house rules and card numbers.

    `options` are the house rules that differ from their defaults, `overrides` card numbers to try out, such as
    `{"CARD.FIELD": 4}`. Raises NotFound or BadInput with a sentence that says what there is.
    """
    return Game(spec(slug), options, overrides)
