"""Glicko-2 ratings, after Mark Glickman, “Example of the Glicko-2 system” (2022)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

AVERAGE: Final = 1500.0
SCALE: Final = 173.7178  # rating points in a unit of the paper's internal scale
TAU: Final = 0.5  # how much a volatility changes
PRECISION: Final = 1e-6


class Rating(NamedTuple):
    """A rating on the scale of chess, its standard deviation, and how much it tends to change."""

    value: float = AVERAGE
    deviation: float = 350.0
    volatility: float = 0.06


class RatedGame(NamedTuple):
    """A game against an opponent of this rating: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def rating_after(rating: Rating, games: Sequence[RatedGame]) -> Rating:
    """Returns a player's rating after a rating period with these games, at least one."""
    own, spread = (rating.value - AVERAGE) / SCALE, rating.deviation / SCALE
    weights = [1 / sqrt(1 + 3 * (game.opponent.deviation / SCALE / pi) ** 2) for game in games]
    chances = [
        1 / (1 + exp(-weight * (own - (game.opponent.value - AVERAGE) / SCALE)))
        for weight, game in zip(weights, games, strict=True)
    ]
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance in zip(weights, chances, strict=True))
    surplus = sum(weight * (game.score - chance) for weight, chance, game in zip(weights, chances, games, strict=True))
    volatility = _volatility(rating.volatility, spread, variance, variance * surplus)
    narrowed = 1 / sqrt(1 / (spread**2 + volatility**2) + 1 / variance)
    return Rating(AVERAGE + SCALE * (own + narrowed**2 * surplus), SCALE * narrowed, volatility)


def _volatility(old: float, spread: float, variance: float, change: float) -> float:
    """Returns the new volatility: step 5 of the paper, the Illinois variant of the method of false position."""
    start = log(old**2)

    def gap(x: float) -> float:
        total = spread**2 + variance + exp(x)
        return exp(x) * (change**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if change**2 > spread**2 + variance:
        high = log(change**2 - spread**2 - variance)
    else:
        high = start - TAU
        while gap(high) < 0:
            high -= TAU
    at_low, at_high = gap(low), gap(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = gap(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
