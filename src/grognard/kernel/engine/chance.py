"""The generator: small, versioned, identical compiled, uncompiled and in C.

Version 1 is Chris Doty-Humphrey's sfc ("small fast counting", PractRand) on words of 62 bits, three of state and a
counter, masked after every operation. A game has separate streams for set-up, play, each bot and sampling, so that
thinking never moves the deck.

Two ways in: `stream(seed, name)` for people, from a seed of any size (a server draws 256 bits), through SHA-256; and
`seed_stream(seed)` for search, from a small number and natively.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

# a, b, c, counter: each below 2**62. A native tuple, unboxed in compiled code.
Stream = tuple[i64, i64, i64, i64]

VERSION: Final = 1
MASK: Final = 0x3FFFFFFFFFFFFFFF
WORDS: Final = 2147483648.0  # so many different words a generator gives: they have 31 bits
_HALF: Final = 0x7FFFFFFF  # numbers are drawn from 31 bits, so that a product fits a word

_GOLDEN: Final = 0x1E3779B97F4A7C15
_MIX_1: Final = 0x3F58476D1CE4E5B9
_MIX_2: Final = 0x14D049BB133111EB


def stream(seed: int, name: str) -> tuple[i64, i64, i64, i64]:
    """The stream `name` of a game's seed (any non-negative whole number)."""
    digest = hashlib.sha256(f"grognard/{VERSION}/{name}/{seed}".encode()).digest()
    words = [int.from_bytes(digest[8 * i : 8 * i + 8], "big") & MASK for i in range(4)]
    return words[0], words[1], words[2], words[3]


def seed_stream(seed: i64) -> tuple[i64, i64, i64, i64]:
    """A stream from a small number, natively: four steps of a 62-bit splitmix."""
    a = mix_bits(seed)
    b = mix_bits(a + _GOLDEN)
    c = mix_bits(b + _GOLDEN)
    return a, b, c, mix_bits(c + _GOLDEN)


def mix_bits(word: i64) -> i64:
    """A word below 2**62 that depends on every bit of `word` (the finaliser of splitmix, on 62 bits)."""
    word = (word + _GOLDEN) & MASK
    word = ((word ^ (word >> 29)) * _MIX_1) & MASK
    word = ((word ^ (word >> 26)) * _MIX_2) & MASK
    return word ^ (word >> 31)


def next_stream(s: tuple[i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64]:
    """The stream one step on; its number is then `below(stream, n)`."""
    a = s[0]
    b = s[1]
    c = s[2]
    out = (a + b + s[3]) & MASK
    rotated = ((c << 24) & MASK) | (c >> 38)
    return b ^ (b >> 11), (c + ((c << 3) & MASK)) & MASK, (rotated + out) & MASK, (s[3] + 1) & MASK


def word31(s: tuple[i64, i64, i64, i64]) -> i64:
    """The 31 bits that an advanced stream stands for."""
    return (s[2] ^ (s[2] >> 31)) & _HALF


def below(stream: tuple[i64, i64, i64, i64], n: i64) -> tuple[tuple[i64, i64, i64, i64], i64]:
    """The stream afterwards, and a whole number from 0 to n - 1, each exactly as likely (1 <= n < 2**31).

    After Lemire 2019, rejecting: the high half of a product is fair, once the few low halves that favour are left out.
    """
    while True:
        stream = next_stream(stream)
        product = word31(stream) * n
        low = product & _HALF
        if low >= n or low >= (_HALF + 1 - n) % n:
            return stream, product >> 31


class Generator:
    """A stream of its own, for bots and loops that draw many numbers."""

    def __init__(self, state: tuple[i64, i64, i64, i64]) -> None:
        self.state: tuple[i64, i64, i64, i64] = state

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Generator, (self.state,)

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each exactly as likely (1 <= n < 2**31)."""
        self.state, number = below(self.state, n)
        return number

    def word(self) -> i64:
        """31 random bits."""
        self.state = next_stream(self.state)
        return word31(self.state)
