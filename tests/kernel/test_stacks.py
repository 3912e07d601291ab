"""Ordered stacks, word for word against a list."""

from __future__ import annotations

import pytest

from grognard.kernel.cardsets.bits import members_of
from grognard.kernel.cardsets.stacks import (
    MOST,
    at_bottom,
    card_at,
    cards_of,
    height,
    inserted,
    marked,
    on_top,
    places_with,
    stacked,
    top_to_bottom,
    unmarked,
    with_card,
    without_card,
)
from grognard.kernel.engine.chance import Generator, stream

ROUNDS = 200
HIGHEST = 1023
KIND = 15


@pytest.fixture
def generator() -> Generator:
    return Generator(stream(7, "stacks"))


def any_card(generator: Generator) -> int:
    """A card with any marks; its kind is never 0."""
    return int(generator.below(KIND)) + 1 | int(generator.below(64)) << 4


def any_stack(generator: Generator, most: int = MOST) -> list[int]:
    return [any_card(generator) for _ in range(generator.below(most + 1))]


def test_a_stack_is_its_cards(generator: Generator) -> None:
    for _ in range(ROUNDS):
        cards = any_stack(generator)
        stack = stacked(cards)
        assert cards_of(stack) == cards
        assert height(stack) == len(cards)
        assert [card_at(stack, n) for n in range(len(cards))] == cards
        assert card_at(stack, len(cards)) == 0 or len(cards) == MOST


def test_six_of_the_highest_fit() -> None:
    assert cards_of(stacked([HIGHEST] * MOST)) == [HIGHEST] * MOST
    assert height(stacked([HIGHEST] * MOST)) == MOST
    assert height(stacked([8] * MOST)) == MOST


def test_cards_come_and_go(generator: Generator) -> None:
    for _ in range(ROUNDS):
        cards = any_stack(generator, MOST - 1)
        stack, card = stacked(cards), any_card(generator)
        place = int(generator.below(len(cards) + 1))
        assert cards_of(on_top(stack, card)) == [card, *cards]
        assert cards_of(at_bottom(stack, card)) == [*cards, card]
        assert cards_of(inserted(stack, place, card)) == [*cards[:place], card, *cards[place:]]
        assert without_card(inserted(stack, place, card), place) == stack


def test_a_card_is_changed_or_sinks(generator: Generator) -> None:
    for _ in range(ROUNDS):
        cards = [any_card(generator), *any_stack(generator, MOST - 1)]
        stack, card = stacked(cards), any_card(generator)
        place = int(generator.below(len(cards)))
        assert cards_of(with_card(stack, place, card)) == [*cards[:place], card, *cards[place + 1 :]]
        assert cards_of(top_to_bottom(stack)) == [*cards[1:], cards[0]]


def test_marks(generator: Generator) -> None:
    for _ in range(ROUNDS):
        cards = any_stack(generator)
        stack, marks = stacked(cards), int(generator.below(64)) << 4
        assert cards_of(unmarked(stack, marks)) == [card & ~marks for card in cards]
        assert cards_of(marked(stack, marks)) == [card | marks for card in cards]
        assert members_of(places_with(stack, 16)) == [n for n, card in enumerate(cards) if card & 16]
