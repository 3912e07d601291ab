"""Card sets: the pieces of a loaded game, as its card list says, and the actions with them.

A card set depends on the cards' names, copies and words, but not on their numbers, so games with other numbers share
it. `GameSpec.card_set` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.cards import CAPACITY, of
from grognard.kernel.content.fields import CardNames
from grognard.kernel.engine.actions import ActionSpace
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.content.cardfile import CardFact

# The most cards in a deck. One more would reach the sign bit of a word in `Row.cards_of`.
MOST_CARDS: Final = CAPACITY - 1
# How many card sets a game keeps.
CARD_SETS: Final = 64


@mypyc_attr(acyclic=True)
class CardSet:
    """The pieces of a game by number: names, rows in the card table, and the numbers that distinguish copies.

    pieces    the name of each piece in positions, actions and events
    rows      the row in `Game.cards` of each piece
    copies    the number at the end of its name that distinguishes it from other copies, or 0 for none
    actions   every action that the game can have
    """

    actions: ActionSpace

    def __init__(self, pieces: Sequence[str], rows: Sequence[int], copies: Sequence[int]) -> None:
        self.pieces = pieces
        self.rows = rows
        self.copies = copies

    def each(self, facts: Sequence[CardFact]) -> list[CardFact]:
        """Returns the row of each piece from the rows of the card table."""
        return [facts[row] for row in self.rows]


@mypyc_attr(acyclic=True)
class DeckCards(CardSet):
    """The card set of a game with one deck, in which each copy of a card is a piece of its own.

    A game's subclass adds the sets of cards that its rules need, and the actions. `types` are the words in the
    column `type`, and `least` is the smallest deck that can be dealt. Raises BadInput for fewer cards, and for more
    than a set can hold.
    """

    def __init__(self, title: str, facts: Sequence[CardFact], types: list[str], least: int) -> None:
        rows = [row for row, fact in enumerate(facts) for _copy in range(fact.copies)]
        if not least <= len(rows) <= MOST_CARDS:
            raise BadInput(f"{title} needs {least} to {MOST_CARDS} cards in all, not {len(rows)}.")
        pieces, copies = _named(facts)
        super().__init__(pieces, rows, copies)
        self.by_name = CardNames(title, pieces)
        self.size: i64 = len(rows)
        self.all_cards: tuple[i64, i64] = of(list(range(len(rows))))
        # The type of each piece, as its number in `types`.
        self.type: bytes = bytes([types.index(fact.text("type")) for fact in self.each(facts)])
        self.types = types

    def having(self, facts: Sequence[CardFact], column: str, *values: str) -> list[int]:
        """Returns the cards with one of these values in a column of the card table, in ascending order."""
        return [card for card, fact in enumerate(self.each(facts)) if fact.columns[column] in values]

    def of_types(self, *types: str) -> list[int]:
        """Returns the cards of these types, in ascending order."""
        return [card for card in range(len(self.type)) if self.types[self.type[card]] in types]


def _named(facts: Sequence[CardFact]) -> tuple[list[str], list[int]]:
    """Returns a name and a number for every copy of these cards.

    The first copy has the name of its card and no number; the others are “NAME 2”, “NAME 3” and so on, without names
    that another card has.
    """
    taken = {fact.name.casefold() for fact in facts}
    names: list[str] = []
    numbers: list[int] = []
    for fact in facts:
        number = 1
        for copy in range(fact.copies):
            if copy > 0:
                number += 1
                while f"{fact.name} {number}".casefold() in taken:
                    number += 1
                taken.add(f"{fact.name} {number}".casefold())
            names.append(f"{fact.name} {number}" if copy > 0 else fact.name)
            numbers.append(number if copy > 0 else 0)
    return names, numbers


def fixed_cards(
    actions: ActionSpace, pieces: Sequence[str], rows: Sequence[int], copies: Sequence[int] = ()
) -> Callable[[Sequence[CardFact]], CardSet]:
    """Returns `GameSpec.card_set` for a game whose pieces never change."""
    fixed: Final = CardSet(pieces, rows, copies or [0] * len(pieces))
    fixed.actions = actions
    return lambda _cards: fixed
