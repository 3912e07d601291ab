"""Darker and lighter tones of a color that may already have a shade."""

from __future__ import annotations


def tone(name: str, factor: float) -> str:
    """The name of a darker (below 1) or lighter tone of a color: `tone("olive*0.8", 0.5)` is `olive*0.40`."""
    base, _, before = name.partition("*")
    return f"{base}*{float(before or 1) * factor:.2f}"
