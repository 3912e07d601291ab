"""Sets of cards: the sum of a table over a set, in both words of the mask."""

from __future__ import annotations

from grognard.kernel.cards import no_cards, of, summed


def test_a_sum_over_both_words() -> None:
    values = bytes(range(120))
    for cards in ([], [0], [59], [60], [119], [3, 58, 59, 60, 61, 118], list(range(120))):
        assert summed(of(cards), values) == sum(cards)
    assert summed(no_cards(), values) == 0
