"""Sets of cards: what a table says of their members, in both words of the mask."""

from __future__ import annotations

from grognard.kernel.cardsets.cards import add_mapped, no_cards, of, summed


def test_a_sum_over_both_words() -> None:
    values = bytes(range(120))
    for cards in ([], [0], [59], [60], [119], [3, 58, 59, 60, 61, 118], list(range(120))):
        assert summed(of(cards), values) == sum(cards)
    assert summed(no_cards(), values) == 0


def test_a_table_looked_up_from_an_offset_on() -> None:
    table = [1000 + number for number in range(250)]
    for cards in ([], [0], [59], [60], [119], [3, 58, 59, 60, 61, 118], list(range(120))):
        found = [-1]
        add_mapped(found, of(cards), table, 0)
        assert found == [-1, *(1000 + card for card in cards)]
        add_mapped(found, of(cards), table, 130)
        assert found[1 + len(cards) :] == [1130 + card for card in cards]
