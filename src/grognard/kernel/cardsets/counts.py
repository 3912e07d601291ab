"""Small numbers for each of up to 60 things: piles with copies, markers on units.

Five words of 60 bits: bit t of word w counts 2**w of thing t, so a number goes from 0 to 31. In a pile of cards with
copies the thing is a name and the number how many copies lie there; equal piles are equal numbers, drawing is taking
a random copy, exactly as good as shuffling, and `some` tells which names there are as a set of `bits`. Rules never
touch the words: they use those below.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, lowest, nth_of, ones

# A native tuple, unboxed in compiled code.
Counts = tuple[i64, i64, i64, i64, i64]

MOST: Final = 31


def nothing() -> tuple[i64, i64, i64, i64, i64]:
    """None of anything. (Not a constant: mypyc 2.4 compiles a global tuple of numbers wrongly.)"""
    return 0, 0, 0, 0, 0


def count(a: tuple[i64, i64, i64, i64, i64], thing: i64) -> i64:
    """How many of this thing."""
    low = ((a[0] >> thing) & 1) | (((a[1] >> thing) & 1) << 1) | (((a[2] >> thing) & 1) << 2)
    return low | (((a[3] >> thing) & 1) << 3) | (((a[4] >> thing) & 1) << 4)


def with_count(a: tuple[i64, i64, i64, i64, i64], thing: i64, n: i64) -> tuple[i64, i64, i64, i64, i64]:
    """The pile with this number of the thing in it (0 to 31), all others unchanged."""
    b = without(a, bit(thing))
    return (
        b[0] | ((n & 1) << thing),
        b[1] | (((n >> 1) & 1) << thing),
        b[2] | (((n >> 2) & 1) << thing),
        b[3] | (((n >> 3) & 1) << thing),
        b[4] | (((n >> 4) & 1) << thing),
    )


def some(a: tuple[i64, i64, i64, i64, i64]) -> i64:
    """The things of which there is at least one, as a set of bits."""
    return a[0] | a[1] | a[2] | a[3] | a[4]


def at_least(a: tuple[i64, i64, i64, i64, i64], n: i64) -> i64:
    """The things of which there are at least `n` (1 to 31), as a set of bits."""
    # From the highest word down: `more` have passed n, `same` agree with it so far.
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
    """How many in all."""
    if a[1] | a[2] | a[3] | a[4] == 0:
        return ones(a[0])
    return ones(a[0]) + 2 * ones(a[1]) + 4 * ones(a[2]) + 8 * ones(a[3]) + 16 * ones(a[4])


def is_none(a: tuple[i64, i64, i64, i64, i64]) -> bool:
    """Is there nothing at all?"""
    return (a[0] | a[1] | a[2] | a[3] | a[4]) == 0


def one(thing: i64) -> tuple[i64, i64, i64, i64, i64]:
    """One of this thing."""
    return bit(thing), 0, 0, 0, 0


def each(things: i64) -> tuple[i64, i64, i64, i64, i64]:
    """One of each of these things."""
    return things, 0, 0, 0, 0


def within(a: tuple[i64, i64, i64, i64, i64], things: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Those of `a` that are of these things."""
    return a[0] & things, a[1] & things, a[2] & things, a[3] & things, a[4] & things


def without(a: tuple[i64, i64, i64, i64, i64], things: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Those of `a` that are not of these things."""
    return a[0] & ~things, a[1] & ~things, a[2] & ~things, a[3] & ~things, a[4] & ~things


def plus(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """Both together; no number may grow beyond 31."""
    carry = a[0] & b[0]
    w1 = a[1] ^ b[1]
    carry2 = (a[1] & b[1]) | (w1 & carry)
    w2 = a[2] ^ b[2]
    carry3 = (a[2] & b[2]) | (w2 & carry2)
    w3 = a[3] ^ b[3]
    carry4 = (a[3] & b[3]) | (w3 & carry3)
    return a[0] ^ b[0], w1 ^ carry, w2 ^ carry2, w3 ^ carry3, a[4] ^ b[4] ^ carry4


def less(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """`a` without `b`, all of which must be there."""
    borrow = ~a[0] & b[0]
    w1 = a[1] ^ b[1]
    borrow2 = (~a[1] & b[1]) | (~w1 & borrow)
    w2 = a[2] ^ b[2]
    borrow3 = (~a[2] & b[2]) | (~w2 & borrow2)
    w3 = a[3] ^ b[3]
    borrow4 = (~a[3] & b[3]) | (~w3 & borrow3)
    return a[0] ^ b[0], w1 ^ borrow, w2 ^ borrow2, w3 ^ borrow3, a[4] ^ b[4] ^ borrow4


def larger(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64, i64]:
    """Of each thing the larger number."""
    more = _where_more(a, b)
    return (
        (a[0] & more) | (b[0] & ~more),
        (a[1] & more) | (b[1] & ~more),
        (a[2] & more) | (b[2] & ~more),
        (a[3] & more) | (b[3] & ~more),
        (a[4] & more) | (b[4] & ~more),
    )


def _where_more(a: tuple[i64, i64, i64, i64, i64], b: tuple[i64, i64, i64, i64, i64]) -> i64:
    """The things of which `a` has more than `b`, as a set of bits."""
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
    """Does `b` hold all of `a`?"""
    return _where_more(a, b) == 0


def nth_copy(a: tuple[i64, i64, i64, i64, i64], n: i64) -> i64:
    """The thing that copy n is of, from 0, when all copies are laid out in some fixed order; there must be more."""
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
    """Every copy by its thing, in ascending order."""
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
    """The listed things, each as often as it is listed."""
    together: tuple[i64, i64, i64, i64, i64] = (0, 0, 0, 0, 0)
    for thing in things:
        together = plus(together, one(thing))
    return together
