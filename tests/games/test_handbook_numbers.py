"""No handbook contradicts a card whose numbers are changed: it takes them from the card table or calls them printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from grognard.kernel.content.card_text import filled, placeholders
from grognard.kernel.content.cardfile import names_of
from grognard.kernel.content.handbook import handbook_numbers
from grognard.kernel.content.wording import in_words
from grognard.registry import load, registered_names, spec

GAMES: Final = pytest.mark.parametrize("slug", registered_names())
PLACEHOLDER: Final = re.compile(r"\{([^{}:]+)[^{}]*\}")
EXAMPLE: Final = re.compile(r"\n## (A turn|Example)")
# Numbers of the rules beside the name of a card, whatever the card's own numbers are.
RULES: Final = re.compile(
    r"(?i)\bone (of|step|side|friendly|enemy|flank|unit|exception|more card, once|each of|river|bridge)\b"
    r"|\bat once\b|\beven an empty one\b|after this one|five cards|three centre|no check at 0|of the position by 1"
)
# Where a number holds only for the printed cards, the handbook says so.
AS_PRINTED: Final = re.compile(r"(?i)as printed|printed cards|printed decks")


def text_of(slug: str) -> str:
    """Returns a handbook before its numbers are filled in."""
    return spec(slug).folder.joinpath("handbook.md").read_text(encoding="utf-8")


def statements(slug: str) -> Iterator[str]:
    """Yields the parts of sentences and the cells of tables before the example, without placeholders for numbers."""
    names = names_of(spec(slug).cards)
    text = PLACEHOLDER.sub(lambda found: names.get(found[1], ""), EXAMPLE.split(text_of(slug))[0])
    for line in re.sub(r"\b[A-Z]+-\d+(\.\d+)?\b", "", text).splitlines():
        if not line.startswith("#"):
            yield from re.split(r"(?<=[.;:])\s|\|", line)


@GAMES
def test_no_number_of_a_card_is_repeated_beside_its_name(slug: str) -> None:
    numbers: dict[str, set[int]] = {}
    for card in spec(slug).cards:
        own = {abs(card.numbers[field]) for field in spec(slug).meta.numbers if field in card.numbers}
        numbers.setdefault(card.name, set()).update(own | {card.copies})
    longest_first = sorted(numbers, key=len, reverse=True)
    names = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))})(?!\w)")
    for statement in statements(slug):
        fixed = names.sub("", RULES.sub("", statement))
        for name in {} if AS_PRINTED.search(statement) else {match[1] for match in names.finditer(statement)}:
            for number in numbers[name]:
                repeated = re.search(rf"(?i)(?<![\w-])[+-]?({number}|{in_words(number) if number else 0})(?!\w)", fixed)
                assert repeated is None, f"{name}: {repeated} in “{statement}”"


@GAMES
def test_every_number_that_a_handbook_names_changes_with_its_card(slug: str) -> None:
    text, numbers = text_of(slug), handbook_numbers(spec(slug).cards, spec(slug).meta.numbers)
    values: dict[str, int | str] = {**names_of(spec(slug).cards), **numbers, "changes": 0}
    standard = filled(text, values)
    for name in placeholders(text) & numbers.keys():
        assert filled(text, {**values, name: 77}) != standard, name


@pytest.mark.parametrize("slug", ["company-commander", "green-troops", "ready-aim-fire"])
def test_a_handbook_with_tables_of_its_cards_names_all_their_numbers(slug: str) -> None:
    named = placeholders(text_of(slug))
    # The commanders of Ready Aim Fire are called by their printed numbers (RAF-1.4).
    for card in (card for card in spec(slug).cards if card.text("type") != "CO"):
        for field in set(spec(slug).meta.numbers) & card.numbers.keys():
            assert {f"{card.name}.{field}", f"{card.deck}/{card.name}.{field}"} & named, (card.name, field)


@GAMES
def test_a_filled_handbook_has_no_placeholder_left(slug: str) -> None:
    assert not re.search(r"[][{}]", load(slug).handbook.text)


def test_the_handbook_of_a_variant_has_its_numbers() -> None:
    game = load("company-commander", overrides={"Howitzer Battery.amount": 1, "Half Squad.strength": 3})
    assert "Howitzer Battery (2): 1 roll. Artillery Barrage (2): 4 rolls." in game.handbook.clause("CC-10.1").text
    assert "| 2 Half Squad | 3 | | Half Squad | 3 | infantry |" in game.handbook.clause("CC-1.2").text
    standard = load("company-commander").handbook
    assert "| 2 Half Squad | 1 | | Half Squad | 1 | infantry |" in standard.clause("CC-1.2").text
    assert game.handbook.clauses.keys() == standard.clauses.keys()


def test_the_example_of_a_variant_says_that_it_uses_the_standard_cards() -> None:
    told = "This example uses the standard cards."
    assert told not in load("green-troops").handbook.text
    assert told in load("green-troops", overrides={"Rally.amount": 6}).handbook.text
