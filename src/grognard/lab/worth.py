"""What a card is worth to who draws it: by chance alone, so that it is the card's work and nobody's choice.

Out of a pile of n cards each comes once in n draws, whoever is ahead and however well he plays. What a side drew beyond
that (`GameRow.luck`) goes with its points only if the card does something for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.lab.estimates import Estimate
from grognard.lab.simulate import NORMAL_95

if TYPE_CHECKING:
    from grognard.lab.recording import GameRow


class Worth(NamedTuple):
    """The points of a draw of a card instead of any other of the same pile, and what that is beyond others of its kind.

    A kind of one card is compared with no worth at all.
    """

    draw: Estimate
    beyond: Estimate


def worths(rows: Sequence[GameRow], kinds: Mapping[str, str]) -> dict[str, Worth]:
    """Of each card that chance could bring, by name; `kinds` tells which belong together."""
    import numpy

    cards = sorted({card for row in rows for card in row.luck})
    luck = numpy.array([[row.luck.get(card, 0.0) for card in cards] for row in rows]).reshape(len(rows), len(cards))
    points = numpy.array([row.points for row in rows])
    squares = numpy.maximum((luck * luck).sum(axis=0), 1e-12)
    slopes = luck.T @ (points - points.mean()) / squares
    # What each game adds to a slope beyond its part, as wide as if the game were left out (HC3).
    errors = (points - points.mean())[:, None] - luck * slopes
    parts = luck * errors / squares / numpy.maximum(1 - luck * luck / squares, 1e-3)
    many = Counter(kinds[card] for card in cards)
    sums = {kind: _of_kind(cards, kinds, kind, slopes, parts) for kind in many}
    found = {}
    for place, card in enumerate(cards):
        slope, part = slopes[place], parts[:, place]
        others = many[kinds[card]] - 1
        all_slopes, all_parts = sums[kinds[card]]
        usual, usual_parts = ((all_slopes - slope) / others, (all_parts - part) / others) if others else (0.0, 0.0)
        found[card] = Worth(
            _estimate("draw", len(rows), slope, part), _estimate("beyond", len(rows), slope - usual, part - usual_parts)
        )
    return found


def _of_kind(cards: Sequence[str], kinds: Mapping[str, str], kind: str, slopes: Any, parts: Any) -> tuple[Any, Any]:
    """All slopes of a kind added up, and what each game adds to that."""
    places = [place for place, card in enumerate(cards) if kinds[card] == kind]
    return slopes[places].sum(), parts[:, places].sum(axis=1)


def _estimate(kind: str, count: int, value: Any, parts: Any) -> Estimate:
    value, variance = float(value), float((parts * parts).sum())
    width = NORMAL_95 * variance**0.5
    return Estimate(kind, count, value, variance, value, value - width, value + width)
