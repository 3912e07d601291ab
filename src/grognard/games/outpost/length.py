"""How long a game of Outpost can be."""

from __future__ import annotations

from grognard.games.outpost.rules.battle import HAND, SKIRMISH_HAND
from grognard.kernel.game import Game


def most_decisions(game: Game) -> int:
    """Returns the number of decisions that no game exceeds, and that some random games have."""
    hand = SKIRMISH_HAND if game.house_rules.is_("size", "skirmish") else HAND
    # OUT-2.1, 3.1: hands are never refilled, and an attack uses up a card: there are no more attacks than cards.
    # OUT-4.1: each is answered or passed, but for the last one: the other hand is empty by then.
    return 2 * (2 * hand) - 1
