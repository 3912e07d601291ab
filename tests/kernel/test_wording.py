"""Small pieces of sentences: numbers, luck and places in a row as players say them."""

from __future__ import annotations

import pytest

from grognard.kernel.content.wording import in_order, in_words, roughly, unusual


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (1.0, "nothing unusual"),
        (0.4, "nothing unusual"),
        (0.15, "you would see this in about 1 game of 7"),
        (0.001, "you would see this in about 1 game of 1,000"),
        (0.0001, "you would see this in fewer than 1 game of 1,000"),
        (0.0, "you would see this in fewer than 1 game of 1,000"),
    ],
)
def test_luck_is_said_in_games(chance: float, said: str) -> None:
    assert unusual(chance) == said


def test_numbers_in_words() -> None:
    assert [in_words(number) for number in (0, 2, 10, 11)] == ["no", "two", "ten", "11"]
    assert [in_order(number) for number in (1, 2, 10, 11)] == ["first", "second", "tenth", "number 11"]
    assert [roughly(number) for number in (0.2, 1.4, 3.6)] == ["fewer than 1", "about 1", "about 4"]
