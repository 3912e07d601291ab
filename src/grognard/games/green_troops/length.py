"""How long a game of Green Troops can be."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops.meta import LONGEST
from grognard.games.green_troops.rules.setup import FIRST_HAND
from grognard.games.green_troops.rules.turn import CARDS_A_TURN, HAND_LIMIT
from grognard.kernel.game import Game

# GT-3.5: the windows of a turn, each passed once at most. With an attack these are the orders, the answer to an
# Opportunity Attack, Rout, the defense, the Terrain left behind, and what comes after; without one there are three.
_A_TURN: Final = 6
# GT-6.1, 8.4: the card, the Unit, the target; a Screen in a barrage names two Units as well.
_A_CARD: Final = 3
# GT-5.4: a Leader, and the Unit to go to.
_A_MOVE: Final = 2
# GT-1.9: cards that are set aside while they work.
_ASIDE: Final = 3


def most_decisions(game: Game) -> int:
    """Returns the number of decisions that no game exceeds.

    The rules set no bound near the length of real games: a Unit need fall only once in the number of turns that night
    waits for (GT-14.1). Two players who want to can pass nearly all of 5,600 turns, three windows in each: 16,000
    decisions, and more if they move Leaders to and fro. The longest of 1,000 random games has 1,290. With
    `night_turns` = 0 nothing but the 17,100 turns ends such a game.
    """
    units = len(game.decks["army deck"])
    night = game.house_rules.number("night_turns") * game.num_players()
    # GT-14.1: `night` turns to each defeat at most, and again after the last one if that does not end the game.
    turns = min(LONGEST, units * night) if night > 0 else LONGEST
    leaders = sum(card.text("type") == "L" for card in game.cards)
    # GT-9.9: a Unit that falls leaves one Terrain at most, which is taken once.
    return turns * (_A_TURN + _A_MOVE * leaders) + _A_CARD * _cards(game, turns) + units


def _cards(game: Game, turns: int) -> int:
    """Returns how many cards can come into hands in this number of turns."""
    deck = game.decks["deck"]
    facts = {card.name: card for card in game.cards}
    events = sum(int(facts[name].columns["draw"] or 0) for name in deck)
    # GT-2.4, 4.1: without those that Events draw.
    cards = FIRST_HAND * game.num_players() + turns * CARDS_A_TURN
    # GT-10.1: no other seat has more than the limit, and the active one no more than it can have drawn since.
    limit = HAND_LIMIT + sum(
        int(card.columns["amount"] or 0) for card in game.cards if card.columns["effect"] == "hand"
    )
    hands = limit * game.num_players() + CARDS_A_TURN + events
    in_play = sum(facts[name].text("type") in "LT" for name in deck) + _ASIDE
    new = len(deck) - hands - in_play
    if new <= events:
        return cards + turns * 2 * events  # GT-4.2: one new deck in a turn, so that each Event works twice at most
    # A new deck comes between two uses of a card, so Events draw no more than `events` out of each deck:
    # all <= cards + events * (1 + all / new).
    return (cards + events) * new // (new - events) + 1
