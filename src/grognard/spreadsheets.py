"""A game's cards as a spreadsheet: a row for each card, written as it is now and read back as changes to cards."""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from grognard.kernel.content.card_numbers import COPIES, LIKE, LOOK, MOST_CARDS, NAME, TEXT, CardTable, Value
from grognard.kernel.content.cardfile import COMMON, CardFact
from grognard.kernel.content.fields import read_number
from grognard.kernel.content.wording import did_you_mean, listed
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.files import read_text
from grognard.kernel.game import Game, GameSpec
from grognard.registry import for_players, load

CSV: Final = ".csv"
XLSX: Final = ".xlsx"
SUFFIXES: Final = (CSV, XLSX)
DECK: Final = "deck"
CARD: Final = "card"
NOTES: Final = "notes"
# The columns before and after those of the game. A new card has `like`.
FIRST: Final = (DECK, CARD, NAME, COPIES)
LAST: Final = (NOTES, TEXT, LOOK)
# How a text begins that a spreadsheet would take for a formula, also with the wide letters of East Asian keyboards.
FORMULA: Final = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
# Hides such a beginning from a spreadsheet. It also goes before an apostrophe, so that every text comes back unchanged.
HIDING: Final = "'"
# The parts of notes that depend on a card's numbers (see `card_text`).
VARIES: Final = re.compile(r"\[[^][]*\{[^][]*\]|\{[^}]*\}")

# Each cell as text; None for a formula without a value.
Cells = Sequence[str | None]
# A change to a card by its key: its value, and the row and the column that have it.
Changes = dict[str, tuple[Value, int, str]]


def is_sheet(path: Path) -> bool:
    """Returns whether a path names a spreadsheet, and no folder."""
    return path.suffix.lower() in SUFFIXES and not path.is_dir()


# -- out ---------------------------------------------------------------------------------------------------------------


def rows_of(game: Game) -> list[list[Value]]:
    """Returns the headings and a row for each card, in which a cell without a value is empty."""
    more = [LIKE] if game.spec.is_open else []
    # In several decks, the picture of one deck's card may be the one of all.
    looks = {change.name for change in game.card_changes if change.field == LOOK}
    rows: list[list[Value]] = [[*FIRST, *game.cards[0].columns, *LAST, *more]]
    for card in game.cards:
        columns = ["" if value is None else value for value in card.columns.values()]
        notes = card.altered(text=None).notes
        last = [
            notes,
            card.own_text or "",
            _picture(card) if card.name in looks else "",
            *([card.like] if more else []),
        ]
        rows.append([card.deck, card.name, card.title, card.copies, *columns, *last])
    return rows


def _picture(card: CardFact) -> str:
    """Returns the card whose picture a card has: with its deck, if the game has several."""
    return card.look.removeprefix(f"{COMMON}/")


