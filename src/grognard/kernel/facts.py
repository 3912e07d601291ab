"""Positions as plain named data: how `facts` and `set_facts` of a game write and read cards, numbers and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from grognard.kernel.cards import Cards, common, members, minus, no_cards, of, only, union
from grognard.kernel.errors import BadInput


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


def index(words: Sequence[str], word: object) -> int:
    """Where a word stands in a list of those there are."""
    if word not in words:
        raise BadInput(f"“{word}” should be one of: {', '.join(words)}.")
    return words.index(str(word))
