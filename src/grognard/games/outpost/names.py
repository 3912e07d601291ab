"""Every small number of Outpost with its word: arms, phases, the action without a card, reasons, events."""

from __future__ import annotations

from typing import Final

# The arms in the order of the ring: each beats the next, and the last beats the first (OUT-1.2).
ARMS: Final = ["INF", "CAV", "ART"]

# The phases that ask.
ATTACK: Final = 1
ANSWER: Final = 2

# The action without a card.
PASS: Final = 0

# Why a choice is refused, beside the reasons all games share; text/reasons.py gives each its sentence and its clause.
WRONG_ARM: Final = 4
TOO_WEAK: Final = 5
