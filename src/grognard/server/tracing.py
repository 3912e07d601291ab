"""Errors in the log: where they arose, and not a word of what they say, which might be a card."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb


def traced(error: BaseException) -> str:
    """The kind of an error and the places it came through, without its text."""
    places = [f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' < '.join(reversed(places))}"
