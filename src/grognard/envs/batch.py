"""`Batch`: thousands of games at once, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.envs.arrays import AUTORESETS, Arrays, AutoReset, Kind, Seeds, kind_of
from grognard.envs.identity import whole
from grognard.envs.stepper import SEEDS, STAY, Stepper
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game

# The buffers that a step writes in whole words, in the order of `Stepper.resume`.
_WORDS: Final = (
    "observations", "masks", "final", "full", "done", "seats", "seeds", "choices", "heard", "events",
)  # fmt: skip
_COUNTS: Final = ("stride", "plies", "decisions")


class Batch(Arrays):
    """`size` games of one kind, stepped together. The arrays are read-only views that the next step overwrites.

    observations  (size, layout.size), uint8: what the seat to move may know, laid out as in `game.layout`
    masks         (size, actions), bool: its legal actions; in a finished game action 0, which does nothing
    seats         (size,), int64: the seat to move; in a finished game the one that moved last
    rewards       (size, seats), float64: +1, -1 or 0 for each seat on the step that ends a game, else 0
    done          (size,), bool: the step has ended the game
    seeds         (size,), int64: the seed of each game
    final_observations  with `same_step`, like `observations`: the last position of a game that this step has ended
    full_state    on request, (size, seats, layout.size): the observations of all seats. For critics; no seat knows it.
    events        with `events=K`, (size, K, 4), int16: the last K public events of the game, the latest first. An event
                  has its kind, then its seat, first card and first number plus 1 (0: none). Seats are counted from the
                  seat to move. Rows after the first event of a game are 0.

    With `next_step` (Gymnasium's NEXT_STEP) any action replaces a finished game with a new one in the next step.
    With `same_step` it is replaced at once. With `disabled` it stays as it is.
    With `skip_forced` forced actions are played at once and appear in no array.
    With `packed` observations have `layout.packed_size` bytes (`layout.unpack` makes them plain), and masks are bits:
    (size, actions / 8 rounded up), uint8, which `unpack_masks` makes plain. This is smaller and faster.
    With `writable` the arrays are copies that you may change. With `buffers` they are your own arrays, which each step
    fills: a mapping from the names above to contiguous arrays of these shapes and types.

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
        packed: bool = False,
        events: SupportsIndex = 0,
        writable: bool = False,
        buffers: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """Raises BadInput for an invalid size, seed, autoreset, buffer or number of events, or unknown options."""
        kind = kind_of(game, size, options, autoreset, full_state, skip_forced, packed, events)
        self.open(kind, writable, buffers)
        self.reset(seed)

    @classmethod
    def undealt(cls, kind: Kind) -> Batch:
        """Makes a batch without games, to be dealt by `reset`."""
        batch = cls.__new__(cls)
        batch.open(kind)
        return batch

    def open(self, kind: Kind, writable: bool = False, buffers: Mapping[str, NDArray[Any]] | None = None) -> None:
        """Makes the games, not dealt yet, and the arrays that show them."""
        self.kind, self.game, self.size = kind, kind.game, kind.size
        self._stepper = Stepper(
            kind.game, kind.size, AUTORESETS[kind.autoreset], kind.full_state, kind.skip_forced, kind.packed,
            kind.events,
        )  # fmt: skip
        own = {name: np.empty(shape, dtype) for name, (shape, dtype) in kind.shapes().items()} if writable else {}
        self._native = self._views()
        self.show_in({**own, **(buffers or {})})

    def show_in(self, buffers: Mapping[str, NDArray[Any]]) -> None:
        """Fills these arrays with the results from now on; raises BadInput for those that do not fit."""
        wanted = self.kind.shapes()
        for name, array in buffers.items():
            if name not in wanted:
                raise BadInput(f"This batch has no array “{name}”. It has: {', '.join(wanted)}.")
            shape, dtype = wanted[name]
            if array.shape != shape or array.dtype != dtype or not array.flags.c_contiguous:
                raise BadInput(
                    f"The buffer for {name} must be contiguous, with the shape {shape} and the type {np.dtype(dtype)}."
                )
            if not array.flags.writeable:
                raise BadInput(f"The buffer for {name} is read-only.")
        self._copies = dict(buffers)
        self.show({**self._native, **self._copies})
        self._publish()

    def _views(self) -> dict[str, NDArray[Any]]:
        """Returns the buffers of the stepper as arrays, by name; `done` is in whole words."""
        stepper = self._stepper
        bytes_of = {
            "observations": stepper.observations, "masks": stepper.masks, "rewards": stepper.rewards,
            "seats": stepper.seats, "seeds": stepper.seeds, "final_observations": stepper.final,
            "full_state": stepper.full, "events": stepper.events,
        }  # fmt: skip
        views: dict[str, NDArray[Any]] = {"done": np.frombuffer(memoryview(stepper.done), np.int64)}
        for name, (shape, dtype) in self.kind.shapes().items():
            if name != "done":
                # The last word of the masks may be longer than they are.
                view = np.frombuffer(memoryview(bytes_of[name]), np.uint8)  # type: ignore[arg-type]
                length = int(np.prod(shape)) * np.dtype(dtype).itemsize
                views[name] = view[:length].view(dtype).reshape(shape)
        return views

    def _publish(self) -> None:
        """Copies the results into the arrays that are not views."""
        for name, array in self._copies.items():
            np.copyto(array, self._native[name], casting="unsafe")

    def __getstate__(self) -> dict[str, Any]:
        stepper = self._stepper
        return {
            "kind": self.kind,
            "writable": bool(self._copies),
            "states": [state.clone() for state in stepper.states],
            "words": [bytes(memoryview(getattr(stepper, name))) for name in _WORDS],
            "rewards": list(memoryview(stepper.rewards)),
            "counts": [int(getattr(stepper, name)) for name in _COUNTS],
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.open(kept["kind"], kept["writable"])
        words = [memoryview(part).cast("q").tolist() for part in kept["words"]]
        self._stepper.resume(kept["states"], words, kept["rewards"], kept["counts"])
        self._publish()

    @property
    def plies(self) -> int:
        """The number of actions played since the last `reset`."""
        return int(self._stepper.plies)

    @property
    def decisions(self) -> int:
        """The number of those actions that had an alternative."""
        return int(self._stepper.decisions)

    def reset(self, seed: Seeds = 0, stride: SupportsIndex | None = None) -> None:
        """Deals all games again: game i from `seed + i`, or from the i-th seed of a list.

        When a game has ended, the next one in its place has a seed higher by `stride`. That is `size` if it is not
        given, or with a list of seeds the difference between the highest and the lowest plus one, so that no deal comes
        twice.
        """
        seeds, usual = self.dealing(seed)
        self._stepper.reset(seeds, usual if stride is None else whole("The stride", stride) % SEEDS)
        self._publish()

    def step(self, actions: ArrayLike) -> None:
        """Plays one action in each game, given as (size,) whole numbers, which are copied.

        Raises BadInput for another shape. For the first illegal action it raises IllegalAction with the reason and its
        clause, and plays nothing in any game.
        """
        given = self.checked(actions)
        self._play(given, self.encoded(given))

    def step_some(self, actions: ArrayLike, games: NDArray[np.intp]) -> None:
        """Plays one action in each of these games, as `step` does. The other games stay as they are."""
        given = self.checked(actions)
        encoded = np.full(self.size, STAY, "<u2")
        encoded[games] = self.encoded(given)[games]
        self._play(given, encoded)

    def _play(self, given: NDArray[Any], encoded: NDArray[np.uint16]) -> None:
        raw = encoded.tobytes()
        bad = int(self._stepper.first_illegal(raw))
        if bad >= 0:
            self.refuse(self._stepper.states[bad], bad, int(given[bad]))
        self.step_legal(raw)

    def step_legal(self, encoded: bytes) -> None:
        """Plays one action in each game, `encoded` and known to be legal."""
        self._stepper.step(encoded)
        self._publish()

    def deal_anew(self, games: NDArray[np.intp]) -> None:
        """Deals new games in place of these, from their next seeds."""
        for game in games:
            self._stepper.deal_next(int(game))
        self._publish()

    def look(self, game: SupportsIndex) -> State:
        """Returns the position of one game. Do not change it."""
        return self._stepper.states[self.numbered(game)]

    def state(self, game: SupportsIndex) -> State:
        """Returns a copy of one game's position."""
        return self._stepper.states[self.numbered(game)].clone()

    def set_state(self, game: SupportsIndex, state: State) -> None:
        """Sets one game to this position, which must belong to the same loaded game. Its events are forgotten."""
        if state.game is not self.game:
            raise BadInput("This position belongs to another loaded game.")
        self._stepper.put(self.numbered(game), state)
        self._publish()
