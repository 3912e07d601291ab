"""Darker and lighter tones of a colour that may have a shade already."""

from __future__ import annotations


def tone(name: str, factor: float) -> str:
    """The name of this colour made darker (below 1) or lighter: `tone("olive*0.8", 0.5)` is `olive*0.40`."""
    base, _, before = name.partition("*")
    return f"{base}*{float(before or 1) * factor:.2f}"
