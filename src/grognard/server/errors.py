"""Why something is not done at a table, beside what the rules say; and how errors stand in the log."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from grognard.kernel.errors import GrognardError


class Stale(GrognardError):
    """The table has moved on since the page was drawn."""


class Undealt(GrognardError):
    """No card is dealt yet."""


class Forbidden(GrognardError):
    """This guest may not do that at this table."""


class TooMuch(GrognardError):
    """This guest uses more of the server than his share."""


def traced(error: BaseException) -> str:
    """The kind of an error and the places it came through, without its text, which might name a card."""
    places = [f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' < '.join(reversed(places))}"
