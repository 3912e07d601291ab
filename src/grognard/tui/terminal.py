"""Finds out whether this terminal can show the full-screen table, without importing Textual."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from typing import Final

COLUMNS: Final = 60
LINES: Final = 20


def obstacle() -> str | None:
    """Returns the reason why the table can only be shown line by line here; None if it can fill the screen."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "This is not a terminal, so the game is shown line by line."
    if os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb"):
        return "This terminal only writes lines (see TERM), so the game is shown line by line."
    columns, lines = shutil.get_terminal_size()
    if columns < COLUMNS or lines < LINES:
        return (
            f"The full-screen table needs {COLUMNS} columns and {LINES} lines. This terminal has {columns} and "
            f"{lines}, so the game is shown line by line."
        )
    if importlib.util.find_spec("textual") is None:
        return "The full-screen table needs Textual (pip install 'grognard[tui]'). The game is shown line by line."
    return None


def shows(signs: str) -> bool:
    """Returns whether this terminal can write these characters. The Linux console has only a few."""
    try:
        # While Textual runs, `sys.stdout` only captures output.
        signs.encode(getattr(sys.__stdout__, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM") != "linux"
