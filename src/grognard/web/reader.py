"""What a page calls the seats and sides of a game: “you” and “your opponent” for its reader, names for all others."""

from __future__ import annotations

from grognard.kernel.content.grammar import Party
from grognard.kernel.game import Game


def parties_of(game: Game, side: int, is_reader: bool) -> tuple[Party, Party]:
    """Returns a side and its opponents as a page names them: the reader is “you”, and otherwise both have names."""
    if not is_reader:
        return game.party(side), game.party(1 - side)
    several = game.num_players() > 2
    return game.party(side, True), Party(1 - side, "your opponents" if several else "your opponent", plural=several)


def name_for(game: Game, seat: int, reader: int | None) -> str:
    """Returns what a page calls a seat: “you”, “your opponent” if there is only one, or its name."""
    if seat == reader:
        return "you"
    return "your opponent" if reader is not None and game.num_players() == 2 else game.seats[seat]


def whose(game: Game, seat: int, reader: int | None) -> str:
    """Returns the possessive of a seat: “your”, “your opponent's”, “the Germans'”."""
    party = game.seat_party(seat) if reader is None else Party(seat, name_for(game, seat, reader), seat == reader)
    return party.possessive()
