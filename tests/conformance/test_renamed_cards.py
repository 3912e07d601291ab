"""People read what a variant calls its cards: with all cards renamed, no sentence has a name of the standard game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

import grognard
from grognard.bots.consequences import _kept, consequences
from grognard.bots.greedy import Greedy
from grognard.bots.reasons import explain
from grognard.bots.workers import search_task, weigh
from grognard.game_check.names import CODES, other_names, standard_names, told
from grognard.kernel.engine.chance import Generator
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.views.headlines import headlines
from grognard.kernel.views.log_lines import folded, joined, sentences
from grognard.kernel.views.shortcuts import shortcuts
from grognard.kernel.views.view import EventView, Reason, SumView
from grognard.play.session import Session
from grognard.play.timeline import Timeline
from grognard.registry import load, spec
from grognard.web.event_data import changed_pieces, event_json
from tests.conformance.pairs import PLAYERS
from tests.conformance.support import dice, house_rules, often

SEEN: Final = 7  # every seventh position is read from every side
REFUSED: Final = 40  # actions that are tried in each of them


@cache
def renamed(slug: str) -> tuple[Game, Game]:
    """The game with a name for each card that is no word, under the standard rules and under many house rules."""
    overrides = other_names(spec(slug))
    many = house_rules(spec(slug))[-1]
    return load(slug, overrides=overrides), load(slug, many, overrides)


@pytest.fixture(params=grognard.registered_names())
def variants(request: pytest.FixtureRequest) -> tuple[Game, Game]:
    return renamed(request.param)


@pytest.fixture
def variant(variants: tuple[Game, Game]) -> Game:
    return variants[0]


def must_be_renamed(game: Game, picture: Any) -> None:
    for sentence in told(picture):
        assert not standard_names(game.slug, sentence), sentence


def played(game: Game, player: str, seed: int) -> Iterator[tuple[State, int | None]]:
    """A game: each position with the action that is played there."""
    state, choose = game.new_initial_state(seed), PLAYERS[player](seed)
    while not state.is_terminal():
        action = choose(state)
        yield state, action
        state.apply_action(action)
    yield state, None


@pytest.mark.parametrize("player", PLAYERS)
def test_views_questions_buttons_and_refusals(variants: tuple[Game, Game], player: str) -> None:
    for seed, variant in enumerate(variants * often(variants[0], 1)):
        seats = range(variant.num_players())
        some, phases = dice(seed, "renamed"), set[int]()
        for state, _action in played(variant, player, seed):
            if state.phase() in phases and some.below(SEEN):
                continue
            phases.add(int(state.phase()))
            for viewer in (None, *seats):
                must_be_renamed(variant, state.view(viewer))
            must_be_renamed(variant, state.outcome())
            if state.is_terminal():
                continue
            must_be_renamed(variant, list(shortcuts(state, state.current_player())))
            must_be_renamed(variant, list(refusals(variant, state, some)))


def refusals(game: Game, state: State, some: Generator) -> Iterator[Reason | None]:
    """Why some actions are illegal, and every reason that the game knows in this phase, though it may not apply."""
    for _try in range(REFUSED):
        yield game.why_illegal(state, some.below(game.num_distinct_actions()))
    for code in range(1, CODES):
        with suppress(KeyError):
            yield game.spec.wording.reason(state, code)


@pytest.mark.parametrize("player", PLAYERS)
def test_the_log_and_the_news(variants: tuple[Game, Game], player: str) -> None:
    for seed, variant in enumerate(variants * often(variants[0], 1)):
        readers = (None, seed % variant.num_players())
        for state, _action in played(variant, player, seed):
            for reader in readers:
                events = joined(variant.event_view(event, reader) for event in state.events(reader))
                must_be_renamed(variant, [*events, *headlines(events, reader)])
                must_be_renamed(variant, [sentences(line) for line in folded(events, _itself)])


def _itself(event: EventView) -> EventView:
    return event


def test_the_summary_of_a_game(variant: Game) -> None:
    session, choose = Session(variant, 1, ["greedy"] * variant.num_players()), PLAYERS["greedy"](1)
    while session.outcome() is None:
        session.play(session.state.current_player(), choose(session.state))
    timeline = Timeline.of(session.journal, load)
    timeline.prepare_summary()
    assert timeline.summary is not None
    for highlight in timeline.summary.highlights:
        must_be_renamed(variant, [highlight.text, *highlight.by_seat])


def test_hints_and_their_reasons(variant: Game) -> None:
    for number, (state, _action) in enumerate(played(variant, "greedy", 2)):
        if number % 25 or state.is_terminal() or number > 100:
            continue
        asked = search_task(variant, state, state.current_player(), 0)
        found = weigh(asked, 0.0, least=50)
        must_be_renamed(variant, [one.label for one in found])
        advice = explain(asked, found)
        must_be_renamed(variant, [advice.where, advice.why])
        if len(found) > 1:
            follows = consequences(asked, found[0].do, found[-1].do, Greedy(worlds=1), worlds=8)
            if follows is not None:
                must_be_renamed(variant, [one.text for one in (*follows.better, *follows.other)])
                must_be_renamed(variant, [one.yours for one in follows.numbers])
                view = state.view(asked.seat)
                must_be_renamed(variant, [_kept(view, one.do, other.do) for one, other in product(found, found)])


def test_what_identifies_a_card_keeps_its_key(variant: Game) -> None:
    keys = set(variant.pieces)
    assert keys.isdisjoint(variant.names)
    for state, _action in played(variant, "random", 3):
        for event in state.events(None):
            told_of = variant.event_view(event)
            assert set(told_of.cards) <= keys
            assert set(told_of.cards).isdisjoint(variant.names)
            assert {*told_of.who, *told_of.whom}.isdisjoint(variant.names)


def test_the_banners_over_the_field(variant: Game) -> None:
    """Their data find cards by their keys, and say what people call them."""
    others = changed_pieces(variant)
    for state, _action in played(variant, "greedy", 4):
        for event in joined(variant.event_view(event) for event in state.events(None)):
            staged = json.loads(event_json(event, variant.slug, others) or "{}")
            keys = {*staged.get("who", ()), *staged.get("whom", ())}
            must_be_renamed(variant, [staged["names"][key] for key in keys if key in variant.pieces])
            assert {*staged.get("faces", {})} <= keys | {label for one in event.sums for label in labels(one)}


def labels(added: SumView) -> Iterator[str]:
    return (term.label for term in added.terms)
