"""A card in a stack: its kind and its marks."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# A card in a stack: its kind, counted from 1, and its marks. A FRESH card became Blown since its owner's last turn
# began (RAF-5.37); a SPENT card has attacked this turn; a COVERED card has the cover of its position this turn.
KIND_BITS: Final = 15
SHAKEN: Final = 16
BLOWN: Final = 32
FRESH: Final = 64
SEEN: Final = 128
SPENT: Final = 256
COVERED: Final = 512
MARKS: Final = {"shaken": SHAKEN, "blown": BLOWN, "fresh": FRESH, "seen": SEEN, "spent": SPENT, "covered": COVERED}


def kind_of(card: i64) -> i64:
    """The kind of a card in a stack."""
    return (card & KIND_BITS) - 1


def card_of(kind: i64) -> i64:
    """An unmarked card of this kind."""
    return kind + 1
