"""Questions, labels and refusals have the numbers of changed cards."""

from __future__ import annotations

import pytest

from grognard.games.company_commander import names as cc
from grognard.games.company_commander.rules.choices import CompanyCommander
from grognard.games.green_troops import names as gt
from grognard.games.ready_aim_fire import names as raf
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.kernel.cardsets.counts import one
from grognard.registry import load


@pytest.mark.parametrize(
    ("numbers", "code", "text"),
    [
        ({}, gt.NOTHING_TO_RALLY, "No Unit on your side has a marker."),
        ({"Rally.markers": 3}, gt.NOTHING_TO_RALLY, "No Unit on your side has 3 markers."),
        ({}, gt.UNMARKED_LEADER, "That Unit has no marker."),
        ({"Killed in Action.markers": 2}, gt.UNMARKED_LEADER, "That Unit has fewer than 2 markers."),
        ({"Rally.markers": 3}, gt.UNMARKED_LEADER, "That Unit has no marker."),
    ],
)
def test_a_refusal_says_how_many_markers_a_card_asks_for(numbers: dict[str, int], code: int, text: str) -> None:
    game = load("green-troops", overrides=numbers)
    assert game.spec.wording.reason(game.new_initial_state(1), code).text == text


@pytest.mark.parametrize(
    ("numbers", "phase", "text"),
    [
        ({}, raf.DIFFICULTY, "Cost your opponent one attack, or pass?"),
        ({"Difficult Terrain.amount": 2}, raf.DIFFICULTY, "Cost your opponent two attacks, or pass?"),
        ({}, raf.SNIPER, "Have an enemy stack make one more morale check, or pass?"),
        ({"Sniper.amount": 3}, raf.SNIPER, "Have an enemy stack make three more morale checks, or pass?"),
    ],
)
def test_a_question_says_what_a_card_costs_the_enemy(numbers: dict[str, int], phase: int, text: str) -> None:
    game = load("ready-aim-fire", overrides=numbers)
    state = game.new_initial_state(1)
    assert isinstance(state, ReadyAimFire)
    state.frames = phase
    assert game.spec.wording.prompt(state).text == text


@pytest.mark.parametrize(("doing", "bonus"), [(cc.PLAYING, "+3"), (cc.FIRING, "+1")])
def test_only_the_card_gives_its_own_bonus(doing: int, bonus: str) -> None:
    game = load("company-commander", overrides={"Air Reconnaissance.amount": 3})
    state = game.new_initial_state(1)
    assert isinstance(state, CompanyCommander)
    state.frames, state.doing, state.front = cc.SUCCESS, doing, 1
    state.picked = one(state.tables.cards.names.index("Air Reconnaissance"))
    assert f"or take {bonus} on your suppression" in game.spec.wording.prompt(state).text
    assert game.spec.wording.label(state, cc.BONUS).text.startswith(f"Suppression at {bonus}")
