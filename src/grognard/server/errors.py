"""Why something is not done at a table, beside what the rules say; and how errors stand in the log."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from pathlib import Path
from traceback import extract_tb
from typing import Final, TextIO

from grognard.kernel.errors import GrognardError

NUMBERS: Final = re.compile(r"0x[0-9a-f]+|\d+")
WINDOW: Final = 60  # seconds
MOST_FAULTS: Final = 100  # told apart in a window


class Stale(GrognardError):
    """The table has moved on since the page was drawn."""


class Forbidden(GrognardError):
    """This guest may not do that at this table."""


class TooMuch(GrognardError):
    """This guest uses more of the server than his share."""


def traced(error: BaseException) -> str:
    """The kind of an error and the places it came through, without its text, which might name a card."""
    places = [f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' < '.join(reversed(places))}"


class Folding(logging.StreamHandler[TextIO]):
    """Writes each fault once a minute, and how often it came again: a flood of faults must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._since = -float(WINDOW)
        self._seen: set[str] = set()
        self._again: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record unless the same, numbers apart, was written in this minute."""
        if time.monotonic() - self._since >= WINDOW:
            self._tell()
        error = record.exc_info[1] if record.exc_info else None
        fault = NUMBERS.sub("#", f"{record.getMessage()} {traced(error) if error else ''}")[:500]
        if fault in self._seen:
            self._again[fault.split("\n")[0].strip()] += 1
        elif len(self._seen) < MOST_FAULTS:
            self._seen.add(fault)
            super().emit(record)
        else:
            self._again["other faults"] += 1

    def close(self) -> None:
        """Tells what is still untold."""
        self._tell()
        super().close()

    def _tell(self) -> None:
        for line, count in self._again.items():
            self.stream.write(f"{count} more like this: {line}{self.terminator}")
        self._since = time.monotonic()
        self._seen.clear()
        self._again.clear()
