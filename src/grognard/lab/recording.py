"""Plays games between bots and records them row by row, for reports and comparisons of rules.

Games are played in batches, each kept on disk under a key of everything it depends on. A run that was stopped continues
from there; neither jobs, order nor backend change a row.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, lru_cache
from importlib import resources
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from grognard.bots import Bot
from grognard.bots.own_players import is_own, maker_of, player_for
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput
from grognard.lab.instrumented import Cards, Follower
from grognard.lab.processes import MOST, must_be_jobs, processes, stopped_once
from grognard.lab.simulate import Progress, game_seed
from grognard.play.session import bot_seed
from grognard.registry import load_stored, spec

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.kernel.views.view import Outcome
    from grognard.play.session import Session

LOKY: Final = "loky"  # the backend that needs no other library
BATCH: Final = 25
# The parts of the package that games between bots depend on, besides the game itself.
LAYERS: Final = ("kernel", "bots", "play", "lab")
TESTS: Final = "tests"  # in the folder of a game of your own
WAVE: Final = 4  # batches for each job between progress reports, for a backend that has none itself
# The winner's chance, as logarithm of the odds, below which a victory is a comeback: one in four.
BEHIND: Final = -1.0986
LIBRARIES: Final = ("altair", "joblib", "polars", "vl_convert")
MISSING: Final = "Reports and comparisons need more libraries: install “grognard[lab]”."


class GameRow(msgspec.Struct, frozen=True):
    """One game. Cards have the names of the card table; `drawn`, `chosen` and `played` count them by side.

    `drawn` cards came by chance and only their owner saw them. `chosen` counts the owner's actions with a hidden card,
    for any purpose; `played` counts those where it had an effect: an event that is not bookkeeping names it, and not as
    a target. A card that is chosen and not played was given up. `luck` is how much more often than by mere chance side
    0 drew the card from the same piles, minus the same for side 1.

    `windows` counts by name how often each phase asked for a decision, and `choices` the actions chosen there, by verb,
    if two or more were legal. `first` is the side that went first, `points` are those of side 0 (a draw is half).
    `leads` and `comeback` are None if the game does not judge its turns.
    """

    number: int
    first: int
    points: float
    turns: int
    decisions: int
    reason: str
    leads: int | None
    comeback: bool | None
    drawn: list[dict[str, int]]
    chosen: list[dict[str, int]]
    played: list[dict[str, int]]
    luck: dict[str, float]
    windows: dict[str, int]
    choices: dict[str, dict[str, int]]
    actions: list[int]

    @property
    def first_points(self) -> float:
        """The points of the side that went first."""
        return self.points if self.first == 0 else 1 - self.points


# How long games must have been played to say how long others take: before, it is mostly the start of the workers.
LEAST_SECONDS: Final = 3


class Plan(NamedTuple):
    """Everything a batch depends on, except the package and the numbers of its games. `banned` is a card or empty."""

    slug: str
    options: dict[str, str | int]
    overrides: dict[str, str | int]
    bots: tuple[str, ...]
    seed: int
    banned: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether its games are kept. A person's own player may change under the same name."""
        return not any(map(is_own, self.bots))


def needs_libraries() -> None:
    """Raises BadInput if the extra `lab` is not installed."""
    if any(find_spec(name) is None for name in LIBRARIES):
        raise BadInput(MISSING)


def planned(game: Game, by_side: Sequence[str], seed: int, banned: str = "") -> Plan:
    """Returns a plan with one bot for each side. Raises BadInput for impossible plans, NotFound for an unknown bot."""
    if set(game.sides) != {0, 1}:
        raise BadInput(f"Reports need two sides; {game.spec.meta.title} has {len(set(game.sides))}.")
    if seed < 0:
        raise BadInput("A seed must be a whole number, 0 or more.")
    for name in by_side:
        must_be_repeatable(game, name)
    if banned and banned not in {card.name for card in game.cards}:
        raise BadInput(f"{game.spec.meta.title} has no card “{banned}”.")
    # What does not change the games is left out of the plan: they are those of the rules without it.
    numbers = {change.key: change.value for change in game.card_changes if change.plays}
    return Plan(game.slug, game.options, numbers, tuple(by_side[side] for side in game.sides), seed, banned)


