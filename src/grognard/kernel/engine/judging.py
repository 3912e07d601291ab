"""What the games' `features.py` share: how `evaluate` is to be read, and lists of numbers for learners."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

# What `evaluate` adds once a game is decided: more than all that is still open can come to.
WON: Final = 1000.0


@final
class Measure:
    """How a search reads a game's `evaluate`.

    swing      the points by which a side that is ahead wins 73 games of 100 (a logistic curve's scale)
    horizon    how many ends of a turn a search plays on to before it trusts what it sees (bench/strength.md)
    pace       how many such playouts take a millisecond, so that a level thinks for about as long in every game
    """

    def __init__(self, swing: float, horizon: int, pace: float) -> None:
        self.swing = swing
        self.horizon = horizon
        self.pace = pace


def one_hot(places: int, marked: i64) -> list[float]:
    """A 1 in one of so many places, and 0 elsewhere."""
    return [1.0 if place == marked else 0.0 for place in range(places)]


def tally(cards: list[int], kinds: bytes, kinds_in_all: int) -> list[float]:
    """How many cards there are of each kind, by a table of the kind of every card."""
    counts = [0.0] * kinds_in_all
    for card in cards:
        counts[kinds[card]] += 1.0
    return counts
