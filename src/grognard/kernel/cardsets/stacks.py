"""Ordered stacks of up to six small cards in one word, for face-down piles whose order matters.

A card is a number of ten bits whose low four bits are never all 0 (a game stores its kind there and marks in the rest).
The top card is in the lowest bits and there are no gaps: below the bottom card all bits are 0. Rules never touch the
bits: they use the functions below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, ones

MOST: Final = 6

_BITS: Final = 10
_CARD: Final = 1023
# The lowest bit of every place.
_EACH: Final = 0x4010040100401


def card_at(stack: i64, n: i64) -> i64:
    """Returns the n-th card from the top, from 0; 0 if there is none."""
    return (stack >> (n * _BITS)) & _CARD


def height(stack: i64) -> i64:
    """Returns the number of cards."""
    stack |= stack >> 1
    return ones((stack | (stack >> 2)) & _EACH)


def with_card(stack: i64, n: i64, card: i64) -> i64:
    """Returns the stack with its n-th card, which must exist, replaced by this one."""
    return stack ^ ((card_at(stack, n) ^ card) << (n * _BITS))


def without_card(stack: i64, n: i64) -> i64:
    """Returns the stack without its n-th card; the cards below move up."""
    by = n * _BITS
    below = (stack >> by) >> _BITS
    return (stack ^ ((stack >> by) << by)) | (below << by)


def inserted(stack: i64, n: i64, card: i64) -> i64:
    """Returns the stack with this card in the n-th place, the cards from there moved down. There must be room."""
    by = n * _BITS
    below = (stack >> by) << by
    return (stack ^ below) | (card << by) | (below << _BITS)


def on_top(stack: i64, card: i64) -> i64:
    """Returns the stack with this card on top; there must be room."""
    return (stack << _BITS) | card


def at_bottom(stack: i64, card: i64) -> i64:
    """Returns the stack with this card at the bottom; there must be room."""
    return stack | (card << (height(stack) * _BITS))


def top_to_bottom(stack: i64) -> i64:
    """Returns the stack with its top card, which must exist, moved to the bottom."""
    return at_bottom(stack >> _BITS, stack & _CARD)


def unmarked(stack: i64, marks: i64) -> i64:
    """Returns the stack with these marks removed from every card."""
    return stack & ~(marks * _EACH)


def marked(stack: i64, marks: i64) -> i64:
    """Returns the stack with these marks on every card."""
    return stack | ((marks * _EACH) & (bit(height(stack) * _BITS) - 1))


def places_with(stack: i64, mark: i64) -> i64:
    """Returns the places, from the top, of the cards with this one mark, as a set of bits."""
    found: i64 = 0
    place: i64 = 1
    while stack != 0:
        if stack & mark != 0:
            found |= place
        place += place
        stack >>= _BITS
    return found


def cards_of(stack: i64) -> list[int]:
    """Returns the cards from the top down."""
    found: list[int] = []
    while stack != 0:
        found.append(stack & _CARD)
        stack >>= _BITS
    return found


def stacked(cards: list[int]) -> i64:
    """Returns the stack of these cards, the reverse of `cards_of`."""
    stack: i64 = 0
    n: i64 = len(cards)
    while n > 0:
        n -= 1
        stack = on_top(stack, cards[n])
    return stack
