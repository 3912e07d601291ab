"""Positions as plain named data: a table of fields says how to write each fact and how to read it back."""

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

# The highest number in a position, so that loops that count one down end soon.
MOST_NUMBER: Final = 9999
MOST_DIGITS: Final = 18


@dataclass(frozen=True)
class Codec:
    """How to write a value as plain data and read it back; reading raises BadInput for an invalid value."""

    write: Callable[[Any], object]
    read: Callable[[Any], object]


@dataclass(frozen=True)
class FactField:
    """One fact: its name, how to get it from its owner, and how to put it back."""

    name: str
    get: Callable[[Any], object]
    put: Callable[[Any, Any], None]


# An owner, its fields, and the pattern of their names: the pattern `{} 0` turns `hand` into `hand 0`.
Part = tuple[Any, Sequence[FactField], str]


def field(name: str, codec: Codec, attribute: str = "", at: int | None = None) -> FactField:
    """Returns the fact in an attribute, or in place `at` of a tuple; by default the attribute has the fact's name."""
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
    """Returns fields with the same codec, each for the attribute with the fact's name."""
    return [field(name, codec) for name in names]


def phase_field(phases: Sequence[str], below: Mapping[int, int] | None = None) -> FactField:
    """Returns the field for the top frame. Setting it makes the frame the only one, or puts it on one from `below`."""

    def put(position: Any, value: object) -> None:
        phase = index(phases, value)
        if position.phase() != phase:
            position.set_stack([below[phase], phase] if below and phase in below else [phase])

    return FactField("phase", lambda position: phases[position.phase()], put)


def write_facts(parts: Iterable[Part]) -> dict[str, object]:
    """Returns all facts of these owners, in the order of their fields."""
    return {pattern.format(one.name): one.get(owner) for owner, listed, pattern in parts for one in listed}


def restore_facts(title: str, parts: Sequence[Part], facts: Mapping[str, object]) -> dict[str, object]:
    """Puts facts back in the order of the fields and returns all facts; facts not given keep their values.

    Raises BadInput for unknown facts and invalid values.
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
        """The codec for a set of cards as a list of names."""
        return Codec(self.listed, self.pile)

    def listed(self, pile: Cards) -> list[str]:
        """Returns the names of a set of cards, in the order of the card table."""
        return [self.names[card] for card in members(pile)]

    def pile(self, listed: object) -> Cards:
        """Returns the set of cards with these names; raises BadInput for an unknown name."""
        found = no_cards()
        for name in names_in(listed):
            if name not in self.number:
                raise BadInput(f"{self.title} has no card “{name}”.")
            found = union(found, only(self.number[name]))
        return found

    def check(self, places: Sequence[Cards]) -> None:
        """Raises BadInput unless every card is in exactly one place."""
        together = no_cards()
        for place in places:
            for card in members(common(together, place)):
                raise BadInput(f"{self.names[card]} is in two places.")
            together = union(together, place)
        for card in members(minus(of(list(range(len(self.names)))), together)):
            raise BadInput(f"{self.names[card]} is not in any of the places.")


class PieceNames:
    """The pieces of one kind by their names, numbered from 0: as one piece, as a set, and as a pile with copies.

    A list may also name pieces of another kind. Reading skips them; `check_taken` finds names that nobody read.
    """

    def __init__(self, title: str, names: Sequence[str], others: Sequence[str] = ()) -> None:
        self._title = title
        self._names = names
        self._number = {name: piece for piece, name in enumerate(names)}
        self._others = frozenset(others)

    @property
    def as_one(self) -> Codec:
        """The codec for a piece or NONE, as a list of at most one name."""
        return Codec(self.one, self.one_in)

    @property
    def as_set(self) -> Codec:
        """The codec for a set of pieces as a list of names."""
        return Codec(self.set, self.set_in)

    @property
    def as_pile(self) -> Codec:
        """The codec for a pile with copies as a list of names."""
        return Codec(self.pile, self.pile_in)

    def one(self, piece: int) -> list[str]:
        """Returns the name of a piece as a list, empty for NONE."""
        return [] if piece == NONE else [self._names[piece]]

    def set(self, pieces: int) -> list[str]:
        """Returns the names of a set of pieces."""
        return [self._names[piece] for piece in members_of(pieces)]

    def pile(self, pile: Counts) -> list[str]:
        """Returns the names of a pile of pieces, one for every copy."""
        return [self._names[piece] for piece in copies(pile)]

    def number(self, name: str) -> int:
        """Returns the piece with this name; raises BadInput if this kind has none."""
        if name not in self._number:
            raise BadInput(f"{self._title} has no “{name}” to put there.")
        return self._number[name]

    def _read(self, listed: object) -> list[int]:
        return [self.number(name) for name in names_in(listed) if name not in self._others]

    def one_in(self, listed: object) -> int:
        """Returns the only piece of a list, or NONE; raises BadInput for several."""
        pieces = self._read(listed)
        if len(pieces) > 1:
            raise BadInput(f"Only one card or piece can be there, but {len(pieces)} are listed.")
        return pieces[0] if pieces else NONE

    def set_in(self, listed: object) -> int:
        """Returns the pieces of a list as a set."""
        return word_of(self._read(listed))

    def pile_in(self, listed: object) -> Counts:
        """Returns the pieces of a list with their copies; raises BadInput for more than a pile can count."""
        pieces = self._read(listed)
        for piece, lie in Counter(pieces).items():
            if lie > MOST:
                raise BadInput(f"{self._names[piece]}: a pile can hold at most {MOST}, not {lie}.")
        return counted(pieces)


def check_taken(known: Mapping[str, object], written: Mapping[str, object]) -> None:
    """Raises BadInput if rewriting the position does not give back everything that was listed."""
    for place, listed in known.items():
        if isinstance(listed, list) and sorted(listed) != sorted(cast("list[str]", written[place])):
            raise BadInput(f"“{place}” lists something that cannot be there.")


def check_all_there(copies_of: Mapping[str, int], listed: Iterable[str]) -> None:
    """Raises BadInput unless every piece is listed as many times as it has copies."""
    lie = Counter(listed)
    for name, there in copies_of.items():
        if lie[name] != there:
            raise BadInput(f"{name}: {lie[name]} in this position, but there should be {there}.")


def with_changed_facts(title: str, known: Mapping[str, object], facts: Mapping[str, object]) -> dict[str, object]:
    """Returns all facts of a position with some changed; raises BadInput for an unknown fact."""
    for name in facts:
        if name not in known:
            raise BadInput(f"{title} has no “{name}”. {did_you_mean(name, known)}")
    return {**known, **facts}


def names_in(listed: object) -> list[str]:
    """Returns a list of names from plain data; raises BadInput for anything else."""
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise BadInput(f"“{listed}” should be a list of names.")
    return listed


def number(value: object, least: int = NONE, most: int = MOST_NUMBER) -> int:
    """Returns a whole number from plain data; raises BadInput for one outside these bounds."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"“{shown(value)}” should be a whole number.")
    if not least <= value <= most:
        raise BadInput(f"“{shown(value)}” should be a whole number from {least} to {most}.")
    return value


