"""The guide of every game: the goal first, then one thing at a time on real positions, in under five minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from grognard.game_check.teaching import FEWEST_STEPS, MINUTES, MOST_STEPS
from grognard.kernel.game import Game
from grognard.registry import load, registered_names, spec
from grognard.scenarios.guide import READ_ON, GuideStep, scenarios, seconds
from grognard.scenarios.runner import run_scenario

pytest.importorskip("litestar")

from grognard.server.guide import WANTED, picture, places_of, step_of
from grognard.web.pages import table_fragment

SENTENCES, SENTENCES_OF_THE_GOAL = 2, 3
LETTERS = 200  # of one text, so that a phone shows it in a quarter of its height
SENTENCE_ENDS = re.compile(r"[.!?](?=\s|$)")


def stops(game: Game) -> Iterator[GuideStep]:
    """Every moment at which the guide waits for its reader, and the end of each step."""
    for number in range(1, len(scenarios(game.spec)) + 1):
        step = step_of(game.slug, number, 0)
        yield step
        while not step.over:
            played = step.played
            step = step_of(game.slug, number, played + 1)
            assert step.played > played
            yield step


def test_newcomers_are_told_of_one_game_at_most_to_begin_with() -> None:
    assert sum(spec(slug).meta.first for slug in registered_names()) <= 1


def test_a_usual_match_has_an_odd_number_of_games(game: Game) -> None:
    assert game.spec.meta.match % 2 == 1


def test_the_guide_runs(game: Game) -> None:
    steps = scenarios(game.spec)
    assert FEWEST_STEPS <= len(steps) <= MOST_STEPS
    for step in steps:
        run_scenario(step, load)


def test_the_goal_comes_first_on_a_table_where_the_reader_has_won(game: Game) -> None:
    goal = step_of(game.slug, 1, 0)
    assert goal.scenario.title.startswith("You win ")
    assert goal.over
    outcome = goal.view().outcome
    assert outcome is not None
    assert outcome.winners == (goal.seat,)
    assert goal.row is not None
    assert goal.row.then, "what the goal points at is checked on the table"


def test_it_takes_less_than_five_minutes(game: Game) -> None:
    assert seconds(scenarios(game.spec)) < MINUTES * 60


def test_a_new_position_says_whose_turn_it_is() -> None:
    for slug, number, said in (
        ("outpost", 1, ""),
        ("outpost", 2, "A new position: it is your turn."),
        ("outpost", 3, "A new position: it is your opponent's turn."),
        ("three-emperors", 3, ""),
        ("fusillade", 3, ""),
    ):
        lesson = picture(step_of(slug, number, 0), "").lesson
        assert lesson is not None
        assert lesson.position == said, (slug, number)
    later = picture(step_of("outpost", 2, 1), "").lesson
    assert later is not None
    assert later.position == ""


def test_texts_are_short(game: Game) -> None:
    for number, step in enumerate(scenarios(game.spec)):
        for row in step.play:
            text = row.say.replace("**", "")
            assert len(SENTENCE_ENDS.findall(text)) <= (SENTENCES if number else SENTENCES_OF_THE_GOAL), text
            assert len(text) <= LETTERS or number == 0, text


def test_only_the_reader_is_spoken_to(game: Game) -> None:
    for step in scenarios(game.spec):
        assert len({row.who for row in step.play if row.say}) == 1, step.title


def test_each_text_waits_for_an_action_that_is_a_button(game: Game) -> None:
    for step in stops(game):
        lesson = picture(step, "").lesson
        assert lesson is not None
        if step.over or step.wanted == READ_ON:
            assert lesson.wanted_label == ""
            assert not picture(step, "").view.actions
        else:
            assert lesson.wanted_label, step.wanted


def test_only_the_wanted_action_is_marked(game: Game) -> None:
    for step in stops(game):
        marked = re.findall(rf'<button class="[^"]*\b{WANTED}\b[^>]*value="([^"]*)"', table_fragment(picture(step, "")))
        assert set(marked) <= {step.wanted}
        assert bool(marked) is (not step.over and step.wanted != READ_ON), step.wanted


def test_what_a_text_is_about_is_on_the_table(game: Game) -> None:
    for step in stops(game):
        shown = picture(step, "")
        drawn = table_fragment(shown)
        found = list(places_of(step, shown.view))
        if step.row is not None and step.row.at:
            named = [attribute for place in found for attribute in re.findall(r'\[(data-[a-z]+="[^"]*")\]', place)]
            numbers = [place for place in found if place.startswith(".number-")]
            assert numbers or any(attribute in drawn for attribute in named), step.row.at


def test_a_result_tells_of_the_number_that_decides_the_game(game: Game) -> None:
    decisive = game.spec.decisive
    assert decisive is not None
    told = 0
    for before, step in pairwise(stops(game)):
        if before.number != step.number:
            continue
        for _, now in step.changed:
            if now.key == decisive.key:
                assert re.search(rf"\b{now.value}\b", step.result), step.result
                told += 1
    assert told


def test_a_result_is_told_in_words_of_the_game() -> None:
    assert step_of("fusillade", 3, 99).result.endswith("Red loses 8 troops: 100 to 92.")
    assert step_of("outpost", 2, 99).result.endswith("Red's Morale: 5 to 2.")
    assert step_of("three-emperors", 3, 2).result == "Your sum at Center: 11 to 16."
    assert step_of("fusillade", 2, 0).result == ""
