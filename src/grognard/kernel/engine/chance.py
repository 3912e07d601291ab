"""The random generator: small, versioned, and identical in compiled Python, plain Python and C.

Version 1 is Chris Doty-Humphrey's sfc ("small fast counting", PractRand) on words of 62 bits, three of state and a
counter, masked after every operation. A game has separate streams for set-up, play, each bot and sampling, so a
bot's thinking never changes the deck.

There are two ways to start a stream. `stream(seed, name)` hashes a seed of any size with SHA-256, for real games (a
server draws 256 bits). `seed_stream(seed)` natively expands a small number, for searches.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

# a, b, c, counter: each below 2**62. A native tuple, unboxed in compiled code.
Stream = tuple[i64, i64, i64, i64]

VERSION: Final = 1
MASK: Final = 0x3FFFFFFFFFFFFFFF
WORDS: Final = 2147483648.0  # the number of different words of a generator: 31 bits
_HALF: Final = 0x7FFFFFFF  # numbers come from 31 bits, so a product fits in a word

_GOLDEN: Final = 0x1E3779B97F4A7C15
_MIX_1: Final = 0x3F58476D1CE4E5B9
_MIX_2: Final = 0x14D049BB133111EB


def stream(seed: int, name: str) -> tuple[i64, i64, i64, i64]:
    """Returns the stream `name` of a game's seed (any non-negative whole number)."""
    digest = hashlib.sha256(f"grognard/{VERSION}/{name}/{seed}".encode()).digest()
    words = [int.from_bytes(digest[8 * i : 8 * i + 8], "big") & MASK for i in range(4)]
    return words[0], words[1], words[2], words[3]


def seed_stream(seed: i64) -> tuple[i64, i64, i64, i64]:
    """Returns a stream from a small number, natively: four steps of a 62-bit splitmix."""
    a = mix_bits(seed)
    b = mix_bits(a + _GOLDEN)
    c = mix_bits(b + _GOLDEN)
    return a, b, c, mix_bits(c + _GOLDEN)


def mix_bits(word: i64) -> i64:
    """Returns a word below 2**62 that depends on every bit of `word` (the finalizer of splitmix, on 62 bits)."""
    word = (word + _GOLDEN) & MASK
    word = ((word ^ (word >> 29)) * _MIX_1) & MASK
    word = ((word ^ (word >> 26)) * _MIX_2) & MASK
    return word ^ (word >> 31)


def next_stream(s: tuple[i64, i64, i64, i64]) -> tuple[i64, i64, i64, i64]:
    """Returns the stream advanced by one step."""
    a = s[0]
    b = s[1]
    c = s[2]
    out = (a + b + s[3]) & MASK
    rotated = ((c << 24) & MASK) | (c >> 38)
    return b ^ (b >> 11), (c + ((c << 3) & MASK)) & MASK, (rotated + out) & MASK, (s[3] + 1) & MASK


def word31(s: tuple[i64, i64, i64, i64]) -> i64:
    """Returns the 31 random bits of an advanced stream."""
    return (s[2] ^ (s[2] >> 31)) & _HALF


def below(stream: tuple[i64, i64, i64, i64], n: i64) -> tuple[tuple[i64, i64, i64, i64], i64]:
    """Returns the advanced stream and a whole number from 0 to n - 1, each equally likely (1 <= n < 2**31).

    Rejection sampling after Lemire (2019): the high half of a product is fair without the few biased low halves.
    """
    while True:
        stream = next_stream(stream)
        product = word31(stream) * n
        low = product & _HALF
        if low >= n or low >= (_HALF + 1 - n) % n:
            return stream, product >> 31


class Generator:
    """A separate stream for bots and loops that draw many numbers."""

    def __init__(self, state: tuple[i64, i64, i64, i64]) -> None:
        self.state: tuple[i64, i64, i64, i64] = state

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Generator, (self.state,)

    def below(self, n: i64) -> i64:
        """Returns a whole number from 0 to n - 1, each equally likely (1 <= n < 2**31)."""
        self.state, number = below(self.state, n)
        return number

    def word(self) -> i64:
        """Returns 31 random bits."""
        self.state = next_stream(self.state)
        return word31(self.state)
