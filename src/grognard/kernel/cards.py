"""Sets of cards as bit masks: the piles of games whose cards are all different.

A pile without duplicates is a set. Two words of 60 bits hold up to 120 cards; card 0 is the lowest bit of the first
word. Rules never touch the bits: they use the words below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# A native pair, unboxed in compiled code.
Cards = tuple[i64, i64]

WORD: Final = 60
CAPACITY: Final = 120

_ODD: Final = 0x555555555555555
_PAIRS: Final = 0x333333333333333
_NIBBLES: Final = 0xF0F0F0F0F0F0F0F
_BYTES: Final = 0x101010101010101

# _COUNT[b]: bits set in byte b. _PLACE[8 * b + n]: where the n-th set bit of byte b is.
_COUNT: Final[bytes] = bytes([bin(byte).count("1") for byte in range(256)])
_PLACE: Final[bytes] = bytes(
    [([bit for bit in range(8) if byte & (2**bit)] + [0] * 8)[n] for byte in range(256) for n in range(8)]
)


def _shifted(mask: i64, by: i64) -> i64:
    """`mask << by`; as a literal on the left mypyc would shift 32 bits only."""
    return mask << by


def _ones(word: i64) -> i64:
    """How many bits of a word below 2**60 are set."""
    word = word - ((word >> 1) & _ODD)
    word = (word & _PAIRS) + ((word >> 2) & _PAIRS)
    word = (word + (word >> 4)) & _NIBBLES
    return ((word * _BYTES) >> 56) & 255


def _place(word: i64, n: i64) -> i64:
    """Where the n-th set bit (from 0) of a word is; the word must have more than n."""
    place: i64 = 0
    while True:
        byte = word & 255
        here: i64 = _COUNT[byte]
        if n < here:
            at: i64 = _PLACE[byte * 8 + n]
            return place + at
        n -= here
        word >>= 8
        place += 8


def no_cards() -> tuple[i64, i64]:
    """The empty set. (Not a constant: mypyc 2.4 compiles a global pair of numbers wrongly.)"""
    return 0, 0


def only(card: i64) -> tuple[i64, i64]:
    """The set of this one card."""
    if card < WORD:
        return _shifted(1, card), 0
    return 0, _shifted(1, card - WORD)


def union(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """The cards of either set."""
    return a[0] | b[0], a[1] | b[1]


def minus(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """The cards of `a` that are not in `b`."""
    return a[0] & ~b[0], a[1] & ~b[1]


def common(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """The cards in both sets."""
    return a[0] & b[0], a[1] & b[1]


def has(cards: tuple[i64, i64], card: i64) -> bool:
    """Is the card in the set?"""
    if card < WORD:
        return (cards[0] >> card) & 1 != 0
    return (cards[1] >> (card - WORD)) & 1 != 0


def is_empty(cards: tuple[i64, i64]) -> bool:
    """Is there no card in the set?"""
    return (cards[0] | cards[1]) == 0


def meet(a: tuple[i64, i64], b: tuple[i64, i64]) -> bool:
    """Have the two sets a card in common?"""
    return ((a[0] & b[0]) | (a[1] & b[1])) != 0


def size(cards: tuple[i64, i64]) -> i64:
    """How many cards."""
    return _ones(cards[0]) + _ones(cards[1])


def nth(cards: tuple[i64, i64], n: i64) -> i64:
    """The n-th card of the set in ascending order, from 0; the set must have more than n."""
    low = _ones(cards[0])
    if n < low:
        return _place(cards[0], n)
    return WORD + _place(cards[1], n - low)


def first(cards: tuple[i64, i64]) -> i64:
    """The lowest card of a set that is not empty."""
    return nth(cards, 0)


def members(cards: tuple[i64, i64]) -> list[int]:
    """The cards in ascending order."""
    low = cards[0]
    high = cards[1]
    found: list[int] = []
    while low != 0:
        found.append(_ones((low & -low) - 1))
        low &= low - 1
    while high != 0:
        found.append(WORD + _ones((high & -high) - 1))
        high &= high - 1
    return found


def mapped(cards: tuple[i64, i64], table: list[int], offset: i64) -> list[int]:
    """What a table says of each card, from `offset` on, in ascending order of the cards."""
    low = cards[0]
    high = cards[1]
    found: list[int] = []
    while low != 0:
        found.append(table[offset + _ones((low & -low) - 1)])
        low &= low - 1
    while high != 0:
        found.append(table[offset + WORD + _ones((high & -high) - 1)])
        high &= high - 1
    return found


def summed(cards: tuple[i64, i64], values: bytes) -> i64:
    """The sum of what a table of small numbers says of each card."""
    total: i64 = 0
    low = cards[0]
    high = cards[1]
    while low != 0:
        value: i64 = values[_ones((low & -low) - 1)]
        total += value
        low &= low - 1
    while high != 0:
        value = values[WORD + _ones((high & -high) - 1)]
        total += value
        high &= high - 1
    return total


def of(cards: list[int]) -> tuple[i64, i64]:
    """The set of the listed cards."""
    together: tuple[i64, i64] = (0, 0)
    for card in cards:
        together = union(together, only(card))
    return together
