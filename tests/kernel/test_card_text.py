"""Texts take the numbers of cards from the card table."""

from __future__ import annotations

import pytest

from grognard.kernel.content.card_text import filled
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.errors import BadInput


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("Draw {amount}.", 4, "Draw 4."),
        ("at {amount:+}", 1, "at +1"),
        ("at {amount:+}", -2, "at -2"),
        ("at {amount:signed}", 1, "at +1"),
        ("at {amount:signed}", 0, "at 0"),
        ("{amount:word} more", 0, "no more"),
        ("{amount:Word} more", 3, "Three more"),
        ("{amount:word} more", 14, "14 more"),
        ("{amount:word} more", -1, "-1 more"),
        ("{amount:a die|# dice}", 1, "a die"),
        ("{amount:a die|# dice}", 2, "2 dice"),
        ("saves[ at {amount:+}]", 0, "saves"),
        ("saves[ at {amount:+}| without a bonus]", 0, "saves without a bonus"),
        ("saves[ at {amount:+}| without a bonus]", -1, "saves at -1"),
        ("[Without a number] it stays", 5, "[Without a number] it stays"),
        ("[a link](page.md) beside {amount}", 0, "[a link](page.md) beside 0"),
    ],
)
def test_a_text_with_its_number(text: str, number: int, expected: str) -> None:
    assert filled(text, {"amount": number}) == expected


def test_a_name_may_have_spaces_and_a_dot() -> None:
    assert filled("{7.5cm Gun.amount:word} rolls", {"7.5cm Gun.amount": 2}) == "two rolls"


def test_a_text_that_names_no_number_of_the_card_is_refused() -> None:
    with pytest.raises(BadInput, match=r"names damage, but there is no such number"):
        filled("D = {damage}", {"amount": 1})


def test_the_notes_of_a_changed_card_have_its_new_number() -> None:
    card = CardFact("common", "Battery", 2, {"amount": 4}, "{amount} {amount:Roll|Rolls}.")
    assert card.notes == "4 Rolls."
    assert card.with_number("amount", 6).with_number("amount", 1).notes == "1 Roll."
    assert card.notes == "4 Rolls."
