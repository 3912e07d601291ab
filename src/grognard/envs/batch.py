"""Thousands of games at once, in arrays: `Batch`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.envs.identity import game_of
from grognard.envs.stepper import DISABLED, NEXT_STEP, NO_ACTION, SAME_STEP, STAY, Stepper
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game

AutoReset = Literal["next_step", "same_step", "disabled"]
_AUTORESETS: Final = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}
# Seeds go up by the size of the batch for each game that is dealt: a word has room for them.
_HIGHEST_SEED: Final = 2**60


class Batch:
    """`size` games of one kind, stepped together; the arrays are read-only views that the next step overwrites.

    observations  (size, layout.size), uint8: what the seat to move may know, as `game.layout` lists it
    masks         (size, actions), bool: its legal actions; in a game that has ended action 0, which does nothing
    seats         (size,), int64: the seat to move; in a game that has ended the one that moved last
    rewards       (size, seats), float64: +1, -1 or 0 for each seat on the step that ends a game, else 0
    done          (size,), bool: the step has ended the game
    seeds         (size,), int64: what each game was dealt from
    final_observations  with `same_step`, like `observations`: the last position of a game that this step has ended
    full_state    on request, (size, seats, layout.size): the observations of all seats. For critics; no seat knows it.

    With `next_step` (Gymnasium's NEXT_STEP) a game that has ended is dealt anew by the next step, whatever its action.
    With `same_step` it is dealt anew at once. With `disabled` it stays as it is.
    With `skip_forced` what has no alternative is played at once, and no array tells of it.
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        seed: int = 0,
        options: Mapping[str, str | int] | None = None,
        autoreset: AutoReset = "next_step",
        full_state: bool = False,
        skip_forced: bool = False,
    ) -> None:
        """Raises BadInput for a size, a seed or an autoreset that cannot be, and for options that the game lacks."""
        self.game = game_of(game, options)
        if size < 1:
            raise BadInput("A batch has at least one game.")
        if autoreset not in _AUTORESETS:
            raise BadInput(f"There is no autoreset “{autoreset}”. There are: {', '.join(_AUTORESETS)}.")
        self.size = size
        self._stepper = Stepper(self.game, size, 0, _AUTORESETS[autoreset], full_state, skip_forced)
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
        self.reset(seed)

    def __len__(self) -> int:
        return self.size

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which games the last step has ended."""
        ended: NDArray[np.bool_] = self._done != 0
        return ended

    @property
    def plies(self) -> int:
        """Actions played since the last `reset`."""
        return int(self._stepper.plies)

    @property
    def decisions(self) -> int:
        """Of these, the ones that had an alternative."""
        return int(self._stepper.decisions)

    def reset(self, seed: int = 0) -> None:
        """Deals all games anew: game i from `seed + i`, and after its end from `size` more."""
        if not 0 <= seed < _HIGHEST_SEED:
            raise BadInput("The seed of a batch is a whole number from 0 to 2**60.")
        self._stepper.reset(seed)

    def step(self, actions: ArrayLike) -> None:
        """Plays one action in each game, (size,) whole numbers, which are copied.

        Raises BadInput for another shape, and IllegalAction with the reason and its clause for the first action that is
        not legal; then nothing was played in any game.
        """
        self._play(np.asarray(actions), np.arange(self.size))

    def step_some(self, actions: ArrayLike, games: NDArray[np.intp]) -> None:
        """Like `step`, but only in these games; the others stand still, and their actions are not looked at."""
        self._play(np.asarray(actions), games)

    def _play(self, given: NDArray[Any], games: NDArray[np.intp]) -> None:
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise BadInput(f"A step takes {self.size} whole numbers, one for each game.")
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
            raise IllegalAction(f"Game {game} of the batch: {reason.text}", reason.clause)

    def deal_anew(self, games: NDArray[np.intp]) -> None:
        """Deals these games anew, from their next seeds."""
        for game in games:
            self._stepper.deal_next(int(game))

    def look(self, game: int) -> State:
        """One game's position itself, to be asked and not to be changed."""
        return self._stepper.states[self._checked(game)]

    def state(self, game: int) -> State:
        """A copy of one game's position."""
        return self._stepper.states[self._checked(game)].clone()

    def set_state(self, game: int, state: State) -> None:
        """One game becomes equal to this position, which must be of the same loaded game."""
        if state.game is not self.game:
            raise BadInput("A position of another loaded game cannot be put into this batch.")
        self._stepper.put(self._checked(game), state)

    def _checked(self, game: int) -> int:
        if not 0 <= game < self.size:
            raise BadInput(f"There is no game {game}: they go from 0 to {self.size - 1}.")
        return game

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """For each game a legal action, each as likely."""
        legal = np.flatnonzero(self._whole_masks)
        offsets = np.arange(self.size) * self._whole_masks.shape[1]
        begins = np.searchsorted(legal, offsets)
        counts = np.diff(begins, append=len(legal))
        chosen: NDArray[np.int64] = legal[begins + (generator.random(self.size) * counts).astype(np.int64)] - offsets
        return chosen


def _bytes(words: object, rows: int) -> NDArray[np.uint8]:
    """Words as rows of bytes, in the order in which they were written."""
    seen: NDArray[np.uint64] = np.frombuffer(memoryview(words), np.uint64)  # type: ignore[arg-type]
    return seen.view(np.uint8).reshape(rows, -1)
