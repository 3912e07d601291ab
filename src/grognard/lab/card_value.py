"""Measures how much a card is worth to the side that draws it, from chance alone, so no player's choice affects it.

In a pile of n cards each comes up once in n draws, no matter who is ahead or how well they play. A side's extra draws
of a card (`GameRow.luck`) correlate with its points only if the card does something for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.lab.estimates import Estimate
from grognard.lab.simulate import NORMAL_95

if TYPE_CHECKING:
    from grognard.lab.recording import GameRow


# Lower bounds for divisors, for cards with hardly any luck, or with all of it in one game.
LEAST_SQUARES: Final = 1e-12
LEAST_LEFT: Final = 1e-3


class CardValue(NamedTuple):
    """The points from drawing a card instead of another from its pile, and how far that is above others of its kind.

    A card that is the only one of its kind is compared with zero.
    """

    draw: Estimate
    beyond: Estimate


def card_values(rows: Sequence[GameRow], kinds: Mapping[str, str]) -> dict[str, CardValue]:
    """Returns the worth of each card that chance could deal, by name; `kinds` gives the kind of each card."""
    cards = sorted({card for row in rows for card in row.luck})
    centre = math.fsum(row.points for row in rows) / len(rows)
    points = [row.points - centre for row in rows]
    found = {card: _slope([row.luck.get(card, 0.0) for row in rows], points) for card in cards}
    worth: dict[str, CardValue] = {}
    for kind in sorted({kinds[card] for card in cards}):
        alike = [card for card in cards if kinds[card] == kind]
        others = len(alike) - 1
        slopes = math.fsum(found[card].value for card in alike)
        parts = [math.fsum(of_game) for of_game in zip(*(found[card].parts for card in alike), strict=True)]
        for card in alike:
            own = found[card]
            usual = (slopes - own.value) / others if others else 0.0
            beyond = [
                part - (all_ - part) / others if others else part for part, all_ in zip(own.parts, parts, strict=True)
            ]
            worth[card] = CardValue(_estimate("draw", own), _estimate("beyond", _Slope(own.value - usual, beyond)))
    return worth


class _Slope(NamedTuple):
    """The extra points for each extra draw, and each game's contribution to the error of that number."""

    value: float
    parts: list[float]


def _slope(luck: Sequence[float], points: Sequence[float]) -> _Slope:
    """Fits centered points to luck; the parts are as large as if their own game were left out (HC3)."""
    squares = max(math.fsum(more * more for more in luck), LEAST_SQUARES)
    value = math.fsum(more * one for more, one in zip(luck, points, strict=True)) / squares
    parts = [
        more * (one - more * value) / squares / max(1 - more * more / squares, LEAST_LEFT)
        for more, one in zip(luck, points, strict=True)
    ]
    return _Slope(value, parts)


def _estimate(kind: str, slope: _Slope) -> Estimate:
    value, variance = slope.value, math.fsum(part * part for part in slope.parts)
    width = NORMAL_95 * math.sqrt(variance)
    return Estimate(kind, len(slope.parts), value, variance, value, value - width, value + width)
