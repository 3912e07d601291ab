"""Saved games of `grognard play`, which offers to continue the last one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import grognard
from grognard.registry import load_stored

if TYPE_CHECKING:
    from grognard.tui.autosave import Autosave, SavedGame


def kept_by(slug: str) -> Autosave | None:
    """Returns the autosave of a new game. If nothing can be saved here, says so and returns None."""
    from grognard.tui.autosave import new_autosave

    try:
        return new_autosave(slug)
    except (OSError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) else "you have no home folder"
        print(f"This game can't be saved automatically: {why}. Use “save” before you leave.", file=sys.stderr)
        return None


def continued(slug: str | None, seed: int | None) -> SavedGame | None:
    """Returns the last unfinished game, of this game and deal if given, if the player wants to continue it.

    Never asks in a pipe. Raises NotFound if there is no such game.
    """
    from grognard.tui.autosave import last_saved, set_aside

    if slug is not None:
        grognard.load(slug)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    found = last_saved(slug, seed, load_stored, lambda sentence: print(sentence, file=sys.stderr))
    if found is None:
        return None
    if wanted(f"Continue your game of {found.session.game.spec.meta.title} ({found.done:%d %b %H:%M})? yes/no> "):
        return found
    print(f"It is saved. Continue it later with: grognard play {short_path(set_aside(found))}")
    return None


def wanted(question: str, usual: bool = True) -> bool:
    """Asks a question until the answer is yes or no, and returns whether it is yes. Enter alone is the usual answer."""
    while True:
        answer = input(question).strip().lower()
        if not answer:
            return usual
        if answer in ("y", "yes"):
            return True
        if answer in ("n", "no"):
            return False


def short_path(file: Path) -> str:
    """Returns the path as you would type it, with “~” for the home folder."""
    return f"~/{file.relative_to(Path.home())}" if file.is_relative_to(Path.home()) else str(file)
