"""Where a game is: its package, its folder and the folder of its tests."""

from __future__ import annotations

import os
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from grognard import games
from grognard.kernel.errors import BadInput, NotFound
from grognard.own_games import ENTRY_POINTS


class GameFolder(NamedTuple):
    """A game on disk. `is_own` is true for a game that is not part of Grognard.

    `tests` is the folder of its tests; None for a game of ours whose repository is not here.
    """

    slug: str
    package: str
    folder: Path
    is_own: bool
    tests: Path | None

    def relative(self, file: str) -> str:
        """Returns the place of a file in the game's folder, with slashes; empty if it is elsewhere."""
        path = Path(file)
        if not path.is_absolute():
            # A compiled module calls its file by a path that begins at the folder of the sources.
            marker = f"grognard/games/{self.folder.name}/"
            return path.as_posix().partition(marker)[2] if marker in path.as_posix() else ""
        try:
            return path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return ""

    def test_file(self, place: str) -> str:
        """Returns how findings call a file in the folder of tests."""
        return f"tests/{place}" if self.is_own else f"tests/games/{self.folder.name}/{place}"


def find(slug: str) -> GameFolder:
    """Finds the folder of a game, even if the game is not finished. Raises NotFound, or BadInput for a bad folder."""
    name = slug.replace("-", "_")
    for number, folder in enumerate(games.__path__):
        if not Path(folder).is_dir():
            raise BadInput(f"GROGNARD_GAMES names {folder}, but there is no such folder.")
        path = Path(folder, name)
        if path.is_dir() and name.isidentifier():
            return _at(slug, f"grognard.games.{name}", path, is_own=number > 0)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == slug:
            found = find_spec(point.value)
            if found is not None and found.submodule_search_locations:
                return _at(slug, point.value, Path(found.submodule_search_locations[0]), is_own=True)
    own = os.pathsep.join(games.__path__[1:])
    where = f"There is no folder “{name}” in {own}." if own else "Name the folder of your games with GROGNARD_GAMES."
    raise NotFound(f"There is no game “{slug}”. {where} `grognard new-game {slug}` begins a new game.")


def _at(slug: str, package: str, folder: Path, is_own: bool) -> GameFolder:
    return GameFolder(slug, package, folder, is_own, folder / "tests" if is_own else _in_repository(folder))


def _in_repository(folder: Path) -> Path | None:
    """Returns where the repository keeps the tests of one of our games: around the package, or where we are."""
    for root in (folder.parents[3], Path.cwd()):
        tests = root / "tests" / "games" / folder.name
        if tests.is_dir():
            return tests
    return None
