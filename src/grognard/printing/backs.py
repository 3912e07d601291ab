"""The backs of decks."""

from __future__ import annotations


def back(slug: str, deck: str, palette: str) -> str:
    """The back of a deck as an SVG file; empty where templates draw a plain one."""
    return ""
