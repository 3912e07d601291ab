"""A designer's own variant of a game: a folder outside the package with another title, house rules and card numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from grognard.kernel.errors import BadInput, GrognardError
from grognard.registry import load

FILE: Final = "variant.toml"
NOTES: Final = "notes.md"
KEYS: Final = ("game", "title", "options", "numbers")


@dataclass(frozen=True)
class Variant:
    """What the folder says: the slug of its game, a title, house rules, card numbers, and notes (perhaps empty)."""

    game: str
    title: str
    options: Mapping[str, str | int]
    numbers: Mapping[str, int]
    notes: str


def read_variant(folder: Path) -> Variant:
    """The variant of a folder; raises BadInput with file, line and column of what cannot be read."""
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8")
        notes = (folder / NOTES).read_text(encoding="utf-8") if (folder / NOTES).exists() else ""
        said: dict[str, Any] = tomllib.loads(text)
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{folder}: the files of a variant are text in UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: {error}.") from error
    for key in said:
        if key not in KEYS:
            raise BadInput(f"{_place(path, text, '', key)}: there is no “{key}”. There are: {', '.join(KEYS)}.")
    for key in ("game", "title"):
        if not isinstance(said.get(key), str) or not said[key].strip():
            raise BadInput(f"{_place(path, text, '', key)}: “{key}” should be a text.")
    for key in ("options", "numbers"):
        if not isinstance(said.setdefault(key, {}), dict):
            raise BadInput(f"{_place(path, text, '', key)}: “{key}” should be a table, [{key}].")
    _try(_place(path, text, "", "game"), said["game"])
    for key, value in said["options"].items():
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise BadInput(f"{_place(path, text, 'options', key)}: “{key}” should be a text or a whole number.")
        _try(_place(path, text, "options", key), said["game"], options={key: value})
    for key, value in said["numbers"].items():
        place = _place(path, text, "numbers", key)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadInput(f'{place}: “{key}” should be a whole number from 0 up, written as "CARD.FIELD" = N.')
        _try(place, said["game"], overrides={key: value})
    return Variant(said["game"], said["title"].strip(), said["options"], said["numbers"], notes)


def _try(place: str, slug: str, **changes: Any) -> None:
    """Load the game with one change, so that what is wrong with it has a place."""
    try:
        load(slug, **changes)
    except GrognardError as error:
        raise BadInput(f"{place}: {error}") from error


def _place(path: Path, text: str, table: str, key: str) -> str:
    """Where a key stands in its table, as file:line:column; the file's beginning if it is not there."""
    inside = ""
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        if bare.startswith("["):
            inside = bare.split("]")[0].strip("[ ")
            if not table and inside == key:
                return f"{path}:{number}:{line.index('[') + 1}"
        elif inside == table and bare.partition("=")[0].strip().strip("\"'") == key:
            return f"{path}:{number}:{len(line) - len(line.lstrip()) + 1}"
    return f"{path}:1:1"
