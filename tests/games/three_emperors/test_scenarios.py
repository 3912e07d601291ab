"""Plays every scenario of Battle of the Three Emperors, and lists the cards and clauses that have none."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.kernel.scenario import Scenario, read_scenario, run_scenario

HERE = Path(__file__).resolve().parent
CLAUSES = HERE / "clauses"
CARDS = HERE / "cards"
PATHS = sorted([*CLAUSES.rglob("*.md"), *CARDS.rglob("*.md")])
ALL_CLAUSES = (HERE.parents[1] / "facts" / "three-emperors-clauses.txt").read_text(encoding="utf-8").split()


@pytest.fixture(scope="module")
def scenarios() -> list[Scenario]:
    return [read_scenario(path) for path in PATHS]


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_scenario(path: Path) -> None:
    run_scenario(read_scenario(path), grognard.load)


def test_every_card_has_a_scenario(scenarios: list[Scenario]) -> None:
    named = {card for scenario in scenarios for card in scenario.cards}
    assert [card.name for card in grognard.load("three-emperors").cards if card.name not in named] == []


def test_every_clause_is_cited(scenarios: list[Scenario]) -> None:
    cited = {clause for scenario in scenarios for clause in scenario.clauses}
    assert [clause for clause in ALL_CLAUSES if clause not in cited] == []


def test_every_clause_has_a_file_of_its_own() -> None:
    own = {path.stem for path in CLAUSES.rglob("*.md")}
    assert [clause for clause in ALL_CLAUSES if clause.lower() not in own] == []
