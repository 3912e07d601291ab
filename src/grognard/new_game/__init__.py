"""Writes a new game into a folder: a small one that runs, for its designer to change."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from grognard.kernel.errors import BadInput
from grognard.registry import registered_names

TEMPLATE: Final = "grognard.new_game.template"
# What the template calls itself: its slug, its title, and the letters of its clauses.
SLUG: Final = "skirmish"
TITLE: Final = "Skirmish"
LETTERS: Final = "SK"

_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_CHOICE_OF_LETTERS: Final = re.compile(r"[A-Z]{2,4}")


def write_game(slug: str, folder: Path, title: str = "", letters: str = "") -> Path:
    """Writes a new game into a folder of games and returns the game's own folder.

    The title is that of the pages; by default, it is the slug in words. `letters` begin its clauses (`FO-1.1`).
    Raises BadInput for a bad slug, for the slug of another game, and if the folder is there already.
    """
    if not _SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        raise BadInput(f"“{slug}” can't be the short name of a game. Use small letters, such as “the-ford”.")
    title = title or slug.replace("-", " ").title()
    letters = letters or slug.replace("-", "")[:2].upper()
    if not _CHOICE_OF_LETTERS.fullmatch(letters):
        raise BadInput(f"Clauses can't begin with “{letters}”. Use two to four capital letters.")
    if any(sign in title for sign in "\"'\\|\n"):
        raise BadInput("Leave quotation marks, backslashes and bars out of the title.")
    if slug in registered_names():
        raise BadInput(f"There is a game “{slug}” already. Choose another short name.")
    game = folder / slug.replace("-", "_")
    if game.exists():
        raise BadInput(f"{game} is there already. Choose another short name, or remove it first.")
    files = list(_files(resources.files(TEMPLATE), ""))
    for path, text in files:
        file = game / _renamed(path, slug, title, letters)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_renamed(text, slug, title, letters), encoding="utf-8")
    return game


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    """Yields the path and the text of each file of the template."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.is_file():
            yield path + entry.name, entry.read_text(encoding="utf-8")


def _renamed(text: str, slug: str, title: str, letters: str) -> str:
    """Returns a text of the template with the names of the new game."""
    text = text.replace(TITLE, title).replace(SLUG, slug)
    return text.replace(f"{LETTERS}-", f"{letters}-").replace(f"{LETTERS.lower()}-", f"{letters.lower()}-")
