"""`Batch`: thousands of games at once, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final, Literal, SupportsIndex, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.envs.identity import game_of, whole
from grognard.envs.stepper import DISABLED, NEXT_STEP, NO_ACTION, SAME_STEP, SEEDS, STAY, Stepper
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game

AutoReset = Literal["next_step", "same_step", "disabled"]
Seeds = SupportsIndex | Sequence[SupportsIndex] | NDArray[np.integer[Any]]
_AUTORESETS: Final = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}
# The buffers that a step writes in whole words, in the order of `Stepper.resume`.
_WORDS: Final = ("observations", "masks", "final", "full", "done", "seats", "seeds", "choices")
_COUNTS: Final = ("stride", "plies", "decisions")


class Batch:
    """`size` games of one kind, stepped together. The arrays are read-only views that the next step overwrites.

    observations  (size, layout.size), uint8: what the seat to move may know, laid out as in `game.layout`
    masks         (size, actions), bool: its legal actions; in a finished game action 0, which does nothing
    seats         (size,), int64: the seat to move; in a finished game the one that moved last
    rewards       (size, seats), float64: +1, -1 or 0 for each seat on the step that ends a game, else 0
    done          (size,), bool: the step has ended the game
    seeds         (size,), int64: the seed of each game
    final_observations  with `same_step`, like `observations`: the last position of a game that this step has ended
    full_state    on request, (size, seats, layout.size): the observations of all seats. For critics; no seat knows it.

    With `next_step` (Gymnasium's NEXT_STEP) the next step replaces a finished game by a new deal, with any action.
    With `same_step` it is replaced at once. With `disabled` it stays as it is.
    With `skip_forced` forced actions are played at once and appear in no array.

    A batch can be copied and pickled. The copy has its own arrays and continues identically, including later deals.
    """

    def __init__(
        self,
        game: Game | str,
        size: SupportsIndex,
        seed: Seeds = 0,
        options: Mapping[str, str | int] | None = None,
        autoreset: AutoReset = "next_step",
        full_state: bool = False,
        skip_forced: bool = False,
    ) -> None:
        """Raises BadInput for an invalid size, seed or autoreset, and for options that the game lacks."""
        games = whole("The size of a batch", size)
        if games < 1:
            raise BadInput("A batch needs at least one game.")
        if autoreset not in _AUTORESETS:
            raise BadInput(f"There is no autoreset “{autoreset}”. Choose from: {', '.join(_AUTORESETS)}.")
        self._open(game_of(game, options), games, autoreset, full_state, skip_forced)
        self.reset(seed)

    def _open(self, game: Game, size: int, autoreset: AutoReset, full_state: bool, skip_forced: bool) -> None:
        """Makes the games, not dealt yet, and the arrays that show them."""
        self.game = game
        self.size = size
        self._kind = game, size, autoreset, full_state, skip_forced
        self._stepper = Stepper(game, size, _AUTORESETS[autoreset], full_state, skip_forced)
        seats, actions = self.game.num_players(), self.game.num_distinct_actions()
        self.observations: NDArray[np.uint8] = _bytes(self._stepper.observations, size)
        self._whole_masks: NDArray[np.bool_] = _bytes(self._stepper.masks, size).view(np.bool_)
        self.masks: NDArray[np.bool_] = self._whole_masks[:, :actions]
        self.rewards: NDArray[np.float64] = np.frombuffer(memoryview(self._stepper.rewards)).reshape(size, seats)
        self._done = np.frombuffer(memoryview(self._stepper.done), np.int64)
        self.seats: NDArray[np.int64] = np.frombuffer(memoryview(self._stepper.seats), np.int64)
        self.seeds: NDArray[np.int64] = np.frombuffer(memoryview(self._stepper.seeds), np.int64)
        if autoreset == "same_step":
            self.final_observations: NDArray[np.uint8] = _bytes(self._stepper.final, size)
        if full_state:
            self.full_state: NDArray[np.uint8] = _bytes(self._stepper.full, size).reshape(size, seats, -1)

    def __getstate__(self) -> dict[str, Any]:
        stepper = self._stepper
        return {
            "kind": self._kind,
            "states": [state.clone() for state in stepper.states],
            "words": [bytes(memoryview(getattr(stepper, name))) for name in _WORDS],
            "rewards": list(memoryview(stepper.rewards)),
            "counts": [int(getattr(stepper, name)) for name in _COUNTS],
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._open(*kept["kind"])
        words = [memoryview(part).cast("q").tolist() for part in kept["words"]]
        self._stepper.resume(kept["states"], words, kept["rewards"], kept["counts"])

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Batch of {self.size} game{'s' * (self.size > 1)}, {self.game!r}>"

    @property
    def done(self) -> NDArray[np.bool_]:
        """For each game, whether the last step ended it."""
        ended: NDArray[np.bool_] = self._done != 0
        return ended

    @property
    def plies(self) -> int:
        """The number of actions played since the last `reset`."""
        return int(self._stepper.plies)

    @property
    def decisions(self) -> int:
        """The number of those actions that had an alternative."""
        return int(self._stepper.decisions)

    def reset(self, seed: Seeds = 0) -> None:
        """Deals all games again: game i from `seed + i`, or from the i-th seed of a list.

        When a game has ended, the next one in its place has a seed higher by `size`. With a list of seeds the step is
        the difference between the highest and the lowest seed plus one, so that no deal comes twice.
        """
        seeds = self._seeds(seed)
        if not all(0 <= one < SEEDS for one in seeds):
            raise BadInput("The seeds of a batch are whole numbers from 0 to 2**60 - 1.")
        self._stepper.reset(seeds, max(seeds) - min(seeds) + 1)

    def _seeds(self, seed: Seeds) -> list[int]:
        if are_several(seed):
            if len(seed) != self.size:
                raise BadInput(f"The batch has {self.size} games, so it takes {self.size} seeds, not {len(seed)}.")
            return [whole("A seed", one) for one in seed]
        return [whole("A seed", seed) + n for n in range(self.size)]  # type: ignore[arg-type]

    def step(self, actions: ArrayLike) -> None:
        """Plays one action in each game, given as (size,) whole numbers, which are copied.

        Raises BadInput for another shape. For the first illegal action it raises IllegalAction with the reason and its
        clause, and plays nothing in any game.
        """
        self._play(self.checked(actions), np.arange(self.size))

    def step_some(self, actions: ArrayLike, games: NDArray[np.intp]) -> None:
        """Plays one action in each of these games, as `step` does. The other games stay as they are."""
        self._play(self.checked(actions), games)

    def checked(self, actions: ArrayLike) -> NDArray[Any]:
        """Returns actions as an array; raises BadInput unless there is one whole number for each game."""
        given = np.asarray(actions)
        if given.dtype == np.object_:
            given = _numbers(given)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise BadInput(f"A step takes {self.size} whole numbers, one for each game.")
        return given

    def legal(self, actions: NDArray[Any]) -> NDArray[np.bool_]:
        """Returns which of these actions, one for each game, are legal."""
        known = (actions >= 0) & (actions < self.masks.shape[1])
        allowed: NDArray[np.bool_] = (
            known & self.masks[np.arange(self.size), np.where(known, actions, 0).astype(np.intp)]
        )
        return allowed

    def _play(self, given: NDArray[Any], games: NDArray[np.intp]) -> None:
        known = (given >= 0) & (given < self.game.num_distinct_actions())
        numbers = np.full(self.size, STAY)
        numbers[games] = np.where(known, given, NO_ACTION)[games]
        raw = numbers.astype("<u2").tobytes()
        bad = int(self._stepper.first_illegal(raw))
        if bad >= 0:
            self._refuse(bad, int(given[bad]))
        self._stepper.step(raw)

    def _refuse(self, game: int, action: int) -> None:
        reason = self.game.why_illegal(self._stepper.states[game], action)
        if reason is not None:
            where = f"Game {game} of the batch: " if self.size > 1 else ""
            raise IllegalAction(where + reason.text, reason.clause)

    def deal_anew(self, games: NDArray[np.intp]) -> None:
        """Deals new games in place of these, from their next seeds."""
        for game in games:
            self._stepper.deal_next(int(game))

    def look(self, game: SupportsIndex) -> State:
        """Returns one game's own position, not a copy. Do not change it."""
        return self._stepper.states[self._checked(game)]

    def state(self, game: SupportsIndex) -> State:
        """Returns a copy of one game's position."""
        return self._stepper.states[self._checked(game)].clone()

    def set_state(self, game: SupportsIndex, state: State) -> None:
        """Sets one game to this position, which must belong to the same loaded game."""
        if state.game is not self.game:
            raise BadInput("This position belongs to another loaded game.")
        self._stepper.put(self._checked(game), state)

    def _checked(self, game: SupportsIndex) -> int:
        number = whole("The number of a game", game)
        if not 0 <= number < self.size:
            raise BadInput(f"There is no game {number}. Games are numbered from 0 to {self.size - 1}.")
        return number

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """Returns a random legal action for each game, all equally likely."""
        legal = np.flatnonzero(self._whole_masks)
        offsets = np.arange(self.size) * self._whole_masks.shape[1]
        begins = np.searchsorted(legal, offsets)
        counts = np.diff(begins, append=len(legal))
        chosen: NDArray[np.int64] = legal[begins + (generator.random(self.size) * counts).astype(np.int64)] - offsets
        return chosen


def are_several(seed: object) -> TypeGuard[Sequence[Any]]:
    """Returns whether this is a list or an array of seeds rather than a single one."""
    return (isinstance(seed, Sequence) and not isinstance(seed, str)) or bool(getattr(seed, "ndim", 0))


def _numbers(given: NDArray[Any]) -> NDArray[Any]:
    """Returns Python's whole numbers as a NumPy array of integers. Other arrays stay as they are."""
    try:
        return np.array([min(max(index(one), -1), NO_ACTION) for one in given.flat]).reshape(given.shape)
    except TypeError:
        return given


def _bytes(words: object, rows: int) -> NDArray[np.uint8]:
    """Returns words as rows of bytes, in the order they were written."""
    seen: NDArray[np.uint64] = np.frombuffer(memoryview(words), np.uint64)  # type: ignore[arg-type]
    return seen.view(np.uint8).reshape(rows, -1)
