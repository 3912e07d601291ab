"""An upper bound on the length of a game of Fusillade."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade.meta import LAST_TURN
from grognard.games.fusillade.rules.maneuver import HAND_LIMIT, MOST_EXCHANGED
from grognard.games.fusillade.rules.turn import CARDS_A_TURN, FIRST_HAND
from grognard.kernel.content.options import HouseRules
from grognard.kernel.game import Game

# FUS-3.2 to 5.2: the decisions that end or pass the phases of a turn with an attack.
_A_TURN: Final = 7


def most_decisions(game: Game) -> int:
    """Returns an upper bound on the decisions in a game.

    The rules allow much longer games than real ones: an attack costs at least one point, but players need to attack
    only before the clock runs out (FUS-7.2). Two players could lose a point every thirtieth turn, 199 times, and
    discard the cards they draw: 47,000 decisions. The longest of 1,000 random games has 1,880. Without the clock, only
    the number of turns in all limits a game.
    """
    turns = _turns(game.house_rules)
    cards = _cards(game, turns)
    # A card leaves a hand with one decision. FUS-4.4: a counter may also ask for its target, but it removes a unit,
    # which took one decision to play: three decisions for two cards.
    return 3 * cards // 2 + _A_TURN * turns


def _turns(rules: HouseRules) -> int:
    """Returns an upper bound on the number of turns (FUS-7.2)."""
    if rules.is_("clock", "off"):
        return LAST_TURN
    # FUS-5.4: a side's last point ends the game, and each loss comes before the clock runs out.
    return (2 * rules.number("troops") - 1) * rules.number("clock")


def _cards(game: Game, turns: int) -> int:
    """Returns the most cards that can come into hands in this number of turns."""
    # FUS-2.1, 3.1, 6.1: without the cards that Leaders and Actions draw.
    cards = 2 * FIRST_HAND + turns * (CARDS_A_TURN + MOST_EXCHANGED)
    abilities = sum(card.copies * card.number("force") for card in game.cards if card.text("type") in ("LS", "AS"))
    # FUS-2.4, 6.4: a new deck holds all cards not in hands; nobody draws while a line is on the table.
    hands = HAND_LIMIT + HAND_LIMIT + CARDS_A_TURN + abilities
    deck = sum(card.copies for card in game.cards) - hands
    if deck <= abilities:
        return cards + turns * abilities  # FUS-3.6: each ability once in a turn
    # A card can be used again only after a new deck, so abilities draw at most `abilities` cards from each deck:
    # all <= cards + abilities * (1 + all / deck).
    return (cards + abilities) * deck // (deck - abilities) + 1
