"""`Batch`: thousands of games at once, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final, Literal, NamedTuple, SupportsIndex, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.envs.identity import game_of, whole
from grognard.envs.stepper import DISABLED, NEXT_STEP, NO_ACTION, SAME_STEP, SEEDS, STAY, Stepper
from grognard.envs.text_view import EVENT
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game

AutoReset = Literal["next_step", "same_step", "disabled"]
Seeds = SupportsIndex | Sequence[SupportsIndex] | NDArray[np.integer[Any]]
_AUTORESETS: Final = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}
# The buffers that a step writes in whole words, in the order of `Stepper.resume`.
_WORDS: Final = (
    "observations", "masks", "final", "full", "done", "seats", "seeds", "choices", "heard", "events",
)  # fmt: skip
MOST_EVENTS: Final = 1024


class Kind(NamedTuple):
    """The settings that two batches must share to have the same arrays and play the same games."""

    game: Game
    size: int
    autoreset: AutoReset
    full_state: bool
    skip_forced: bool
    packed: bool
    events: int
    writable: bool


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
    events        with `events=K`, (size, K, 4), int16: the last K public events of the game, the latest first. An event
                  has its kind, then its seat, first card and first number plus 1 (0: none). Seats are counted from the
                  seat to move. Rows after the first event of a game are 0.

    With `next_step` (Gymnasium's NEXT_STEP) the next step replaces a finished game by a new deal, with any action.
    With `same_step` it is replaced at once. With `disabled` it stays as it is.
    With `skip_forced` forced actions are played at once and appear in no array.
    With `packed` observations have `layout.packed_size` bytes (`layout.unpack` makes them plain), and masks are bits:
    (size, actions / 8 rounded up), uint8, which `unpack_masks` makes plain. This is smaller and faster.
    With `writable` the arrays are copies that you may change. With `buffers` they are your own arrays, which each step
    fills: a mapping from the names above to contiguous arrays of these shapes and types.

    A batch can be copied and pickled. The copy has its own arrays and continues identically, including later deals.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float64]
    seats: NDArray[np.int64]
    seeds: NDArray[np.int64]
    final_observations: NDArray[np.uint8]
    full_state: NDArray[np.uint8]
    events: NDArray[np.int16]

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
        games, recalled = whole("The size of a batch", size), whole("The number of events", events)
        if games < 1:
            raise BadInput("A batch needs at least one game.")
        if not 0 <= recalled <= MOST_EVENTS:
            raise BadInput(f"A batch keeps from 0 to {MOST_EVENTS} events for each game.")
        if autoreset not in _AUTORESETS:
            raise BadInput(f"There is no autoreset “{autoreset}”. Choose from: {', '.join(_AUTORESETS)}.")
        kind = Kind(game_of(game, options), games, autoreset, full_state, skip_forced, packed, recalled, writable)
        self._open(kind, buffers)
        self.reset(seed)

    def _open(self, kind: Kind, buffers: Mapping[str, NDArray[Any]] | None = None) -> None:
        """Makes the games, not dealt yet, and the arrays that show them."""
        self._kind = kind
        self.game, self.size = kind.game, kind.size
        self._stepper = Stepper(
            kind.game, kind.size, _AUTORESETS[kind.autoreset], kind.full_state, kind.skip_forced, kind.packed,
            kind.events,
        )  # fmt: skip
        self._native = self._views()
        self._copies = _buffers(self._native, buffers or {})
        if kind.writable:
            self._copies = {name: _like(name, array) for name, array in self._native.items()} | self._copies
        for name, array in (self._native | self._copies).items():
            if name != "done":
                setattr(self, name, array)

    def _views(self) -> dict[str, NDArray[Any]]:
        """Returns the buffers of the stepper as arrays, by name; `done` is still in whole words."""
        stepper, kind = self._stepper, self._kind
        size, seats, actions = kind.size, kind.game.num_players(), kind.game.num_distinct_actions()
        masks = _bytes(stepper.masks, 1)[0, : size * stepper.mask_bytes].reshape(size, -1)
        views: dict[str, NDArray[Any]] = {
            "observations": _bytes(stepper.observations, size),
            "masks": masks if kind.packed else masks.view(np.bool_).reshape(size, actions),
            "rewards": np.frombuffer(memoryview(stepper.rewards)).reshape(size, seats),
            "done": np.frombuffer(memoryview(stepper.done), np.int64),
            "seats": np.frombuffer(memoryview(stepper.seats), np.int64),
            "seeds": np.frombuffer(memoryview(stepper.seeds), np.int64),
        }
        if kind.autoreset == "same_step":
            views["final_observations"] = _bytes(stepper.final, size)
        if kind.full_state:
            views["full_state"] = _bytes(stepper.full, size).reshape(size, seats, -1)
        if kind.events:
            views["events"] = _bytes(stepper.events, size).view(np.int16).reshape(size, kind.events, EVENT)
        return views

    def _publish(self) -> None:
        """Copies what has changed into arrays that are not views."""
        for name, array in self._copies.items():
            np.copyto(array, self._native[name], casting="unsafe")

    def __getstate__(self) -> dict[str, Any]:
        stepper = self._stepper
        return {
            "kind": self._kind._replace(writable=bool(self._copies)),
            "states": [state.clone() for state in stepper.states],
            "words": [bytes(memoryview(getattr(stepper, name))) for name in _WORDS],
            "rewards": list(memoryview(stepper.rewards)),
            "counts": [int(getattr(stepper, name)) for name in _COUNTS],
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._open(kept["kind"])
        words = [memoryview(part).cast("q").tolist() for part in kept["words"]]
        self._stepper.resume(kept["states"], words, kept["rewards"], kept["counts"])
        self._publish()

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Batch of {self.size} game{'s' * (self.size > 1)}, {self.game!r}>"

    @property
    def done(self) -> NDArray[np.bool_]:
        """For each game, whether the last step ended it."""
        if "done" in self._copies:
            return self._copies["done"]
        ended: NDArray[np.bool_] = self._native["done"] != 0
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
        self.deal(seeds, max(seeds) - min(seeds) + 1)

    def deal(self, seeds: list[int], stride: int) -> None:
        """Deals game i from the i-th seed. A game that replaces it has a seed higher by `stride`."""
        self._stepper.reset(seeds, stride)
        self._publish()

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
        """Like `step`, but only in these games. The others do not move, and their actions are ignored."""
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
        known = (actions >= 0) & (actions < self.game.num_distinct_actions())
        chosen = np.where(known, actions, 0).astype(np.intp)
        allowed: NDArray[np.bool_] = known & self._plain_masks()[np.arange(self.size), chosen]
        return allowed

    def _plain_masks(self) -> NDArray[np.bool_]:
        masks = self._native["masks"]
        found: NDArray[np.bool_] = unpack_masks(masks, self.game.num_distinct_actions()) if self._kind.packed else masks
        return found

    def _play(self, given: NDArray[Any], games: NDArray[np.intp]) -> None:
        known = (given >= 0) & (given < self.game.num_distinct_actions())
        numbers = np.full(self.size, STAY)
        numbers[games] = np.where(known, given, NO_ACTION)[games]
        raw = numbers.astype("<u2").tobytes()
        bad = int(self._stepper.first_illegal(raw))
        if bad >= 0:
            self._refuse(bad, int(given[bad]))
        self._stepper.step(raw)
        self._publish()

    def _refuse(self, game: int, action: int) -> None:
        reason = self.game.why_illegal(self._stepper.states[game], action)
        if reason is not None:
            where = f"Game {game} of the batch: " if self.size > 1 else ""
            raise IllegalAction(where + reason.text, reason.clause)

    def deal_anew(self, games: NDArray[np.intp]) -> None:
        """Deals these games again, from their next seeds."""
        for game in games:
            self._stepper.deal_next(int(game))
        self._publish()

    def look(self, game: SupportsIndex) -> State:
        """Returns the position of one game. Do not change it."""
        return self._stepper.states[self._checked(game)]

    def state(self, game: SupportsIndex) -> State:
        """Returns a copy of one game's position."""
        return self._stepper.states[self._checked(game)].clone()

    def set_state(self, game: SupportsIndex, state: State) -> None:
        """Sets one game to this position, which must belong to the same loaded game. Its events are forgotten."""
        if state.game is not self.game:
            raise BadInput("This position belongs to another loaded game.")
        self._stepper.put(self._checked(game), state)
        self._publish()

    def _checked(self, game: SupportsIndex) -> int:
        number = whole("The number of a game", game)
        if not 0 <= number < self.size:
            raise BadInput(f"There is no game {number}. Games are numbered from 0 to {self.size - 1}.")
        return number

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """Returns a random legal action for each game, all equally likely."""
        return random_legal(self._plain_masks(), generator)


