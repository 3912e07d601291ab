"""What can go wrong, in one small tree. Every error is a sentence a person can act on.

GrognardError
├── NotFound            no such game, bot, card, clause, option
├── BadInput            a value, a file or a position that cannot be read
│   ├── NotationError       text that names no action
│   ├── JournalError        a journal that does not fit its game, or was changed
│   │   └── NewerJournal        a journal of a newer Grognard
│   └── ScenarioError       a scenario file that cannot be read, or whose script does not fit
├── IllegalAction       the rules forbid it (with the clause)
│   └── NotYourTurn         another seat decides now
├── GameOver            the game has ended
└── CannotUndo          nothing to take back, or a draw, roll or look lies between
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "BadInput",
    "CannotUndo",
    "GameOver",
    "GrognardError",
    "IllegalAction",
    "JournalError",
    "NewerJournal",
    "NotFound",
    "NotYourTurn",
    "NotationError",
    "ScenarioError",
]


LONGEST: Final = 480  # characters of a sentence, its first line if it has several
_QUOTED: Final = re.compile(r"“([^“”]{60})[^“”]{20,}”")


class GrognardError(Exception):
    """The root. `str(error)` is a sentence; `clause` is the rule behind it, or empty. What is quoted is cut short."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        head, newline, rest = _QUOTED.sub(r"“\1…”", sentence).partition("\n")
        sentence = (head if len(head) <= LONGEST else f"{head[: LONGEST - 1]}…") + newline + rest
        super().__init__(f"{sentence} ({clause})" if clause else sentence)
        self.sentence = sentence
        self.clause = clause


class NotFound(GrognardError):
    """There is no game, bot, card, clause or option of that name."""


class BadInput(GrognardError):
    """A value, a file or a position that cannot be read."""


class NotationError(BadInput):
    """Text that names no action of this game."""


class JournalError(BadInput):
    """A journal that does not fit its game or its own checksums."""


class NewerJournal(JournalError):
    """A journal that a newer Grognard wrote."""


class ScenarioError(BadInput):
    """A scenario file that cannot be read, or whose scripted chance does not fit the rules."""


class IllegalAction(GrognardError):
    """The rules forbid the action here; `clause` says which rule."""


class NotYourTurn(IllegalAction):
    """Another seat decides now."""


class GameOver(GrognardError):
    """The game has ended; nothing can be played any more."""


class CannotUndo(GrognardError):
    """There is nothing to take back, or a draw, a roll or a look lies between."""
