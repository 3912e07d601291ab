"""How long a game of Fusillade can be."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade.rules.maneuver import HAND_LIMIT, MOST_EXCHANGED
from grognard.games.fusillade.rules.turn import CARDS_A_TURN, FIRST_HAND
from grognard.kernel.game import Game

# FUS-3.2 to 5.2: each phase of a turn with an attack is ended or passed once.
_A_TURN: Final = 7


def most_decisions(game: Game) -> int:
    """Returns the number of decisions that no game exceeds.

    The rules set no bound near the length of real games: an attack costs at least a point, but it is due only when the
    clock would run out (FUS-7.2). Two players who want to can lose a point in every thirtieth turn, 199 times, and
    discard the cards they draw: 47,000 decisions. The longest of 1,000 random games has 1,880.
    """
    clock, troops = game.house_rules.number("clock"), game.house_rules.number("troops")
    # FUS-5.4, 7.2: the last point of a side ends the game, and before each loss are fewer turns than the clock allows.
    turns = (2 * troops - 1) * clock
    cards = _cards(game, turns)
    # A card leaves a hand by one decision. FUS-4.4: a counter may ask for its target too, but it takes a unit with it,
    # which was laid by a decision of its own: three decisions for two cards.
    return 3 * cards // 2 + _A_TURN * turns


def _cards(game: Game, turns: int) -> int:
    """Returns how many cards can come into hands in this number of turns."""
    # FUS-2.1, 3.1, 6.1: without those that Leaders and Actions draw.
    cards = 2 * FIRST_HAND + turns * (CARDS_A_TURN + MOST_EXCHANGED)
    abilities = sum(card.copies * card.number("force") for card in game.cards if card.text("type") in ("LS", "AS"))
    # FUS-2.4, 6.4: a new deck is made of all cards but the hands; with a line on the table nobody draws.
    hands = HAND_LIMIT + HAND_LIMIT + CARDS_A_TURN + abilities
    deck = sum(card.copies for card in game.cards) - hands
    if deck <= abilities:
        return cards + turns * abilities  # FUS-3.6: each ability once in a turn
    # A new deck comes between two uses of a card, so abilities draw no more than `abilities` out of each deck:
    # all <= cards + abilities * (1 + all / deck).
    return (cards + abilities) * deck // (deck - abilities) + 1
