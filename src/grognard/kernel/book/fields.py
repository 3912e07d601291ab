"""Positions as plain named data: how `facts` and `set_facts` of a game write and read cards, numbers and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from grognard.kernel.errors import BadInput
from grognard.kernel.sets.bits import members_of, word_of
from grognard.kernel.sets.cards import Cards, common, members, minus, no_cards, of, only, union
from grognard.kernel.sets.counts import Counts, copies, counted


class CardNames:
    """The cards of a game by their names, in the order of the card table."""

    def __init__(self, title: str, names: Sequence[str]) -> None:
        self.title = title
        self.names = names
        self.number = {name: card for card, name in enumerate(names)}

    def listed(self, pile: Cards) -> list[str]:
        """The names of a set of cards, in the order of the card table."""
        return [self.names[card] for card in members(pile)]

    def pile(self, listed: object) -> Cards:
        """The set of the cards of these names; raises BadInput for a name that is no card."""
        found = no_cards()
        for name in cast("list[str]", listed):
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

    NONE = -1

    def __init__(self, title: str, names: Sequence[str], others: Sequence[str] = ()) -> None:
        self._title = title
        self._names = names
        self._number = {name: piece for piece, name in enumerate(names)}
        self._others = frozenset(others)

    def one(self, piece: int) -> list[str]:
        """The name of a piece as a list; none for NONE."""
        return [] if piece == self.NONE else [self._names[piece]]

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
        return [self.number(name) for name in cast("list[str]", listed) if name not in self._others]

    def one_in(self, listed: object) -> int:
        """The first of a list, or NONE."""
        return next(iter(self._read(listed)), self.NONE)

    def set_in(self, listed: object) -> int:
        """The pieces of a list, each once."""
        return word_of(self._read(listed))

    def pile_in(self, listed: object) -> Counts:
        """The pieces of a list, each as often as it is listed."""
        return counted(self._read(listed))


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


def changed(title: str, known: Mapping[str, object], facts: Mapping[str, object]) -> dict[str, object]:
    """All facts of a position with some of them changed; raises BadInput for one that there is not."""
    for name in facts:
        if name not in known:
            raise BadInput(f"{title} has no “{name}”. There are: {', '.join(known)}.")
    return {**known, **facts}


def number(value: object) -> int:
    """A whole number out of plain data."""
    if not isinstance(value, int):
        raise BadInput(f"“{value}” should be a whole number.")
    return value


def numbers(listed: object) -> list[int]:
    """Whole numbers out of a list, also as a scenario writes them."""
    return [
        number(int(value) if isinstance(value, str) and value.isdigit() else value)
        for value in cast("list[object]", listed)
    ]


def index(words: Sequence[str], word: object) -> int:
    """Where a word stands in a list of those there are."""
    if word not in words:
        raise BadInput(f"“{word}” should be one of: {', '.join(words)}.")
    return words.index(str(word))
