"""Events as records: one small class for each kind, with a field for each detail.

A game's `events.py` declares its kinds. Rules create the records; the log, the histories of learners and the lab read
their fields. `seen_by` hides the fields that a seat may not know, as declared by the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import ClassVar, Final, NamedTuple, SupportsIndex

from mypy_extensions import i64, mypyc_attr

NONE: Final = -1  # no piece or number in a field for one


class Field(NamedTuple):
    """The type of an event's field: pieces or numbers, one or a list.

    Only the seat of the event sees an `own` field. A field that is not `coded` follows from the others: histories leave
    it out, so new details for the log do not change an event's code.
    """

    card: bool = False
    several: bool = False
    own: bool = False
    coded: bool = True
    signed: bool = False


CARD: Final = Field(card=True)  # one piece, or NONE
CARDS: Final = Field(card=True, several=True)
NUMBER: Final = Field()  # a whole number from 0, a bool, or NONE
SIGNED: Final = Field(signed=True)  # a whole number that may be negative
NUMBERS: Final = Field(several=True)
UNCODED_NUMBER: Final = Field(coded=False)
UNCODED_NUMBERS: Final = Field(several=True, coded=False)
UNCODED_SIGNED: Final = Field(signed=True, coded=False)
OWN_CARD: Final = Field(card=True, own=True)
OWN_CARDS: Final = Field(card=True, several=True, own=True)


@mypyc_attr(acyclic=True)
class Event:
    """Something that happened: `seat` did it or suffered it.

    `kind` numbers the class within its game; 0 marks a base class of several kinds. `fields` declares every attribute,
    in the order of the constructor and of the histories. While an event is `private`, its `own` fields are hidden from
    every other seat.
    """

    kind: ClassVar[int] = 0
    fields: ClassVar[Mapping[str, Field]] = {}

    def __init__(self, seat: i64, private: bool = False) -> None:
        self.seat: i64 = seat
        self.private: bool = private

    def seen_by(self, seat: SupportsIndex | None) -> Event:
        """Returns the event as this seat (None: a spectator) may know it, without hidden cards."""
        if not self.private or (seat is not None and index(seat) == self.seat):
            return self
        return _restored(type(self), int(self.seat), True, [self._shown(name) for name in self.fields])

    def _shown(self, name: str) -> object:
        """Returns the value of a field for the other seats."""
        field = self.fields[name]
        if not field.own:
            return getattr(self, name)
        return [] if field.several else NONE

    def all_cards(self) -> list[int]:
        """Returns every piece in the event, in the order of its fields."""
        return self._listed([name for name, field in self.fields.items() if field.card])

    def own_cards(self) -> list[int]:
        """Returns the pieces that only the event's seat sees."""
        own = [name for name, field in self.fields.items() if field.card and field.own]
        return self._listed(own) if self.private else []

    def all_numbers(self) -> list[int]:
        """Returns every coded number in the event, in the order of its fields."""
        return self._listed([name for name, field in self.fields.items() if not field.card and field.coded])

    def _listed(self, names: list[str]) -> list[int]:
        found: list[int] = []
        for name in names:
            field, value = self.fields[name], getattr(self, name)
            if field.several:
                found += value
            elif field.signed or value >= 0:
                found.append(int(value))
        return found

    def values(self) -> list[object]:
        """Returns the values of its fields, in order."""
        return [getattr(self, name) for name in self.fields]

    def key(self) -> tuple[object, ...]:
        """Returns the whole content of the event as a key, for comparison and lookup."""
        fields = self.fields.items()
        values = [tuple(getattr(self, name)) if field.several else getattr(self, name) for name, field in fields]
        return (self.kind, int(self.seat), self.private, *values)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restored, (type(self), int(self.seat), self.private, self.values())


def _restored(kind: type[Event], seat: int, private: bool, values: list[object]) -> Event:
    """Returns a record of this class with these values."""
    event: Event = kind(seat, *values)  # type: ignore[arg-type]
    event.private = private
    return event


# -- base classes for the events of all games ----------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class CardEvent(Event):
    """An event in which a seat uses one card, or something happens to the card."""

    fields: ClassVar[Mapping[str, Field]] = {"card": CARD}

    def __init__(self, seat: i64, card: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card


@mypyc_attr(acyclic=True)
class CardsEvent(Event):
    """An event in which a seat uses several cards, or something happens to them."""

    fields: ClassVar[Mapping[str, Field]] = {"cards": CARDS}

    def __init__(self, seat: i64, cards: list[int]) -> None:
        super().__init__(seat)
        self.cards: list[int] = cards


@mypyc_attr(acyclic=True)
class DrawEvent(Event):
    """A seat draws cards that only it sees; the others see how many."""

    fields: ClassVar[Mapping[str, Field]] = {"cards": OWN_CARDS, "number": NUMBER}

    def __init__(self, seat: i64, cards: list[int], number: i64) -> None:
        super().__init__(seat, private=True)
        self.cards: list[int] = cards
        self.number: i64 = number


@mypyc_attr(acyclic=True)
class ReshuffleEvent(Event):
    """A discard pile becomes a new deck of `number` cards."""

    fields: ClassVar[Mapping[str, Field]] = {"number": NUMBER}

    def __init__(self, seat: i64, number: i64) -> None:
        super().__init__(seat)
        self.number: i64 = number


@mypyc_attr(acyclic=True)
class TurnEvent(Event):
    """A turn begins; `turn` counts the turns from 1."""

    fields: ClassVar[Mapping[str, Field]] = {"turn": NUMBER}

    def __init__(self, seat: i64, turn: i64) -> None:
        super().__init__(seat)
        self.turn: i64 = turn
