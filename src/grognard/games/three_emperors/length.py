"""How long a game of Battle of the Three Emperors can be."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors.rules.turn import CARDS_A_TURN
from grognard.kernel.game import Game

# The decisions that a card of each type takes once it is in a hand: it is played or discarded, and asks questions.
_DECISIONS: Final = {
    "L": 2, "U": 2,  # TE-5.2: which Front
    "M": 1, "Y": 1,  # TE-5.3, 5.7
    "R": 2,  # TE-5.4: which piece is fetched
    "X": 3, "S": 3,  # TE-5.5, 5.6: which piece, where to
    "A": 2,  # TE-6.2: which Front an extra attack is for
    "D": 1, "E": 1,  # TE-7.1, 7.2
    "V": 2,  # TE-8.3: which piece falls. Full Retreat costs the loser other cards.
}  # fmt: skip
_A_TURN: Final = 3  # TE-5.1, 6.1, 6.6: the end of the orders, the free attack, the end of the actions
_AN_ACTION: Final = 3  # TE-7.1, 7.2, 8.4: both sides end their commitments, and the winner ends the Victory cards


def most_decisions(game: Game) -> int:
    """Returns the number of decisions that no game exceeds.

    The deck is the clock (TE-4.2), so this is less than twice the longest of 1,000 random games.
    """
    decks = 2 if game.house_rules.is_("deckout", "reshuffle_once") else 1
    # TE-4.1: five cards are drawn in each turn but the last, and discarded cards come back only in a new deck.
    turns = decks * sum(card.copies for card in game.cards) // CARDS_A_TURN
    # So no card is in a hand more often than there are decks.
    decisions = decks * sum(card.copies * _DECISIONS[card.text("type")] for card in game.cards)
    attacks = decks * sum(card.copies for card in game.cards if card.text("type") == "A")
    if game.house_rules.is_("commit", "alternate"):
        # TE-7.2: two passes in a row end it, so that each other pass is followed by a card.
        decisions += decks * sum(card.copies for card in game.cards if card.text("type") in "ADE")
    # TE-6.1, 6.2: a free attack in each turn, and one with each Attack card.
    return decisions + turns * _A_TURN + (turns + attacks) * _AN_ACTION
