"""Data sets of whole games: `load` reads a file of games, as `grognard lab games` writes it, and replays its positions.

A file is an .npz archive of plain numbers, read without pickle: at most 256 MB, and 1 GB unpacked. It has no
observations, since a game follows from its seed and its actions. Its arrays, for n games with p actions in all:

    seeds    (n,), int64       the seed of each deal, as in `game.new_initial_state(seed)`
    offsets  (n + 1,), int64   the actions of game i are actions[offsets[i] : offsets[i + 1]]
    actions  (p,), uint16      all actions, forced ones included
    seats    (p,), uint8       the seat that decided each action
    returns  (n, seats), int8  the result of each game for each seat: 1, 0 for a draw, or -1
    header   (bytes,), uint8   JSON with the fields of `Header` and the version of this format

Needs NumPy, which the extras `lab` and `envs` bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex

import msgspec

from grognard.kernel.engine import chance
from grognard.kernel.engine.masks import mask_of
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.files import read_bytes
from grognard.kernel.game import Game
from grognard.kernel.npz import packed_arrays, read_arrays
from grognard.play.players import BOTS
from grognard.registry import load_stored, registered_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT: Final = 1
MOST_BYTES: Final = 256 << 20  # of a file
MOST_UNPACKED: Final = 1 << 30
KINDS: Final = {"seeds": "<i8", "offsets": "<i8", "actions": "<u2", "seats": "|u1", "returns": "|i1"}
BATCH: Final = 4096
_AGAIN: Final = "Get or make the file again."


class Header(msgspec.Struct, frozen=True):
    """What the games of a file depend on.

    The game, its rules version, house rules and changed card numbers; the version of its observations' layout; the
    version of the random generator; the bot in each seat and the version of all bots; and the seed of the whole file.
    """

    game: str
    rules: int
    options: dict[str, str | int]
    numbers: dict[str, str | int]
    layout: int
    chance: int
    bots: list[str]
    bots_version: int
    seed: int


class Played(NamedTuple):
    """One game: the seed of its deal; (plies,) uint16 actions and uint8 seats that decided them; (seats,) int8 results.

    The arrays are read-only.
    """

    seed: int
    actions: NDArray[np.uint16]
    seats: NDArray[np.uint8]
    returns: NDArray[np.int8]


class Positions(NamedTuple):
    """Decisions for learning, as new arrays of the same length b, which you may keep and change.

    observations  (b, layout.size), uint8: what the seat to move may know, as in `Batch.observations`
    masks         (b, actions), bool: its legal actions
    actions       (b,), int64: the action it chose
    seats         (b,), int64: the seat to move
    results       (b,), float32: how the game ended for that seat: 1, 0 for a draw, or -1
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    seats: NDArray[np.int64]
    results: NDArray[np.float32]


class Dataset:
    """The games of a file. `len` counts them, `dataset[i]` is one of them, and a loop goes through all of them.

    `game` is the loaded game with its house rules, and `header` says how the games were made. `seeds`, `offsets`,
    `actions`, `seats` and `returns` are the read-only arrays of the file.
    """

    def __init__(self, game: Game, header: Header, arrays: Mapping[str, NDArray[Any]], name: str) -> None:
        """`arrays` has the arrays of a file; `name` is its name in errors. Raises BadInput unless they fit together."""
        self.game, self.header, self.name = game, header, name
        self.seeds: NDArray[np.int64] = arrays["seeds"]
        self.offsets: NDArray[np.int64] = arrays["offsets"]
        self.actions: NDArray[np.uint16] = arrays["actions"]
        self.seats: NDArray[np.uint8] = arrays["seats"]
        self.returns: NDArray[np.int8] = arrays["returns"]
        if not self._fits():
            raise BadInput(f"{name} is damaged: its numbers do not fit together. {_AGAIN}")

    def _fits(self) -> bool:
        games, plies, seats = self.seeds.size, self.actions.size, self.game.num_players()
        shapes = (games,), (games + 1,), (plies,), (plies,), (games, seats)
        return bool(
            shapes == tuple(getattr(self, name).shape for name in KINDS)
            and len(self.header.bots) == seats
            and (self.offsets[0], self.offsets[-1]) == (0, plies)
            and (self.offsets[1:] >= self.offsets[:-1]).all()
            and (self.seeds >= 0).all()
            and (self.actions < self.game.num_distinct_actions()).all()
            and (self.seats < seats).all()
            and ((self.returns >= -1) & (self.returns <= 1)).all()
        )

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, number: SupportsIndex) -> Played:
        """Returns a game by its number, from 0; raises IndexError if there is none."""
        at = index(number)
        if not 0 <= at < len(self):
            raise IndexError(f"{self.name} has no game {at}. Games are numbered from 0 to {len(self) - 1}.")
        plies = slice(self.offsets[at], self.offsets[at + 1])
        return Played(int(self.seeds[at]), self.actions[plies], self.seats[plies], self.returns[at])

    def __iter__(self) -> Iterator[Played]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        return f"<Dataset of {len(self)} games of {' and '.join(dict.fromkeys(self.header.bots))}, {self.game!r}>"

    def positions(
        self, batch: SupportsIndex = BATCH, games: Iterable[SupportsIndex] | None = None, forced: bool = False
    ) -> Iterator[Positions]:
        """Replays games and yields their decisions, game by game, in batches of this size; the last may be smaller.

        `games` has the numbers of games in the order that you want, such as a permutation; by default, all of them.
        Decisions with a single legal action are left out unless `forced` is true.
        Raises BadInput for a batch below 1, and for a file whose games break the rules or end otherwise than it says.
        IndexError means that there is no game of this number.
        """
        size = index(batch)
        if size < 1:
            raise BadInput(f"A batch must have 1 position or more, not {size}.")
        return self._positions(size, range(len(self)) if games is None else games, forced)

    def _positions(self, size: int, games: Iterable[SupportsIndex], forced: bool) -> Iterator[Positions]:
        rows = _Rows(self.game)
        for number in games:
            returns = self[number].returns
            for state, mask, action in self._replayed(index(number)):
                if forced or mask.count(1) > 1:
                    rows.add(state, mask, action, int(returns[state.current_player()]))
                    if len(rows.actions) == size:
                        yield rows.taken()
        if rows.actions:
            yield rows.taken()

    def _replayed(self, number: int) -> Iterator[tuple[State, bytes, int]]:
        """Yields each position of a game, with its mask and the action chosen there, and checks them all.

        The position is the same object every time. Raises BadInput at the first thing that is wrong.
        """
        played = self[number]
        state = self.game.new_initial_state(played.seed).clone()
        for ply, (action, seat) in enumerate(zip(played.actions.tolist(), played.seats.tolist(), strict=True)):
            if state.current_player() != seat or not state.is_legal(action):  # nobody decides after the end
                raise BadInput(f"{self.name} is damaged: action {ply} of game {number} breaks the rules. {_AGAIN}")
            yield state, mask_of(state)[: self.game.num_distinct_actions()], action
            state.step(action)
        if not state.is_terminal() or state.returns() != played.returns.tolist():
            raise BadInput(f"{self.name} is damaged: game {number} ends otherwise than the file says. {_AGAIN}")


