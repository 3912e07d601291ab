"""Plays every scenario of every game, and lists the cards and clauses that have none."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.game_check.proofs import (
    cards_without_file,
    cards_without_scenario,
    clauses_without_file,
    scenario_files,
    stray_files,
)
from grognard.kernel.game import Game
from grognard.lab.game_folders import CLAUSES
from grognard.scenarios.reading import Scenario, read_scenarios
from grognard.scenarios.runner import run_scenario
from tests.folders import OURS, folder_of


@cache
def paths(slug: str) -> list[Path]:
    """The scenario files of a game."""
    return scenario_files(folder_of(slug))


@cache
def clauses(slug: str) -> list[str]:
    """The clauses of a game: those noted in its test folder, or those of its handbook."""
    noted = folder_of(slug) / CLAUSES
    return noted.read_text(encoding="utf-8").split() if noted.is_file() else list(grognard.load(slug).handbook.clauses)


@cache
def cases(slug: str) -> list[Scenario]:
    """The cases in the scenario files of a game."""
    return [case for path in paths(slug) for case in read_scenarios(path)]


def called(slug: str, case: Scenario) -> str:
    """What a test of this case is called: game, file, case."""
    return "-".join([slug, case.path.stem, *re.findall(r"\w+", case.title.lower())])


@pytest.fixture
def scenarios(game: Game) -> list[Scenario]:
    return cases(game.slug)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=called(slug, case)) for slug in grognard.registered_names() for case in cases(slug)],
)
def test_scenario(case: Scenario) -> None:
    run_scenario(case, grognard.load)


def test_every_card_has_a_scenario(game: Game, scenarios: list[Scenario]) -> None:
    assert cards_without_scenario(game, scenarios) == []


def test_every_clause_is_cited(game: Game, scenarios: list[Scenario]) -> None:
    cited = {clause for scenario in scenarios for clause in scenario.clauses}
    assert [clause for clause in clauses(game.slug) if clause not in cited] == []


def test_every_clause_has_a_file_of_its_own(game: Game, scenarios: list[Scenario]) -> None:
    assert clauses_without_file(clauses(game.slug), scenarios) == []
    assert stray_files(clauses(game.slug), scenarios) == []


@pytest.mark.parametrize("slug", OURS)
def test_every_card_has_a_file_of_its_own(slug: str) -> None:
    game, scenarios = grognard.load(slug), cases(slug)
    assert cards_without_file(game, scenarios) == []
    own: dict[Path, str] = {}  # the card that the first case of a file names first
    for case in scenarios:
        if case.path.parent.name == "cards":
            assert own.setdefault(case.path, case.cards[0]) in case.cards
    assert len(own) == len({card.name for card in game.cards})
