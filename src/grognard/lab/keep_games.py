"""Plays games of bots and keeps them in a file of games (`grognard.lab.dataset`), which can be continued later."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.kernel.errors import BadInput
from grognard.kernel.files import write_whole
from grognard.kernel.game import Game
from grognard.lab.dataset import KINDS, Dataset, Header, header_of, load, packed
from grognard.lab.processes import stopped_once
from grognard.lab.recording import must_be_repeatable
from grognard.lab.simulate import Played, Progress, play_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The file is written each time it has grown by one part in this many, so that writing takes a small part of the time.
GROWTH: Final = 8


@dataclass(frozen=True)
class Kept:
    """The games of a file: how many there are and how many of them are new, their actions, and the seconds it took."""

    games: int
    new: int
    actions: int
    wins: list[int]  # by seat
    draws: int
    bytes: int
    seconds: float


def keep_games(
    game: Game,
    bots: Sequence[str],
    games: int,
    file: Path,
    seed: int = 0,
    jobs: int = 1,
    minutes: float | None = None,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Kept:
    """Plays games until the file has this many, or until the minutes have passed.

    There is one bot for each seat, or one for all. Each game depends only on `seed` and its number, so the file is the
    same for any number of `jobs`, and a file of the same games is continued. It is replaced as a whole now and then, at
    the end, and if the caller is interrupted. Games that are still in progress then are dropped.

    Raises BadInput for impossible numbers, for bots that think by the clock and for a file that has other games or
    cannot be written, and NotFound for an unknown bot.
    """
    if games < 1:
        raise BadInput("The number of games must be 1 or more.")
    if minutes is not None and not minutes > 0:
        raise BadInput(f"The number of minutes must be above 0, not {minutes:g}.")
    for bot in bots:
        must_be_repeatable(game, bot)
    began = clock()
    seated = list(bots) * (game.num_players() if len(bots) == 1 else 1)
    kept = _Games(game, header_of(game, seated, seed), file)
    before = len(kept)
    with stopped_once(), closing(play_each(game, seated, range(before, games), seed, jobs)) as played:
        kept.save()  # before the first game, so that nobody waits for a file that cannot be written
        try:
            while len(kept) < games and (minutes is None or clock() < began + 60 * minutes):
                kept.add(next(played))
                if progress is not None:
                    progress(len(kept), games)
            kept.save()
        finally:
            kept.save()  # again if that was interrupted; nothing can interrupt this
    wins = [sum(one[seat] > 0 for one in kept.results) for seat in range(game.num_players())]
    draws = sum(max(one) <= 0 for one in kept.results)
    new = len(kept) - before
    return Kept(len(kept), new, len(kept.actions), wins, draws, file.stat().st_size, clock() - began)


class _Games:
    """The games of a file, in growing arrays."""

    def __init__(self, game: Game, header: Header, file: Path) -> None:
        """Reads the file if there is one; raises BadInput if it has other games."""
        self.game, self.header, self.file = game, header, file
        self.seeds, self.offsets = array("q"), array("q", [0])
        self.actions, self.seats = array("H"), bytearray()
        self.results: list[tuple[int, ...]] = []
        self.saved = -1
        if file.exists():
            self._continue(load(file))

    def _continue(self, found: Dataset) -> None:
        if found.header != self.header:
            raise BadInput(f"{self.file} has {_difference(found.header, self.header)}. Choose another file.")
        self.seeds.frombytes(found.seeds.astype("i8").tobytes())
        self.offsets.frombytes(found.offsets[1:].astype("i8").tobytes())
        self.actions.frombytes(found.actions.astype("u2").tobytes())
        self.seats += found.seats.tobytes()
        self.results += map(tuple, found.returns.tolist())
        self.saved = len(self)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def add(self, played: Played) -> None:
        """Adds a game, and saves all when there are enough new ones."""
        assert played.moves is not None
        self.seeds.append(played.moves.seed)
        self.actions.extend(played.moves.actions)
        self.seats += played.moves.seats
        self.results.append(tuple(map(int, played.returns)))
        self.offsets.append(len(self.actions))  # last: a game that was interrupted before this does not count
        if len(self) - self.saved >= max(1, self.saved // GROWTH):
            self.save()

    def save(self) -> None:
        """Writes the file, unless it has these games already; raises BadInput if it cannot be written."""
        import numpy as np

        games, plies = len(self), self.offsets[-1]
        if games == self.saved:
            return
        arrays: dict[str, NDArray[Any]] = {
            "seeds": np.array(self.seeds[:games]),
            "offsets": np.array(self.offsets),
            "actions": np.array(self.actions[:plies]),
            "seats": np.frombuffer(bytes(self.seats[:plies]), np.uint8),
            "returns": np.array(self.results[:games]).reshape(games, self.game.num_players()),
        }
        arrays = {name: arrays[name].astype(kind) for name, kind in KINDS.items()}
        try:
            write_whole(self.file, packed(Dataset(self.game, self.header, arrays, str(self.file))))
        except OSError as error:
            raise BadInput(f"{self.file} cannot be written: {error.strerror}.") from error
        self.saved = games


def _difference(old: Header, new: Header) -> str:
    """Says in words in what the games of a file differ from those to be played."""
    if old.game != new.game:
        return f"games of {old.game}"
    if (old.options, old.numbers) != (new.options, new.numbers):
        return "games under other house rules or card numbers"
    if old.bots != new.bots:
        return f"games of other bots ({', '.join(dict.fromkeys(old.bots))})"
    if old.bots_version != new.bots_version:
        return f"games of an earlier version of the bots ({old.bots_version}, now {new.bots_version})"
    return f"games with another seed ({old.seed})"
