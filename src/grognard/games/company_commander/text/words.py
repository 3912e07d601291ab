"""The words that all texts share: sides, Fronts, and what a card is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.company_commander.meta import META
from grognard.games.company_commander.names import CENTER, FRONTS
from grognard.games.company_commander.tables import Cards
from grognard.kernel.content.wording import listed, quoted
from grognard.kernel.game import Game

# What each kind of card is called, of units and of Tactics cards.
TYPE_LABELS: Final = {
    "HQ": "Leader", "SQ": "Squad", "EN": "Engineers", "RT": "Recon Team", "MG": "Machine Gun", "MO": "Mortar",
    "BZ": "Anti-Tank Team", "TK": "Tank", "AC": "Armored Car", "HT": "Half Track", "SN": "Sniper",
    "GU": "Anti-Tank Gun", "SP": "Support", "FP": "Fire", "CC": "Close combat", "AK": "Attack", "DF": "Defense",
    "NG": "Negates", "ST": "Stops", "OR": "Orders",
}  # fmt: skip

SIDES: Final = ("the Americans", "the Germans")


def front_name(front: int) -> str:
    """The Left, the Center, the Right, in the middle of a sentence."""
    return f"the {FRONTS[front]}"


def on_front(front: int) -> str:
    """On the Left, in the Center, on the Right."""
    return f"{'in' if front == CENTER else 'on'} {front_name(front)}"


def place_name(seat: int, front: int) -> str:
    """The Front of a side as the table calls it: American Left."""
    return f"{META.seats[seat]} {FRONTS[front]}"


def fire_dice(number: int) -> str:
    """1 Fire die, 2 Fire dice."""
    return f"{number} {plural_dice(number)}"


def plural_dice(number: int) -> str:
    """Returns “Fire die” or “Fire dice”, to follow a number."""
    return f"Fire {'die' if number == 1 else 'dice'}"


def cards_of(game: Game) -> Cards:
    """Returns the pieces of a loaded game."""
    return cast(Cards, game.card_set)


def named(game: Game, piece: int) -> str:
    """What a piece is called within a sentence: Tactics cards in quotes, so as not to be read as words."""
    called = game.names[piece]
    return called if piece < cards_of(game).units_in_all else quoted(called)


def pieces_named(game: Game, pieces: Sequence[int]) -> str:
    """One, two and three, of pieces."""
    return listed([named(game, piece) for piece in pieces])


def signed(value: int) -> str:
    """+1, -1."""
    return f"+{value}" if value >= 0 else f"−{-value}"
