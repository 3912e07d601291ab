"""Sets of up to 60 things as the bits of one word: what the larger sets and counts of the kernel are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

# No thing at all, where the number of one is remembered: nobody, no card, no place.
NONE: Final = -1

_ODD: Final = 0x555555555555555
_PAIRS: Final = 0x333333333333333
_NIBBLES: Final = 0xF0F0F0F0F0F0F0F
_BYTES: Final = 0x101010101010101

# The lower seven bytes, and a 1 in each.
_SEVEN: Final = 0xFFFFFFFFFFFFFF
_SEVEN_ONES: Final = 0x1010101010101

# _PLACE[8 * b + n]: where the n-th set bit of byte b is.
_PLACE: Final[bytes] = bytes(
    [([bit for bit in range(8) if byte & (2**bit)] + [0] * 8)[n] for byte in range(256) for n in range(8)]
)


def bit(thing: i64) -> i64:
    """The set of this one thing."""
    return _shifted(1, thing)


def _shifted(mask: i64, by: i64) -> i64:
    """`mask << by`; as a literal on the left mypyc would shift 32 bits only."""
    return mask << by


def word_of(things: Iterable[int]) -> int:
    """The set of these things."""
    return sum(2**thing for thing in set(things))


def is_in(word: i64, thing: i64) -> bool:
    """Is the thing in the set?"""
    return (word >> thing) & 1 != 0


def ones(word: i64) -> i64:
    """How many bits of a word below 2**60 are set."""
    word = word - ((word >> 1) & _ODD)
    word = (word & _PAIRS) + ((word >> 2) & _PAIRS)
    word = (word + (word >> 4)) & _NIBBLES
    return ((word * _BYTES) >> 56) & 255


def lowest(word: i64) -> i64:
    """The lowest member of a set that is not empty."""
    return ones((word & -word) - 1)


def nth_of(word: i64, n: i64) -> i64:
    """The n-th member of a set in ascending order, from 0; the set must have more than n."""
    # After Vigna (2008): how many members the bytes up to each one have, for the lower seven; those bytes of which that
    # is no more than n come before the one sought.
    counts = word - ((word >> 1) & _ODD)
    counts = (counts & _PAIRS) + ((counts >> 2) & _PAIRS)
    counts = (counts + (counts >> 4)) & _NIBBLES
    upto = (counts * _BYTES) & _SEVEN
    passed = (((n | 128) * _SEVEN_ONES - upto) >> 7) & _SEVEN_ONES
    shift = (((passed * _SEVEN_ONES) >> 48) & 255) * 8
    byte = (word >> shift) & 255
    place: i64 = _PLACE[byte * 8 + n - (((upto << 8) >> shift) & 255)]
    return shift + place


def members_of(word: i64) -> list[int]:
    """The members in ascending order."""
    found: list[int] = []
    while word != 0:
        found.append(lowest(word))
        word &= word - 1
    return found