def must_be_repeatable(game: Game, name: str) -> None:
    """Raises BadInput for a bot that thinks by the clock, NotFound for an unknown bot."""
    if getattr(player_for(game, name), "seconds", 0):
        raise BadInput(f"“{name}” thinks by the clock, so its games cannot be repeated. Choose another level.")


def record(
    plan: Plan, games: int, folder: Path, jobs: int = 1, progress: Progress | None = None, backend: str = LOKY
) -> list[GameRow]:
    """Returns the games of a plan in their order, read from `folder` if they are kept there, otherwise played.

    Raises BadInput for impossible numbers, and for a folder that cannot be written.
    """
    (rows,) = record_each([plan], games, folder, jobs, progress, backend)
    return rows


def record_each(
    plans: Sequence[Plan],
    games: int,
    folder: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    backend: str = LOKY,
) -> Iterator[list[GameRow]]:
    """Yields the result of `record` for each of several different plans, one after the other.

    The caller need not keep the rows of one plan while waiting for the next one's.
    """
    if games < 1:
        raise BadInput("The number of games must be 1 or more.")
    must_be_jobs(jobs)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"Could not keep games in {folder}: {error.strerror}.") from error
    batches = [range(first, first + BATCH) for first in range(0, games, BATCH)]
    tasks = [(plan, numbers) for plan in plans for numbers in batches]
    workers = processes(jobs, len(tasks), None if backend != LOKY else MOST)  # Ray has many machines
    with stopped_once(), closing(_spread(tasks, folder, workers, backend)) as found:
        for before in range(len(plans)):
            rows: list[GameRow] = []
            for batch in islice(found, len(batches)):
                rows += batch
                if progress is not None:
                    progress(before * games + min(len(rows), games), len(plans) * games)
            yield rows[:games]


class Pace:
    """How long games take on this computer, measured while they are played."""

    def __init__(self) -> None:
        self._games = 0
        self._played = 0
        self._seconds = 0.0

    @contextmanager
    def timing(self, plan: Plan, games: int, folder: Path) -> Iterator[None]:
        """Measures the time that `record` takes for these games, of which some may be kept."""
        batches = [range(first, first + BATCH) for first in range(0, games, BATCH)]
        kept = sum((folder / f"{_key(plan, numbers)}.json").exists() for numbers in batches) if plan.is_kept else 0
        started = perf_counter()
        yield
        if kept < len(batches):
            self._seconds += perf_counter() - started
            self._played += games * (len(batches) - kept) // len(batches)
        self._games += games

    def minutes(self, times: float) -> float | None:
        """Returns how long all these games take, this number of times; None if too few were played for an estimate."""
        return times * self._games * self._seconds / self._played / 60 if self._seconds > LEAST_SECONDS else None


def _spread(
    tasks: Sequence[tuple[Plan, range]], folder: Path, jobs: int, backend: str
) -> Generator[list[GameRow], None, None]:
    """Yields the batches in their order. Ray returns nothing until all is done, so it gets them a few at a time."""
    import joblib

    once = backend == LOKY
    wave = len(tasks) if once else WAVE * jobs
    with joblib.Parallel(n_jobs=jobs, backend=backend, return_as="generator" if once else "list") as parallel:
        for first in range(0, len(tasks), wave):
            some = tasks[first : first + wave]
            yield from parallel(joblib.delayed(_batch)(plan, numbers, folder) for plan, numbers in some)


def _batch(plan: Plan, numbers: range, folder: Path) -> list[GameRow]:
    """Returns the games of these numbers; a file that is not a whole batch is played again."""
    file = folder / f"{_key(plan, numbers)}.json"
    try:
        if plan.is_kept:
            return msgspec.json.decode(file.read_bytes(), type=list[GameRow])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    cards = _loaded(plan.slug, tuple(plan.options.items()), tuple(plan.overrides.items()))
    makers = [maker_of(cards.game, name) for name in plan.bots]
    rows = [_play(cards, plan, makers, number) for number in numbers]
    if not plan.is_kept:
        return rows
    half = file.with_suffix(f".{os.getpid()}")
    half.write_bytes(msgspec.json.encode(rows))
    half.replace(file)
    return rows


