"""Reasons for a hint: each is a fact of the search, told only where the choices surely differ."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.bots import bot
from grognard.bots.ismcts import Ismcts, Search
from grognard.bots.reasons import AHEAD, FEW, LEAST, TOLD, Explanation, NumberContrast, explain, reasons
from grognard.bots.workers import SearchTask, known_of, search_task, weigh
from grognard.kernel.content.wording import in_words
from grognard.kernel.engine.chance import stream
from grognard.play.session import bot_seed
from tests.folders import OURS

FACT = re.compile(r"(.+) at about (-?[\d.]+) instead of (-?[\d.]+)")


def asked_in(slug: str, seed: int, decisions: int) -> SearchTask:
    """After some decisions of greedy bots, at the next one with a choice."""
    game, player = grognard.load(slug), bot("greedy")
    further = 3  # in the next game, if this one ends before
    state = game.new_initial_state(seed)
    while decisions > 0 or len(state.legal_actions()) < 2:
        seat = state.current_player()
        state.apply_action(player.choose(state.information(seat, bot_seed(seed, seat))))
        decisions -= 1
        if state.is_terminal():
            seed += 1
            state, decisions, further = game.new_initial_state(seed), further, further - 1
    return search_task(game, state, state.current_player(), 0)


def recounted(asked: SearchTask, do: str, label: str, worlds: int) -> float:
    """The mean of a number, counted anew with other deals."""
    known = known_of(asked)
    search, action, total = Search(Ismcts(1), known), known.game.string_to_action(do), 0
    for number in range(worlds):
        seed, luck, *_rest = stream(77, f"again {number}")
        view = search.come_of(action, seed, luck).view(None)
        numbers = {one.name: one.value for one in view.numbers}
        total += (numbers | {zone.label: zone.count for zone in view.zones if zone.key == "hand"})[label]
    return total / worlds


def _good_for(asked: SearchTask, label: str) -> bool:
    """Is more of it good for the seat?"""
    known = known_of(asked)
    view, sides = known.view(), known.game.sides
    owners = {one.name: (one.owner, one.harms) for one in view.numbers}
    owners |= {zone.label: (zone.owner, False) for zone in view.zones if zone.key == "hand"}
    owner, harms = owners[label]
    assert owner is not None
    return (sides[owner] == sides[asked.seat]) != harms


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_reasons_are_facts_that_other_deals_bear_out(slug: str) -> None:
    told: list[NumberContrast] = []
    for seed in range(6):
        asked = asked_in(slug, seed, 4 + 5 * seed)
        found = weigh(asked, 0.0, least=200)
        best, last = found[0].do, found[-1].do
        for one in reasons(asked, best, last).told:
            told.append(one)
            assert abs(one.better - one.other) >= LEAST
            if one.speaks:  # less of what harms, or of what the other side has; more of one's own
                good = _good_for(asked, one.label)
                assert (one.better > one.other) == good
            assert recounted(asked, best, one.label, 300) == pytest.approx(one.better, abs=1.0 + 0.1 * one.better)
            assert recounted(asked, last, one.label, 300) == pytest.approx(one.other, abs=1.0 + 0.1 * one.other)
    assert told or slug not in OURS, "in no position was there anything to tell"


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_reason_is_a_sentence_and_there_is_none_where_all_are_alike(slug: str) -> None:
    game = grognard.load(slug)
    for seed in range(3):
        asked = asked_in(slug, seed, 10 * seed)
        found = weigh(asked, 0.0, least=200)
        told = explain(asked, found)
        sentence = told.why
        alike = sum(one.chance > found[0].chance - AHEAD for one in found)
        if alike == len(found):
            some = "Both of your" if alike == 2 else f"All {in_words(alike)} of your"
            assert told == Explanation(f"{some} moves are about equal.")
        elif alike > 1:
            some = f"{in_words(alike).capitalize()} of your {in_words(len(found))} moves are about equal. The other "
            assert told.where.startswith(some)
        else:
            assert told.where.startswith(f"One of your {in_words(len(found))} moves is clearly better.")
        assert not any(one.label in told.where for one in found), "where to look gives no choice away"
        few = len(found) - alike <= FEW and 1 < alike < len(found)
        assert few == (" weaker." in sentence)
        for one in found if few else ():
            if one.chance <= found[0].chance - AHEAD:
                assert f"“{one.label}”" in sentence
        sentence = re.sub(r"^.* (is|are) weaker\. ?", "", sentence)
        if sentence:
            loss, _, price = sentence.rstrip(".").rpartition("” would leave ")[2].partition(". But it would leave ")
            losses = loss.split(" and ")
            looked_at = [fact[1] for one in losses if (fact := FACT.fullmatch(one))]
            assert told.where.endswith(f" Look at {' and '.join(looked_at)}.")
            assert 1 <= len(losses) <= TOLD
            assert all(FACT.fullmatch(fact) for fact in [*losses, *([price] if price else [])])
        assert explain(asked, found[:1]) == Explanation()
        assert reasons(asked, found[0].do, found[0].do).told == ()
        assert reasons(asked, found[0].do, found[-1].do).turns == game.measure.horizon


@pytest.mark.parametrize(
    ("slug", "seat", "label", "said"),
    [
        ("fusillade", 0, "Blue's troops", "your troops"),
        ("green-troops", 0, "Blue's Units", "your Units"),
        ("green-troops", 2, "Units captured by Blue 2", "Units captured by you"),
        ("company-commander", 1, "Fronts held by the Germans", "Fronts held by you"),
        ("company-commander", 0, "Enemy units removed by the Americans (of 10)", "enemy units removed by you"),
        ("three-emperors", 1, "The Coalition's Morale", "your Morale"),
    ],
)
def test_a_number_says_what_its_owner_calls_it(slug: str, seat: int, label: str, said: str) -> None:
    game = grognard.load(slug, {"seats": 4} if seat > 1 else {})
    numbers = game.new_initial_state(3).view(None).numbers
    [yours] = [number.yours for number in numbers if (number.owner, number.label) == (seat, label)]
    assert yours == said


def test_a_hint_calls_the_one_who_asks_you() -> None:
    told = " ".join(
        one
        for slug in grognard.registered_names()
        for seed in range(3)
        for one in explained(asked_in(slug, seed, 10 * seed))
    )
    assert "your " in told
    assert "American's" not in told


def explained(asked: SearchTask) -> list[str]:
    """Where to look and why, and that it never speaks of the seat that asks by its name."""
    told = explain(asked, weigh(asked, 0.0, least=200))
    name = known_of(asked).game.seats[asked.seat]
    looked_at = told.where.rpartition("Look at ")[2] if "Look at " in told.where else ""
    assert not re.search(rf"\b{name}\b(?! \d)", looked_at)
    return [told.where, told.why]
