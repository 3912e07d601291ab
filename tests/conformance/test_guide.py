"""The guide of every game: three to seven steps on positions of the engine, each with something to do for newcomers."""

from __future__ import annotations

import pytest

from grognard.kernel.game import Game
from grognard.registry import load, registered_names, spec
from grognard.scenarios.runner import run_scenario

pytest.importorskip("litestar")

from grognard.server.guide import GuideStep, scenarios

FEWEST, MOST = 3, 7


def test_newcomers_are_told_of_one_game_at_most_to_begin_with() -> None:
    assert sum(spec(slug).meta.first for slug in registered_names()) <= 1


def test_a_usual_match_has_an_odd_number_of_games(game: Game) -> None:
    assert game.spec.meta.match % 2 == 1


def test_the_guide_runs(game: Game) -> None:
    steps = scenarios(spec(game.slug))
    assert FEWEST <= len(steps) <= MOST
    for step in steps:
        assert step.text
        run_scenario(step, load)


def test_each_step_waits_for_the_newcomer_until_it_is_done(game: Game) -> None:
    for number in range(1, len(scenarios(spec(game.slug))) + 1):
        step = GuideStep(game.slug, number, 0)
        while not step.over:
            wanted = step.wanted
            assert wanted in [action.notation for action in step.picture("").view.actions]
            played = step.played
            step = GuideStep(game.slug, number, played + 1)
            assert step.played > played
        assert step.picture("").lesson is not None
