"""Finds and loads games: every folder of `grognard.games` is one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from grognard import games
from grognard.kernel.errors import NotFound
from grognard.kernel.game import Game, GameSpec


def registered_names() -> list[str]:
    """Returns the slugs of all games, in order."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(games.__path__))


def spec(slug: str) -> GameSpec:
    """Returns the `SPEC` of the game's folder; raises NotFound with the known games."""
    if slug not in registered_names():
        raise NotFound(f"There is no game “{slug}”. Choose from: {', '.join(registered_names())}.")
    found: GameSpec = importlib.import_module(f"grognard.games.{slug.replace('-', '_')}").SPEC
    return found


def for_players() -> list[GameSpec]:
    """Returns all games in the order for players: the one for newcomers first, then the others."""
    return sorted(map(spec, registered_names()), key=lambda found: not found.meta.first)


def load(
    slug: str,
    options: Mapping[str, str | int] | None = None,
    overrides: Mapping[str, str | int] | None = None,
) -> Game:
    """Loads a game with its house rules and changes to its cards.

    `options` are the house rules that differ from their defaults. `overrides` changes cards: `{"CARD.FIELD": 4}` a
    number, and the fields `name`, `text` and `look` what people read and see. In games that allow it, `copies` is the
    number of copies, and `{"NEW.like": "CARD"}` adds a card. Raises NotFound or BadInput with a sentence that lists the
    valid names.
    """
    return Game(spec(slug), options, overrides)


def load_stored(
    slug: str,
    options: Mapping[str, str | int] | None = None,
    overrides: Mapping[str, str | int] | None = None,
) -> Game:
    """Loads the game of a journal, a table or a deal, whose card numbers nobody gives now.

    They may be numbers that `load` refuses today, because earlier versions allowed from 0 to 99 on any card.
    """
    return Game(spec(slug), options, overrides, is_stored=True)
