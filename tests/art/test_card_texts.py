"""No card contradicts its own numbers: its texts name every number that a designer can change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from grognard.art.faces import changed_faces, looks
from grognard.art.looks import read_looks
from grognard.kernel.content.card_text import placeholders
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import in_words
from grognard.registry import load, registered_names, spec

GAMES: Final = pytest.mark.parametrize("slug", registered_names())
# Where the rules say “one”, whatever the numbers of the card are.
ALWAYS_ONE: Final = re.compile(
    r"(?i)\bone (of|enemy|front|defender|cavalry|gun|unit|random|card|fewer card|[a-z]u unit|[a-z]{2} at most)\b"
    r"|one more card(;| in your Deploy)|after this one",
)


def texts(slug: str) -> Iterator[tuple[CardFact, str]]:
    """Yields the notes and the line of each card of a game, before its numbers are filled in."""
    drawn = read_looks(spec(slug).folder)
    for card in spec(slug).cards:
        yield card, card.unfilled_notes
        yield card, drawn.of(card).line


@GAMES
def test_a_text_names_the_numbers_of_its_card_instead_of_repeating_them(slug: str) -> None:
    fields = spec(slug).meta.numbers
    for card, text in texts(slug):
        fixed = ALWAYS_ONE.sub("", re.sub(r"\{[^}]*\}", "", text))
        for number in {abs(card.numbers[field]) for field in fields if field in card.numbers}:
            repeated = re.search(rf"(?i)(?<!\w)({number}|{in_words(number) if number else number})(?!\w)", fixed)
            assert repeated is None, f"{card.name}: {repeated} in “{text}”"


@GAMES
def test_every_number_that_can_change_is_on_the_card(slug: str) -> None:
    meta = spec(slug).meta
    shown = read_looks(spec(slug).folder).numbers or meta.numbers
    for card in spec(slug).cards:
        assert card.numbers.keys() & {*meta.numbers} <= {*shown, *placeholders(card.unfilled_notes)}, card.name


def test_only_cards_with_other_numbers_have_changed_faces() -> None:
    game = load("company-commander", overrides={"Howitzer Battery.amount": 6, "Dive Bomber.amount": 3})
    changed = changed_faces(game)
    assert list(changed) == ["tactics-howitzer-battery"]
    assert changed["tactics-howitzer-battery"].line == "6 Suppression Rolls on a Front"
    assert looks("company-commander")["tactics-howitzer-battery"].line == "4 Suppression Rolls on a Front"
