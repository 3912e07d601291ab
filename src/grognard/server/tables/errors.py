"""Why something is not done at a table, beside what the rules say."""

from __future__ import annotations

from grognard.kernel.errors import GrognardError


class Stale(GrognardError):
    """The table has moved on since the page was drawn."""


class Forbidden(GrognardError):
    """This guest may not do that at this table."""