def shown(value: object) -> str:
    """Returns a value as text to quote in a sentence. (Python refuses to write very long numbers.)"""
    return "a number with many digits" if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS else str(value)


def as_number(text: str) -> int | None:
    """Returns the whole number, 0 or more, that a text contains; None for other texts and for too many digits.

    Python counts “²” as a digit but cannot read it, and refuses to read several thousand digits.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def read_number(text: str) -> int:
    """Returns a whole number as people write it; raises BadInput for other texts and for too many digits."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadInput(f"“{text}” should be a whole number.")
    if len(digits) > MOST_DIGITS:
        raise BadInput(f"“{text}” has too many digits for a number.")
    return int(text)


def whole(least: int, most: int) -> Codec:
    """Returns the codec for a whole number between these bounds."""
    return Codec(int, lambda value: number(value, least, most))


def numbers(listed: object, least: int = NONE, most: int = MOST_NUMBER) -> list[int]:
    """Returns the whole numbers of a list; scenarios may write them as text."""
    if not isinstance(listed, list):
        raise BadInput(f"“{shown(listed)}” should be a list of whole numbers.")
    return [number(read_number(value) if isinstance(value, str) else value, least, most) for value in listed]


def flag(value: object) -> bool:
    """Returns a boolean from plain data; raises BadInput for anything else."""
    if not isinstance(value, bool):
        raise BadInput(f"“{shown(value)}” should be true or false.")
    return value


def index(words: Sequence[str], word: object) -> int:
    """Returns the index of a word in a list; raises BadInput for an unknown word."""
    if not isinstance(word, str) or word not in words:
        raise BadInput(f"“{shown(word)}” is unknown here. {did_you_mean(str(shown(word)), words)}")
    return words.index(word)


def words(listed: Sequence[str]) -> Codec:
    """Returns the codec for a small number as the word at that index of a list."""
    return Codec(lambda place: listed[place], lambda word: index(listed, word))


NUMBER: Final = Codec(int, number)
FLAG: Final = Codec(bool, flag)
