"""A designer's own variant of a game: a folder with house rules and changes to cards, or a spreadsheet of cards."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from grognard.kernel.content.card_numbers import COPIES, LIKE, LOOK, NAME, TEXT, is_one_line, with_more
from grognard.kernel.content.options import non_default
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.files import read_text
from grognard.kernel.game import Game
from grognard.registry import load, spec
from grognard.spreadsheets import is_sheet, read_sheet

FILE: Final = "variant.toml"
NOTES: Final = "notes.md"
KEYS: Final = ("game", "title", "options", "numbers", "copies", "names", "texts", "looks", "cards")
TABLES: Final = KEYS[2:]
MOST_LETTERS: Final = 60  # of a title
HEADER: Final = re.compile(r"\s*\[\s*(.*?)\s*\]\s*(?:#.*)?$")
# The tables with one field of each card, and the field.
FIELDS: Final = {"copies": COPIES, "names": NAME, "texts": TEXT, "looks": LOOK}

# A table, or that of a new card, and a key in it: a line of the file.
Line = tuple[str, str]


@dataclass(frozen=True)
class Variant:
    """The contents of the folder: the slug of its game, a title, house rules, changes to cards, and maybe notes.

    `name` is the folder's name. A spreadsheet is a variant, too: it has only changes to cards, and its own name.
    """

    name: str
    game: str
    title: str
    options: Mapping[str, str | int]
    overrides: Mapping[str, str | int]
    notes: str

    def loaded(self, options: Mapping[str, str | int], overrides: Mapping[str, str | int]) -> Game:
        """Loads its game, with this title; the given house rules and changes to cards override its own."""
        title = f"{spec(self.game).meta.title}: {self.title}"
        return Game(spec(self.game), {**self.options, **options}, with_more(self.overrides, overrides), title)

    def fits(self, game: Game) -> bool:
        """Says whether a game has exactly these house rules and changes to cards."""
        if (self.game, self.overrides) != (game.slug, game.overrides):
            return False
        options = game.spec.meta.options
        return non_default(options, self.options) == non_default(options, game.options)


def read_variant(folder: Path) -> Variant:
    """Reads the variant of a folder or a spreadsheet; raises BadInput with the file and place of a mistake."""
    if is_sheet(folder):
        return _of_sheet(folder)
    path = folder / FILE
    try:
        text = read_text(path)
        notes = read_text(folder / NOTES) if (folder / NOTES).exists() else ""
        said: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: {error}.") from error
    _must_have_form(path, text, said)
    lines = _lines(said)
    _must_load(path, text, said["game"], lines)
    game = load(said["game"], *_settings(lines))
    options = {key: game.options[key] for key in said["options"]}
    return Variant(folder.resolve().name, game.slug, said["title"].strip(), options, game.overrides, notes)


def _of_sheet(file: Path) -> Variant:
    """Reads a variant of a spreadsheet; its title is the file's name."""
    if len(file.stem) > MOST_LETTERS or not is_one_line(file.stem):
        raise BadInput(f"{file}: the file's name is the title, which should be one line of {MOST_LETTERS} letters.")
    game, overrides = read_sheet(file)
    return Variant(file.stem, game, file.stem.strip(), {}, overrides, "")


def read_variants(folders: Iterable[Path]) -> list[Variant]:
    """Reads the variants of several folders; raises BadInput if two of one game have the same name."""
    found: list[Variant] = []
    for folder in folders:
        variant = read_variant(folder)
        if any((other.game, other.name) == (variant.game, variant.name) for other in found):
            raise BadInput(f"{folder}: there is another variant of {variant.game} named {variant.name}.")
        found.append(variant)
    return found


