"""A designer's own variant of a game: a folder outside the package with house rules, card numbers, and other names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from grognard.kernel.content.card_numbers import with_more
from grognard.kernel.content.options import non_default
from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.files import read_text
from grognard.kernel.game import Game
from grognard.registry import load, spec

FILE: Final = "variant.toml"
NOTES: Final = "notes.md"
KEYS: Final = ("game", "title", "options", "numbers", "names")
TABLES: Final = KEYS[2:]
MOST_LETTERS: Final = 60  # of a title
MOST_OF_A_NAME: Final = 30
JOINERS: Final = re.compile("[\u200c\u200d]")
HEADER: Final = re.compile(r"\s*\[\s*[\"']?([^\]\"']*?)[\"']?\s*\]")


@dataclass(frozen=True)
class Variant:
    """The contents of the folder: the slug of its game, a title, house rules, card numbers, and notes (maybe empty).

    `names` are the names of cards on paper, by the cards' own names; `name` is the folder's name.
    """

    name: str
    game: str
    title: str
    options: Mapping[str, str | int]
    numbers: Mapping[str, int]
    names: Mapping[str, str]
    notes: str

    def loaded(self, options: Mapping[str, str | int], numbers: Mapping[str, int]) -> Game:
        """Loads its game, with this title; the given house rules and card numbers override its own."""
        title = f"{spec(self.game).meta.title}: {self.title}"
        return Game(spec(self.game), {**self.options, **options}, with_more(self.numbers, numbers), title, self.names)

    def fits(self, game: Game) -> bool:
        """Says whether a game has exactly these house rules and card numbers."""
        if (self.game, self.numbers) != (game.slug, game.overrides):
            return False
        options = game.spec.meta.options
        return non_default(options, self.options) == non_default(options, game.options)


def read_variant(folder: Path) -> Variant:
    """Reads the variant of a folder; raises BadInput with the file, line and column of a mistake."""
    path = folder / FILE
    try:
        text = read_text(path)
        notes = read_text(folder / NOTES) if (folder / NOTES).exists() else ""
        said: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: {error}.") from error
    _must_have_form(path, text, said)
    _must_load(path, text, said)
    game = load(said["game"], said["options"], said["numbers"])
    _must_name(path, text, game, said["names"])
    options = {key: game.options[key] for key in said["options"]}
    names = {card: name.strip() for card, name in said["names"].items()}
    return Variant(folder.resolve().name, game.slug, said["title"].strip(), options, game.overrides, names, notes)


def read_variants(folders: Iterable[Path]) -> list[Variant]:
    """Reads the variants of several folders; raises BadInput if two of one game have the same name."""
    found: list[Variant] = []
    for folder in folders:
        variant = read_variant(folder)
        if any((other.game, other.name) == (variant.game, variant.name) for other in found):
            raise BadInput(f"{folder}: there is another variant of {variant.game} in a folder named {variant.name}.")
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
    if len(said["title"]) > MOST_LETTERS or not _is_one_line(said["title"]):
        refuse("", "title", f"“title” should be one line of {MOST_LETTERS} letters at most.")
    for key in TABLES:
        if not isinstance(said.setdefault(key, {}), dict):
            refuse("", key, f"“{key}” should be a table, [{key}].")
    for key, value in said["options"].items():
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            refuse("options", key, f"“{key}” should be text or a whole number.")
    for key, value in said["numbers"].items():
        if isinstance(value, bool) or not isinstance(value, int):
            refuse("numbers", key, f'“{key}” should be a whole number, written as "CARD.FIELD" = N.')


def _must_name(path: Path, text: str, game: Game, names: dict[str, Any]) -> None:
    """Raises BadInput for unknown cards, and for names that are too long, not text, or used twice."""
    known = {card.name for card in game.cards}
    taken = known - names.keys()
    for card, name in names.items():
        place = _place(path, text, "names", card)
        if card not in known:
            raise BadInput(f"{place}: {game.spec.meta.title} has no card “{card}”. {did_you_mean(card, sorted(known))}")
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_OF_A_NAME or not _is_one_line(name):
            raise BadInput(f"{place}: a name should be one line of {MOST_OF_A_NAME} letters or fewer.")
        if name.strip() in taken:
            raise BadInput(f"{place}: two cards would be called “{name.strip()}”.")
        taken.add(name.strip())


def _is_one_line(text: str) -> bool:
    """Returns whether a text is one line of visible letters; some scripts and emoji need joiners between them."""
    return JOINERS.sub("", text).isprintable()


def _must_load(path: Path, text: str, said: Mapping[str, Any]) -> None:
    """Raises BadInput if the game refuses these settings together, at the last line that causes the refusal."""
    needed = [(table, key) for table in ("options", "numbers") for key in said[table]]
    why = _refusal(said, needed)
    if not why:
        return
    for one in list(needed):
        others = [other for other in needed if other != one]
        if _refusal(said, others) == why:
            needed = others
    table, key = needed[-1] if needed else ("", "game")
    raise BadInput(f"{_place(path, text, table, key)}: {why}")


def _refusal(said: Mapping[str, Any], lines: Iterable[tuple[str, str]]) -> str:
    """Returns why the game cannot be loaded with these lines alone; empty if it can."""
    taken: dict[str, dict[str, Any]] = {"options": {}, "numbers": {}}
    for table, key in lines:
        taken[table][key] = said[table][key]
    try:
        load(said["game"], taken["options"], taken["numbers"])
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
            inside = header[1]
            if not table and inside == key:
                return f"{path}:{number}:{line.index('[') + 1}"
            continue
        found = own.match(line) if inside == table else behind.match(line) if table and not inside else None
        if found:
            return f"{path}:{number}:{found.start('key') + 1}"
    return f"{path}:1:1"
