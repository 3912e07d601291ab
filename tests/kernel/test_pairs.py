"""Pairs of small numbers in bytes: sorted, with repetitions."""

from __future__ import annotations

from grognard.kernel.cardsets.pairs import seconds_of, with_pair, without_firsts, without_seconds


def made(*pairs: tuple[int, int]) -> bytes:
    found = b""
    for first, second in pairs:
        found = with_pair(found, first, second)
    return found


def test_pairs_are_in_ascending_order_and_can_repeat() -> None:
    assert made((2, 1), (1, 9), (2, 0), (1, 9)) == bytes([1, 9, 1, 9, 2, 0, 2, 1])
    assert made((1, 9), (1, 9), (2, 1), (2, 0)) == made((2, 0), (2, 1), (1, 9), (1, 9))


def test_pairs_end_by_either_number() -> None:
    pairs = made((1, 9), (2, 3), (2, 59), (60 - 1, 3))
    assert without_firsts(pairs, 1 << 2) == bytes([1, 9, 59, 3])
    assert without_seconds(pairs, 1 << 3 | 1 << 59) == bytes([1, 9])
    assert without_firsts(pairs, 0) == pairs
    assert seconds_of(pairs, 1 << 2 | 1 << 1) == 1 << 3 | 1 << 59 | 1 << 9
    assert without_seconds(b"", 1) == b""
