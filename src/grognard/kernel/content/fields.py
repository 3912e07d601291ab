"""Positions as plain named data: one table of fields says how each fact is written and how it is read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from grognard.kernel.cardsets.bits import NONE, members_of, word_of
from grognard.kernel.cardsets.cards import Cards, common, members, minus, no_cards, of, only, union
from grognard.kernel.cardsets.counts import MOST, Counts, copies, counted
from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import BadInput

# No number of a position is higher: loops that count one down end soon.
MOST_NUMBER: Final = 9999
MOST_DIGITS: Final = 18


@dataclass(frozen=True)
class Codec:
    """How a value is written as plain data, and read back; reading raises BadInput for what it cannot be."""

    write: Callable[[Any], object]
    read: Callable[[Any], object]


@dataclass(frozen=True)
class FactField:
    """One fact: its name, how it is taken from its owner, and how it is put back there."""

    name: str
    get: Callable[[Any], object]
    put: Callable[[Any, Any], None]


# Fields of one owner, and the pattern of their names: `hand` is called `hand 0` under the pattern `{} 0`.
Part = tuple[Any, Sequence[FactField], str]


def field(name: str, codec: Codec, attribute: str = "", at: int | None = None) -> FactField:
    """The fact that an attribute holds, or place `at` of a tuple; the attribute is called like the fact if not told."""
    key = attribute or name.replace(" ", "_")
    if at is None:
        return FactField(
            name,
            lambda owner: codec.write(getattr(owner, key)),
            lambda owner, value: setattr(owner, key, codec.read(value)),
        )

    def put(owner: Any, value: object) -> None:
        values = list(getattr(owner, key))
        values[at] = codec.read(value)
        setattr(owner, key, tuple(values))

    return FactField(name, lambda owner: codec.write(getattr(owner, key)[at]), put)


def fields(codec: Codec, *names: str) -> list[FactField]:
    """Facts of one form, each held by the attribute of its name."""
    return [field(name, codec) for name in names]


def phase_field(phases: Sequence[str], below: Mapping[int, int] | None = None) -> FactField:
    """The frame on top; a phase that is set stands alone, or on the frame that it is always above."""

    def put(position: Any, value: object) -> None:
        phase = index(phases, value)
        if position.phase() != phase:
            position.set_stack([below[phase], phase] if below and phase in below else [phase])

    return FactField("phase", lambda position: phases[position.phase()], put)


def write_facts(parts: Iterable[Part]) -> dict[str, object]:
    """All facts of these owners, in the order of their fields."""
    return {pattern.format(one.name): one.get(owner) for owner, listed, pattern in parts for one in listed}


def restore_facts(title: str, parts: Sequence[Part], facts: Mapping[str, object]) -> dict[str, object]:
    """Puts facts back, in the order of the fields; what is not named keeps its value. All facts as they were asked for.

    Raises BadInput for a fact that there is not, and for a value that cannot be.
    """
    known = with_changed_facts(title, write_facts(parts), facts)
    for owner, listed, pattern in parts:
        for one in listed:
            one.put(owner, known[pattern.format(one.name)])
    return known


class CardNames:
    """The cards of a game by their names, in the order of the card table."""

    def __init__(self, title: str, names: Sequence[str]) -> None:
        self.title = title
        self.names = names
        self.number = {name: card for card, name in enumerate(names)}

    @property
    def as_pile(self) -> Codec:
        """A set of cards as a list of names."""
        return Codec(self.listed, self.pile)

    def listed(self, pile: Cards) -> list[str]:
        """The names of a set of cards, in the order of the card table."""
        return [self.names[card] for card in members(pile)]

    def pile(self, listed: object) -> Cards:
        """The set of the cards of these names; raises BadInput for a name that is no card."""
        found = no_cards()
        for name in names_in(listed):
            if name not in self.number:
                raise BadInput(f"{self.title} has no card “{name}”.")
            found = union(found, only(self.number[name]))
        return found

    def check(self, places: Sequence[Cards]) -> None:
        """Raises BadInput unless every card lies in exactly one place."""
        together = no_cards()
        for place in places:
            for card in members(common(together, place)):
                raise BadInput(f"{self.names[card]} lies in two places.")
            together = union(together, place)
        for card in members(minus(of(list(range(len(self.names)))), together)):
            raise BadInput(f"{self.names[card]} lies nowhere.")


class PieceNames:
    """The pieces of one kind by their names, numbered from 0: as one piece, as a set, and as a pile with copies.

    A list may name pieces of another kind too. They are passed over when it is read: what does not come back is found
    by `check_taken`.
    """

    def __init__(self, title: str, names: Sequence[str], others: Sequence[str] = ()) -> None:
        self._title = title
        self._names = names
        self._number = {name: piece for piece, name in enumerate(names)}
        self._others = frozenset(others)

    @property
    def as_one(self) -> Codec:
        """A piece or NONE, as a list of at most one name."""
        return Codec(self.one, self.one_in)

    @property
    def as_set(self) -> Codec:
        """A set of pieces as a list of names."""
        return Codec(self.set, self.set_in)

    @property
    def as_pile(self) -> Codec:
        """A pile with copies as a list of names."""
        return Codec(self.pile, self.pile_in)

    def one(self, piece: int) -> list[str]:
        """The name of a piece as a list; none for NONE."""
        return [] if piece == NONE else [self._names[piece]]

    def set(self, pieces: int) -> list[str]:
        """The names of a set of pieces."""
        return [self._names[piece] for piece in members_of(pieces)]

    def pile(self, pile: Counts) -> list[str]:
        """The names of a pile of pieces, every copy."""
        return [self._names[piece] for piece in copies(pile)]

    def number(self, name: str) -> int:
        """The piece of this name; raises BadInput if there is none of this kind."""
        if name not in self._number:
            raise BadInput(f"{self._title} has no “{name}” that could lie there.")
        return self._number[name]

    def _read(self, listed: object) -> list[int]:
        return [self.number(name) for name in names_in(listed) if name not in self._others]

    def one_in(self, listed: object) -> int:
        """The only one of a list, or NONE; raises BadInput for several."""
        pieces = self._read(listed)
        if len(pieces) > 1:
            raise BadInput(f"Only one card or piece can lie where {len(pieces)} are listed.")
        return pieces[0] if pieces else NONE

    def set_in(self, listed: object) -> int:
        """The pieces of a list, each once."""
        return word_of(self._read(listed))

    def pile_in(self, listed: object) -> Counts:
        """The pieces of a list, each as often as it is listed; raises BadInput for more than a pile can count."""
        pieces = self._read(listed)
        for piece, lie in Counter(pieces).items():
            if lie > MOST:
                raise BadInput(f"{self._names[piece]}: {lie} lie in one pile, where {MOST} are the most.")
        return counted(pieces)


def check_taken(known: Mapping[str, object], written: Mapping[str, object]) -> None:
    """Raises BadInput if not all that was listed has come back, when a position is written down anew."""
    for place, listed in known.items():
        if isinstance(listed, list) and sorted(listed) != sorted(cast("list[str]", written[place])):
            raise BadInput(f"Not all that is put into “{place}” can lie there.")


def check_all_there(copies_of: Mapping[str, int], listed: Iterable[str]) -> None:
    """Raises BadInput unless every piece is listed as often as there are copies of it."""
    lie = Counter(listed)
    for name, there in copies_of.items():
        if lie[name] != there:
            raise BadInput(f"{name}: {lie[name]} lie in this position, and there should be {there}.")


def with_changed_facts(title: str, known: Mapping[str, object], facts: Mapping[str, object]) -> dict[str, object]:
    """All facts of a position with some of them changed; raises BadInput for one that there is not."""
    for name in facts:
        if name not in known:
            raise BadInput(f"{title} has no “{name}”. {did_you_mean(name, known)}")
    return {**known, **facts}


def names_in(listed: object) -> list[str]:
    """A list of names out of plain data."""
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise BadInput(f"“{listed}” should be a list of names.")
    return listed


def number(value: object, least: int = NONE, most: int = MOST_NUMBER) -> int:
    """A whole number out of plain data; raises BadInput for one outside these bounds."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"“{shown(value)}” should be a whole number.")
    if not least <= value <= most:
        raise BadInput(f"“{shown(value)}” should be a whole number from {least} to {most}.")
    return value


