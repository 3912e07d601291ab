"""Learned players: saved files load, damaged files are refused, and players choose as their weights say."""

from __future__ import annotations

import copy
import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import grognard
from grognard.bots.learned import Learned, load_player, save_player
from grognard.envs import Batch
from grognard.kernel.errors import BadInput
from grognard.kernel.files import MOST_BYTES
from grognard.kernel.game import Game
from grognard.kernel.npz import HEADER

SLUG, WIDTH = "outpost", 8


def weights_for(game: Game, seed: int = 1, blocks: int = 1, value: bool = True) -> dict[str, NDArray[np.float32]]:
    """Returns random weights of a small network."""
    chance = np.random.default_rng(seed)
    layers = {"first": (WIDTH, len(game.layout.expanded_names)), "policy": (game.num_distinct_actions(), WIDTH)}
    layers |= {f"blocks.{n}.{name}": (WIDTH, WIDTH) for n in range(blocks) for name in ("fc1", "fc2")}
    layers |= {"value": (1, WIDTH)} if value else {}
    found = {f"{name}.weight": chance.normal(size=shape) for name, shape in layers.items()}
    found |= {f"{name}.bias": chance.normal(size=shape[0]) for name, shape in layers.items()}
    for name in ("norm", *(f"blocks.{n}.norm" for n in range(blocks))):
        found |= {f"{name}.weight": np.ones(WIDTH), f"{name}.bias": np.zeros(WIDTH)}
    return {name: array.astype(np.float16).astype(np.float32) for name, array in found.items()}


@pytest.fixture
def game() -> Game:
    return grognard.load(SLUG)


@pytest.fixture
def saved(tmp_path: Path, game: Game) -> Path:
    save_player(tmp_path / "player.npz", game, weights_for(game), "a test")
    return tmp_path / "player.npz"


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_what_is_saved_is_loaded(tmp_path: Path, slug: str) -> None:
    game = grognard.load(slug)
    given = weights_for(game, blocks=2, value=False)
    save_player(tmp_path / "player.npz", game, given)
    player = load_player(tmp_path / "player.npz")
    assert player.game.slug == slug
    assert sorted(player.weights) == sorted(given)
    for name, array in given.items():
        assert (player.weights[name] == array).all()
    with pytest.raises(BadInput, match="learned no values"):
        player.values(Batch(game, 1).observations)


def test_it_chooses_in_rows_as_it_chooses_alone(saved: Path, game: Game) -> None:
    player = load_player(saved, game)
    batch, chance = Batch(game, 40, 3), np.random.default_rng(2)
    different = 0
    for _step in range(6):
        rows = player.choose_rows(batch.observations, batch.masks, batch.seats)
        assert batch.legal(rows).all()
        for at in np.flatnonzero(~batch.done):
            information = batch.look(int(at)).information(int(batch.seats[at]), 5)
            assert player.choose(information) == rows[at]
            different += rows[at] != batch.random_actions(chance)[at]
        assert np.abs(player.values(batch.observations)).max() <= 1
        batch.step(batch.random_actions(chance))
    assert different


def test_with_a_temperature_it_varies_with_the_seed_alone(saved: Path, game: Game) -> None:
    player = load_player(saved, game, temperature=3.0)
    state = game.new_initial_state(4)
    chosen = [player.choose(state.information(state.current_player(), seed)) for seed in range(40)]
    assert chosen == [player.choose(state.information(state.current_player(), seed)) for seed in range(40)]
    assert set(chosen) <= set(state.legal_actions())
    assert len(set(chosen)) > 1
    for degrees in (float("nan"), float("inf"), -1.0):
        with pytest.raises(BadInput, match="temperature"):
            load_player(saved, game, temperature=degrees)


def test_no_temperature_makes_it_cheat(saved: Path, game: Game) -> None:
    player = load_player(saved, game, temperature=1e12)
    batch = Batch(game, 200, 3)
    for _step in range(4):
        rows = player.choose_rows(batch.observations, batch.masks, batch.seats)
        assert batch.legal(rows).all()
        assert len(set(rows[~batch.done])) > 2
        batch.step(rows)


def test_numbers_beyond_half_precision_are_refused_before_they_are_saved(tmp_path: Path, game: Game) -> None:
    weights = weights_for(game)
    weights["policy.bias"][0] = 1e6
    with pytest.raises(BadInput, match=r"policy\.bias has a number too large for half precision, which ends at 65504"):
        save_player(tmp_path / "player.npz", game, weights)
    weights["policy.bias"][0] = np.nan
    with pytest.raises(BadInput, match=r"policy\.bias has numbers that are not finite"):
        save_player(tmp_path / "player.npz", game, weights)
    assert not (tmp_path / "player.npz").exists()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none.player\.npz cannot be written: No such file or directory"):
        save_player(tmp_path / "none" / "player.npz", SLUG, weights_for(grognard.load(SLUG)))


def test_fewer_bits_make_a_smaller_file_of_nearly_the_same_player(tmp_path: Path, game: Game) -> None:
    weights, sizes = weights_for(game, blocks=2), []
    for bits in (10, 5):
        save_player(tmp_path / "player.npz", game, weights, bits=bits)
        sizes.append((tmp_path / "player.npz").stat().st_size)
    assert sizes[1] < sizes[0]
    for name, array in load_player(tmp_path / "player.npz").weights.items():
        assert np.abs(array - weights[name]).max() <= 2**-6 * np.abs(weights[name]).max()