class _Rows:
    """Collects decisions until they are taken as arrays."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._clear()

    def _clear(self) -> None:
        self.observations, self.masks = bytearray(), bytearray()
        self.actions: list[int] = []
        self.seats: list[int] = []
        self.results: list[int] = []

    def add(self, state: State, mask: bytes, action: int, result: int) -> None:
        """Adds a decision, with the result of the game for the seat that makes it."""
        seat = state.current_player()
        self.observations += self._game.observe(state, seat)
        self.masks += mask
        self.actions.append(action)
        self.seats.append(seat)
        self.results.append(result)

    def taken(self) -> Positions:
        """Returns the decisions and forgets them."""
        import numpy as np

        count = len(self.actions)
        found = Positions(
            np.frombuffer(self.observations, np.uint8).reshape(count, -1),
            np.frombuffer(self.masks, np.bool_).reshape(count, -1),
            np.array(self.actions, np.int64),
            np.array(self.seats, np.int64),
            np.array(self.results, np.float32),
        )
        self._clear()
        return found


# -- files -----------------------------------------------------------------------------------------------------------


def load(file: Path | str) -> Dataset:
    """Reads a file of games. It reads at most 256 MB, and unpacks at most 1 GB.

    Raises BadInput, in one sentence, for a file that cannot be read, is damaged, is no file of games or was written by
    a newer Grognard, and for games of another version of the rules, the layout or the random generator.
    """
    import numpy as np

    name = str(file)
    head, plain = read_arrays(read_bytes(Path(file), most=MOST_BYTES), name, "a file of games", MOST_UNPACKED)
    header = _header(head, name)
    game = _game(header, name)
    if {key: one.kind for key, one in plain.items()} != KINDS:
        raise BadInput(f"{name} is not a file of games, or it is damaged.")
    arrays = {key: np.frombuffer(one.body, one.kind).reshape(one.shape) for key, one in plain.items()}
    return Dataset(game, header, arrays, name)


def packed(dataset: Dataset) -> bytes:
    """Returns the content of a file with these games; the same games give the same bytes.

    Raises BadInput if the file would be too large to be read again.
    """
    arrays = {name: getattr(dataset, name) for name in KINDS}
    found = b""
    if sum(array.nbytes for array in arrays.values()) < MOST_UNPACKED - (1 << 20):
        found = packed_arrays({"format": FORMAT, **msgspec.to_builtins(dataset.header)}, arrays)
    if not 0 < len(found) <= MOST_BYTES:
        raise BadInput(f"{dataset.name} would be too large with {len(dataset):,} games. Begin another file.")
    return found


def header_of(game: Game, bots: list[str], seed: int) -> Header:
    """Returns the header of a file with games of these bots, one for each seat, that are played now."""
    return Header(
        game.slug, game.spec.meta.rules, dict(game.options), dict(game.overrides), game.layout.version, chance.VERSION,
        bots, BOTS, seed,
    )  # fmt: skip


def _header(head: object, name: str) -> Header:
    """Returns the header of a file from its JSON; raises BadInput if it is none, or of a newer version."""
    version = head.get("format") if isinstance(head, dict) else None
    if isinstance(version, int) and version > FORMAT:
        raise BadInput(f"{name} was written by a newer Grognard. Update Grognard to open it.")
    try:
        header = msgspec.convert(head, Header)
    except msgspec.ValidationError:
        raise BadInput(f"{name} is not a file of games, or it is damaged.") from None
    if version != FORMAT or header.game not in registered_names():
        raise BadInput(f"{name} is not a file of games of this Grognard.")
    return header


def _game(header: Header, name: str) -> Game:
    """Returns the game of a file, loaded; raises BadInput unless it is played today as it was then."""
    try:
        game = load_stored(header.game, header.options, header.numbers)
    except GrognardError as error:
        raise BadInput(f"{name} has house rules or card numbers that are not known here. {error}") from error
    now = header_of(game, header.bots, header.seed)
    for part, was, is_now in (
        ("rules", header.rules, now.rules),
        ("observations", header.layout, now.layout),
        ("random numbers", header.chance, now.chance),
    ):
        if was != is_now:
            raise BadInput(f"{name} has games with version {was} of the {part}; this Grognard has {is_now}. {_AGAIN}")
    return game