def shown(value: object) -> str:
    """A value as a sentence quotes it. (Python refuses to write very long numbers.)"""
    return "a number of many digits" if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS else str(value)


def as_number(text: str) -> int | None:
    """Returns the whole number from 0 up that a text is; None for another text, or more digits than any number here.

    Python takes “²” for a digit that it cannot read, and refuses to read several thousand digits.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def read_number(text: str) -> int:
    """A whole number as people write it; raises BadInput for what is none, or has more digits than any number here."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadInput(f"“{text}” should be a whole number.")
    if len(digits) > MOST_DIGITS:
        raise BadInput(f"“{text}” has too many digits for a number.")
    return int(text)


def whole(least: int, most: int) -> Codec:
    """A whole number between these bounds."""
    return Codec(int, lambda value: number(value, least, most))


def numbers(listed: object, least: int = NONE, most: int = MOST_NUMBER) -> list[int]:
    """Whole numbers out of a list, also as a scenario writes them."""
    if not isinstance(listed, list):
        raise BadInput(f"“{shown(listed)}” should be a list of whole numbers.")
    return [number(read_number(value) if isinstance(value, str) else value, least, most) for value in listed]


def flag(value: object) -> bool:
    """Yes or no out of plain data."""
    if not isinstance(value, bool):
        raise BadInput(f"“{shown(value)}” should be true or false.")
    return value


def index(words: Sequence[str], word: object) -> int:
    """Where a word stands in a list of those there are."""
    if not isinstance(word, str) or word not in words:
        raise BadInput(f"“{shown(word)}” is not known here. {did_you_mean(str(shown(word)), words)}")
    return words.index(word)


def words(listed: Sequence[str]) -> Codec:
    """A small number as the word that stands there in a list."""
    return Codec(lambda place: listed[place], lambda word: index(listed, word))


NUMBER: Final = Codec(int, number)
FLAG: Final = Codec(bool, flag)
