"""Who may sit in a seat, by the names that journals, command lines and forms give them."""

from __future__ import annotations

from typing import Final

PERSON: Final = "human"
# The levels of the computer, in rising order; what they are is the business of `grognard.bots`.
LEVELS: Final = ("recruit", "regular", "greedy", "veteran", "marshal")
# Whom a newcomer meets unless he asks for another.
DEFAULT_LEVEL: Final = "greedy"
