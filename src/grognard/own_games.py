"""Finds games of your own without loading them: in the folders of GROGNARD_GAMES, and behind entry points."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, NamedTuple

from grognard import games
from grognard.kernel.errors import BadInput

ENTRY_POINTS: Final = "grognard.games"


class OwnGame(NamedTuple):
    """A game that is not part of Grognard: its slug, its package, and the folder or distribution it comes from."""

    slug: str
    package: str
    source: str


def our_games() -> dict[str, str]:
    """Returns the packages of Grognard's own games by slug."""
    return {slug: _package(name) for slug, name, _path in _in_folder(games.__path__[0])}


def all_own_games() -> Iterator[OwnGame]:
    """Yields the games in the folders of GROGNARD_GAMES, and then those behind entry points, in order.

    Raises BadInput if GROGNARD_GAMES names a folder that is not there.
    """
    for folder in games.__path__[1:]:
        if not Path(folder).is_dir():
            raise BadInput(f"GROGNARD_GAMES names {folder}, but there is no such folder.")
        for slug, name, path in _in_folder(folder):
            yield OwnGame(slug, _package(name), path)
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        yield OwnGame(point.name, point.value, point.dist.name if point.dist is not None else point.value)


def folder_of(own: OwnGame) -> Path | None:
    """Returns the folder with a game's code; None if there is none. Nothing is imported for that."""
    if own.package.startswith(f"{games.__name__}."):
        return Path(own.source)
    path: list[str] | None = None
    words = own.package.split(".")
    for depth in range(1, len(words) + 1):
        found = PathFinder.find_spec(".".join(words[:depth]), path)
        if found is None or not found.submodule_search_locations:
            return None
        path = list(found.submodule_search_locations)
    return Path(path[0]) if path else None


def _package(name: str) -> str:
    return f"{games.__name__}.{name}"


def _in_folder(folder: str) -> Iterator[tuple[str, str, str]]:
    """Yields the slug, the module name and the path of each game in a folder: packages with cards."""
    for name in sorted(os.listdir(folder)):
        game = Path(folder, name)
        if game.joinpath("__init__.py").is_file() and game.joinpath("cards.csv").is_file():
            yield name.replace("_", "-"), name, str(game)
