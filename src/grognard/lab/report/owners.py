"""The side that a card belongs to, for findings about that card."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grognard.kernel.game import Game

ONLY_FOR: Final = "only for "  # the beginning of the owner of a card that both sides draw


def owners(game: Game) -> dict[str, str]:
    """Returns the owner of each card that does not serve both sides alike, by the card's name.

    It is a seat, as in “American”; the copies in the seats' own decks, as in “2 American, 1 German”; or “only for
    Napoleon”, for a card that both sides draw.
    """
    return {**_by_decks(game), **_by_column(game)}


def _by_decks(game: Game) -> dict[str, str]:
    """Finds cards in the decks of single seats, whose keys end with the seat's number."""
    names = {piece: game.fact(number).name for number, piece in enumerate(game.pieces)}
    copies: dict[str, Counter[int]] = {}
    common: set[str] = set()
    numbers = {str(seat): seat for seat in range(len(game.seats))}
    for key, deck in game.decks.items():
        own = numbers.get(key.rpartition(" ")[2])
        for name in (names[piece] for piece in deck):
            if own is None:
                common.add(name)
            else:
                copies.setdefault(name, Counter())[own] += 1
    return {
        name: _told(game, counts)
        for name, counts in copies.items()
        if name not in common and len({counts[seat] for seat in range(len(game.seats))}) > 1
    }


def _told(game: Game, counts: Counter[int]) -> str:
    """Returns the only owner, or how many copies each seat has."""
    if len(counts) == 1:
        return game.seats[next(iter(counts))]
    return ", ".join(f"{count} {game.seats[seat]}" for seat, count in sorted(counts.items()))


def _by_column(game: Game) -> dict[str, str]:
    """Finds cards of a common deck that one side alone can use: a column has the first letter of that seat.

    Its only other value, if any, is on the cards that both sides can use.
    """
    letters = {seat[0]: seat for seat in game.seats}
    for column in game.cards[0].columns:
        values = {card.columns.get(column) for card in game.cards}
        if len(letters) > 1 and values >= letters.keys() and len(values) <= len(letters) + 1:
            used = {card.name: letters.get(str(card.columns.get(column))) for card in game.cards}
            return {name: f"{ONLY_FOR}{seat}" for name, seat in used.items() if seat is not None}
    return {}
