"""Sets of cards as bit masks: the piles of games whose cards are all different.

A pile without duplicates is a set. Two words of 60 bits hold up to 120 cards; card 0 is the lowest bit of the first
word. Rules never touch the bits: they use the words below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, members_of, nth_of, ones

# A native pair, unboxed in compiled code.
Cards = tuple[i64, i64]

WORD: Final = 60
CAPACITY: Final = 120


def no_cards() -> tuple[i64, i64]:
    """The empty set. (Not a constant: mypyc 2.4 compiles a global pair of numbers wrongly.)"""
    return 0, 0


def only(card: i64) -> tuple[i64, i64]:
    """The set of this one card."""
    if card < WORD:
        return bit(card), 0
    return 0, bit(card - WORD)


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
    """How many cards. (Most games have no more than fit the first word.)"""
    return ones(cards[0]) if cards[1] == 0 else ones(cards[0]) + ones(cards[1])


def nth(cards: tuple[i64, i64], n: i64) -> i64:
    """The n-th card of the set in ascending order, from 0; the set must have more than n."""
    low = ones(cards[0])
    if n < low:
        return nth_of(cards[0], n)
    return WORD + nth_of(cards[1], n - low)


def first(cards: tuple[i64, i64]) -> i64:
    """The lowest card of a set that is not empty."""
    return nth(cards, 0)


def members(cards: tuple[i64, i64]) -> list[int]:
    """The cards in ascending order."""
    found = members_of(cards[0])
    if cards[1] != 0:
        for card in members_of(cards[1]):
            found.append(WORD + card)
    return found


def add_mapped(found: list[int], cards: tuple[i64, i64], table: list[int], offset: i64) -> None:
    """Appends what a table says of each card, from `offset` on, in ascending order of the cards."""
    low = cards[0]
    high = cards[1]
    while low != 0:
        found.append(table[offset + ones((low & -low) - 1)])
        low &= low - 1
    while high != 0:
        found.append(table[offset + WORD + ones((high & -high) - 1)])
        high &= high - 1


def summed(cards: tuple[i64, i64], values: bytes) -> i64:
    """The sum of what a table of small numbers says of each card."""
    total: i64 = 0
    low = cards[0]
    high = cards[1]
    while low != 0:
        value: i64 = values[ones((low & -low) - 1)]
        total += value
        low &= low - 1
    while high != 0:
        value = values[WORD + ones((high & -high) - 1)]
        total += value
        high &= high - 1
    return total


def of(cards: list[int]) -> tuple[i64, i64]:
    """The set of the listed cards."""
    together: tuple[i64, i64] = (0, 0)
    for card in cards:
        together = union(together, only(card))
    return together