def to_csv(game: Game) -> str:
    """Returns the cards as CSV in which no text begins like a formula."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([map(_harmless, row) for row in rows_of(game)])
    return written.getvalue()


def _harmless(value: Value) -> Value:
    return f"{HIDING}{value}" if isinstance(value, str) and value.startswith((*FORMULA, HIDING)) else value


def _as_meant(cell: str) -> str:
    """Returns the text of a cell of CSV: without an apostrophe that only hides its beginning from a spreadsheet."""
    return cell[1:] if cell.startswith(HIDING) and cell[1:].startswith((*FORMULA, HIDING)) else cell


# -- in ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sheet:
    """A spreadsheet as it was read: its headings, and the number and the cells of each row that is not empty.

    `name` is the file's name in errors, with the number of the sheet if there are several.
    """

    name: str
    head: Sequence[str]
    rows: Sequence[tuple[int, dict[str, str]]]

    def refuse(self, row: int, column: str, why: str) -> NoReturn:
        """Raises BadInput with the place of a mistake."""
        raise BadInput(f"{self.name}, row {row}, column {column}: {why}")


def read_sheet(file: Path) -> tuple[str, dict[str, Value]]:
    """Reads the slug of the game whose cards are in a spreadsheet, and the changes to them.

    Raises BadInput with the file, row and column of a mistake.
    """
    sheet = _read(file)
    spec = _game_of(sheet)
    known = [*FIRST, *spec.cards[0].columns, *LAST, LIKE]
    for column in sheet.head:
        if column not in known:
            sheet.refuse(1, column, f"{spec.meta.title} has no such column. {did_you_mean(column, known)}")
    changes = _Reader(sheet, spec).changes()
    _must_be_possible(sheet, spec.card_table, changes)
    overrides = {key: value for key, (value, _row, _column) in changes.items()}
    try:
        load(spec.meta.slug, None, overrides)
    except GrognardError as error:
        raise BadInput(f"{sheet.name}: {error}") from error
    return spec.meta.slug, overrides


def _read(file: Path) -> Sheet:
    if file.suffix.lower() == XLSX:
        from grognard.xlsx import read_xlsx

        return _sheet(f"{file}, sheet 1", read_xlsx(file))
    return _sheet(str(file), _read_csv(file))


def _read_csv(file: Path) -> Iterator[tuple[int, Cells]]:
    """Yields the number and the cells of each row. Commas or semicolons separate cells: the first row shows which."""
    text = read_text(file)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",", strict=True)
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            yield number, [_as_meant(cell.strip()) for cell in cells]
    except csv.Error as error:
        raise BadInput(f"{file}, row {number + 1}: this is not CSV ({error}). Save the file again as CSV.") from error


def _sheet(name: str, rows: Iterable[tuple[int, Cells]]) -> Sheet:
    """Returns a spreadsheet's headings and its other rows; raises BadInput if it has none, or too many."""
    head: list[str] = []
    found: list[tuple[int, dict[str, str]]] = []
    for number, cells in rows:
        if not head:
            head = _headings(name, number, cells)
            continue
        if not any(cell != "" for cell in cells):
            continue
        if len(found) == MOST_CARDS:
            raise BadInput(f"{name}, row {number}, column {CARD}: a spreadsheet can have up to {MOST_CARDS} cards.")
        found.append((number, _by_heading(name, number, head, cells)))
    if not found:
        raise BadInput(f"{name}: there are no cards. The first row has the headings, and each other row a card.")
    return Sheet(name, head, found)


def _headings(name: str, number: int, cells: Cells) -> list[str]:
    """Returns the headings of the columns; raises BadInput if some are missing or twice there."""
    head = [(cell or "").strip().lower() for cell in cells]
    while head and not head[-1]:
        head.pop()
    if number != 1 or CARD not in head:
        raise BadInput(f"{name}, row 1: there is no column “{CARD}”. Begin with a file that `grognard cards` writes.")
    for at, heading in enumerate(head):
        if not heading:
            raise BadInput(f"{name}, row 1, column {at + 1}: this column has no heading.")
        if heading in head[:at]:
            raise BadInput(f"{name}, row 1, column {heading}: there are two columns with this heading. Remove one.")
    return head


def _by_heading(name: str, number: int, head: Sequence[str], cells: Cells) -> dict[str, str]:
    row = dict.fromkeys(head, "")
    for at, cell in enumerate(cells):
        if cell is None:
            column = head[at] if at < len(head) else at + 1
            why = "this formula has no value. Write the value itself, or save the file in a spreadsheet program."
            raise BadInput(f"{name}, row {number}, column {column}: {why}")
        if at < len(head):
            row[head[at]] = cell.strip()
        elif cell.strip():
            raise BadInput(f"{name}, row {number}, column {at + 1}: this column has no heading.")
    return row


