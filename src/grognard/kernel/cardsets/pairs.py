"""Pairs of small numbers, such as cards and the units that have them, as bytes: two for each pair, in ascending order.

Equal sets of pairs have equal bytes, and copies of a position share them. A pair can be there several times.
"""

from __future__ import annotations

from mypy_extensions import i64

from grognard.kernel.cardsets.bits import bit, is_in


def with_pair(pairs: bytes, first: i64, second: i64) -> bytes:
    """Returns the pairs with one more."""
    at: i64 = 0
    while at < len(pairs) and (pairs[at] < first or (pairs[at] == first and pairs[at + 1] < second)):
        at += 2
    return pairs[:at] + bytes([first, second]) + pairs[at:]


def without_firsts(pairs: bytes, things: i64) -> bytes:
    """Returns the pairs whose first number is not in this set of things."""
    return pairs if len(pairs) == 0 else _kept(pairs, things, 0)


def without_seconds(pairs: bytes, things: i64) -> bytes:
    """Returns the pairs whose second number is not in this set of things."""
    return pairs if len(pairs) == 0 else _kept(pairs, things, 1)


def seconds_of(pairs: bytes, things: i64) -> i64:
    """Returns the second numbers, as a set, of the pairs whose first number is in this set of things."""
    found: i64 = 0
    at: i64 = 0
    while at < len(pairs):
        if is_in(things, pairs[at]):
            found |= bit(pairs[at + 1])
        at += 2
    return found


def _kept(pairs: bytes, things: i64, place: i64) -> bytes:
    kept: list[int] = []
    at: i64 = 0
    while at < len(pairs):
        if not is_in(things, pairs[at + place]):
            kept += [pairs[at], pairs[at + 1]]
        at += 2
    return bytes(kept)
