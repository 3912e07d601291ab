"""Small numbers for each of up to 60 things: piles with copies, markers on units.

Five words of 60 bits: bit t of word w counts 2**w of thing t, so a number goes from 0 to 31. In a pile of cards with
copies, the thing is a card name and the number is how many copies the pile has. Equal piles are equal numbers. Drawing
takes a random copy, which is equivalent to shuffling. `some` returns the names present as a set of `bits`. Rules never
touch the words: they use the functions below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, lowest, nth_of, ones

# A native tuple, unboxed in compiled code.
Counts = tuple[i64, i64, i64, i64, i64]

MOST: Final = 31
# How many different things there can be.
THINGS: Final = 60


def nothing() -> tuple[i64, i64, i64, i64, i64]:
    """Returns an empty pile. (Not a constant, because mypyc 2.4 miscompiles a global tuple of numbers.)"""
    return 0, 0, 0, 0, 0


def count(a: tuple[i64, i64, i64, i64, i64], thing: i64) -> i64:
    """Returns how many copies of this thing the pile has."""
    low = ((a[0] >> thing) & 1) | (((a[1] >> thing) & 1) << 1) | (((a[2] >> thing) & 1) << 2)
    return low | (((a[3] >> thing) & 1) << 3) | (((a[4] >> thing) & 1) << 4)


def with_count(a: tuple[i64, i64, i64, i64, i64], thing: i64, n: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Returns the pile with this number of the thing (0 to 31), all others unchanged."""
    b = without(a, bit(thing))
    return (
        b[0] | ((n & 1) << thing),
        b[1] | (((n >> 1) & 1) << thing),
        b[2] | (((n >> 2) & 1) << thing),
        b[3] | (((n >> 3) & 1) << thing),
        b[4] | (((n >> 4) & 1) << thing),
    )


def some(a: tuple[i64, i64, i64, i64, i64]) -> i64:
    """Returns the things with at least one copy, as a set of bits."""
    return a[0] | a[1] | a[2] | a[3] | a[4]


def at_least(a: tuple[i64, i64, i64, i64, i64], n: i64) -> i64:
    """Returns the things with at least `n` copies (1 to 31), as a set of bits."""
    # From the highest word down: `more` are above n, `same` equal it so far.
    same = some(a)
    wanted = -((n >> 4) & 1)
    more = same & a[4] & ~wanted
    same &= ~(a[4] ^ wanted)
    wanted = -((n >> 3) & 1)
    more |= same & a[3] & ~wanted
    same &= ~(a[3] ^ wanted)
    wanted = -((n >> 2) & 1)
    more |= same & a[2] & ~wanted
    same &= ~(a[2] ^ wanted)
    wanted = -((n >> 1) & 1)
    more |= same & a[1] & ~wanted
    same &= ~(a[1] ^ wanted)
    wanted = -(n & 1)
    more |= same & a[0] & ~wanted
    return more | (same & ~(a[0] ^ wanted))


def total(a: tuple[i64, i64, i64, i64, i64]) -> i64:
    """Returns the number of all things together."""
    things = ones(a[0])
    if a[1] != 0:
        things += 2 * ones(a[1])
    if a[2] | a[3] | a[4] != 0:
        things += 4 * ones(a[2]) + 8 * ones(a[3]) + 16 * ones(a[4])
    return things


def is_none(a: tuple[i64, i64, i64, i64, i64]) -> bool:
    """Returns whether the pile is empty."""
    return (a[0] | a[1] | a[2] | a[3] | a[4]) == 0


def one(thing: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Returns a pile with one of this thing."""
    return bit(thing), 0, 0, 0, 0


def each(things: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Returns a pile with one of each of these things."""
    return things, 0, 0, 0, 0


def within(a: tuple[i64, i64, i64, i64, i64], things: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Returns the part of `a` that consists of these things."""
    return a[0] & things, a[1] & things, a[2] & things, a[3] & things, a[4] & things


def without(a: tuple[i64, i64, i64, i64, i64], things: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Returns the part of `a` without these things."""
    return a[0] & ~things, a[1] & ~things, a[2] & ~things, a[3] & ~things, a[4] & ~things


def plus(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """Returns both piles together; no number may exceed 31."""
    carry = a[0] & b[0]
    w1 = a[1] ^ b[1]
    carry2 = (a[1] & b[1]) | (w1 & carry)
    w2 = a[2] ^ b[2]
    carry3 = (a[2] & b[2]) | (w2 & carry2)
    w3 = a[3] ^ b[3]
    carry4 = (a[3] & b[3]) | (w3 & carry3)
    return a[0] ^ b[0], w1 ^ carry, w2 ^ carry2, w3 ^ carry3, a[4] ^ b[4] ^ carry4


def less(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """Returns `a` without `b`; `a` must hold all of `b`."""
    borrow = ~a[0] & b[0]
    w1 = a[1] ^ b[1]
    borrow2 = (~a[1] & b[1]) | (~w1 & borrow)
    w2 = a[2] ^ b[2]
    borrow3 = (~a[2] & b[2]) | (~w2 & borrow2)
    w3 = a[3] ^ b[3]
    borrow4 = (~a[3] & b[3]) | (~w3 & borrow3)
    return a[0] ^ b[0], w1 ^ borrow, w2 ^ borrow2, w3 ^ borrow3, a[4] ^ b[4] ^ borrow4


def larger(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """Returns the larger number of each thing."""
    more = _where_more(a, b)
    return (
        (a[0] & more) | (b[0] & ~more),
        (a[1] & more) | (b[1] & ~more),
        (a[2] & more) | (b[2] & ~more),
        (a[3] & more) | (b[3] & ~more),
        (a[4] & more) | (b[4] & ~more),
    )


def _where_more(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> i64:
    """Returns the things of which `a` has more than `b`, as a set of bits."""
    more = a[4] & ~b[4]
    same = ~(a[4] ^ b[4])
    more |= same & a[3] & ~b[3]
    same &= ~(a[3] ^ b[3])
    more |= same & a[2] & ~b[2]
    same &= ~(a[2] ^ b[2])
    more |= same & a[1] & ~b[1]
    same &= ~(a[1] ^ b[1])
    return more | (same & a[0] & ~b[0])


def are_in(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> bool:
    """Returns whether `b` holds all of `a`."""
    return _where_more(a, b) == 0


def nth_copy(a: tuple[i64, i64, i64, i64, i64], n: i64) -> i64:
    """Returns what copy n is a copy of; all copies have a fixed order, from 0, and the pile must have more than n."""
    here = ones(a[0])
    if n < here:
        return nth_of(a[0], n)
    n -= here
    here = 2 * ones(a[1])
    if n < here:
        return nth_of(a[1], n >> 1)
    n -= here
    here = 4 * ones(a[2])
    if n < here:
        return nth_of(a[2], n >> 2)
    n -= here
    here = 8 * ones(a[3])
    if n < here:
        return nth_of(a[3], n >> 3)
    return nth_of(a[4], (n - here) >> 4)


def copies(a: tuple[i64, i64, i64, i64, i64]) -> list[int]:
    """Returns the thing of every copy, in ascending order."""
    found: list[int] = []
    left = some(a)
    while left != 0:
        thing = lowest(left)
        n = count(a, thing)
        while n > 0:
            found.append(thing)
            n -= 1
        left &= left - 1
    return found


def counted(things: list[int]) -> tuple[i64, i64, i64, i64, i64]:
    """Returns the pile of the listed things; repeated things count as copies."""
    together: tuple[i64, i64, i64, i64, i64] = (0, 0, 0, 0, 0)
    for thing in things:
        together = plus(together, one(thing))
    return together
