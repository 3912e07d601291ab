"""Sets of cards as bit masks: the piles of games whose cards are all different.

A pile without duplicates is a set. Two words of 60 bits hold up to 120 cards; card 0 is the lowest bit of the first
word. Rules never touch the bits: they use the functions below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, lowest, members_of, nth_of, ones

# A native pair, unboxed in compiled code.
Cards = tuple[i64, i64]

WORD: Final = 60
CAPACITY: Final = 120


def no_cards() -> tuple[i64, i64]:
    """Returns the empty set. (Not a constant, because mypyc 2.4 miscompiles a global pair of numbers.)"""
    return 0, 0


def only(card: i64) -> tuple[i64, i64]:
    """Returns the set of this one card."""
    if card < WORD:
        return bit(card), 0
    return 0, bit(card - WORD)


def union(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """Returns the cards in either set."""
    return a[0] | b[0], a[1] | b[1]


def minus(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """Returns the cards of `a` that are not in `b`."""
    return a[0] & ~b[0], a[1] & ~b[1]


def common(a: tuple[i64, i64], b: tuple[i64, i64]) -> tuple[i64, i64]:
    """Returns the cards in both sets."""
    return a[0] & b[0], a[1] & b[1]


def has(cards: tuple[i64, i64], card: i64) -> bool:
    """Returns whether the card is in the set."""
    if card < WORD:
        return (cards[0] >> card) & 1 != 0
    return (cards[1] >> (card - WORD)) & 1 != 0


def is_empty(cards: tuple[i64, i64]) -> bool:
    """Returns whether the set is empty."""
    return (cards[0] | cards[1]) == 0


def meet(a: tuple[i64, i64], b: tuple[i64, i64]) -> bool:
    """Returns whether the two sets have a card in common."""
    return ((a[0] & b[0]) | (a[1] & b[1])) != 0


def size(cards: tuple[i64, i64]) -> i64:
    """Returns the number of cards. (In most games they fit in the first word.)"""
    return ones(cards[0]) if cards[1] == 0 else ones(cards[0]) + ones(cards[1])


def nth(cards: tuple[i64, i64], n: i64) -> i64:
    """Returns the n-th card of the set in ascending order, from 0; the set must have more than n."""
    low = ones(cards[0])
    if n < low:
        return nth_of(cards[0], n)
    return WORD + nth_of(cards[1], n - low)


def first(cards: tuple[i64, i64]) -> i64:
    """Returns the lowest card of a set that is not empty."""
    return nth(cards, 0)


def members(cards: tuple[i64, i64]) -> list[int]:
    """Returns the cards in ascending order."""
    found = members_of(cards[0])
    if cards[1] != 0:
        for card in members_of(cards[1]):
            found.append(WORD + card)
    return found


def add_mapped(found: list[int], cards: tuple[i64, i64], table: list[int], offset: i64) -> None:
    """Appends each card's entry in a table, counted from `offset`, in ascending order of the cards."""
    low = cards[0]
    high = cards[1]
    while low != 0:
        found.append(table[offset + lowest(low)])
        low &= low - 1
    while high != 0:
        found.append(table[offset + WORD + lowest(high)])
        high &= high - 1


def summed(cards: tuple[i64, i64], values: bytes) -> i64:
    """Returns the sum of the cards' values in a table of small numbers."""
    total: i64 = 0
    low = cards[0]
    high = cards[1]
    while low != 0:
        value: i64 = values[lowest(low)]
        total += value
        low &= low - 1
    while high != 0:
        value = values[WORD + lowest(high)]
        total += value
        high &= high - 1
    return total


def of(cards: list[int]) -> tuple[i64, i64]:
    """Returns the set of the listed cards."""
    together: tuple[i64, i64] = (0, 0)
    for card in cards:
        together = union(together, only(card))
    return together
