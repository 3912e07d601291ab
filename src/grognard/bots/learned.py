"""Players that learned: a small network read from a file of numbers. Needs the extra `envs`.

A weights file is an .npz archive of plain numbers, at most 16 MB, with a header that names the game, its rules and its
layout. It is read without pickle. `save_player` writes one, `load_player` reads it.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.bots.base import Bot
from grognard.kernel.engine.chance import WORDS
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput
from grognard.kernel.files import MOST_BYTES, read_bytes, write_whole
from grognard.kernel.game import Game
from grognard.registry import load, registered_names

FORMAT: Final = 1
HEADER: Final = "header"
_BLOCK: Final = re.compile(r"blocks\.(\d+)\.norm\.weight")
_TINY: Final = 1e-5  # under the root of a variance, as in PyTorch's LayerNorm
_NEVER: Final = np.float32(-np.inf)  # the logit of an illegal action

Weights = Mapping[str, NDArray[np.float32]]


class Learned(Bot):
    """Plays by a network that it has learned: residual blocks over the expanded observation, and a head of logits.

    `temperature` 0 takes the action with the highest logit; above 0, actions are drawn by their softmax. One decision
    depends only on the information, as with every bot.
    """

    def __init__(self, game: Game, weights: Weights, temperature: float = 0.0) -> None:
        """Raises BadInput if the weights do not fit the game."""
        if not 0.0 <= temperature < np.inf:
            raise BadInput("The temperature of a learned player must be a number, 0 or more.")
        self.game = game
        self.temperature = temperature
        self.weights = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        self._blocks = _check(game, self.weights)
        self._draws = np.random.default_rng(0)

    def choose(self, information: Information) -> int:
        """Returns the chosen action. Raises BadInput in a game with another layout."""
        _must_match(self.game, information.game)
        row = np.frombuffer(information.observe(), np.uint8)[None]
        mask = np.frombuffer(information.mask(), np.bool_)[None]
        ball = float(information.generator.word()) / WORDS
        return int(self._chosen(self.logits(row, mask), np.array([ball]))[0])

    def choose_rows(
        self, observations: NDArray[np.uint8], masks: NDArray[np.bool_], seats: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Returns an action for each row: (n, layout.size) observations, (n, actions) masks, (n,) seats to move."""
        return self._chosen(self.logits(observations, masks), self._draws.random(len(observations)))

    def _chosen(self, logits: NDArray[np.float32], balls: NDArray[np.float64]) -> NDArray[np.int64]:
        if self.temperature == 0.0:
            best: NDArray[np.int64] = logits.argmax(1)
            return best
        odds = np.exp((logits - logits.max(1, keepdims=True)).astype(np.float64) / self.temperature).cumsum(1)
        chosen: NDArray[np.int64] = (odds > (balls * odds[:, -1])[:, None]).argmax(1)
        return chosen

    def logits(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Returns (n, actions) logits, minus infinity for illegal actions."""
        return np.where(masks, self._linear("policy", self._trunk(observations)), _NEVER)

    def values(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Returns (n,) values of positions for the seats of the rows, from -1 to 1; BadInput if it learned none."""
        if "value.weight" not in self.weights:
            raise BadInput("This player has learned no values.")
        value: NDArray[np.float32] = np.tanh(self._linear("value", self._trunk(observations))[:, 0])
        return value

    def _trunk(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        seen = np.maximum(self._linear("first", self.game.layout.expand(observations)), 0)
        for block in range(self._blocks):
            name = f"blocks.{block}"
            inner = np.maximum(self._linear(f"{name}.fc1", self._normed(f"{name}.norm", seen)), 0)
            seen = seen + self._linear(f"{name}.fc2", inner)
        return self._normed("norm", seen)

    def _linear(self, name: str, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        out: NDArray[np.float32] = seen @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return out

    def _normed(self, name: str, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """Applies PyTorch's LayerNorm."""
        about = seen - seen.mean(1, keepdims=True)
        spread = np.sqrt((about * about).mean(1, keepdims=True) + np.float32(_TINY))
        out: NDArray[np.float32] = about / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return out


def save_player(path: Path | str, game: Game, weights: Mapping[str, ArrayLike], note: str = "") -> None:
    """Writes a player: its weights, named as in a PyTorch `state_dict`, in half precision.

    first.weight and first.bias; for each block N from 0 blocks.N.norm, blocks.N.fc1 and blocks.N.fc2; norm; policy; and
    if it values positions, value: each with .weight and .bias. `note` is any text, such as how it was trained. Raises
    BadInput if the weights do not fit the game or the file would be too large.
    """
    with np.errstate(over="ignore"):  # numbers beyond half precision become infinite, and are refused
        given = {name: np.asarray(array, np.float32).astype(np.float16) for name, array in weights.items()}
    _check(game, given)
    header = {
        "format": FORMAT, "game": game.slug, "rules": game.spec.meta.rules, "layout": game.layout.version,
        "inputs": len(game.layout.expanded_names), "actions": game.num_distinct_actions(), "note": note,
    }  # fmt: skip
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    kept = io.BytesIO()
    np.savez_compressed(kept, **{HEADER: text}, **given)  # type: ignore[arg-type]
    if len(kept.getbuffer()) > MOST_BYTES or sum(2 * array.size for array in given.values()) > MOST_BYTES:
        raise BadInput("This player is too large: a weights file has at most 16 MB.")
    write_whole(Path(path), kept.getvalue())


def load_player(path: Path | str, game: Game | None = None, temperature: float = 0.0) -> Learned:
    """Reads a player; `game` must be the one that it has learned, and None loads that game.

    Raises BadInput if the file cannot be read, is damaged, or belongs to another game, rules or layout.
    """
    header, weights = _read(Path(path))
    slug = header["game"]
    if slug not in registered_names():
        raise BadInput(f"{path} is for a game that is not here: {slug}.")
    if game is not None and game.slug != slug:
        raise BadInput(f"{path} has learned {load(slug).spec.meta.title}, not {game.spec.meta.title}.")
    learned = game or load(slug)
    ours = {
        "rules": learned.spec.meta.rules, "layout": learned.layout.version,
        "inputs": len(learned.layout.expanded_names), "actions": learned.num_distinct_actions(),
    }  # fmt: skip
    for name, number in ours.items():
        if header[name] != number:
            raise BadInput(f"{path} was trained with different {name} ({header[name]}, now {number}). Train it again.")
    return Learned(learned, weights, temperature)


def _read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """Returns the header and the numbers of a weights file."""
    data = read_bytes(path)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > 2 * MOST_BYTES:
                raise BadInput(f"{path} is too large: its numbers take more than 32 MB.")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            weights = {name: arrays[name] for name in arrays.files}
        header = json.loads(weights.pop(HEADER).tobytes())
    except BadInput:
        raise
    except Exception:  # zip, zlib, NumPy and JSON each have their own errors for damage
        raise BadInput(f"{path} is not a weights file, or it is damaged.") from None
    if not _is_header(header) or any(array.dtype.kind != "f" for array in weights.values()):
        raise BadInput(f"{path} is not a weights file of this version.")
    return header, {name: array.astype(np.float32) for name, array in weights.items()}


def _is_header(header: object) -> bool:
    numbers = ("format", "rules", "layout", "inputs", "actions")
    return (
        isinstance(header, dict)
        and header.get("format") == FORMAT
        and isinstance(header.get("game"), str)
        and all(isinstance(header.get(name), int) for name in numbers)
    )


def _check(game: Game, weights: Mapping[str, NDArray[Any]]) -> int:
    """Returns the number of blocks; raises BadInput unless exactly the weights of a network for this game are given."""
    first = weights.get("first.weight")
    if first is None or first.ndim != 2:
        raise BadInput("These weights have no first layer (first.weight).")
    width = len(first)
    blocks = sum(bool(_BLOCK.fullmatch(name)) for name in weights)
    inside = {f"blocks.{n}.{name}": (width, width) for n in range(blocks) for name in ("fc1", "fc2")}
    normed = ["norm", *(f"blocks.{n}.norm" for n in range(blocks))]
    shapes: dict[str, tuple[int, ...]] = {
        "first": (width, len(game.layout.expanded_names)), "policy": (game.num_distinct_actions(), width), **inside,
    }  # fmt: skip
    if "value.weight" in weights:
        shapes["value"] = (1, width)
    wanted = {f"{name}.weight": shape for name, shape in shapes.items()}
    wanted |= {f"{name}.bias": shape[:1] for name, shape in shapes.items()}
    wanted |= {f"{name}.{part}": (width,) for name in normed for part in ("weight", "bias")}
    for name, shape in wanted.items():
        if name not in weights:
            raise BadInput(f"These weights lack {name}.")
        if weights[name].shape != shape:
            raise BadInput(f"{name} has the shape {weights[name].shape}, but this game needs {shape}.")
        if not np.isfinite(weights[name]).all():
            raise BadInput(f"{name} has numbers that are not finite.")
    for name in weights:
        if name not in wanted:
            raise BadInput(f"A learned player has no weights named {name}.")
    return blocks


def _must_match(learned: Game, game: Game) -> None:
    if game is not learned and (game.slug, game.layout.size) != (learned.slug, learned.layout.size):
        raise BadInput(f"This player has learned {learned.spec.meta.title} with {learned.num_players()} seats.")
