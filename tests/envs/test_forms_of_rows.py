"""Packed rows, expanded rows and public events say the same as plain rows and the rules."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import grognard
from grognard.envs import Batch, unpack_masks
from grognard.envs.text_view import EVENT
from grognard.kernel.engine.history import encode_event
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.kernel.layout import NUMBER_SCALE, PILE_SCALE

SHORT = "outpost"
STEPS = 400


@pytest.fixture(params=[(slug, {}) for slug in grognard.registered_names()] + [("green-troops", {"seats": 4})])
def game(request: pytest.FixtureRequest) -> Game:
    """Each game, and one at a table of four."""
    slug, options = request.param
    return grognard.load(slug, options)


def test_packed_rows_unpack_to_plain_ones(game: Game) -> None:
    plain, packed = (
        Batch(game, 4, 3, autoreset="same_step", full_state=True, skip_forced=True, packed=form)
        for form in (False, True)
    )
    chance = np.random.default_rng(2)
    ended = steps = 0
    while not ended or steps < STEPS:
        steps += 1
        assert (game.layout.unpack(packed.observations) == plain.observations).all()
        assert (game.layout.unpack(packed.final_observations) == plain.final_observations).all()
        of_all = game.layout.unpack(packed.full_state.reshape(-1, game.layout.packed_size))
        assert (of_all.reshape(plain.full_state.shape) == plain.full_state).all()
        assert (unpack_masks(packed.masks, plain.masks.shape[1]) == plain.masks).all()
        assert (packed.seats == plain.seats).all()
        actions = packed.random_actions(chance)
        assert packed.legal(actions).all()
        plain.step(actions)
        packed.step(actions)
        ended += int(plain.done.sum())
    assert packed.observations.nbytes < 0.6 * plain.observations.nbytes
    illegal = np.flatnonzero(~plain.masks[2])[0]
    assert not packed.legal(np.full(4, illegal))[2]


def test_masks_lie_next_to_each_other(game: Game) -> None:
    for form in (False, True):
        assert Batch(game, 3, packed=form).masks.flags.c_contiguous


def test_an_expanded_row_says_what_the_row_says(game: Game) -> None:
    batch, chance = Batch(game, 3, 8), np.random.default_rng(1)
    layout = game.layout
    for _step in range(60):
        batch.step(batch.random_actions(chance))
    expanded = layout.expand(batch.observations)
    assert expanded.shape == (3, len(layout.expanded_names))
    assert len(set(layout.expanded_names)) == len(layout.expanded_names)
    assert (layout.expand(batch.observations[1]) == expanded[1]).all()
    assert (layout.expand(batch.observations[None]) == expanded).all()
    with pytest.raises(BadInput, match=rf"the last number must be {layout.size}"):
        layout.expand(batch.observations[:, 1:])
    at = dict(zip(layout.expanded_names, expanded[1], strict=True))
    row = batch.observations[1]
    for field in layout.fields:
        for name, number in zip(field.names or [""], field.read(row), strict=True):
            label = f"{field.name}: {name}" if name else field.name
            if field.is_code:
                ones = [value for value in field.values if at[f"{label} = {value}"]]
                assert ones == ([field.values[number - 1]] if number else [])
            elif not field.is_wide:
                scale = 1 if field.most == 1 else PILE_SCALE if field.planes else NUMBER_SCALE
                assert at[label] == number * scale
    high, low = layout.by_name["turn"].read(row)
    assert at["turn: 128s"] + at["turn: rest"] == (128 * high + low) * NUMBER_SCALE


def test_events_are_those_that_a_spectator_sees(game: Game) -> None:
    kept = 12
    batch, chance = Batch(game, 1, 6, autoreset="next_step", events=kept), np.random.default_rng(4)
    state = game.new_initial_state(6)
    heard = [encode_event(event) for event in state.events(None)]
    for _step in range(STEPS):
        seat, seats = int(batch.seats[0]), game.num_players()
        expected = np.zeros((kept, EVENT), np.int64)
        for place, (kind, owner, card, number) in enumerate(reversed(heard[-kept:])):
            expected[place] = kind, (owner - 1 - seat) % seats + 1 if owner else 0, card, number
        assert (batch.events[0] == expected).all()
        action = int(batch.random_actions(chance)[0])
        over = state.is_terminal()
        batch.step([action])
        if over:
            state = game.new_initial_state(int(batch.seeds[0]))
            heard = []
        else:
            state.apply_action(action)
        heard += [encode_event(event) for event in state.events(None)]


def test_events_change_nothing_else(game: Game) -> None:
    plain, recalling = (Batch(game, 3, 5, autoreset="same_step", skip_forced=True, events=kept) for kept in (0, 7))
    chance = np.random.default_rng(3)
    for _step in range(STEPS):
        actions = plain.random_actions(chance)
        plain.step(actions)
        recalling.step(actions)
    assert plain.observations.tobytes() == recalling.observations.tobytes()
    assert (plain.seeds == recalling.seeds).all()


@pytest.mark.parametrize("way", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_continue_with_all_forms(game: Game, way: object) -> None:
    batch = Batch(game, 3, 2, autoreset="same_step", skip_forced=True, packed=True, events=5, writable=True)
    chance = np.random.default_rng(9)
    for _step in range(STEPS):
        batch.step(batch.random_actions(chance))
    twin = way(batch)  # type: ignore[operator]
    for _step in range(STEPS):
        actions = batch.random_actions(chance)
        for one in (batch, twin):
            one.step(actions)
        for name, array in batch.shown.items():
            assert twin.shown[name].tobytes() == array.tobytes(), name


def test_writable_arrays_are_your_own() -> None:
    batch, plain = Batch(SHORT, 4, 1, writable=True), Batch(SHORT, 4, 1)
    chance = np.random.default_rng(7)
    for _step in range(30):
        for array in (batch.observations, batch.rewards, batch.done, batch.seats, batch.seeds):
            array[:] = 1
        actions = plain.random_actions(chance)
        batch.step(actions)
        plain.step(actions)
        for name, array in plain.shown.items():
            assert (batch.shown[name] == (plain.done if name == "done" else array)).all()


def test_a_batch_fills_the_buffers_that_it_is_given() -> None:
    plain = Batch(SHORT, 4, 1)
    rows, done = np.zeros_like(plain.observations), np.zeros(4, np.bool_)
    batch = Batch(SHORT, 4, 1, buffers={"observations": rows, "done": done})
    assert batch.observations is rows
    assert (rows == plain.observations).all()
    chance = np.random.default_rng(7)
    ended = 0
    for _step in range(40):
        actions = plain.random_actions(chance)
        batch.step(actions)
        plain.step(actions)
        assert (rows == plain.observations).all()
        assert (done == plain.done).all()
        ended += int(done.sum())
    assert ended


def test_a_buffer_that_does_not_fit_is_refused() -> None:
    fits = np.zeros_like(Batch(SHORT, 4).observations)
    read_only = fits.copy()
    read_only.flags.writeable = False
    refused: dict[str, dict[str, NDArray[Any]]] = {
        "no array “rows”": {"rows": fits},
        "with the shape": {"observations": fits[:3]},
        "the type uint8": {"observations": fits.astype(np.int64)},
        "contiguous": {"observations": np.zeros((4, 2 * fits.shape[1]), np.uint8)[:, ::2]},
        "read-only": {"observations": read_only},
    }
    for words, buffers in refused.items():
        with pytest.raises(BadInput, match=words):
            Batch(SHORT, 4, buffers=buffers)


def test_an_impossible_number_of_events_is_refused() -> None:
    for number in (-1, 5000):
        with pytest.raises(BadInput, match="from 0 to 1024 events"):
            Batch(SHORT, 4, events=number)
