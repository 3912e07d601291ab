"""What a card is worth: planted faults come first, and chance alone is worth nothing."""

from __future__ import annotations

from pathlib import Path

import numpy

from grognard.lab.card_value import card_values
from grognard.lab.estimates import Estimate, mean
from grognard.lab.recording import GameRow, planned, record
from grognard.lab.report.building import CardUse, level_of, surest_first
from grognard.registry import load

CARDS = [f"card {number}" for number in range(40)]


def _row(number: int, points: float, luck: dict[str, float]) -> GameRow:
    return GameRow(number, 0, points, 1, 1, "", None, None, [{}, {}], [{}, {}], [{}, {}], luck, {}, {}, [])


def _games(count: int, strong: str, by: float, seed: int) -> list[GameRow]:
    """Both sides draw ten of forty cards in turns; the chance of winning rises with those of `strong` alone."""
    chance, found = numpy.random.default_rng(seed), []
    for number in range(count):
        luck, lying = numpy.zeros(len(CARDS)), numpy.ones(len(CARDS))
        for place, card in enumerate(chance.permutation(len(CARDS))[:20]):
            side = 1 if place % 2 else -1
            luck -= side * lying / lying.sum()
            luck[card] += side
            lying[card] = 0
        by_card = dict(zip(CARDS, luck.tolist(), strict=True))
        found.append(_row(number, float(chance.random() < 0.5 + by * by_card[strong]), by_card))
    return found


def test_what_is_worth_something_is_found_and_how_much() -> None:
    found = card_values(_games(1500, "card 7", 0.1, 0), dict.fromkeys(CARDS, "kind"))
    assert max(found, key=lambda card: found[card].draw.value) == "card 7"
    assert found["card 7"].draw.low < 0.1 < found["card 7"].draw.high
    assert found["card 7"].beyond.low > 0.05


def test_where_no_card_does_anything_one_interval_in_twenty_misses_nothing() -> None:
    kinds = {card: f"kind {number % 4}" for number, card in enumerate(CARDS)}
    drawn, beyond = [], []
    for seed in range(25):
        for one in card_values(_games(60, "card 7", 0.0, seed), kinds).values():
            drawn.append(not one.draw.low <= 0 <= one.draw.high)
            beyond.append(not one.beyond.low <= 0 <= one.beyond.high)
    for missed in (drawn, beyond):
        assert 0.03 < sum(missed) / len(missed) < 0.075


def test_a_card_that_is_alone_in_its_kind_is_held_against_nothing() -> None:
    found = card_values(_games(50, "card 1", 0.2, 2), {card: card for card in CARDS})
    assert all(one.draw.value == one.beyond.value for one in found.values())


def test_a_card_that_is_far_too_strong_comes_first(tmp_path: Path) -> None:
    game = load("fusillade", {}, {"Old Guard.force": 9})
    rows = record(planned(game, ("random", "random"), 0), 800, tmp_path)
    first, second = level_of(game, "random", rows).cards[:2]
    assert first.name == "Old Guard"
    assert first.beyond is not None
    assert second.beyond is not None
    assert first.beyond.low > 0.01
    assert first.worth is not None
    assert first.worth.low > 0.02


def test_of_cards_that_are_surely_out_of_line_the_surer_comes_first() -> None:
    def card(name: str, beyond: float) -> CardUse:
        some, far = mean([1.0, 2.0]), Estimate("mean", 20_000, beyond, 1e-6, beyond, beyond - 0.002, beyond + 0.002)
        return CardUse(name, "Event", some, some, some, some, some, far, far)

    found = surest_first([card("A", 0.05), card("B", -0.1), card("C", 0.0)])
    assert [one.name for one in found] == ["B", "A", "C"]
    assert [one.chance for one in found[:2]] == [0.0, 0.0], "both are beyond what numbers of the machine tell"
