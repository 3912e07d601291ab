"""Names for the small numbers: types of cards, phases, the action without a card, and reasons for a refusal."""

from __future__ import annotations

from typing import Final

TYPES: Final = ["INF", "CAV", "ART"]

# The phases in which somebody decides. 0 means that the game is over.
ATTACK: Final = 1
ANSWER: Final = 2

# The actions without a card, in the order of the windows.
PASS: Final = 0

# Reasons for a refusal. 1 to 3 are the same in all games; 3 means that the card is not in your hand.
TOO_WEAK: Final = 4
