"""Players that have learned: a small network read from a file of numbers.

`save_player` writes a weights file, `load_player` reads it. One decision needs no NumPy; many rows at once, and
`save_player`, need the extra `envs`.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.base import Bot
from grognard.bots.network import TINY, Network
from grognard.bots.weights import FORMAT, Layer, blocks_of, header_of, must_be_finite, must_fit, read_weights
from grognard.kernel.content.options import non_default
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.files import MOST_BYTES, read_bytes, write_whole
from grognard.kernel.game import Game
from grognard.kernel.npz import packed_arrays
from grognard.registry import load, registered_names, spec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

FILE: Final = "learned.npz"  # in a game's folder
HALF_BITS: Final = 10  # of the fraction of a number in half precision
_MOST_HALF: Final = 65504
MOST_TEMPERATURE: Final = 1e300


class Learned(Bot):
    """Plays with a network that it has learned: residual blocks over the expanded observation, and a head of logits.

    `temperature` 0 takes the action with the highest logit; above 0, actions are drawn by their softmax. One decision
    depends only on the information, as with every bot.
    """

    def __init__(
        self, game: Game, weights: Mapping[str, ArrayLike | Layer], temperature: float = 0.0, note: str = ""
    ) -> None:
        """`note` says how it was trained. Raises BadInput if the weights do not fit the game."""
        if not 0.0 <= temperature < MOST_TEMPERATURE:
            raise BadInput("The temperature of a learned player must be a number, 0 or more.")
        self.game = game
        self.temperature = temperature
        self.note = note
        self.layers = {name: _layer(given) for name, given in weights.items()}
        self.blocks = blocks_of(game, self.layers)
        must_be_finite(self.layers)

    def choose(self, information: Information) -> int:
        """Returns the chosen action. Raises BadInput in a game with another layout."""
        _must_match(self.game, information.game)
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        self.network.look(information.observe())
        if self.temperature == 0.0:
            return self.network.best(actions)
        return self.network.drawn(actions, self.temperature, information.generator.word())

    @cached_property
    def network(self) -> Network:
        """The network for single decisions."""
        columns, scales = self.game.layout.inputs
        layers = {name: layer.numbers.tolist() for name, layer in self.layers.items()}
        return Network(columns, scales, self.width, self.blocks, layers)

    @property
    def width(self) -> int:
        """The number of units in a layer."""
        return self.layers["first.weight"].shape[0]

    @property
    def has_values(self) -> bool:
        """Whether it has learned to value positions."""
        return "value.weight" in self.layers

    def __getstate__(self) -> dict[str, object]:
        """Returns the attributes without those that can be computed again."""
        return {name: part for name, part in super().__getstate__().items() if name not in ("network", "weights")}

    # -- many rows at once, with NumPy ---------------------------------------------------------------------------------

    @cached_property
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """The layers as arrays, by name."""
        import numpy as np

        return {name: np.array(layer.numbers, np.float32).reshape(layer.shape) for name, layer in self.layers.items()}

    @cached_property
    def _draws(self) -> np.random.Generator:
        import numpy as np

        return np.random.default_rng(0)

    def choose_rows(
        self, observations: NDArray[np.uint8], masks: NDArray[np.bool_], seats: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Returns an action for each row: (n, layout.size) observations, (n, actions) masks, (n,) seats to move."""
        import numpy as np

        logits = self.logits(observations, masks)
        if self.temperature == 0.0:
            best: NDArray[np.int64] = logits.argmax(1)
            return best
        balls = self._draws.random(len(logits))
        odds = np.exp((logits - logits.max(1, keepdims=True)).astype(np.float64) / self.temperature).cumsum(1)
        chosen: NDArray[np.int64] = (odds > (balls * odds[:, -1])[:, None]).argmax(1)
        return chosen

    def logits(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Returns (n, actions) logits, minus infinity for illegal actions."""
        import numpy as np

        return np.where(masks, self._linear("policy", self.trunk(observations)), np.float32(-np.inf))

    def values(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Returns (n,) values of positions for the seats of the rows, from -1 to 1; BadInput if it learned none."""
        import numpy as np

        if not self.has_values:
            raise BadInput("This player has learned no values.")
        value: NDArray[np.float32] = np.tanh(self._linear("value", self.trunk(observations))[:, 0])
        return value

    def trunk(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Returns (n, width): what the network computes before its heads."""
        import numpy as np

        seen: NDArray[np.float32] = np.maximum(self._linear("first", self.game.layout.expand(observations)), 0)
        for block in range(self.blocks):
            name = f"blocks.{block}"
            inner = np.maximum(self._linear(f"{name}.fc1", self._normed(f"{name}.norm", seen)), 0)
            seen = seen + self._linear(f"{name}.fc2", inner)
        return self._normed("norm", seen)

    def _linear(self, name: str, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        out: NDArray[np.float32] = seen @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return out

    def _normed(self, name: str, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """Applies PyTorch's LayerNorm."""
        import numpy as np

        about = seen - seen.mean(1, keepdims=True)
        spread = np.sqrt((about * about).mean(1, keepdims=True) + np.float32(TINY))
        out: NDArray[np.float32] = about / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return out


def save_player(
    path: Path | str, game: Game | str, weights: Mapping[str, ArrayLike], note: str = "", bits: int = HALF_BITS
) -> None:
    """Writes a player: its weights, named as in a PyTorch `state_dict`, in half precision.

    The file's player computes this from rows of `Batch.observations`, and yours must do the same:

        x = relu(first(layout.expand(rows)))
        x = x + blocks[n].fc2(relu(blocks[n].fc1(blocks[n].norm(x))))    for each block n from 0; there may be none
        x = norm(x)
        logits, value = policy(x), tanh(value(x))

    `norm` is PyTorch's LayerNorm with its usual eps, the others are Linear, and all inner layers have the same width.
    Each has .weight and .bias, as in blocks.0.fc1.weight. `value` may be missing. To make sure, compare the `logits`
    of `load_player(path)` with your own. `note` is any text, such as how it was trained.
    `bits` of each fraction are kept; fewer make the file smaller (six hardly change what a player chooses). Raises
    BadInput if the weights do not fit the game or the file would be too large.
    """
    import numpy as np

    game = load(game) if isinstance(game, str) else game
    whole = {name: np.asarray(_detached(one), np.float32) for name, one in weights.items()}
    blocks_of(game, whole)
    must_be_finite({name: _layer(one) for name, one in whole.items()})
    with np.errstate(over="ignore"):
        given = {name: _rounded(one, bits).astype(np.float16) for name, one in whole.items()}
    for name, one in given.items():
        if not np.isfinite(one).all():
            raise BadInput(f"{name} has a number too large for half precision, which ends at {_MOST_HALF}.")
    header = {"format": FORMAT, **header_of(game, note)._asdict()}
    kept = packed_arrays(header, given)
    if len(kept) > MOST_BYTES or sum(2 * one.size for one in given.values()) > MOST_BYTES:
        raise BadInput("This player is too large: a weights file may be at most 16 MB.")
    try:
        write_whole(Path(path), kept)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from error


def _detached(one: Any) -> Any:
    """Returns a parameter of PyTorch as a plain tensor on the CPU, and anything else as it is."""
    return one.detach().cpu() if hasattr(one, "detach") else one


def _rounded(numbers: NDArray[np.float32], bits: int) -> NDArray[np.float32]:
    """Returns numbers with this many bits after the first one."""
    import numpy as np

    fraction, exponent = np.frexp(numbers)
    found: NDArray[np.float32] = np.ldexp(np.round(np.ldexp(fraction, bits + 1)), exponent - bits - 1)
    return found


def load_player(path: Path | str, game: Game | str | None = None, temperature: float = 0.0) -> Learned:
    """Reads a player; `game` must be the one that it has learned, and None loads that game.

    Raises BadInput if the file cannot be read, is damaged, or belongs to another game, rules or layout.
    """
    header, layers = read_weights(read_bytes(Path(path)), str(path))
    if header.game not in registered_names():
        raise BadInput(f"{path} is for a game that is not here: {header.game}.")
    learned = game if isinstance(game, Game) else load(game or header.game)
    if learned.slug != header.game:
        raise BadInput(f"{path} has learned {load(header.game).spec.meta.title}, not {learned.spec.meta.title}.")
    must_fit(header, learned, str(path))
    return Learned(learned, layers, temperature, header.note)


# -- the player in a game's folder -------------------------------------------------------------------------------------


def has_learned(game: Game) -> bool:
    """Says whether the game's folder has a player that has learned these rules: the standard rules and card numbers."""
    return not game.overrides and not non_default(game.spec.meta.options, game.options) and _has_file(game.slug)


def learned_player(game: Game) -> Learned:
    """Returns the player in the game's folder; raises NotFound if there is none for these rules."""
    if not has_learned(game):
        raise NotFound(f"The prodigy has not learned {game.spec.meta.title} under these rules. Choose another level.")
    return _in_folder(game.slug)


@cache
def _has_file(slug: str) -> bool:
    return spec(slug).folder.joinpath(FILE).is_file()


@cache
def _in_folder(slug: str) -> Learned:
    game, file = load(slug), spec(slug).folder.joinpath(FILE)
    header, layers = read_weights(file.read_bytes(), f"{slug}/{FILE}")
    must_fit(header, game, f"{slug}/{FILE}")
    return Learned(game, layers, note=header.note)


def learned_network(game: Game) -> Network | None:
    """Returns the network in a game's folder, or None where there is none for these rules."""
    return learned_player(game).network if has_learned(game) else None


class Prodigy(Bot):
    """The player in the folder of each game that has one. It always takes its best action."""

    def choose(self, information: Information) -> int:
        """Returns the chosen action; raises NotFound in a game that it has not learned."""
        return learned_player(information.game).choose(information)


def _layer(given: Any) -> Layer:
    """Returns an array as a layer."""
    if isinstance(given, Layer):
        return given
    import numpy as np

    numbers = np.asarray(given, np.float64)
    return Layer(numbers.shape, array("d", numbers.ravel().tolist()))


def _must_match(learned: Game, game: Game) -> None:
    if game is not learned and (game.slug, game.layout.size) != (learned.slug, learned.layout.size):
        raise BadInput(f"This player has learned {learned.spec.meta.title} with {learned.num_players()} seats.")
    if game is not learned and game.pieces != learned.pieces:
        raise BadInput(f"This player has learned {learned.spec.meta.title} with other cards.")
