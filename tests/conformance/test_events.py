"""Every event says what it is: its kind in a word, its weight, who does it to whom, and sums that add up."""

from __future__ import annotations

from collections import Counter
from functools import cache
from statistics import median
from typing import get_args

import pytest

from grognard.game_check.rolls import Roll, complaints, mean_of, rolls_in
from grognard.game_check.words import sum_faults
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import EventKinds
from grognard.kernel.views.view import EventView, Sound, Weight
from tests.conformance.support import play


def kinds_of(game: Game) -> EventKinds:
    """What a game calls what happens in it, how much each weighs, and how it sounds."""
    return game.spec.wording.KINDS


@cache
def heard(rule_sets: tuple[Game, ...]) -> list[tuple[type[Event], EventView]]:
    """The events of a random game under each of the house rules, as every viewer has them, with their kinds."""
    return [
        (type(event), rules.event_view(event))
        for seed, rules in enumerate(rule_sets)
        for state in play(rules, seed)
        for viewer in (None, *range(rules.num_players()))
        for event in state.events(viewer)
    ]


def test_a_game_says_that_it_begins(game: Game) -> None:
    told = (event for state in play(game, 0) for event in state.events())
    assert "began" in (game.event_view(event).kind for event in told)


def test_kinds_are_told_apart(game: Game) -> None:
    kinds = list(kinds_of(game).words.values())
    assert all(kinds)
    assert len(set(kinds)) == len(kinds)


def test_every_event_says_what_it_is(game: Game, rule_sets: tuple[Game, ...]) -> None:
    kinds, seats = kinds_of(game).words, range(len(game.spec.meta.seats))
    for kind, words in heard(rule_sets):
        assert words.kind == kinds[kind] != "-"
        assert words.weight in get_args(Weight)
        assert words.against is None or words.against in seats
        assert words.text
        assert words.text == words.text.strip()
        assert words.clause in game.handbook.clauses


def test_every_sound_belongs_to_something_that_happens(game: Game, rule_sets: tuple[Game, ...]) -> None:
    kinds = kinds_of(game)
    assert all(kinds.words[number] for number in kinds.sounds)
    assert set(kinds.sounds.values()) == set(get_args(Sound))
    assert all(words.sound == kinds.sounds.get(number) for number, words in heard(rule_sets))


def test_who_and_whom_are_told_to_those_who_may_know(game: Game, rule_sets: tuple[Game, ...]) -> None:
    """Neither names a card that the event does not list for this viewer."""
    pieces = set(game.pieces)
    for _kind, words in heard(rule_sets):
        assert {*words.who, *words.whom} & pieces <= set(words.cards)


def test_sums_add_up(rule_sets: tuple[Game, ...]) -> None:
    for kind, words in heard(rule_sets):
        assert list(sum_faults(kind.__name__, words)) == []


def test_a_turn_has_few_headlines_and_a_game_has_some(game: Game) -> None:
    """What weighs as much as everything else weighs nothing: most turns have three at most."""
    turns: Counter[int] = Counter()
    for seed in range(2):
        for state in play(game, seed):
            told = [game.event_view(event).weight for event in state.events()]
            turns[1000 * seed + state.turn] += told.count("headline")
    assert median(turns.values()) <= 3
    assert any(turns.values())


@cache
def rolls(game: Game) -> list[Roll]:
    """The rolls of three random games, as those have them who see all: of those told alike, one."""
    return rolls_in(game, [event for seed in range(3) for state in play(game, seed) for event in state.recorder.events])


def test_what_a_roll_brings_on_average_is_what_it_says_is_expected(game: Game) -> None:
    for roll in rolls(game):
        assert mean_of(game, roll) == pytest.approx(roll.roll.expected), roll


def test_a_roll_says_what_was_needed(game: Game) -> None:
    for roll in rolls(game):
        assert list(complaints(game, roll)) == []