def _must_have_form(path: Path, text: str, said: dict[str, Any]) -> None:
    """Raises BadInput for unknown keys and for values of the wrong kind; fills in missing tables."""

    def refuse(table: str, key: str, why: str) -> None:
        raise BadInput(f"{_place(path, text, table, key)}: {why}")

    for key in said:
        if key not in KEYS:
            refuse("", key, f"there is no “{key}”. Choose from: {', '.join(KEYS)}.")
    for key in ("game", "title"):
        if not isinstance(said.get(key), str) or not said[key].strip():
            refuse("", key, f"“{key}” should be text.")
    if len(said["title"]) > MOST_LETTERS or not is_one_line(said["title"]):
        refuse("", "title", f"“title” should be one line of {MOST_LETTERS} letters at most.")
    for table in TABLES:
        if not isinstance(said.setdefault(table, {}), dict):
            refuse("", table, f"“{table}” should be a table, [{table}].")
    for card, fields in said["cards"].items():
        if not isinstance(fields, dict) or LIKE not in fields:
            refuse("cards", card, f'“{card}” should be a table that names the card it is like: like = "CARD".')
    for (table, key), value in _lines(said).items():
        if why := _wrong(table, value):
            refuse(table, key, f"“{key}” should be {why}.")


def _wrong(table: str, value: object) -> str:
    """Returns what a value in this table should be; empty if it is that."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    match table:
        case "numbers":
            return "" if is_number else 'a whole number, written as "CARD.FIELD" = N'
        case "copies":
            return "" if is_number else 'a whole number, written as "CARD" = N'
        case "names" | "texts" | "looks":
            return "" if isinstance(value, str) else f'text, written as "CARD" = "{table.title()[:-1]}"'
    return "" if is_number or isinstance(value, str) else "text or a whole number"


def _lines(said: Mapping[str, Any]) -> dict[Line, str | int]:
    """Returns what each line of the file says: the new cards first, because other lines may change them."""
    added = {(f"cards.{card}", key): value for card, fields in said["cards"].items() for key, value in fields.items()}
    return added | {(table, key): value for table in TABLES if table != "cards" for key, value in said[table].items()}


def _settings(lines: Mapping[Line, str | int]) -> tuple[dict[str, str | int], dict[str, str | int]]:
    """Returns the house rules and the changes to cards of these lines."""
    options: dict[str, str | int] = {}
    overrides: dict[str, str | int] = {}
    for (table, key), value in lines.items():
        if table == "options":
            options[key] = value
        elif table.startswith("cards."):
            overrides[f"{table.removeprefix('cards.')}.{key}"] = value
        else:
            overrides[f"{key}.{FIELDS[table]}" if table in FIELDS else key] = value
    return options, overrides


def _must_load(path: Path, text: str, game: str, lines: Mapping[Line, str | int]) -> None:
    """Raises BadInput if the game refuses these settings together, at the last line that causes the refusal."""
    why = _refusal(game, lines)
    if not why:
        return
    needed = list(lines)
    for one in lines:
        others = [other for other in needed if other != one]
        if _refusal(game, {other: lines[other] for other in others}) == why:
            needed = others
    table, key = needed[-1] if needed else ("", "game")
    raise BadInput(f"{_place(path, text, table, key)}: {why}")


def _refusal(game: str, lines: Mapping[Line, str | int]) -> str:
    """Returns why the game cannot be loaded with these lines alone; empty if it can."""
    try:
        load(game, *_settings(lines))
    except GrognardError as error:
        return str(error)
    return ""


def _place(path: Path, text: str, table: str, key: str) -> str:
    """Returns the place of a key as file:line:column, or the file's beginning if the key is missing.

    A key of a table is below the table's header, or after its name: `table.key = 1`, `table = { key = 1 }`.
    """
    name = rf"(?P<key>[\"']?{re.escape(key)}[\"']?)\s*[.=]"
    own = re.compile(rf"\s*{name}")
    behind = re.compile(rf"\s*[\"']?{table}[\"']?\s*(?:\.|=\s*\{{(?:.*?,)?)\s*{name}")
    inside = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(line):
            inside = re.sub(r"[\"']", "", header[1])
            if not table and inside == key:
                return f"{path}:{number}:{line.index('[') + 1}"
            continue
        found = own.match(line) if inside == table else behind.match(line) if table and not inside else None
        if found:
            return f"{path}:{number}:{found.start('key') + 1}"
    table, _, card = table.partition(".")
    return _place(path, text, table, card) if card else f"{path}:1:1"