def random_legal(masks: NDArray[np.bool_], generator: np.random.Generator) -> NDArray[np.int64]:
    """Returns a random legal action for each row of masks, all equally likely."""
    legal = np.flatnonzero(masks)
    offsets = np.arange(len(masks)) * masks.shape[1]
    begins = np.searchsorted(legal, offsets)
    counts = np.diff(begins, append=len(legal))
    chosen: NDArray[np.int64] = legal[begins + (generator.random(len(masks)) * counts).astype(np.int64)] - offsets
    return chosen


def unpack_masks(masks: NDArray[np.uint8], actions: int) -> NDArray[np.bool_]:
    """Returns the masks of a packed batch as (n, actions), bool."""
    return np.unpackbits(masks, axis=1, count=actions, bitorder="little").view(np.bool_)


def _buffers(native: Mapping[str, NDArray[Any]], given: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Returns the caller's buffers; raises BadInput for those that do not fit."""
    for name, array in given.items():
        if name not in native:
            raise BadInput(f"This batch has no array “{name}”. It has: {', '.join(native)}.")
        wanted = _like(name, native[name])
        if array.shape != wanted.shape or array.dtype != wanted.dtype or not array.flags.c_contiguous:
            raise BadInput(f"The buffer for {name} must be contiguous, with shape {wanted.shape} and {wanted.dtype}.")
        if not array.flags.writeable:
            raise BadInput(f"The buffer for {name} is read-only.")
    return dict(given)


def _like(name: str, native: NDArray[Any]) -> NDArray[Any]:
    """Returns a new array for what a native one holds."""
    return np.empty(native.shape, np.bool_ if name == "done" else native.dtype)


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
