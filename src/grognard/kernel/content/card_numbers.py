"""The numbers on cards that designers can change, by key: `CARD.FIELD`, or `DECK/CARD.FIELD` for one of two decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Final, NamedTuple

from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import BadInput

# What every number could be before each had its own range. Stored games may have such numbers, on any card.
ONCE: Final = range(100)


class CardNumber(NamedTuple):
    """A column of the card table with its least and its greatest value.

    `only` are the types, effects or names of the cards that this range is for; without them it is for all other cards.
    With `keeps_sign`, a number keeps the sign printed on its card, because the other sign helps the other side.
    """

    key: str
    least: int
    most: int
    only: tuple[str, ...] = ()
    keeps_sign: bool = False

    def fits(self, card: CardFact) -> bool:
        """Says whether this range is for the number of a card."""
        named = card.name, card.columns.get("type"), card.columns.get("effect")
        return not self.only or any(name in self.only for name in named)

    def range_on(self, card: CardFact) -> range:
        """Returns the values that the number of a card can have."""
        if not self.keeps_sign:
            return range(self.least, self.most + 1)
        return range(self.least, 1) if card.number(self.key) < 0 else range(max(self.least, 0), self.most + 1)


class NewNumber(NamedTuple):
    """A number on a card that is not the standard one. `deck` is empty if it is the same in every deck of the card."""

    deck: str
    name: str
    field: str
    value: int
    standard: int | None  # None if the card has no such number

    @property
    def key(self) -> str:
        """The key of this number."""
        return f"{self.deck}/{self.name}.{self.field}" if self.deck else f"{self.name}.{self.field}"

    @property
    def card(self) -> str:
        """The name of the card, with its deck if another deck has another number: `CARD (DECK)`."""
        return f"{self.name} ({self.deck})" if self.deck else self.name


@dataclass(frozen=True)
class CardTable:
    """The standard cards of a game, and the numbers on them that can be changed.

    `pieces` are the rows of separate cards. Several decks may share a card: then only its first row is among them.
    """

    title: str
    cards: Sequence[CardFact]
    numbers: Sequence[CardNumber]
    pieces: Sequence[int]

    @property
    def fields(self) -> list[str]:
        """The columns with numbers that can be changed."""
        return list(dict.fromkeys(number.key for number in self.numbers))

    def on(self, card: CardFact) -> list[str]:
        """Returns the numbers that a card has."""
        return [field for field in self.fields if card.columns[field] is not None]

    def find(self, key: str) -> tuple[list[int], str]:
        """Returns the rows and the column of a key. Raises BadInput for an unknown card or field."""
        name, _, field = key.rpartition(".")
        rows = self._rows(name)
        if not rows or not field:
            raise BadInput(self._not_found(key, name or key))
        if field not in self.fields:
            raise BadInput(f"“{field}” cannot be set; {', '.join(self.fields)} can.")
        others = self._rows(self.cards[rows[0]].name)
        if len(rows) < len(others) and not set(others) <= set(self.pieces):
            name = self.cards[rows[0]].name
            raise BadInput(f"{name} is the same card in every deck. Write “{name}.{field}”, without a deck.")
        return rows, field

    def range_of(self, key: str) -> range:
        """Returns the values that a number can have. Raises BadInput for an unknown number, or if the card has none."""
        rows, field = self.find(key)
        ranges = [self._range(self.cards[row], field) for row in rows]
        return range(max(one[0] for one in ranges), min(one[-1] for one in ranges) + 1)

    def changed(self, overrides: Mapping[str, int], is_stored: bool) -> list[CardFact]:
        """Returns the cards with some numbers changed. A key with a deck wins over the same card's key without one.

        A stored game may have numbers that nobody can give today. Raises BadInput for unknown and impossible numbers.
        """
        cards = list(self.cards)
        for key, value in sorted(overrides.items(), key=lambda item: self._names_deck(item[0])):
            rows, field = self.find(key)
            number = index(value) if hasattr(value, "__index__") else None
            if number is None or not (is_stored and number in ONCE):
                self._must_be_possible(key, value)
            for row in rows:
                cards[row] = cards[row].with_number(field, index(value))
        return cards

    def differences(self, cards: Sequence[CardFact]) -> list[NewNumber]:
        """Returns the numbers of these cards that are not the standard ones, each once, in the order of the cards."""
        found = []
        for row, card in enumerate(cards):
            for field in self.fields:
                if card.columns[field] == self.cards[row].columns[field]:
                    continue
                alike = {(cards[one].columns[field], self.cards[one].columns[field]) for one in self._rows(card.name)}
                old = None if self.cards[row].columns[field] is None else self.cards[row].number(field)
                deck = card.deck if len(alike) > 1 else ""
                found.append(NewNumber(deck, card.name, field, card.number(field), old))
        return list(dict.fromkeys(found))

    def _rows(self, name: str) -> list[int]:
        """Returns the rows of a card, in all decks or in the deck written before it."""
        rows = [row for row, card in enumerate(self.cards) if card.name == name]
        return rows or [row for row, card in enumerate(self.cards) if f"{card.deck}/{card.name}" == name]

    def _names_deck(self, key: str) -> bool:
        return all(card.name != key.rpartition(".")[0] for card in self.cards)

    def _not_found(self, key: str, name: str) -> str:
        """Returns why a key leads to no number: the card is unknown, or the key lacks a field."""
        card_key = key.removesuffix(".")
        if rows := self._rows(card_key):
            if not (fields := self.on(self.cards[rows[0]])):
                return f"{card_key} has no number that can be set."
            example = f"{card_key}.{fields[0]}={self.cards[rows[0]].number(fields[0])}"
            return f"“{card_key}” is a card without a field. Write a field, as in “{example}”."
        names = sorted({card.name for card in self.cards} | {f"{deck}/{card}" for deck, card in self._in_two_decks()})
        example = f"{self.cards[0].name}.{self.fields[0]}"
        near = did_you_mean(name, names)
        return f"{self.title} has no card “{name}”. Write CARD.FIELD, as in “{example}”. {near}"

    def _in_two_decks(self) -> list[tuple[str, str]]:
        """Returns the deck and the name of each card whose name is in another deck too, if they are separate cards."""
        return [
            (card.deck, card.name)
            for card in self.cards
            if len(rows := self._rows(card.name)) > 1 and set(rows) <= set(self.pieces)
        ]

    def _range(self, card: CardFact, field: str) -> range:
        """Returns the values that a card's number can have. Raises BadInput if it has no such number."""
        if card.columns[field] is None:
            fields = self.on(card)
            if not fields:
                raise BadInput(f"{card.name} has no number that can be set.")
            raise BadInput(f"{card.name} has no {field}. It has: {', '.join(fields)}.")
        return next(one for one in self.numbers if one.key == field and one.fits(card)).range_on(card)

    def _must_be_possible(self, key: str, value: object) -> None:
        possible = self.range_of(key)
        if not hasattr(value, "__index__") or index(value) not in possible:
            why = ": a positive number would help the other side" if possible[-1] == 0 else ""
            raise BadInput(f"{key} must be from {possible[0]} to {possible[-1]}, not {value}{why}.")


def with_more(numbers: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Returns card numbers with more of them, which win; a name without a deck also replaces those with one."""
    kept = {key: value for key, value in numbers.items() if key.partition("/")[2] not in more}
    return {**kept, **more}
