"""Compares names that look alike, by compatibility form, case folding and a skeleton of look-alikes (UTS 39)."""

from __future__ import annotations

import unicodedata
from typing import Final

from disarm import skeleton_key

# Characters that the skeleton keeps apart but many typefaces draw alike.
STROKES: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
# Punctuation, spaces and invisible characters do not make a name different.
IDLE: Final = ("P", "Z", "Cc", "Cf")


def skeletons(text: str) -> frozenset[str]:
    """Returns the looks of a name: two names look alike if they have one in common."""
    compatible = unicodedata.normalize("NFKC", text)
    folded = unicodedata.normalize("NFKC", compatible.casefold())
    # Capitals can resemble other letters than small ones do: in Cyrillic, H is a capital N.
    return frozenset(filter(None, (_bare(folded), _skeleton(compatible), _skeleton(folded)))) or frozenset({folded})


def plain_looks(text: str) -> frozenset[str]:
    """Returns the looks of a name without its accents."""
    parts = unicodedata.normalize("NFKD", text)
    return skeletons("".join(letter for letter in parts if unicodedata.category(letter) != "Mn"))


def _skeleton(text: str) -> str:
    strokes = skeleton_key(text.replace("|", "l"), digit_policy="tr39").translate(STROKES)
    return _bare(strokes).replace("rn", "m")


def _bare(text: str) -> str:
    return "".join(letter for letter in text if not unicodedata.category(letter).startswith(IDLE))
