"""Small pieces of sentences that every game's `text.py` is made of."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, thing: str) -> str:
    """1 card, 2 cards."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: Sequence[str]) -> str:
    """One, two and three."""
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def capital(text: str) -> str:
    """The text as it begins a sentence."""
    return text[0].upper() + text[1:]
