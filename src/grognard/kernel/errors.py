"""The errors of Grognard, in one small tree. Every error is a sentence that a person can act on.

GrognardError
├── NotFound            no such game, bot, card, clause, option
├── BadInput            an unreadable value, file or position
│   ├── NotationError       text that is not an action
│   ├── JournalError        a journal that does not fit its game, or was changed
│   │   └── NewerJournal        a journal from a newer Grognard
│   └── ScenarioError       an unreadable scenario file, or a script that does not fit
├── IllegalAction       the rules forbid the action (with the clause)
│   └── NotYourTurn         another seat decides now
├── GameOver            the game has ended
└── CannotUndo          nothing to undo, or something was revealed since
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


LONGEST: Final = 480  # characters in the first line of a sentence
_QUOTED: Final = re.compile(r"“([^“”]{60})[^“”]{20,}”")


class GrognardError(Exception):
    """The base class. `str(error)` is a sentence, with long quotes cut short; `clause` is the rule, or empty."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        head, newline, rest = _QUOTED.sub(r"“\1…”", sentence).partition("\n")
        sentence = (head if len(head) <= LONGEST else f"{head[: LONGEST - 1]}…") + newline + rest
        super().__init__(f"{sentence} ({clause})" if clause else sentence)
        self.sentence = sentence
        self.clause = clause


class NotFound(GrognardError):
    """No game, bot, card, clause or option has that name."""


class BadInput(GrognardError):
    """A value, a file or a position cannot be read."""


class NotationError(BadInput):
    """The text is not an action of this game."""


class JournalError(BadInput):
    """A journal does not fit its game or its own checksums."""


class NewerJournal(JournalError):
    """A newer version of Grognard wrote the journal."""


class ScenarioError(BadInput):
    """A scenario file cannot be read, or its scripted chance does not fit the rules."""


class IllegalAction(GrognardError):
    """The rules forbid the action; `clause` says which rule."""


class NotYourTurn(IllegalAction):
    """Another seat decides now."""


class GameOver(GrognardError):
    """The game has ended, so no action can be played."""


class CannotUndo(GrognardError):
    """There is nothing to undo, or a draw, a roll or a look has revealed something since."""
