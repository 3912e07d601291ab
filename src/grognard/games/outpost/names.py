"""Names for the small numbers of Outpost: arms, phases, the action without a card and reasons for refusal."""

from __future__ import annotations

from typing import Final

# The arms in the order of the ring: each beats the next, and the last beats the first (OUT-1.2).
ARMS: Final = ["INF", "CAV", "ART"]

# The phases with a decision.
ATTACK: Final = 1
ANSWER: Final = 2

# The action without a card.
PASS: Final = 0

# Reasons for refusing an action, besides those that all games share. text/reasons.py has their sentences and clauses.
WRONG_ARM: Final = 4
TOO_WEAK: Final = 5
