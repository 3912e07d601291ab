"""What designers can change on cards, by key: `CARD.FIELD`, or `DECK/CARD.FIELD` for one of two decks.

Besides its numbers, a card has these fields: `copies`, `name` (what people call it), `text` (in place of its notes) and
`look` (the card whose picture it has). A key `CARD.like` adds a new card that works like another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import Any, Final, NamedTuple

from grognard.kernel.content.cardfile import CardFact, names_of
from grognard.kernel.content.fields import read_number
from grognard.kernel.content.wording import did_you_mean, listed
from grognard.kernel.errors import BadInput

# What a field of a card can have: a number or words.
Value = int | str
COPIES: Final = "copies"
NAME: Final = "name"
TEXT: Final = "text"
LOOK: Final = "look"
LIKE: Final = "like"
# What a card's table calls the fields that are no columns.
CALLED: Final = {COPIES: "copies", NAME: "title", TEXT: "text", LOOK: "look"}
MOST_COPIES: Final = 9
MOST_LETTERS: Final = {NAME: 30, TEXT: 300}
MOST_CARDS: Final = 200
# Some scripts and emoji need joiners between their letters.
JOINERS: Final = re.compile("[\u200c\u200d]")
# The name of a new card in keys and notations: plain, so that everyone can type it.
NEW_CARD: Final = re.compile(r"[A-Za-z][A-Za-z0-9 '’&-]{0,28}[A-Za-z]")

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
        named = card.name, card.like.removeprefix(f"{card.deck}/"), card.columns.get("type"), card.columns.get("effect")
        return not self.only or any(name in self.only for name in named)

    def range_on(self, card: CardFact) -> range:
        """Returns the values that the number of a card can have."""
        if not self.keeps_sign:
            return range(self.least, self.most + 1)
        return range(self.least, 1) if card.number(self.key) < 0 else range(max(self.least, 0), self.most + 1)


class CardChange(NamedTuple):
    """A field of a card that is not the standard one. `deck` is empty if it is the same in every deck of the card.

    `title` is what people call the card. The field `like` means a new card.
    """

    deck: str
    name: str
    title: str
    field: str
    value: Value
    standard: Value | None  # None if the card has no such number, or is new

    @property
    def key(self) -> str:
        """The key of this field."""
        return f"{self.deck}/{self.name}.{self.field}" if self.deck else f"{self.name}.{self.field}"

    @property
    def card(self) -> str:
        """What people call the card, with its deck if another deck has another one: `CARD (DECK)`."""
        return f"{self.title} ({self.deck})" if self.deck else self.title

    @property
    def plays(self) -> bool:
        """Whether this changes how the game plays, and not only what people read and see."""
        return self.field not in (NAME, TEXT, LOOK)

    @property
    def is_number(self) -> bool:
        """Whether this is a number on the card."""
        return isinstance(self.value, int) and self.field != COPIES


@dataclass(frozen=True)
class CardTable:
    """The standard cards of a game, and the numbers on them that can be changed.

    `pieces` are the rows of separate cards. Several decks may share a card: then only its first row is among them.
    """

    title: str
    cards: Sequence[CardFact]
    numbers: Sequence[CardNumber]
    pieces: Sequence[int]
    # Whether the game can be played with other cards and other numbers of copies.
    is_open: bool = False

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
        if field not in (known := [*self.fields, *([COPIES] if self.is_open else []), NAME, TEXT, LOOK]):
            raise BadInput(f"“{field}” cannot be set; {listed(known)} can.")
        others = self._rows(self.cards[rows[0]].name)
        if field != COPIES and len(rows) < len(others) and not set(others) <= set(self.pieces):
            name = self.cards[rows[0]].name
            raise BadInput(f"{name} is the same card in every deck. Write “{name}.{field}”, without a deck.")
        return rows, field

    def range_of(self, key: str) -> range:
        """Returns the values that a number can have. Raises BadInput for an unknown number, or if the card has none."""
        rows, field = self.find(key)
        if field == COPIES:
            return range(MOST_COPIES + 1)
        if field not in self.fields:
            raise BadInput(f"{key} is not a number.")
        ranges = [self._range(self.cards[row], field) for row in rows]
        return range(max(one[0] for one in ranges), min(one[-1] for one in ranges) + 1)

    def changed(self, overrides: Mapping[str, Value], is_stored: bool) -> list[CardFact]:
        """Returns the cards with some fields changed, and the new cards after them.

        A key with a deck wins over the same card's key without one. A stored game may have numbers that nobody can give
        today. Raises BadInput for unknown fields and impossible values.
        """
        table = self._with_new(overrides)
        cards = list(table.cards)
        for key, value in sorted(overrides.items(), key=lambda item: table._names_deck(item[0])):
            if key.endswith(f".{LIKE}"):
                continue
            rows, field = table.find(key)
            altered = table._altered(key, field, value, is_stored)
            for row in rows:
                card = cards[row]
                is_column = field in self.fields
                cards[row] = card.with_number(field, altered) if is_column else card.altered(**{CALLED[field]: altered})
        must_differ((card.title, card.name) for card in cards)
        names = names_of(cards)
        return cards if names == names_of(self.cards) else [card.altered(names=names) for card in cards]

    def differences(self, cards: Sequence[CardFact]) -> list[CardChange]:
        """Returns the fields of these cards that are not the standard ones, each once, in the order of the cards."""
        standard = [self._standard(card) if card.like else self.cards[row].facts for row, card in enumerate(cards)]
        found = []
        for row, card in enumerate(cards):
            for field in (LIKE, NAME, COPIES, *self.fields, TEXT, LOOK):
                now, old = card.facts[field], standard[row][field]
                if now is None or now == old:
                    continue
                both = zip(cards, standard, strict=True)
                alike = {(one.facts[field], then[field]) for one, then in both if one.name == card.name}
                found.append(CardChange(card.deck if len(alike) > 1 else "", card.name, card.title, field, now, old))
        return list(dict.fromkeys(found))

    def _standard(self, card: CardFact) -> dict[str, Value | None]:
        """Returns a new card without its other changes. Its number of copies counts as one; its name does not."""
        old = next(old for row in self._rows(card.like) if (old := self.cards[row]).deck == card.deck)
        return {**old.facts, LIKE: None, NAME: card.title, COPIES: None, LOOK: old.look}

    def _with_new(self, overrides: Mapping[str, Value]) -> CardTable:
        """Returns this table with the new cards at its end, as they are before their other changes."""
        added: list[CardFact] = []
        for key, value in overrides.items():
            name, _, field = key.rpartition(".")
            if field == LIKE:
                added.append(self._new(name, value, [*self.cards, *added]))
        if not added:
            return self
        if not self.is_open:
            raise BadInput(f"{self.title} cannot have new cards.")
        if len(self.cards) + len(added) > MOST_CARDS:
            raise BadInput(f"A game can have up to {MOST_CARDS} cards, not {len(self.cards) + len(added)}.")
        rows = range(len(self.cards), len(self.cards) + len(added))
        return replace(self, cards=[*self.cards, *added], pieces=[*self.pieces, *rows])

    def _new(self, name: str, like: Value, others: Sequence[CardFact]) -> CardFact:
        """Returns a new card that works like another one."""
        if not NEW_CARD.fullmatch(name):
            raise BadInput(
                f"“{name}” cannot be the key of a new card: use up to 30 plain letters, and figures or spaces between "
                "them. Its name can have any letters."
            )
        rows = self._known(like)
        old = self.cards[rows[0]]
        if len(rows) > 1:
            raise BadInput(f"{like} is in several decks. Write one of them, as in “{old.deck}/{like}”.")
        card = old.altered(name=name, title=name, copies=1, look=old.look, like=str(like))
        # A card of another deck, too, would have its name in positions and notations.
        if any(card.key == other.key or name.casefold() == other.name.casefold() for other in others):
            raise BadInput(f"There is a card “{name}” already, or one whose name differs only in spaces or signs.")
        return card

    def _altered(self, key: str, field: str, value: Value, is_stored: bool) -> Any:
        """Returns the value of a field as the card has it; raises BadInput if it is impossible."""
        if field == LOOK:
            return self.cards[self._known(value)[0]].look
        if field in (NAME, TEXT):
            return _one_line(key, value, MOST_LETTERS[field])
        number = index(value) if hasattr(value, "__index__") else None
        if number is None or not (is_stored and number in ONCE and field != COPIES):
            self._must_be_possible(key, value)
        return index(value)  # type: ignore[arg-type]

    def _rows(self, name: str) -> list[int]:
        """Returns the rows of a card, in all decks or in the deck written before it."""
        rows = [row for row, card in enumerate(self.cards) if card.name == name]
        return rows or [row for row, card in enumerate(self.cards) if f"{card.deck}/{card.name}" == name]

    def _known(self, name: Value) -> list[int]:
        """Returns the rows of a card; raises BadInput if there is none."""
        if not (rows := self._rows(str(name))):
            raise BadInput(self._unknown(str(name), ""))
        return rows

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
        example = f"{self.cards[0].name}.{self.fields[0]}"
        return self._unknown(name, f"Write CARD.FIELD, as in “{example}”. ")

    def _unknown(self, name: str, form: str) -> str:
        names = sorted({card.name for card in self.cards} | {f"{deck}/{card}" for deck, card in self._in_two_decks()})
        return f"{self.title} has no card “{name}”. {form}{did_you_mean(name, names)}"

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


def value_of(key: str, text: str) -> Value:
    """Returns the value of a field as somebody wrote it; raises BadInput unless a number is a whole number."""
    return text if key.rpartition(".")[2] in (NAME, TEXT, LOOK, LIKE) else read_number(text)


def is_one_line(text: str) -> bool:
    """Returns whether a text is one line of visible letters."""
    return JOINERS.sub("", text).isprintable()


def _one_line(key: str, value: Value, most: int) -> str:
    """Returns words without the spaces around them; raises BadInput unless they are one line, and not too long."""
    words = value.strip() if isinstance(value, str) else ""
    if not words or len(words) > most or not is_one_line(words):
        raise BadInput(f"{key} should be one line of {most} letters or fewer.")
    return words


def must_differ(called: Iterable[tuple[str, str]]) -> None:
    """Raises BadInput if two different things would have the same name. Each is given as its name and its key."""
    names: dict[str, str] = {}
    for name, thing in called:
        if names.setdefault(name, thing) != thing:
            raise BadInput(f"Two cards would be called “{name}”.")


def with_more(numbers: Mapping[str, Value], more: Mapping[str, Value]) -> dict[str, Value]:
    """Returns changes to cards with more of them, which win; a name without a deck also replaces those with one."""
    kept = {key: value for key, value in numbers.items() if key.partition("/")[2] not in more}
    return {**kept, **more}
