"""Card sets: the pieces of a loaded game, as its card list says, and the actions with them.

A card set depends on the cards' names, copies and words, but not on their numbers, so games with other numbers share
it. `GameSpec.card_set` makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.cards import CAPACITY, of
from grognard.kernel.cardsets.counts import THINGS
from grognard.kernel.content.fields import CardNames, PieceNames
from grognard.kernel.engine.actions import NOT_IN_HAND, ActionSpace, Window
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.content.cardfile import CardFact
    from grognard.kernel.content.options import HouseRules

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
    holders   the names of the pieces that can have cards on them: in a position, each is a place of its own
    actions   every action that the game can have
    """

    actions: ActionSpace

    def __init__(self, pieces: Sequence[str], rows: Sequence[int], copies: Sequence[int]) -> None:
        self.pieces = pieces
        self.rows = rows
        self.copies = copies
        self.holders: Sequence[str] = ()

    def decks(self, rules: HouseRules) -> Mapping[str, Sequence[str]]:
        """Returns where every card is before the deal, by the names of pieces, under these house rules."""
        return {"deck": self.pieces}

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


class CardWindow(NamedTuple):
    """A `Window` before the cards are known: its verb takes the cards of these types, or every card.

    `phase` is the number of the verb and the phase in which it is chosen, unless `phases` lists other phases.
    """

    phase: int
    plain: Sequence[str] = ()
    verb: str = ""
    types: Sequence[str] = ()
    stranger: int = NOT_IN_HAND
    phases: Sequence[int] = ()


@mypyc_attr(acyclic=True)
class DeckWithWindows(DeckCards):
    """The card set of a game with one deck whose actions follow from its windows.

    In `GameSpec`, give it everything but the cards: `partial(DeckWithWindows, title, types, least, windows)`.
    """

    def __init__(
        self, title: str, types: list[str], least: int, windows: Sequence[CardWindow], facts: Sequence[CardFact]
    ) -> None:
        super().__init__(title, facts, types, least)
        self.actions = ActionSpace([self._window(window) for window in windows], self.pieces)

    def _window(self, window: CardWindow) -> Window:
        cards = self.of_types(*(window.types or self.types)) if window.verb else []
        return Window(window.phase, window.plain, window.verb, cards, window.phases, stranger=window.stranger)


@mypyc_attr(acyclic=True)
class DeckTables:
    """The cards and house rules of a loaded game with one deck; immutable, shared by all its states.

    A game extends it with what its rules read often.
    """

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: DeckCards) -> None:
        self.cards: DeckCards = cards
        self.rules: HouseRules = rules
        self.type: bytes = cards.type
        self.facts: list[CardFact] = cards.each(facts)

    def number(self, column: str) -> list[int]:
        """Returns the number of each card in a column of the card table; 0 for a card that has none there."""
        return [fact.numbers.get(column, 0) for fact in self.facts]


@mypyc_attr(acyclic=True)
class UnitsAndPiles(CardSet):
    """The card set of a game with units, each a piece of its own, and with cards whose copies are interchangeable.

    The pieces are the units, deck by deck, and then the names of the other cards: one piece for all copies of a card.
    A card without copies is not among them. A game's subclass adds the sets that its rules need, and the actions.

    unit_facts   the row of the card table of each unit
    name_facts   the row of the card table of each name
    first        the number of the first unit in each deck of units
    units_in_all the number of units, and the piece number of the first name
    units        reads and writes units by their names
    cards        reads and writes the other cards by their names
    copies_of    how many of each piece there are, by its name

    Raises BadInput for more units or names than a word can hold, and for more copies than a pile can count.
    """

    def __init__(self, title: str, facts: Sequence[CardFact], unit_decks: Sequence[str], pile_deck: str) -> None:
        rows = [
            row
            for deck in unit_decks
            for row, fact in enumerate(facts)
            if fact.deck == deck
            for _copy in range(fact.copies)
        ]
        names = [row for row, fact in enumerate(facts) if fact.deck == pile_deck and fact.copies > 0]
        _check_number(title, "units", len(rows))
        _check_number(title, f"different cards in the {pile_deck} deck", len(names))
        self.unit_facts: list[CardFact] = [facts[row] for row in rows]
        self.name_facts: list[CardFact] = [facts[row] for row in names]
        self.names: list[str] = [fact.name for fact in self.name_facts]
        self.unit_names, numbers = _numbered([fact.name for fact in self.unit_facts], {*self.names})
        super().__init__([*self.unit_names, *self.names], [*rows, *names], [*numbers, *[0] * len(names)])
        self.holders = self.unit_names
        self.units_in_all: i64 = len(rows)
        in_decks = [fact.deck for fact in self.unit_facts]
        self.first: list[int] = [sum(map(in_decks.count, unit_decks[:deck])) for deck in range(len(unit_decks))]
        self.units = PieceNames(title, self.unit_names, self.names)
        self.cards = PieceNames(title, self.names, self.unit_names)
        self.copies_of: dict[str, int] = dict.fromkeys(self.unit_names, 1)
        for fact in self.name_facts:
            self.copies_of[fact.name] = fact.copies

    def copies_of_names(self) -> list[str]:
        """Returns the name of every card that is not a unit, once for each copy."""
        return [fact.name for fact in self.name_facts for _copy in range(fact.copies)]

    def pieces_of(self, names: Iterable[int]) -> list[int]:
        """Returns the piece numbers of names."""
        return [int(self.units_in_all) + name for name in names]


def _check_number(title: str, things: str, number: int) -> None:
    """Raises BadInput for more things than a word has bits for."""
    if number > THINGS:
        raise BadInput(f"{title} can have {THINGS} {things} at most, not {number}.")


def _numbered(printed: Sequence[str], others: set[str]) -> tuple[list[str], list[int]]:
    """Returns a name and a number for each of these pieces.

    The only piece of a name keeps it and has no number; several are “NAME 1”, “NAME 2” and so on, without names that
    another card has.
    """
    taken = {name.casefold() for name in (*printed, *others)}
    last: dict[str, int] = {}
    names: list[str] = []
    numbers: list[int] = []
    for name in printed:
        number = 0
        if printed.count(name) > 1:
            number = last.get(name, 0) + 1
            while f"{name} {number}".casefold() in taken:
                number += 1
            last[name] = number
        names.append(f"{name} {number}" if number > 0 else name)
        numbers.append(number)
    return names, numbers


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