def _key(plan: Plan, numbers: range) -> str:
    rules = spec(plan.slug).meta.rules
    program = _program(Path(str(spec(plan.slug).folder)))
    text = json.dumps([program, rules, plan, numbers.start, numbers.stop], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _program(game: Path) -> str:
    """Returns a hash of all sources and data that play a game: those of Grognard, and the game's folder.

    A designer changes the rules of a game many times before raising the version of its rules. It leaves out the user
    interfaces, the pages of reports and the game's tests, so games are still valid when a report says the same in other
    words.
    """
    package = Path(str(resources.files("grognard")))
    left_out = {package / "lab" / "report", game / TESTS}
    found = hashlib.sha256()
    for folder in (*(package / layer for layer in LAYERS), game):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".csv", ".toml", ".json") and left_out.isdisjoint(file.parents):
                found.update(f"{folder.name}/{file.relative_to(folder)}\0".encode())
                found.update(file.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=4)
def _loaded(
    slug: str, options: tuple[tuple[str, str | int], ...], overrides: tuple[tuple[str, str | int], ...]
) -> Cards:
    """Returns a game's cards with everything already read about them, shared by many batches."""
    return Cards(load_stored(slug, dict(options), dict(overrides)))


def _play(cards: Cards, plan: Plan, makers: Sequence[Callable[[], Bot]], number: int) -> GameRow:
    seed = game_seed(plan.seed, number)
    seeds = [bot_seed(seed, seat) for seat in range(len(plan.bots))]
    follower = Follower(cards, cards.game.new_initial_state(seed), plan.banned)
    follower.play([make() for make in makers], seeds)
    return _row(follower, number, cards.game.outcome(follower.state))


def row_of(session: Session) -> GameRow | None:
    """Returns the row of a game played at a table, as number 0; None if it is not over.

    Undone actions are left out. A seat that resigns while its team carries on leaves no trace.
    """
    outcome = session.outcome()
    if outcome is None:
        return None
    follower = Follower(Cards(session.game), session.positions[0])
    for position, (seat, action) in zip(session.positions, session.line, strict=False):
        follower.state = position
        follower.hidden.follow(position.recorder)
        follower.asked()
        if action >= 0:
            follower.note(seat, action, len(position.legal_actions()) > 1)
    follower.state = session.state
    follower.hidden.follow(session.state.recorder)
    if session.state.phase() != OVER:  # it was resigned or claimed while a decision was open
        follower.asked()
    return _row(follower, 0, outcome)


def _row(follower: Follower, number: int, outcome: Outcome | None) -> GameRow:
    """Returns the row of a finished game from its follower."""
    sides, hidden = follower.game.sides, follower.hidden
    won = {sides[seat] for seat in outcome.winners} if outcome is not None else {0, 1}
    points = float(0 in won) if len(won) == 1 else 0.5
    leads, comeback = _course(follower, points)
    return GameRow(
        number,
        follower.first,
        points,
        follower.state.turn,
        sum(follower.choices),
        outcome.reason if outcome is not None else "",
        leads,
        comeback,
        hidden.by_name(hidden.drawn),
        hidden.by_name(hidden.chosen),
        hidden.by_name(hidden.played),
        hidden.luck(),
        *follower.windows(),
        follower.actions,
    )


def _course(follower: Follower, points: float) -> tuple[int | None, bool | None]:
    """Returns how often the lead changed, and whether the winner once had less than one chance in four."""
    if follower.game.outlook is None:
        return None, None
    ahead = [odds > 0 for odds in follower.odds if odds != 0]
    leads = sum(one != other for one, other in pairwise(ahead))
    sign = 1 if points > 0.5 else -1
    return leads, points != 0.5 and any(sign * odds < BEHIND for odds in follower.odds)


def by_card(rows: Sequence[GameRow]) -> Iterator[str]:
    """Yields every card that any side drew or chose, by name."""
    yield from sorted({card for row in rows for cards in (*row.drawn, *row.chosen) for card in cards})
