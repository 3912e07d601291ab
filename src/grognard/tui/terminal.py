"""Whether this terminal can show the full-screen table. Nothing here needs Textual."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from typing import Final

COLUMNS: Final = 60
LINES: Final = 20


def obstacle() -> str | None:
    """Why the table can only be shown line by line here; None if it can fill the screen."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "This is no terminal: the game goes line by line."
    if os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb"):
        return "This terminal only writes lines (TERM): the game goes line by line."
    columns, lines = shutil.get_terminal_size()
    if columns < COLUMNS or lines < LINES:
        return (
            f"The table needs {COLUMNS} columns and {LINES} lines, and here are {columns} and {lines}: "
            "the game goes line by line."
        )
    if importlib.util.find_spec("textual") is None:
        return "The table needs Textual (pip install 'grognard[tui]'): the game goes line by line."
    return None


def shows(signs: str) -> bool:
    """Can this terminal write these signs? The console of Linux has but few."""
    try:
        # While Textual runs, `sys.stdout` only catches what is printed.
        signs.encode(getattr(sys.__stdout__, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM") != "linux"
