"""Sets of up to 60 things as the bits of one word: the basis of the kernel's larger sets and counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

# Stands for no thing where its number would be: nobody, no card, no place.
NONE: Final = -1

_ODD: Final = 0x555555555555555
_PAIRS: Final = 0x333333333333333
_NIBBLES: Final = 0xF0F0F0F0F0F0F0F
_BYTES: Final = 0x101010101010101

# The lower seven bytes, and a 1 in each.
_SEVEN: Final = 0xFFFFFFFFFFFFFF
_SEVEN_ONES: Final = 0x1010101010101

# Half a word of 64 bits, and its highest bit.
_HALF_WORD: Final = 0xFFFFFFFF
_HALF_SIGN: Final = 0x80000000

# _PLACE[8 * b + n]: where the n-th set bit of byte b is.
_PLACE: Final[bytes] = bytes(
    [([bit for bit in range(8) if byte & (2**bit)] + [0] * 8)[n] for byte in range(256) for n in range(8)]
)

# Multiplied by this number, each power of two has six different highest bits; _EXPONENT finds the power by them.
_DE_BRUIJN: Final = 0x3F79D71B4CB0A89
_HIGHEST: Final = 58
_SIX: Final = 63
_EXPONENT: Final[bytes] = bytes(
    [[(_DE_BRUIJN << n >> _HIGHEST) & _SIX for n in range(_SIX + 1)].index(six) for six in range(_SIX + 1)]
)


def bit(thing: i64) -> i64:
    """Returns the set that contains only this thing."""
    return _shifted(1, thing)


def _shifted(mask: i64, by: i64) -> i64:
    """Returns `mask << by`. With a literal on the left, mypyc would shift only 32 bits."""
    return mask << by


def wrapped(word: i64) -> i64:
    """Returns the lowest 64 bits as a signed word. Only plain Python has more; compiled, a word stays as it is."""
    return _shifted((((word >> 32) & _HALF_WORD) ^ _HALF_SIGN) - _HALF_SIGN, 32) | (word & _HALF_WORD)


def word_of(things: Iterable[int]) -> int:
    """Returns the set that contains these things."""
    return sum(2**thing for thing in set(things))


def is_in(word: i64, thing: i64) -> bool:
    """Returns whether the thing is in the set."""
    return (word >> thing) & 1 != 0


def ones(word: i64) -> i64:
    """Returns the number of set bits in a word below 2**60."""
    word = word - ((word >> 1) & _ODD)
    word = (word & _PAIRS) + ((word >> 2) & _PAIRS)
    word = (word + (word >> 4)) & _NIBBLES
    return ((word * _BYTES) >> 56) & 255


def lowest(word: i64) -> i64:
    """Returns the lowest member of a set that is not empty."""
    # After Leiserson and others (1998).
    return _EXPONENT[(((word & -word) * _DE_BRUIJN) >> _HIGHEST) & _SIX]


def nth_of(word: i64, n: i64) -> i64:
    """Returns the n-th member of a set in ascending order, from 0; the set must have more than n."""
    # After Vigna (2008): `upto` counts the members up to and including each of the lower seven bytes. The bytes with a
    # count of at most n come before the wanted one.
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
    """Returns the members in ascending order."""
    found: list[int] = []
    while word != 0:
        found.append(lowest(word))
        word &= word - 1
    return found
