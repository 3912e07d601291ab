"""Why something is not done at a table, beside what the rules say; and how errors stand in the log."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from traceback import extract_tb
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import BadInput, GrognardError

DAMAGE: Final = "the database is damaged; restore a backup"
# Of SQLite, less the details that it adds above eight bits; and of PostgreSQL (damaged data, damaged index).
DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, "XX001", "XX002")


class Stale(GrognardError):
    """The table has moved on since the page was drawn."""


class Undealt(GrognardError):
    """No card is dealt yet."""


class Forbidden(GrognardError):
    """This guest may not do that at this table."""


class Damaged(GrognardError):
    """What is stored of this table cannot be trusted: the table is closed."""


class RefusedName(BadInput):
    """A guest cannot have this name."""


class TooMuch(GrognardError):
    """This guest uses more of the server than their share. `seconds`: until they may again; 0 if that is unknown."""

    def __init__(self, sentence: str, seconds: int = 0) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class Unreadable(SQLAlchemyError):
    """The database holds a value that no Grognard writes there."""


def is_damage(error: BaseException) -> bool:
    """Does this error say that the database is damaged?"""
    if isinstance(error, Unreadable):
        return True
    found = getattr(error, "orig", error)
    if isinstance(found, sqlite3.Error):
        return getattr(found, "sqlite_errorcode", 0) & 0xFF in DAMAGED
    return getattr(found, "sqlstate", None) in DAMAGED


def is_of_one_table(error: BaseException) -> bool:
    """Does this error leave other tables alone? One that keeps the whole database from answering does not."""
    return is_damage(error) or not isinstance(error, SQLAlchemyError | OSError)


def traced(error: BaseException) -> str:
    """The kind of an error and the places it came through, without its text, which might name a card.

    Of a damaged database it says what to do.
    """
    if is_damage(error) or isinstance(error, Damaged):
        return DAMAGE
    places = [f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' < '.join(reversed(places))}"
