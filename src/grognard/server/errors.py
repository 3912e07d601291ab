"""The server's own errors (the kernel has those of the rules), and how an error is written to the log."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from traceback import extract_tb
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import BadInput, GrognardError

DAMAGE: Final = "the database is damaged; restore a backup"
# Codes of SQLite, without the details above its lowest eight bits, and of PostgreSQL (damaged data, damaged index).
DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, "XX001", "XX002")


class Stale(GrognardError):
    """The game has moved on since the page was drawn."""


class Undealt(GrognardError):
    """The cards are not dealt yet."""


class Forbidden(GrognardError):
    """This guest may not do that at this table."""


class Damaged(GrognardError):
    """The stored data of this table cannot be trusted: the table is closed."""


class RefusedName(BadInput):
    """A guest cannot have this name."""


class TooMuch(GrognardError):
    """This guest uses more than their share of the server. They may try again in `seconds`; 0 if unknown."""

    def __init__(self, sentence: str, seconds: int = 0) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class Unreadable(SQLAlchemyError):
    """The database holds a value that Grognard never writes there."""


def is_damage(error: BaseException) -> bool:
    """Returns whether this error means that the database is damaged."""
    if isinstance(error, Unreadable):
        return True
    found = getattr(error, "orig", error)
    if isinstance(found, sqlite3.Error):
        return getattr(found, "sqlite_errorcode", 0) & 0xFF in DAMAGED
    return getattr(found, "sqlstate", None) in DAMAGED


def is_of_one_table(error: BaseException) -> bool:
    """Returns whether an error concerns one table only, not a database that does not answer at all."""
    return is_damage(error) or not isinstance(error, SQLAlchemyError | OSError)


def traced(error: BaseException) -> str:
    """Returns the kind of an error and its call stack, without its text, which might name a card.

    For a damaged database, returns what to do.
    """
    if is_damage(error) or isinstance(error, Damaged):
        return DAMAGE
    places = [f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' < '.join(reversed(places))}"
