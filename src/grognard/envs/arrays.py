"""The arrays that show a batch of games: their settings, shapes and common methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final, Literal, NamedTuple, SupportsIndex, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from grognard.envs.identity import game_of, whole
from grognard.envs.stepper import DISABLED, NEXT_STEP, NO_ACTION, SAME_STEP, SEEDS
from grognard.envs.text_view import EVENT
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game

AutoReset = Literal["next_step", "same_step", "disabled"]
Seeds = SupportsIndex | Sequence[SupportsIndex] | NDArray[np.integer[Any]]
Shapes = dict[str, tuple[tuple[int, ...], DTypeLike]]
AUTORESETS: Final = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}
MOST_EVENTS: Final = 1024


class Kind(NamedTuple):
    """The settings of a batch, on which its arrays and its games depend."""

    game: Game
    size: int
    autoreset: AutoReset
    full_state: bool
    skip_forced: bool
    packed: bool
    events: int

    def shapes(self) -> Shapes:
        """Returns the shape and type of each array, by name."""
        seats, actions = self.game.num_players(), self.game.num_distinct_actions()
        row = self.game.layout.packed_size if self.packed else self.game.layout.size
        found: Shapes = {
            "observations": ((self.size, row), np.uint8),
            "masks": ((self.size, -(-actions // 8)), np.uint8) if self.packed else ((self.size, actions), np.bool_),
            "rewards": ((self.size, seats), np.float64),
            "done": ((self.size,), np.bool_),
            "seats": ((self.size,), np.int64),
            "seeds": ((self.size,), np.int64),
        }
        if self.autoreset == "same_step":
            found["final_observations"] = ((self.size, row), np.uint8)
        if self.full_state:
            found["full_state"] = ((self.size, seats, row), np.uint8)
        if self.events:
            found["events"] = ((self.size, self.events, EVENT), np.int16)
        return found


def kind_of(
    game: Game | str,
    size: SupportsIndex,
    options: Mapping[str, str | int] | None,
    autoreset: AutoReset,
    full_state: bool,
    skip_forced: bool,
    packed: bool,
    events: SupportsIndex,
) -> Kind:
    """Returns checked settings; raises BadInput for those that are impossible."""
    games, recalled = whole("The size of a batch", size), whole("The number of events", events)
    if games < 1:
        raise BadInput("A batch needs at least one game.")
    if not 0 <= recalled <= MOST_EVENTS:
        raise BadInput(f"A batch keeps from 0 to {MOST_EVENTS} events for each game.")
    if autoreset not in AUTORESETS:
        raise BadInput(f"There is no autoreset “{autoreset}”. Choose from: {', '.join(AUTORESETS)}.")
    return Kind(game_of(game, options), games, autoreset, full_state, skip_forced, packed, recalled)


class Arrays:
    """What all batches have in common: the arrays by name, and checks of what comes from a caller."""

    game: Game
    size: int
    kind: Kind
    shown: dict[str, NDArray[Any]]  # every array by its name
    observations: NDArray[np.uint8]
    masks: NDArray[Any]
    rewards: NDArray[np.float64]
    seats: NDArray[np.int64]
    seeds: NDArray[np.int64]
    final_observations: NDArray[np.uint8]
    full_state: NDArray[np.uint8]
    events: NDArray[np.int16]

    def show(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Makes these the arrays of the batch."""
        self.shown = arrays
        for name, array in arrays.items():
            if name != "done":
                setattr(self, name, array)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.size} game{'s' * (self.size > 1)}, {self.game!r}>"

    @property
    def done(self) -> NDArray[np.bool_]:
        """For each game, whether the last step ended it."""
        ended = self.shown["done"]
        found: NDArray[np.bool_] = ended if ended.dtype == np.bool_ else ended != 0
        return found

    def plain_masks(self) -> NDArray[np.bool_]:
        """Returns the masks as (size, actions), bool, even if the batch is packed."""
        masks: NDArray[np.bool_] = self.masks
        return unpack_masks(self.masks, self.game.num_distinct_actions()) if self.kind.packed else masks

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """Returns a random legal action for each game, all equally likely."""
        masks = self.plain_masks()
        legal = np.flatnonzero(masks)
        offsets = np.arange(len(masks)) * masks.shape[1]
        begins = np.searchsorted(legal, offsets)
        counts = np.diff(begins, append=len(legal))
        chosen: NDArray[np.int64] = legal[begins + (generator.random(len(masks)) * counts).astype(np.int64)] - offsets
        return chosen

    def checked(self, actions: ArrayLike) -> NDArray[Any]:
        """Returns actions as an array; raises BadInput unless there is one whole number for each game."""
        given = np.asarray(actions)
        if given.dtype == np.object_:
            given = _numbers(given)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise BadInput(
                f"A step takes {self.size} whole numbers, one for each game, "
                f"not an array of {given.dtype} with the shape {given.shape}."
            )
        return given

    def legal(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        """Returns which of these actions, one for each game, are legal."""
        known = self._known(actions)
        games, chosen = np.arange(self.size), np.where(known, actions, 0).astype(np.intp)
        if self.kind.packed:
            in_mask: NDArray[np.bool_] = (self.masks[games, chosen >> 3] >> (chosen & 7)) & 1 == 1
        else:
            in_mask = self.masks[games, chosen]
        return known & in_mask

    def encoded(self, actions: NDArray[Any]) -> NDArray[np.uint16]:
        """Returns actions as a `Stepper` takes them: numbers that are not actions become `NO_ACTION`."""
        return np.where(self._known(actions), actions, NO_ACTION).astype("<u2")

    def _known(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (actions >= 0) & (actions < self.game.num_distinct_actions())
        return found

    def numbered(self, game: SupportsIndex) -> int:
        """Returns the number of a game; raises BadInput if there is none."""
        number = whole("The number of a game", game)
        if not 0 <= number < self.size:
            raise BadInput(f"There is no game {number}. Games are numbered from 0 to {self.size - 1}.")
        return number

    def dealing(self, seed: Seeds) -> tuple[list[int], int]:
        """Returns the seed of each game, and how much higher the seed of the game that replaces it is."""
        if are_several(seed):
            if len(seed) != self.size:
                raise BadInput(f"The batch has {self.size} games, so it takes {self.size} seeds, not {len(seed)}.")
            seeds = [whole("A seed", one) for one in seed]
        else:
            first = whole("A seed", seed)  # type: ignore[arg-type]
            seeds = [first + n for n in range(self.size)]
        if not all(0 <= one < SEEDS for one in seeds):
            raise BadInput("The seeds of a batch are whole numbers from 0 to 2**60 - 1.")
        return seeds, max(seeds) - min(seeds) + 1

    def refuse(self, state: State, number: int, action: int) -> None:
        """Raises IllegalAction with the reason why an action is illegal in this position of a game."""
        reason = self.game.why_illegal(state, action)
        if reason is not None:
            where = f"Game {number} of the batch: " if self.size > 1 else ""
            raise IllegalAction(where + reason.text, reason.clause)


def unpack_masks(masks: NDArray[np.uint8], actions: int) -> NDArray[np.bool_]:
    """Returns the masks of a packed batch as (n, actions), bool."""
    return np.unpackbits(masks, axis=1, count=actions, bitorder="little").view(np.bool_)


def are_several(seed: object) -> TypeGuard[Sequence[Any]]:
    """Returns whether this is a list or an array of seeds rather than a single one."""
    return (isinstance(seed, Sequence) and not isinstance(seed, str)) or bool(getattr(seed, "ndim", 0))


def _numbers(given: NDArray[Any]) -> NDArray[Any]:
    """Returns Python's whole numbers as a NumPy array of integers. Other arrays stay as they are."""
    try:
        return np.array([min(max(index(one), -1), NO_ACTION) for one in given.flat]).reshape(given.shape)
    except TypeError:
        return given
