"""Checks a SQLite file for damage while a server uses it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Final

from grognard.server.storage.disk import address_of

PATIENCE: Final = 10.0  # seconds that the start of a server waits for the check
# These mean that the check could not finish; they say nothing about damage.
NO_ANSWER: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT)


class IntegrityCheck:
    """SQLite's own quick check of a whole file, in a thread."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(address_of(file), uri=True, check_same_thread=False)
        self._thread = Thread(target=self._look, name="check", daemon=True)
        self._done = Event()
        self._fault = ""
        self._tell: Callable[[], None] | None = None

    def begin(self, patience: float = PATIENCE) -> str:
        """Starts the check and waits for a few seconds. Returns the fault found so far, or an empty text."""
        self._thread.start()
        self._done.wait(patience)
        return self._fault

    def then(self, tell: Callable[[], None]) -> None:
        """Calls `tell` from the check's thread if a fault is found, or at once if one is already known."""
        self._tell = tell
        if self._done.is_set() and self._fault:
            tell()

    def stop(self) -> None:
        """Ends the check, even before it is finished."""
        while self._thread.is_alive():
            self._connection.interrupt()
            self._thread.join(0.1)

    def _look(self) -> None:
        with closing(self._connection):
            self._fault = _fault(self._connection)
        self._done.set()
        if self._fault and self._tell is not None:
            self._tell()


def _fault(connection: sqlite3.Connection) -> str:
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return "" if error.sqlite_errorcode & 0xFF in NO_ANSWER else str(error)
    return "" if found == "ok" else " ".join(str(found).split())