def rows_of(batch: Batch) -> tuple[Any, ...]:
    """Returns what a player gets that chooses in rows."""
    return batch.observations, batch.masks, batch.seats


def test_it_can_be_pickled(saved: Path, game: Game) -> None:
    player = load_player(saved)
    twin = pickle.loads(pickle.dumps(player))
    state = game.new_initial_state(4)
    information = state.information(state.current_player())
    assert twin.choose(information) == player.choose(information)
    hot, batch = load_player(saved, temperature=3.0), Batch(game, 50, 3)
    hot.choose_rows(*rows_of(batch))
    for other in (copy.deepcopy(hot), pickle.loads(pickle.dumps(hot))):
        chosen = other.choose_rows(*rows_of(batch))
        assert (chosen == copy.deepcopy(hot).choose_rows(*rows_of(batch))).all()
        assert (chosen != load_player(saved, temperature=3.0).choose_rows(*rows_of(batch))).any()


def changed(saved: Path, change: dict[str, Any], **header: Any) -> Path:
    """Writes the file again with other arrays or another header; None leaves an array out."""
    with np.load(saved) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    told = json.loads(kept.pop(HEADER).tobytes()) | header
    kept = {name: array for name, array in (kept | change).items() if array is not None}
    other = saved.with_name("other.npz")
    np.savez(other, allow_pickle=True, **{HEADER: np.frombuffer(json.dumps(told).encode(), np.uint8), **kept})
    return other


@pytest.mark.parametrize(
    ("change", "header", "words"),
    [
        ({"policy.bias": np.zeros(3)}, {}, r"policy\.bias has the shape \(3,\), but this game needs \("),
        ({"policy.bias": None}, {}, r"lack policy\.bias"),
        ({"first.weight": None}, {}, "no first layer"),
        ({"more": np.zeros(3)}, {}, "no weights named more"),
        ({"value.bias": np.full(1, np.nan)}, {}, "not finite"),
        ({"value.bias": np.zeros(1, int)}, {}, "not a weights file of this version"),
        ({"value.bias": np.array([{"a": 1}], object)}, {}, "not a weights file, or it is damaged"),
        ({}, {"game": "chess"}, "a game that is not here: chess"),
        ({}, {"game": "fusillade"}, "has learned Fusillade, not"),
        ({}, {"rules": 99}, r"trained with different rules \(99, now 1\)"),
        ({}, {"layout": 99}, "trained with different layout"),
        ({}, {"inputs": 5}, "trained with different inputs"),
        ({}, {"format": 2}, "not a weights file of this version"),
        ({}, {"rules": "1"}, "not a weights file of this version"),
    ],
)
def test_what_does_not_fit_is_refused(
    saved: Path, game: Game, change: dict[str, Any], header: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        load_player(changed(saved, change, **header), game)


def test_damage_is_refused_in_a_sentence(saved: Path) -> None:
    whole = saved.read_bytes()
    chance = np.random.default_rng(1)
    damaged = [b"", b"PK", b"not a file of weights", whole[: len(whole) // 2], whole[:-30]]
    for _try in range(60):
        at = int(chance.integers(len(whole)))
        damaged.append(whole[:at] + bytes([whole[at] ^ 1 << int(chance.integers(8))]) + whole[at + 1 :])
    refused = 0
    for content in damaged:
        saved.write_bytes(content)
        try:
            load_player(saved)  # a bit that nobody reads may differ
        except BadInput:
            refused += 1
    assert refused > len(damaged) // 2
    with pytest.raises(BadInput, match="no such file"):
        load_player(saved.with_name("none.npz"))


def test_what_is_too_large_is_refused(tmp_path: Path, game: Game) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("first.weight.npy", bytes(3 * MOST_BYTES))
    (tmp_path / "bomb.npz").write_bytes(bomb.getvalue())
    with pytest.raises(BadInput, match="too large"):
        load_player(tmp_path / "bomb.npz")
    (tmp_path / "large.npz").write_bytes(bytes(MOST_BYTES + 1))
    with pytest.raises(BadInput, match="16 MB"):
        load_player(tmp_path / "large.npz")
    wide = dict(weights_for(game, blocks=0))
    width = 200_000
    wide["first.weight"] = np.zeros((width, wide["first.weight"].shape[1]), np.float32)
    wide["policy.weight"] = np.zeros((len(wide["policy.weight"]), width), np.float32)
    wide["value.weight"] = np.zeros((1, width), np.float32)
    wide |= {name: np.zeros(width, np.float32) for name in ("first.bias", "norm.weight", "norm.bias")}
    with pytest.raises(BadInput, match="too large"):
        save_player(tmp_path / "wide.npz", game, wide)


def test_it_refuses_a_game_with_another_layout(tmp_path: Path) -> None:
    two, four = grognard.load("green-troops"), grognard.load("green-troops", {"seats": 4})
    player = Learned(two, weights_for(two))
    state = four.new_initial_state(1)
    with pytest.raises(BadInput, match="with 2 seats"):
        player.choose(state.information(state.current_player()))


def test_it_refuses_a_game_with_other_cards() -> None:
    """Even if the rows are of the same length."""
    ours, theirs = grognard.load("outpost"), grognard.load("outpost", overrides={"Infantry 1.copies": 2})
    assert ours.layout.size == theirs.layout.size
    state = theirs.new_initial_state(1)
    with pytest.raises(BadInput, match="with other cards"):
        Learned(ours, weights_for(ours)).choose(state.information(state.current_player()))
