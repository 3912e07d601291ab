"""Names that look alike: compared by compatibility form, case folding and a skeleton of look-alikes (UTS 39)."""

from __future__ import annotations

import unicodedata
from typing import Final

from disarm import skeleton_key

# What the skeleton keeps apart and many typefaces do not.
STROKES: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
# Neither punctuation nor spaces nor anything invisible makes a name another's.
IDLE: Final = ("P", "Z", "Cc", "Cf")


def skeletons(text: str) -> frozenset[str]:
    """Returns what a name looks like: two names look alike if these have a member in common."""
    compatible = unicodedata.normalize("NFKC", text)
    folded = unicodedata.normalize("NFKC", compatible.casefold())
    # Capitals resemble other letters than small ones do: in Cyrillic, H is a capital N.
    return frozenset(filter(None, (_bare(folded), _skeleton(compatible), _skeleton(folded)))) or frozenset({folded})


def plain_looks(text: str) -> frozenset[str]:
    """Returns what a name looks like without its accents."""
    parts = unicodedata.normalize("NFKD", text)
    return skeletons("".join(letter for letter in parts if unicodedata.category(letter) != "Mn"))


def _skeleton(text: str) -> str:
    strokes = skeleton_key(text.replace("|", "l"), digit_policy="tr39").translate(STROKES)
    return _bare(strokes).replace("rn", "m")


def _bare(text: str) -> str:
    return "".join(letter for letter in text if not unicodedata.category(letter).startswith(IDLE))
