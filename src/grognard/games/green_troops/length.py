"""Upper bounds on the length of a game of Green Troops."""

from __future__ import annotations

from typing import Final, cast

from grognard.games.green_troops.meta import LONGEST
from grognard.games.green_troops.rules.turn import CARDS_A_TURN, HAND_LIMIT
from grognard.games.green_troops.tables import FIRST_HAND, Cards
from grognard.kernel.game import Game

# GT-3.5: the windows of a turn, each passed at most once. With an attack these are the orders, the answer to an
# Opportunity Attack, Rout, the defense, the Terrain left behind, and the aftermath; without one there are three.
_A_TURN: Final = 6
# GT-6.1, 8.4: the card, the Unit, the target; a Screen in a barrage names two Units as well.
_A_CARD: Final = 3
# GT-5.4: a Leader, and the Unit to go to; with equal Leaders, also the Unit to leave.
_A_MOVE: Final = 2
# GT-1.9: cards set aside while they take effect.
_ASIDE: Final = 3


def most_decisions(game: Game) -> int:
    """Returns an upper bound on the number of decisions in a game.

    Real games are far shorter. A Unit must fall only once in the number of turns until night (GT-14.1), so two players
    who try can pass for nearly 5,600 turns of three windows each: 16,000 decisions, and more if they move Leaders back
    and forth. The longest of 1,000 random games has 1,290 decisions. With `night_turns` = 0, only the limit of 17,100
    turns ends such a game.
    """
    units = len(game.decks["army deck"])
    night = game.house_rules.number("night_turns") * game.num_players()
    # GT-14.1: at most `night` turns before each defeat; the last one ends the game or is followed by `night` more.
    turns = min(LONGEST, units * night) if night > 0 else LONGEST
    cards = cast(Cards, game.card_set)
    leaders = sum(fact.copies for fact in cards.name_facts if fact.text("type") == "L")
    a_move = _A_MOVE + 1 if cards.equal_leaders else _A_MOVE
    # GT-9.9: a fallen Unit leaves at most one Terrain, which is taken once.
    return turns * (_A_TURN + a_move * leaders) + _A_CARD * _cards(game, turns) + units


def _cards(game: Game, turns: int) -> int:
    """Returns the most cards that all seats can draw in this number of turns."""
    deck = game.decks["deck"]
    facts = {card.name: card for card in game.cards}
    events = sum(int(facts[name].columns["draw"] or 0) for name in deck)
    # GT-2.4, 4.1: cards not drawn by Events.
    cards = FIRST_HAND * game.num_players() + turns * CARDS_A_TURN
    # GT-10.1: no waiting seat has more than the limit; the active seat can also have the cards it drew this turn.
    colonels = [facts[name] for name in deck if facts[name].columns["effect"] == "hand"]
    limit = HAND_LIMIT + sum(int(card.columns["amount"] or 0) for card in colonels)
    hands = limit * game.num_players() + CARDS_A_TURN + events
    in_play = sum(facts[name].text("type") in "LT" for name in deck) + _ASIDE
    new = len(deck) - hands - in_play
    if new <= events:
        return cards + turns * 2 * events  # GT-4.2: one new deck in a turn, so each Event can be used at most twice
    # There is a new deck between two uses of a card, so Events draw at most `events` from each deck:
    # all <= cards + events * (1 + all / new).
    return (cards + events) * new // (new - events) + 1
