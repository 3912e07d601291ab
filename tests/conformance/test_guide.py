"""The guide of every game: five to seven steps on positions of the engine, each with something to do for newcomers."""

from __future__ import annotations

import pytest

from grognard.kernel.game import Game
from grognard.registry import load, spec
from grognard.scenarios.staging import run_scenario

pytest.importorskip("litestar")

from grognard.server.guide import Step, scenarios

FEWEST, MOST = 5, 7


def test_the_guide_runs(game: Game) -> None:
    steps = scenarios(spec(game.slug))
    assert FEWEST <= len(steps) <= MOST
    for step in steps:
        assert step.text
        run_scenario(step, load)


def test_each_step_waits_for_the_newcomer_until_it_is_done(game: Game) -> None:
    for number in range(1, len(scenarios(spec(game.slug))) + 1):
        step = Step(game.slug, number, 0)
        while not step.over:
            wanted = step.wanted
            assert wanted in [action.notation for action in step.picture("").view.actions]
            played = step.played
            step = Step(game.slug, number, played + 1)
            assert step.played > played
        assert step.picture("").lesson is not None