def _game_of(sheet: Sheet) -> GameSpec:
    """Returns the game that most of the cards are in; raises BadInput if there is none, or several."""
    found: dict[int, list[GameSpec]] = {}
    for spec in for_players():
        there = sum(bool(_find(spec, row.get(DECK, ""), row[CARD])) for _number, row in sheet.rows)
        found.setdefault(there, []).append(spec)
    most = max(found)
    if most == 0:
        number, row = sheet.rows[0]
        sheet.refuse(number, CARD, f"no game has a card “{row[CARD]}”.")
    if len(found[most]) > 1:
        games = listed([spec.meta.title for spec in found[most]])
        raise BadInput(f"{sheet.name}: these cards are in {games}. Add other cards of your game, unchanged.")
    return found[most][0]


def _names(card: CardFact) -> tuple[str, str]:
    return card.name, f"{card.deck}/{card.name}"


def _find(spec: GameSpec, deck: str, name: str) -> list[CardFact]:
    return [card for card in spec.cards if card.name == name and deck in ("", card.deck)]


class _Reader:
    """Finds the changes to cards in the rows of a spreadsheet."""

    def __init__(self, sheet: Sheet, spec: GameSpec) -> None:
        self.sheet = sheet
        self.spec = spec
        self.table: CardTable = spec.card_table
        # The row of each card by its deck and key, and what the first row of a card says that several decks share.
        self.seen: dict[tuple[str, str], int] = {}
        self.said: dict[tuple[str, str], tuple[int, Value | None]] = {}

    def changes(self) -> Changes:
        """Returns the changes in all rows: new cards first and names last, because others may depend on them."""
        found: Changes = {}
        for number, row in self.sheet.rows:
            old = self._card(number, row)
            key = ("" if row.get(LIKE) else old.deck), row[CARD]
            if self.seen.setdefault(key, number) != number:
                self.sheet.refuse(number, CARD, f"“{row[CARD]}” is in row {self.seen[key]} already.")
            found |= self._changes(number, row, old)
        order = {LIKE: 0, NAME: 2}
        return dict(sorted(found.items(), key=lambda item: order.get(item[1][2], 1)))

    def _card(self, number: int, row: dict[str, str]) -> CardFact:
        """Returns the standard card of a row, or the one that its new card is like."""
        name, deck, like = row[CARD], row.get(DECK, ""), row.get(LIKE, "")
        if not name:
            self.sheet.refuse(number, CARD, "this row has no card. Write its key, or clear the row.")
        found = _find(self.spec, deck, name)
        if len(found) > 1 and not self._is_shared(found[0]):
            self.sheet.refuse(number, DECK, f"{name} is in several decks. Write one: {listed(_decks(found))}.")
        if found:
            if like:
                self.sheet.refuse(number, LIKE, f"{name} is no new card. Clear this cell.")
            return found[0]
        if not like:
            self._refuse_unknown(number, deck, name)
        return self._model(number, deck, like)

    def _refuse_unknown(self, number: int, deck: str, name: str) -> NoReturn:
        """Raises BadInput for a card that is not in the game, or not in this deck."""
        decks = _decks(self.spec.cards)
        if deck not in ("", *decks):
            self.sheet.refuse(number, DECK, f"{self.spec.meta.title} has no deck “{deck}”. {did_you_mean(deck, decks)}")
        known = sorted({card.name for card in self.spec.cards if deck in ("", card.deck)})
        more = f" A new card needs another one in the column “{LIKE}”." if self.table.is_open else ""
        self.sheet.refuse(number, CARD, f"there is no card “{name}”. {did_you_mean(name, known)}{more}")

    def _model(self, number: int, deck: str, like: str) -> CardFact:
        """Returns the card that a new one is like."""
        if not self.table.is_open:
            self.sheet.refuse(number, LIKE, f"{self.spec.meta.title} cannot have new cards.")
        models = [card for card in self.spec.cards if like in _names(card)]
        if not models:
            known = [card.name for card in self.spec.cards]
            self.sheet.refuse(number, LIKE, f"there is no card “{like}”. {did_you_mean(like, known)}")
        if len(models) > 1:
            example = f"{models[0].deck}/{like}"
            self.sheet.refuse(number, LIKE, f"{like} is in several decks. Write one of them, as in “{example}”.")
        if deck not in ("", models[0].deck):
            self.sheet.refuse(number, DECK, f"the new card is in the deck of {like}: {models[0].deck}.")
        return models[0]

    def _changes(self, number: int, row: dict[str, str], old: CardFact) -> Changes:
        """Returns what differs from the standard card, or from the card that a new one is like."""
        like, name = row.get(LIKE, ""), row[CARD]
        found: Changes = {f"{name}.{LIKE}": (like, number, LIKE)} if like else {}
        standard: dict[str, Value | None] = {**old.facts, NAME: name} if like else {**old.facts}
        standard |= {COPIES: 1} if like else {}
        for column, cell in row.items():
            if column in (DECK, CARD, LIKE):
                continue
            value = self._value(number, column, cell, old) if cell else standard.get(column)
            key = f"{name}.{column}" if like else self._key(old, column)
            if not like and self._is_shared(old) and column != COPIES:
                self._must_agree(number, column, old.name, cell if column == LOOK else value)
            if cell and column != NOTES and value != standard.get(column):
                found[key] = value, number, column  # type: ignore[assignment]
        return found

    def _value(self, number: int, column: str, cell: str, old: CardFact) -> Value | None:
        """Returns the value in a cell; raises BadInput if it is no number, or a word that nobody can change."""
        if column in (NAME, TEXT, LOOK):
            return cell
        if column == NOTES:
            if not _could_say(old.unfilled_notes, cell):
                self.sheet.refuse(number, column, f"this text is the game's. Write yours in the column “{TEXT}”.")
            return None
        if column == COPIES or column in self.table.fields:
            try:
                return read_number(cell)
            except BadInput as error:
                self.sheet.refuse(number, column, str(error))
        standard = old.columns[column]
        if cell != str(standard):
            told = "an empty cell" if standard is None else f"“{standard}”"
            self.sheet.refuse(number, column, f"this column cannot be changed. The standard card has {told}.")
        return standard

    def _is_shared(self, card: CardFact) -> bool:
        """Returns whether several decks have this very card, and not only another one of the same name."""
        rows = {row for row, other in enumerate(self.spec.cards) if other.name == card.name}
        return len(rows) > 1 and not rows <= set(self.table.pieces)

    def _key(self, card: CardFact, column: str) -> str:
        is_alone = len(_find(self.spec, "", card.name)) == 1
        if is_alone or (self._is_shared(card) and column != COPIES):
            return f"{card.name}.{column}"
        return f"{card.deck}/{card.name}.{column}"

    def _must_agree(self, number: int, column: str, name: str, value: Value | None) -> None:
        """Raises BadInput if the rows of a card that several decks share differ."""
        first, said = self.said.setdefault((name, column), (number, value))
        if said != value:
            self.sheet.refuse(number, column, f"{name} is the same card in every deck, and row {first} differs.")


def _decks(cards: Iterable[CardFact]) -> list[str]:
    return list(dict.fromkeys(card.deck for card in cards))


def _could_say(unfilled: str, notes: str) -> bool:
    """Returns whether these are a card's notes, with any numbers."""
    first, *more = map(re.escape, VARIES.split(unfilled))
    if more:
        # Atomic groups, so that no text takes long to compare.
        first += "".join(f"(?>.*?{part})" for part in more[:-1]) + f".*{more[-1]}"
    return re.fullmatch(first, notes) is not None


def _must_be_possible(sheet: Sheet, table: CardTable, changes: Changes) -> None:
    """Raises BadInput with the place of the first change that is impossible, on its own or after those before it."""
    keys = list(changes)

    def refusal(count: int) -> str:
        try:
            table.changed({key: changes[key][0] for key in keys[:count]}, False)
        except GrognardError as error:
            return str(error)
        return ""

    if refusal(len(keys)):
        first = bisect_left(range(len(keys)), True, key=lambda count: bool(refusal(count)))
        _value, row, column = changes[keys[first - 1]]
        sheet.refuse(row, column, refusal(first))
