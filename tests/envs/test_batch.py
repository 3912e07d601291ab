"""Batches of games: they play what single positions play, and refuse what those refuse."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import grognard
from grognard.envs import Batch, actions, environment_id, info
from grognard.envs.arrays import AutoReset
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game

SHORT = "outpost"


@pytest.fixture(params=[(slug, {}) for slug in grognard.registered_names()] + [("green-troops", {"seats": 4})])
def game(request: pytest.FixtureRequest) -> Game:
    """Each game, and one at a table of four."""
    slug, options = request.param
    return grognard.load(slug, options)


def agrees(batch: Batch, at: int, state: object) -> None:
    """Does a game of the batch show what a single position of it tells?"""
    single = batch.state(at)
    assert single.serialize() == state.serialize()  # type: ignore[attr-defined]
    seat = int(batch.seats[at])
    assert batch.observations[at].tobytes() == batch.game.observe(single, seat)
    if not single.is_terminal():
        assert seat == single.current_player()
        assert np.flatnonzero(batch.masks[at]).tolist() == single.legal_actions()


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_batch_plays_what_single_positions_play(game: Game, autoreset: AutoReset) -> None:
    batch = Batch(game, 3, 40, autoreset=autoreset, full_state=True)
    states = [game.new_initial_state(40 + at) for at in range(3)]
    dealt = [40, 41, 42]
    chance = np.random.default_rng(5)
    for _step in range(300 if game.max_turns() > 20 else 60):
        for at, state in enumerate(states):
            assert batch.seeds[at] == dealt[at]
            agrees(batch, at, state)
            assert batch.full_state[at, 0].tobytes() == game.observe(state, 0)
        chosen = batch.random_actions(chance)
        ended = [state.is_terminal() for state in states]
        batch.step(chosen)
        for at, state in enumerate(states):
            if ended[at] and autoreset == "next_step":
                dealt[at] += 3
                states[at] = game.new_initial_state(dealt[at])
            elif not ended[at]:
                mover = state.current_player()
                state.apply_action(int(chosen[at]))
                assert batch.done[at] == state.is_terminal()
                assert batch.rewards[at].tolist() == state.returns()
                if state.is_terminal() and autoreset == "same_step":
                    assert batch.final_observations[at].tobytes() == game.observe(state, mover)
                    dealt[at] += 3
                    states[at] = game.new_initial_state(dealt[at])


def test_what_has_no_alternative_is_played_at_once(game: Game) -> None:
    batch = Batch(game, 2, 7, autoreset="disabled", skip_forced=True)
    state = game.new_initial_state(8)
    chance = np.random.default_rng(6)
    for _step in range(200):
        while not state.is_terminal() and len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        agrees(batch, 1, state)
        chosen = batch.random_actions(chance)
        batch.step(chosen)
        if not state.is_terminal():
            state.apply_action(int(chosen[1]))


def test_arrays_are_read_only_and_stay_where_they_are() -> None:
    batch = Batch(SHORT, 4)
    seen = batch.observations, batch.masks, batch.rewards, batch.seats, batch.seeds
    for array in seen:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    before = batch.observations.copy()
    batch.step(batch.random_actions(np.random.default_rng(1)))
    assert seen[0] is batch.observations
    assert (before != batch.observations).any()


def test_the_same_seed_deals_the_same_games() -> None:
    one, other = Batch(SHORT, 5, 9), Batch(SHORT, 5, 1)
    other.reset(9)
    assert (one.observations == other.observations).all()
    assert (Batch(SHORT, 5, 10).observations[:4] == one.observations[1:]).all()


def test_nothing_is_played_if_one_action_is_illegal() -> None:
    batch = Batch(SHORT, 3, 2)
    before, legal = batch.observations.copy(), batch.random_actions(np.random.default_rng(0))
    illegal = legal.copy()
    illegal[1] = np.flatnonzero(~batch.masks[1])[0]
    with pytest.raises(IllegalAction, match=r"Game 1 of the batch: .*\(OUT-"):
        batch.step(illegal)
    for number in (-1, 10_000, 70_000):
        illegal[1] = number
        with pytest.raises(BadInput, match="There is no action"):
            batch.step(illegal)
    for odd in ([0], np.zeros(3), np.zeros((3, 1), int)):
        with pytest.raises(BadInput, match="3 whole numbers"):
            batch.step(odd)
    assert (before == batch.observations).all()
    assert batch.plies == 0
    batch.step(legal)
    assert batch.plies == 3


def test_the_number_of_a_game_is_told_where_there_are_several() -> None:
    alone = Batch(SHORT, 1, 2)
    with pytest.raises(IllegalAction, match=r"^(?!Game)"):
        alone.step(np.flatnonzero(~alone.masks[0])[:1])
    assert repr(alone).startswith("<Batch of 1 game, grognard.load('outpost'")


def test_one_game_can_be_taken_out_and_put_in() -> None:
    batch = Batch(SHORT, 3, 2)
    state = batch.state(0)
    state.apply_action(state.legal_actions()[0])
    batch.set_state(2, state)
    agrees(batch, 2, state)
    with pytest.raises(BadInput, match="another loaded game"):
        batch.set_state(0, grognard.load(SHORT).new_initial_state(1))
    with pytest.raises(BadInput, match="There is no game 3"):
        batch.state(3)
    with pytest.raises(BadInput, match="The number of a game is a whole number"):
        batch.state(1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"size": 0}, "at least one game"),
        ({"size": 1, "seed": -1}, "whole number"),
        ({"size": 8.0}, "The size of a batch is a whole number, not 8.0"),
        ({"size": 1, "seed": 1.5}, "A seed is a whole number, not 1.5"),
        ({"size": 1, "seed": None}, "A seed is a whole number, not None"),
        ({"size": 1, "seed": "7"}, "A seed is a whole number, not '7'"),
        ({"size": 2, "seed": [1, "7"]}, "A seed is a whole number, not '7'"),
        ({"size": 1, "autoreset": "never"}, "no autoreset"),
        ({"size": 1, "options": {"seats": 3}}, "seats"),
    ],
)
def test_what_cannot_be_made_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Batch("green-troops", **options)  # type: ignore[arg-type]


def test_positions_pickle_and_are_deep_copied(game: Game) -> None:
    state = game.new_initial_state(3)
    for _step in range(20):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert twin.serialize() == state.serialize()
        assert twin.game.options == game.options
    assert copy.deepcopy(state).game is game


def test_actions_are_data_and_results_can_be_told(game: Game) -> None:
    rows = actions(game)
    assert [row.number for row in rows] == list(range(game.num_distinct_actions()))
    for row in rows:
        assert game.string_to_action(row.notation) == row.number
        assert row.notation == (row.verb if row.card is None else f"{row.verb} {row.card}")
    assert environment_id(game) == f"grognard/{game.slug}-v{game.spec.meta.rules + game.layout.version - 1}"
    option = next(option for option in game.spec.meta.options if option.key != "seats")
    others = {value for value in option.values if value != game.options[option.key]}
    other = grognard.load(game.slug, {**game.options, option.key: others.pop()})
    assert info(game)["options"] != info(other)["options"]
    assert all(isinstance(value, int) for value in info(game).values())
