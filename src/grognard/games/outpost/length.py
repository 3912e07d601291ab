"""An upper bound on the length of a game of Outpost."""

from __future__ import annotations

from grognard.games.outpost.rules.battle import HAND, SKIRMISH_HAND
from grognard.kernel.game import Game


def most_decisions(game: Game) -> int:
    """Returns the most decisions a game can have; some random games reach it."""
    hand = SKIRMISH_HAND if game.house_rules.is_("size", "skirmish") else HAND
    # OUT-2.1, 3.1: hands are never refilled, and each attack uses a card, so there are no more attacks than cards.
    # OUT-4.1: the defender answers or passes each, except the last: the other hand is empty by then.
    return 2 * (2 * hand) - 1
