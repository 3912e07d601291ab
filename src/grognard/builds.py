"""Compiled builds of Grognard with games of your own: where they are kept, and which of them this process imports.

`grognard game compile` makes a build. It holds the compiled modules of Grognard and of your games as one group, and
nothing else: all other modules and files still come from their own folders. A build is used only while every Python
file is as it was when the build was made.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.metadata import version
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from grognard import games, plain
from grognard.kernel.errors import BadInput
from grognard.own_games import OwnGame, all_own_games, folder_of, our_games

PACKAGE: Final = Path(games.__file__).absolute().parent.parent
# The mypyc group of a build, and the module that all its modules share. Grognard's own has another name.
GROUP: Final = "grognard_own"
LIBRARY: Final = f"{GROUP}__mypyc"
# The proofs of a game: they are not part of the program.
TESTS: Final = "tests"
OUTDATED: Final = "The compiled build of your games is out of date and not used. Renew it with `grognard game compile`."


class BuildFinder:
    """Finds the modules of a build, and the sources of all other modules of Grognard and of these games."""

    def __init__(self, build: Path, packages: Sequence[str]) -> None:
        self._build = build
        self._packages = tuple(f"{package}." for package in packages)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns the spec of a module; None for modules that are not of Grognard or these games."""
        if fullname != LIBRARY and not fullname.startswith(self._packages):
            return None
        file = self._build.joinpath(*fullname.split(".")).with_suffix(EXTENSION_SUFFIXES[0])
        if file.is_file():
            return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))
        return plain.in_source(fullname, path)


class _Used:
    """The build that this process imports, if any, and sentences about those that it should not import."""

    build: Path | None = None
    notes: tuple[str, ...] = ()


def build_in_use() -> Path | None:
    """Returns the folder of the build that this process imports; None if it imports no build."""
    return _Used.build


def build_notes() -> tuple[str, ...]:
    """Returns a sentence if there is a build that is not used, with the reason and the remedy."""
    return _Used.notes


def choose_modules() -> None:
    """Makes this process import a build of your games if there is a right one; otherwise what the environment asks."""
    try:
        place = place_of_builds()
        # Without builds there is nothing to choose; looking for entry points would take time.
        if not plain.is_asked(os.environ) and any(builds_in(place)):
            _choose(place)
    except (BadInput, OSError) as error:
        _Used.notes = (str(error),)
    except RuntimeError:
        pass  # without a home there are no builds
    if _Used.build is None:
        plain.use_plain()


def _choose(place: Path) -> None:
    """Uses the build for the games as they are now, if it is in this place and nobody else can have put it there."""
    found = buildable_games()
    if not found:
        return
    build = place / key(found)
    if not build.is_dir():
        _Used.notes = (OUTDATED,)
        return
    for folder in (place.parent, place, build):
        check_owner(folder)
    _Used.build = build
    sys.meta_path.insert(0, BuildFinder(build, ["grognard", *(own.package for own, _folder in found)]))


# -- where builds are kept -----------------------------------------------------------------------------------------


def cache_folder(name: str) -> Path:
    """Returns a folder in the user's cache. Raises RuntimeError if the user has no home."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "grognard" / name


def place_of_builds() -> Path:
    """Returns the folder for builds of this Grognard with the games of these folders.

    Raises RuntimeError if the user has no home.
    """
    # The suffix names the system and the Python.
    return cache_folder("compiled") / _hash([EXTENSION_SUFFIXES[0], str(PACKAGE), *games.__path__[1:]])


def builds_in(place: Path) -> Iterator[Path]:
    """Yields the builds in a place."""
    return place.glob("[0-9a-f]*/")


def check_owner(folder: Path) -> None:
    """Raises BadInput unless a folder is this user's, and nobody else can write to it: code is loaded from it."""
    found = folder.lstat()
    is_mine = True
    if hasattr(os, "geteuid"):
        is_mine = found.st_uid == os.geteuid()
    is_open = os.name == "posix" and found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if not stat.S_ISDIR(found.st_mode) or not is_mine or is_open:
        raise BadInput(
            f"Compiled games are not used from {folder}, because it is not your own folder or others can write to it. "
            "Delete it, and run `grognard game compile` again."
        )


# -- what a build is made of ---------------------------------------------------------------------------------------


def buildable_games() -> list[tuple[OwnGame, Path]]:
    """Returns your own games with the folders of their code, without those that have the name of another game.

    Raises BadInput if GROGNARD_GAMES names a folder that is not there.
    """
    found: dict[str, tuple[OwnGame, Path]] = {}
    ours = our_games()
    for own in all_own_games():
        folder = folder_of(own)
        if folder is not None and own.slug not in ours:
            found.setdefault(own.slug, (own, folder))
    return list(found.values())


def sources_of(folder: Path) -> Iterator[Path]:
    """Yields the Python files of Grognard or of a game, in order, without a game's tests and without hidden files."""
    for name, folders, files in os.walk(folder):
        here = Path(name)
        # `os.walk` goes on with what is left in this list, in its order.
        folders[:] = sorted(each for each in folders if not each.startswith((".", "__")))
        if here == folder and TESTS in folders:
            folders.remove(TESTS)
        for file in sorted(files):
            if file.endswith(".py") and not file.startswith("."):
                yield here / file


def key(found: Sequence[tuple[OwnGame, Path]]) -> str:
    """Returns the key of a build: it changes with every Python file of Grognard and of these games."""
    parts = [sys.version, str(PACKAGE), version("librt")]
    for name, folder in [("grognard", PACKAGE), *((own.package, folder) for own, folder in found)]:
        parts.append(name)
        for path in sources_of(folder):
            parts += [path.relative_to(folder).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()]
    return _hash(parts)


def _hash(parts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:24]
