"""Card facts from a game's `cards.csv`: name, copies, the game's own columns, and notes for players.

The notes take the card's numbers from its columns, and the names of other cards from theirs (see `card_text`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, Final

from grognard.kernel.content.card_text import filled
from grognard.kernel.errors import BadInput

# The deck name of a game with a single deck.
COMMON: Final = "common"


class CardFact:
    """One row: a card name, its copies in a deck, its columns and its effect in a sentence.

    The name identifies the card everywhere; `title` is what people call it. A designer's variant may have another
    title, own words in place of the notes, and the picture of another card, `look`, as `DECK/CARD`. A new card works
    `like` a standard card of its deck.
    """

    def __init__(
        self,
        deck: str,
        name: str,
        copies: int,
        columns: dict[str, str | int | None],
        notes: str,
        title: str = "",
        text: str | None = None,
        look: str = "",
        like: str = "",
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.deck = deck
        self.name = name
        self.copies = copies
        self.columns = columns
        # The notes with a key in place of each number and name that can change (see `card_text`).
        self.unfilled_notes = notes
        # What people call the cards, by the keys that notes use.
        self.names = names or {}
        self.title = title or name
        self.own_text = text
        self.look = look or f"{deck}/{name}"
        self.like = like
        self.notes = filled(notes, {**self.names, **self.numbers}) if text is None else text
        # The name of the card's face in URLs and files: `old-guard`, `battalion-france-guard`. Computed once, because
        # a view asks for it fifty times.
        named = name if deck == COMMON else f"{deck} {name}"
        self.key = re.sub(r"[^a-z0-9]+", "-", named.lower()).strip("-")

    @property
    def numbers(self) -> dict[str, int]:
        """The whole numbers in its columns."""
        return {column: value for column, value in self.columns.items() if isinstance(value, int)}

    @property
    def facts(self) -> dict[str, str | int | None]:
        """Everything on this card that a designer can change, by field; None for a field that it does not have."""
        look = None if self.look == f"{self.deck}/{self.name}" else self.look
        words = {"name": self.title, "text": self.own_text, "look": look, "like": self.like or None}
        return {**self.columns, **words, "copies": self.copies}

    def number(self, column: str) -> int:
        """Returns the whole number in a column; raises BadInput if there is none."""
        value = self.columns[column]
        if not isinstance(value, int):
            raise BadInput(f"{self.name} has no number in the column {column}.")
        return value

    def text(self, column: str) -> str:
        """Returns the word in a column."""
        return str(self.columns[column])

    def with_number(self, column: str, value: int) -> CardFact:
        """Returns this card with another number in a column."""
        return self.altered(columns={**self.columns, column: value})

    def altered(self, **parts: Any) -> CardFact:
        """Returns this card with some of its parts changed."""
        now = {
            "deck": self.deck, "name": self.name, "copies": self.copies, "columns": self.columns,
            "notes": self.unfilled_notes, "title": self.title, "text": self.own_text, "look": self.look,
            "like": self.like, "names": self.names,
        }  # fmt: skip
        return CardFact(**{**now, **parts})


def read_cards(package: str) -> list[CardFact]:
    """Returns the rows of `cards.csv` in a game's package, in order."""
    text = resources.files(package).joinpath("cards.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    names = {row["name"]: row["name"] for row in rows}
    return [_card(row, names) for row in rows]


def _card(row: dict[str, str], names: Mapping[str, str]) -> CardFact:
    deck = row.pop("deck", COMMON)
    name, copies, notes = row.pop("name"), int(row.pop("copies")), row.pop("notes", "")
    return CardFact(deck, name, copies, {column: _value(text) for column, text in row.items()}, notes, names=names)


def _value(text: str) -> str | int | None:
    if text == "":
        return None
    return int(text) if text.lstrip("-").isdigit() else text


def names_of(cards: Iterable[CardFact]) -> dict[str, str]:
    """Returns what people call each card, by `CARD` and by `DECK/CARD`; without a deck, in the first that has it."""
    names: dict[str, str] = {}
    for card in cards:
        names.setdefault(card.name, card.title)
        names[f"{card.deck}/{card.name}"] = card.title
    return names


def rows_of_pieces(singles: Sequence[CardFact], names: Sequence[CardFact]) -> list[int]:
    """Returns the row of each piece: every copy of `singles` is a piece, then every name of `names`."""
    copies = [row for row, fact in enumerate(singles) for _copy in range(fact.copies)]
    return copies + list(range(len(singles), len(singles) + len(names)))


def copies_of_pieces(singles: Iterable[str], names: Iterable[CardFact]) -> dict[str, int]:
    """Returns the number of each piece: one of a single, and the copies of a name."""
    return dict.fromkeys(singles, 1) | {fact.name: fact.copies for fact in names}
