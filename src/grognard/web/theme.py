"""Colors of the stylesheet that browsers also need outside it."""

from __future__ import annotations

from typing import Final, NamedTuple


class Theme(NamedTuple):
    """A color by day and at night."""

    light: str
    dark: str


THEME: Final = Theme("#faf4e5", "#221e18")  # --sheet in grognard.css, which the header has
PAPER: Final = "#f1e8d4"  # --paper by day
