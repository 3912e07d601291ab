"""A network guides the search where it has learned the rules; elsewhere, playouts are used."""

from __future__ import annotations

from typing import Final

import pytest

import grognard
from grognard.bots import Ismcts, bot
from grognard.bots.guided import LEAST, Guided
from grognard.bots.learned import learned_network, learned_player
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.simulate import paired

GUIDED: Final = [slug for slug in grognard.registered_names() if learned_network(grognard.load(slug))]


def position(game: Game, ply: int) -> State:
    """A position of a game between greedy bots in which there is a choice."""
    state = game.new_initial_state(11)
    while state.ply < ply or len(state.legal_actions()) < 3:
        state.apply_action(bot("greedy").choose(state.information(state.current_player(), 1)))
    return state


def test_it_is_named_by_its_settings() -> None:
    assert isinstance(bot("guided:iterations=60+trust=0.02"), Guided)


@pytest.mark.parametrize("slug", GUIDED)
def test_the_policy_proposes_the_actions(slug: str) -> None:
    game = grognard.load(slug)
    state = position(game, 60)
    known = state.information(state.current_player(), 1)
    thoughts = Guided(learned_network, 200, sure=0.0).think(known)
    network = learned_player(game).network
    network.look(known.observe())
    likely = dict(zip(known.legal_actions(), network.likely(known.legal_actions(), 1.0), strict=True))
    assert {one.action for one in thoughts} == {action for action, share in likely.items() if share >= LEAST}
    assert all(-0.1 <= one.value <= 1.0 for one in thoughts), "a chance of winning, less the doubts of the policy"


def test_it_plays_better_than_its_policy_alone() -> None:
    game = grognard.load("ready-aim-fire")
    assert paired(game, "guided:iterations=60", "prodigy", pairs=4, seed=5).share > 0.5, "on fixed deals"


@pytest.mark.parametrize("slug", GUIDED)
def test_under_house_rules_it_searches_with_playouts(slug: str) -> None:
    options = grognard.load(slug).spec.meta.options[0]
    other = next(value for value in options.values if value != options.default)
    state = position(grognard.load(slug, {options.key: other}), 60)
    seat = state.current_player()
    choices = [
        [(one.action, one.visits, one.value) for one in player.think(state.information(seat, 1))]
        for player in (Guided(learned_network, 60), Ismcts(60))
    ]
    assert choices[0] == choices[1]
