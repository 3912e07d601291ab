"""What `grognard play` does with the game that was last played in a terminal: it offers it again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import grognard

if TYPE_CHECKING:
    from grognard.tui.autosave import Autosave, SavedGame


def kept_by(slug: str) -> Autosave | None:
    """Returns what keeps a new game; None, and a sentence, if nothing can be kept here."""
    from grognard.tui.autosave import new_autosave

    try:
        return new_autosave(slug)
    except (OSError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) else "you have no home folder"
        print(f"The game is not kept while you play: {why}. Use “save” before you leave.", file=sys.stderr)
        return None


def continued(slug: str | None, seed: int | None) -> SavedGame | None:
    """Returns the last unfinished game if its player wants to continue it: of this kind and deal where they are given.

    Pipes are never asked. Raises NotFound if there is no such kind.
    """
    from grognard.tui.autosave import last_saved, set_aside

    if slug is not None:
        grognard.load(slug)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    found = last_saved(slug, seed, grognard.load, lambda sentence: print(sentence, file=sys.stderr))
    if found is None:
        return None
    if _wanted(f"Continue your game of {found.session.game.spec.meta.title} ({found.done:%d %b %H:%M})? yes/no> "):
        return found
    print(f"It stays in a file. Continue it later with: grognard play {_short(set_aside(found))}")
    return None


def _wanted(question: str) -> bool:
    while True:
        answer = input(question).strip().lower()
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            return False


def _short(file: Path) -> str:
    """The path as one types it."""
    return f"~/{file.relative_to(Path.home())}" if file.is_relative_to(Path.home()) else str(file)
