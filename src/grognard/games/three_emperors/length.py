"""An upper bound on the length of a game of Battle of the Three Emperors."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors.rules.turn import CARDS_A_TURN
from grognard.kernel.game import Game

# The most decisions that a card of each type can need after it is drawn: to play or discard it, and its questions.
_DECISIONS: Final = {
    "L": 2, "U": 2,  # TE-5.2: which Front
    "M": 1, "Y": 1,  # TE-5.3, 5.7
    "R": 2,  # TE-5.4: which piece is fetched
    "X": 3, "S": 3,  # TE-5.5, 5.6: which piece, where to
    "A": 2,  # TE-6.2: which Front an extra attack is for
    "D": 1, "E": 1,  # TE-7.1, 7.2
    "V": 2,  # TE-8.3: which piece is removed. Full Retreat costs the loser other cards.
}  # fmt: skip
_A_TURN: Final = 3  # TE-5.1, 6.1, 6.6: the end of the orders, the free attack, the end of the actions
_AN_ACTION: Final = 3  # TE-7.1, 7.2, 8.4: both sides end their commitments, and the winner ends the Victory cards


def most_decisions(game: Game) -> int:
    """Returns an upper bound on the decisions in a game.

    The deck is the clock (TE-4.2), so the bound is less than twice the longest of 1,000 random games.
    """
    decks = 2 if game.house_rules.is_("deckout", "reshuffle_once") else 1
    # TE-4.1: every turn but the last draws five cards, and discarded cards return only in a new deck.
    turns = decks * sum(card.copies for card in game.cards) // CARDS_A_TURN
    # So no card comes to a hand more often than there are decks.
    decisions = decks * sum(card.copies * _DECISIONS[card.text("type")] for card in game.cards)
    attacks = decks * sum(card.copies for card in game.cards if card.text("type") == "A")
    if game.house_rules.is_("commit", "alternate"):
        # TE-7.2: two passes in a row end it, so a card follows each other pass.
        decisions += decks * sum(card.copies for card in game.cards if card.text("type") in "ADE")
    # TE-6.1, 6.2: a free attack in each turn, and one with each Attack card.
    return decisions + turns * _A_TURN + (turns + attacks) * _AN_ACTION
