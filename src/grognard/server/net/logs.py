"""The log: errors on standard error, as plain lines for people or as JSON for programs."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from collections import Counter
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, TextIO

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from grognard.server.config import Config
from grognard.server.errors import DAMAGE, is_damage, traced

NUMBERS: Final = re.compile(r"0x[0-9a-f]+|\d+")
WINDOW: Final = 60  # seconds
MOST_FAULTS: Final = 100  # different ones that are logged in a window

# The id of the current request in the log; background work keeps the id of the request that started it.
REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")


def configure(config: Config) -> None:
    """Sets up the log as the settings say."""
    handler = Folding()
    handler.setFormatter(JsonLines() if config.log == "json" else PlainLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


class Named(ASGIMiddleware):
    """Gives each request a random id, which connects an error page with its lines in the log."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Gives a request its id."""
        REQUEST.set(secrets.token_hex(8))
        await next_app(scope, receive, send)


class PlainLines(logging.Formatter):
    """Formats log lines for people. Shows where an exception came from, not its text, which might name a card."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s: %(message)s")

    def formatException(self, ei: object) -> str:
        """Returns the call stack of an exception; for a damaged database, what to do."""
        error = ei[1] if isinstance(ei, tuple) else None
        if error is not None and is_damage(error):
            return DAMAGE
        return f"Traceback: {traced(error)}" if error is not None else ""


class JsonLines(logging.Formatter):
    """Formats log lines as JSON, one object per line, with the same content."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line for a record."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if request := getattr(record, "request", ""):
            told["request"] = request
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = traced(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)


class Folding(logging.StreamHandler[TextIO]):
    """Writes each error at most once a minute, with a repeat count: a flood of errors must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._since = -float(WINDOW)
        self._seen: set[str] = set()
        self._again: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record, unless it was already written this minute (with any numbers)."""
        if time.monotonic() - self._since >= WINDOW:
            self._tell()
        error = record.exc_info[1] if record.exc_info else None
        fault = NUMBERS.sub("#", f"{record.getMessage()} {traced(error) if error else ''}")[:500]
        if fault in self._seen:
            self._again[fault.split("\n")[0].strip()] += 1
        elif len(self._seen) < MOST_FAULTS:
            self._seen.add(fault)
            record.request = REQUEST.get()
            super().emit(record)
        else:
            self._again["other faults"] += 1

    def close(self) -> None:
        """Writes the repeat counts that are still due."""
        self._tell()
        super().close()

    def _tell(self) -> None:
        for line, count in self._again.items():
            warning = {"levelno": logging.WARNING, "levelname": "WARNING", "msg": f"{count} more like this: {line}"}
            self.stream.write(f"{self.format(logging.makeLogRecord(warning))}{self.terminator}")
        self._since = time.monotonic()
        self._seen.clear()
        self._again.clear()
