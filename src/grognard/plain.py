"""Runs Grognard in plain Python even where it is compiled: games of your own cannot extend compiled classes.

A compiled module is next to its source. With this finder, Python takes the source.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Final

PACKAGE: Final = "grognard."


class SourceFinder:
    """Finds the sources of this package's modules, and no compiled ones."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Returns the spec of a module of this package; None for all other modules."""
        return in_source(fullname, path) if fullname.startswith(PACKAGE) else None


def in_source(fullname: str, path: Sequence[str] | None) -> ModuleSpec | None:
    """Returns the spec of a module's source in these folders, even if a compiled module is next to it."""
    for folder in path or ():
        found = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
        if found is not None:
            return found
    return None


def is_asked(environment: Mapping[str, str]) -> bool:
    """Says whether GROGNARD_PLAIN asks for plain Python."""
    return environment.get("GROGNARD_PLAIN", "0") not in {"", "0"}


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Says whether the environment asks for plain Python: with GROGNARD_PLAIN, or for the games in GROGNARD_GAMES."""
    return bool(environment.get("GROGNARD_GAMES")) or is_asked(environment)


def use_plain() -> None:
    """Makes this process import plain modules of this package, if the environment asks for them."""
    if is_wanted(os.environ):
        sys.meta_path.insert(0, SourceFinder())
