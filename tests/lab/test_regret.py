"""What the choices of bots give away."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots.policy import is_solved
from grognard.kernel.errors import BadInput, NotFound
from grognard.lab import regret as lab
from grognard.lab.regret import FILE, ActionLoss, RatedDecision, found, kept, regret, text
from grognard.registry import registered_names, spec
from tests.folders import OURS

GAME = "green-troops"
# The games that keep decisions: a solved game needs none, and a new one may have none yet.
WITH = [slug for slug in registered_names() if spec(slug).folder.joinpath(FILE).is_file()]


@pytest.fixture(scope="module")
def decisions() -> list[RatedDecision]:
    return found(grognard.load(GAME), 6, 600, seed=3)


def test_decisions_are_found_again_and_in_any_number_of_processes(decisions: list[RatedDecision]) -> None:
    assert found(grognard.load(GAME), 6, 600, seed=3, jobs=2) == decisions


def test_a_decision_names_what_is_legal_where_its_choices_lead(decisions: list[RatedDecision]) -> None:
    game = grognard.load(GAME)
    for decision in decisions:
        state = lab._reached(game, decision.seed, decision.choices)
        assert sorted(decision.card_values) == sorted(state.legal_actions())
        assert len(decision.card_values) > 1
        assert min(worth.loss for worth in decision.card_values.values()) == 0
        assert all(0 <= worth.loss <= 1 and worth.error >= 0 for worth in decision.card_values.values())


def test_what_is_written_is_read_again(decisions: list[RatedDecision]) -> None:
    lines = text(grognard.load(GAME), 600, decisions).splitlines()
    assert lines[0].startswith(f"# {GAME}, rules ")
    for line, decision in zip(lines[1:], decisions, strict=True):
        read = lab._read(line)
        assert (read.seed, read.choices) == (decision.seed, decision.choices)
        for action, worth in decision.card_values.items():
            assert read.card_values[action] == pytest.approx(worth, abs=1 / lab.UNIT)


@pytest.mark.parametrize("slug", WITH)
def test_every_game_keeps_a_hundred_decisions_for_its_rules(slug: str) -> None:
    game = grognard.load(slug)
    decisions = kept(game)
    assert len(decisions) == 100
    for decision in decisions:
        state = lab._reached(game, decision.seed, decision.choices)
        assert sorted(decision.card_values) == sorted(state.legal_actions())


def test_every_game_of_ours_keeps_some_unless_it_is_solved() -> None:
    assert {slug for slug in OURS if not is_solved(grognard.load(slug))} <= {*WITH}


def test_other_numbers_are_another_game() -> None:
    with pytest.raises(NotFound, match="--positions"):
        kept(grognard.load("fusillade", {"troops": 50}))


def test_the_mean_is_what_the_choices_lose() -> None:
    """Of a bot that plays anything, by hand."""
    game = grognard.load(GAME)
    decision = found(game, 1, 100, seed=5)[0]
    actions = list(decision.card_values)
    card_values = {action: ActionLoss(0.2 if n else 0.0, 0.01) for n, action in enumerate(actions)}
    (result,) = regret(game, ["random"], [RatedDecision(decision.seed, decision.choices, card_values)], tries=400)
    wrong = 1 - 1 / len(actions)
    assert result.mean == pytest.approx(0.2 * wrong, abs=0.02)
    assert result.absurd == pytest.approx(wrong, abs=0.1)
    assert result.best == pytest.approx(1 - wrong, abs=0.1)
    assert result.absurd_high <= 1


def test_a_search_gives_less_away_than_chance() -> None:
    results = regret(grognard.load(GAME), ["random", "ismcts:effort=2"], kept(grognard.load(GAME))[:25], tries=2)
    assert results[1].mean < results[0].mean / 2


@pytest.mark.parametrize(("count", "tries", "jobs"), [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_numbers_that_cannot_be_are_refused(count: int, tries: int, jobs: int) -> None:
    game = grognard.load("outpost")
    with pytest.raises(BadInput):
        regret(game, ["random"], found(game, count, 10, jobs=jobs), tries)
