"""What a preview reckons up is what happens: the same modifiers, the same dice; and the odds are right."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.games.company_commander import events
from grognard.games.company_commander.names import NONE
from grognard.games.company_commander.rules import CompanyCommander
from grognard.games.company_commander.rules.battle import FIRE_CASUALTY_FROM, FIRE_PIN_FROM
from grognard.games.company_commander.rules.recon import CASUALTY_FROM, PIN_FROM
from grognard.games.company_commander.text.sums import chance
from grognard.games.company_commander.view import fire_sum, recon_sum, suppression_sum
from grognard.kernel.cardsets.bits import members_of
from grognard.kernel.cardsets.counts import with_count
from tests.conformance.support import play

GAMES = 6


@pytest.mark.parametrize("seed", range(GAMES))
def test_fire_dice_and_modifiers(seed: int) -> None:
    """Of each unit in a battle, while the cards before it are played."""
    compared = 0
    for state in play(grognard.load("company-commander"), seed):
        assert isinstance(state, CompanyCommander)
        if state.is_terminal() or state.view(None).phase != "battle":
            continue
        for unit in members_of(state.fighters(0) | state.fighters(1)):
            reckoned = fire_sum(state, unit, state.front)
            if reckoned.text.startswith("no dice"):
                assert not state.able(2**unit)
                continue
            assert reckoned.total == state.fire_bonus(unit) == sum(term.value for term in reckoned.terms)
            assert reckoned.text.startswith(f"{state.fire_dice(unit)} di")
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("seed", range(GAMES))
def test_suppression(seed: int) -> None:
    """What is declared against what is rolled."""
    compared = 0
    coming = None
    for state in play(grognard.load("company-commander"), seed):
        assert isinstance(state, CompanyCommander)
        rolled = [event for event in state.events() if isinstance(event, events.SuppressionRoll)]
        if coming is not None and rolled:
            first, second = rolled[0].dice
            sentence = state.game.event_view(rolled[0]).text
            total = re.search(r"= (\d+):", sentence)
            assert total is not None
            assert int(total[1]) == first + second + coming.total
            compared += 1
        coming = None
        if not state.is_terminal() and state.view(None).phase == "fire":
            coming = state.view(None).coming
            assert coming == suppression_sum(state, state.acting, state.gun, state.front)
    assert compared > 3


def test_dice_that_surprise_contact_has_fixed_are_told_of_units_that_could_no_longer_fire() -> None:
    """CC-7.13: an attacker rolls them even if it is pinned meanwhile."""
    state = grognard.load("company-commander").new_initial_state(1).clone()
    assert isinstance(state, CompanyCommander)
    unit = 5
    state.pins = with_count(state.pins, unit, 1)
    assert fire_sum(state, unit, 0).text == "no dice: it cannot fire"
    state.pools = with_count(state.pools, unit, 3)
    reckoned = fire_sum(state, unit, 0)
    assert reckoned.text.startswith("3 dice (fixed before the battle), each: pin ")
    assert reckoned.clause == "CC-7.13"


def test_odds() -> None:
    """Of a pin and of a casualty, in percent."""
    for dice, bonus, pin, casualty in ((2, 0, 33, 8), (2, 4, 33, 58)):
        assert chance(dice, bonus, PIN_FROM, CASUALTY_FROM - 1) == pin
        assert chance(dice, bonus, CASUALTY_FROM) == casualty
    for bonus, pin, casualty in ((0, 33, 17), (1, 33, 33), (-4, 0, 0)):
        assert chance(1, bonus, FIRE_PIN_FROM, FIRE_CASUALTY_FROM - 1) == pin
        assert chance(1, bonus, FIRE_CASUALTY_FROM) == casualty


def test_the_odds_of_a_mission_are_rounded_each_for_itself() -> None:
    """Not what the other results leave of a hundred."""
    state = grognard.load("company-commander").new_initial_state(0)
    assert isinstance(state, CompanyCommander)
    assert recon_sum(state, 13).text == "1 die: spotted 33%, success 33%"


def test_a_unit_without_a_gun_is_named_by_itself() -> None:
    """NONE stands for no card: a unit fires by its own Suppression."""
    state = grognard.load("company-commander").new_initial_state(0)
    assert isinstance(state, CompanyCommander)
    assert suppression_sum(state, 18, NONE, 1).label.startswith("81mm Mortar")
