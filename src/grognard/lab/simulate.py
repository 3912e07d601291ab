"""Plays many games between bots and counts the results, which do not depend on the number of processes."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import NormalDist
from typing import Final, NamedTuple

from mypy_extensions import i64

from grognard.bots import Bot
from grognard.bots.luck_counter import LuckCounter
from grognard.bots.own_players import Player, label_of, labels, maker_of, must_travel, player_for
from grognard.bots.pools import new_pool
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.lab.processes import must_be_jobs, processes
from grognard.lab.self_play import PlayedGame, play_match
from grognard.lab.sequential import AnytimeInterval
from grognard.play.session import Session, bot_seed
from grognard.registry import load_stored

Progress = Callable[[int, int], None]  # games played, games in all

OPEN: Final = "open:"  # before the name of a bot that sees all cards, for measuring alone: no table seats one
MOST_PER_CHUNK: Final = 25  # few enough for a progress bar that moves
NORMAL_95: Final = NormalDist().inv_cdf(0.975)  # 1.96 standard errors


@dataclass
class MeasuredGame:
    """The game that was measured, with its house rules and card numbers."""

    game: str
    rules: int
    options: dict[str, str | int]
    overrides: dict[str, str | int]


def _subject(game: Game) -> tuple[str, int, dict[str, str | int], dict[str, str | int]]:
    """The fields of `Subject`."""
    return game.slug, game.spec.meta.rules, game.options, game.overrides


@dataclass
class SimulationResult(MeasuredGame):
    """The results of many games. `wins` and `seats` are by seat; `trace` is a hash of every action and result."""

    games: int
    seed: int
    seats: list[str]
    wins: list[int]
    draws: int
    first_wins: int  # games won by the seat that took the first turn
    plies: int
    decisions: int  # among two or more legal actions
    mean_decisions: float
    mean_turns: float
    seconds: float
    decisions_per_second: float
    trace: str

    def first_share(self) -> tuple[float, float, float]:
        """Returns the first player's share of the points (a draw is half), and its 95 % interval."""
        points = self.first_wins + self.draws / 2
        low, high = interval(self.games, points, self.first_wins + self.draws / 4)
        return points / self.games, low, high


@dataclass
class Paired(MeasuredGame):
    """The result of bot `a` against bot `b`: its share of the points (a draw is half), and the 95 % interval by pairs.

    The two games of a pair have the same seed and the seats swapped. They depend on each other; pairs do not. `pairs`
    is the number played; `until` is the share to test against, if any. `even` is the share without luck, if
    requested.
    """

    a: str
    b: str
    pairs: int
    until: float | None
    seed: int
    share: float
    low: float
    high: float
    wins: int
    losses: int
    draws: int
    mean_turns: float
    seconds: float
    trace: str
    # Mean processor time of each bot for a decision among two or more actions.
    a_seconds: float
    b_seconds: float
    even: Even | None = None


@dataclass
class Even:
    """A share of the points with luck taken out, its 95 % interval, and its width relative to the raw interval's."""

    share: float
    low: float
    high: float
    narrower: float


class Thinking(NamedTuple):
    """A bot's total thinking time, and the number of its decisions with two or more actions."""

    seconds: float
    decisions: int


class Moves(NamedTuple):
    """All actions of a game, forced ones included, and the seat that decided each. `seed` is the seed of the deal."""

    seed: int
    actions: list[int]
    seats: bytes


class Played(NamedTuple):
    """One game of many, as its process returns it, with each seat's thinking time if requested."""

    first: int
    plies: int
    decisions: int
    turns: int
    trace: int
    returns: list[float]
    thinking: list[Thinking]
    luck: float  # how much chance gave side 0, if requested
    moves: Moves | None = None  # if requested


class _Task(NamedTuple):
    """The settings with which a process plays any of the games.

    Line-ups take turns: game n is the deal n // len(line_ups), with the bots of line-up n % len(line_ups).
    """

    slug: str
    options: dict[str, str | int]
    overrides: dict[str, str | int]
    seed: int
    line_ups: tuple[tuple[Player, ...], ...]
    journals: Path | None = None
    timed: bool = False
    luck: bool = False
    moves: bool = False


def simulate(
    game: Game,
    bots: Sequence[Player],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    journals: Path | None = None,
) -> SimulationResult:
    """Plays this many games between bots, with one for each seat (or one for all).

    A bot is named, or is any object that can play (`grognard.bots.own_players`). With several `jobs` it must be one
    that can be pickled.

    Each game depends only on `seed` and its number: the result (except for its seconds) is the same for any number of
    `jobs`, compiled or not. `journals` is a folder that gets one journal for each game.
    """
    seated = _seated(game, bots)
    wins = [0] * len(seated)
    plies = decisions = turns = draws = first_wins = 0
    trace = hashlib.sha256()
    start = time.perf_counter()
    task = _Task(game.slug, game.options, game.overrides, seed, (seated,), journals)
    for played in _all_played(task, games, jobs, progress):
        plies += played.plies
        decisions += played.decisions
        turns += played.turns
        draws += max(played.returns) <= 0
        first_wins += played.returns[played.first] > 0
        wins = [won + (points > 0) for won, points in zip(wins, played.returns, strict=True)]
        trace.update(played.trace.to_bytes(8, "big"))
    seconds = time.perf_counter() - start
    return SimulationResult(
        *_subject(game),
        games=games,
        seed=seed,
        seats=labels(seated),
        wins=wins,
        draws=draws,
        first_wins=first_wins,
        plies=plies,
        decisions=decisions,
        mean_decisions=decisions / games,
        mean_turns=turns / games,
        seconds=seconds,
        decisions_per_second=decisions / seconds,
        trace=trace.hexdigest(),
    )


def play_each(
    game: Game, bots: Sequence[Player], numbers: range, seed: int = 0, jobs: int = 1
) -> Generator[Played, None, None]:
    """Plays the games of these numbers and yields them one by one, in their order, with their moves.

    Bots and games are those of `simulate`, which begins with game 0. Closing the generator stops the processes.
    Raises BadInput for impossible numbers and bots, NotFound for an unknown bot.
    """
    task = _Task(game.slug, game.options, game.overrides, seed, (_seated(game, bots),), moves=True)
    _must_be_playable(task, jobs)
    return _one_by_one(task, numbers, jobs)


def _one_by_one(task: _Task, numbers: range, jobs: int) -> Generator[Played, None, None]:
    with closing(_chunks_played(task, numbers, jobs, 1)) as chunks:
        for chunk in chunks:
            yield from chunk


def must_be_pairs(game: Game, pairs: int) -> None:
    """Raises BadInput for a game without two sides, or for less than one pair of games."""
    if set(game.sides) != {0, 1}:
        raise BadInput(f"Pairs need two sides; {game.spec.meta.title} has {len(set(game.sides))}.")
    if pairs < 1:
        raise BadInput(f"The number of pairs must be 1 or more, not {pairs}.")


def paired(
    game: Game,
    a: Player,
    b: Player,
    pairs: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    until: float | None = None,
    luck: bool = False,
) -> Paired:
    """Measures bot `a` against bot `b`: each game is played twice, with the sides swapped.

    A bot is named, or is any object that can play (`grognard.bots.own_players`). With several `jobs` it must be one
    that can be pickled.

    With `luck`, the share is also given without luck (`grognard.bots.luck_counter`).

    With `until`, it stops as soon as `a` is shown to have more than this share of the points, or less; the interval
    is then one that allows for the many checks.
    """
    sides = game.sides
    must_be_pairs(game, pairs)
    if until is not None and not 0 < until < 1:
        raise BadInput(f"The share to test against must be between 0 and 1, such as 0.6; not {until:g}.")
    for player in (a, b):
        player_for(game, unopened(player))
    a_name, b_name = labels((a, b))
    line_ups = tuple((a, b)[side] for side in sides), tuple((b, a)[side] for side in sides)
    task = _Task(game.slug, game.options, game.overrides, seed, line_ups, timed=True, luck=luck)
    start = time.perf_counter()
    tally = _Tally(sides, until)
    with closing(_all_played(task, 2 * pairs, jobs, progress)) as games:
        for played in games:
            tally.add(played)
            if tally.enough:
                break
    count = len(tally.scores)
    low, high = tally.interval()
    return Paired(
        *_subject(game),
        a=a_name,
        b=b_name,
        pairs=count,
        until=until,
        seed=seed,
        share=sum(tally.scores) / count,
        low=low,
        high=high,
        wins=tally.wins,
        losses=tally.losses,
        draws=2 * count - tally.wins - tally.losses,
        mean_turns=tally.turns / (2 * count),
        seconds=time.perf_counter() - start,
        trace=tally.trace.hexdigest(),
        a_seconds=tally.clocks[0].mean,
        b_seconds=tally.clocks[1].mean,
        even=evened(tally.scores, tally.lucks) if luck else None,
    )


class _Tally:
    """Adds up the games of pairs for the bot that is on side 0 in the first game of each."""

    def __init__(self, sides: Sequence[int], until: float | None) -> None:
        self.sides = sides
        self.until = until
        self.anytime = AnytimeInterval()
        self.scores: list[float] = []  # of pairs
        self.half: float | None = None  # of the pair's first game
        self.lucks: list[float] = []  # of pairs: the bot's luck, on the same scale as its points
        self.luck = 0.0
        self.wins = 0
        self.losses = 0
        self.turns = 0
        self.clocks = Clock(), Clock()
        self.trace = hashlib.sha256()

    def add(self, played: Played) -> None:
        """Adds the next game."""
        own_side = 0 if self.half is None else 1
        won = played.returns[self.sides.index(own_side)]
        self.wins += won > 0
        self.losses += won < 0
        self.turns += played.turns
        self.trace.update(played.trace.to_bytes(8, "big"))
        for side, thinking in zip(self.sides, played.thinking, strict=True):
            self.clocks[side ^ own_side].add(thinking)
        self.luck += (played.luck if own_side == 0 else -played.luck) / 2
        if self.half is None:
            self.half = (won + 1) / 4
            return
        self.scores.append(self.half + (won + 1) / 4)
        self.lucks.append(self.luck)
        self.half = None
        self.luck = 0.0
        if self.until is not None:
            self.anytime.add(self.scores[-1])

    @property
    def enough(self) -> bool:
        """Whether it is known on which side of `until` the share is."""
        return self.until is not None and self.anytime.excludes(self.until)

    def interval(self) -> tuple[float, float]:
        """Returns the 95 % interval of the share, by pairs."""
        if self.until is not None:
            return self.anytime.low, self.anytime.high
        return interval(len(self.scores), sum(self.scores), sum(score * score for score in self.scores))


class Clock:
    """Adds up a bot's thinking time."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def add(self, thinking: Thinking) -> None:
        """Adds the thinking time of one game."""
        self.seconds += thinking.seconds
        self.decisions += thinking.decisions

    @property
    def mean(self) -> float:
        """The mean seconds for a decision."""
        return self.seconds / max(1, self.decisions)


class Stopwatch(Bot):
    """A bot on a clock of its processor time, which runs while it chooses among two or more actions."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0

    @property
    def remembers(self) -> bool:
        return self.bot.remembers

    def choose(self, information: Information) -> i64:
        """Returns the bot's choice, and adds its processor time."""
        began = time.process_time()
        chosen = self.bot.choose(information)
        took = time.process_time() - began
        if len(information.legal_actions()) > 1:
            self.seconds += took
            self.decisions += 1
        return chosen


def interval(count: int, points: float, squares: float) -> tuple[float, float]:
    """Returns the 95 % interval of a mean of results from 0 to 1, from their count, sum and sum of squares.

    Two full results and two empty ones are added first (Agresti and Coull 1998), so the interval has a width even when
    all results are alike.
    """
    count, points, squares = count + 4, points + 2, squares + 2
    mean = points / count
    width = NORMAL_95 * math.sqrt(max(0.0, squares / count - mean * mean) / count)
    return max(0.0, mean - width), min(1.0, mean + width)


def evened(scores: Sequence[float], lucks: Sequence[float]) -> Even:
    """Returns the mean of these results with luck removed so that they vary least.

    How much luck to remove from a result is computed from all the others, so the result has no influence on it and the
    mean is unbiased. Luck has the mean zero.
    """
    count = len(scores)
    score, luck = sum(scores), sum(lucks)
    both = sum(one * by for one, by in zip(scores, lucks, strict=True))
    square = sum(by * by for by in lucks)
    left = []
    for one, by in zip(scores, lucks, strict=True):
        others = max(1, count - 1)
        spread = (square - by * by) - (luck - by) ** 2 / others
        shared = (both - one * by) - (score - one) * (luck - by) / others
        left.append(one - (shared / spread if spread > 0 else 0.0) * by)
    low, high = interval(count, sum(left), sum(one * one for one in left))
    raw_low, raw_high = interval(count, score, sum(one * one for one in scores))
    return Even(sum(left) / count, low, high, (high - low) / (raw_high - raw_low))


def game_seed(seed: int, number: int) -> int:
    """Returns the seed of one game of a simulation; `grognard play --seed` deals the same cards from it."""
    return stream(seed, f"game {number}")[0]


def unopened(player: Player) -> Player:
    """Returns the player without the mark that it sees all cards."""
    return player.removeprefix(OPEN) if isinstance(player, str) else player


def _seated(game: Game, bots: Sequence[Player]) -> tuple[Player, ...]:
    """Returns one bot for each seat; raises BadInput for the wrong number of bots, NotFound for an unknown one."""
    for player in bots:
        player_for(game, unopened(player))
    seats = game.num_players()
    if len(bots) == 1:
        return tuple(bots) * seats
    if len(bots) != seats:
        raise BadInput(f"{game.spec.meta.title} has {seats} seats: name one bot or {seats} bots, not {len(bots)}.")
    return tuple(bots)


def _all_played(task: _Task, games: int, jobs: int, progress: Progress | None) -> Generator[Played]:
    """Yields the games in their order, played in this many processes."""
    if games < 1:
        raise BadInput("The number of games must be 1 or more.")
    _must_be_playable(task, jobs)
    if task.journals is not None:
        try:
            task.journals.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"Could not keep journals in {task.journals}: {error.strerror}.") from error
    done = 0
    size = max(1, min(MOST_PER_CHUNK, games // (4 * jobs)))
    for chunk in _chunks_played(task, range(games), jobs, size):
        yield from chunk
        done += len(chunk)
        if progress is not None:
            progress(done, games)


def _must_be_playable(task: _Task, jobs: int) -> None:
    """Raises BadInput for an impossible seed or number of jobs."""
    must_be_jobs(jobs)
    if task.seed < 0:
        raise BadInput("A seed must be a whole number, 0 or more.")


def _chunks_played(task: _Task, numbers: range, jobs: int, size: int) -> Generator[list[Played], None, None]:
    chunks = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    play = partial(_play_chunk, task)
    workers = processes(jobs, len(chunks))
    if workers == 1:
        yield from map(play, chunks)
        return
    must_travel([player for line_up in task.line_ups for player in line_up])
    pool = new_pool(workers)
    try:
        yield from pool.map(play, chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _play_chunk(task: _Task, numbers: range) -> list[Played]:
    game = load_stored(task.slug, task.options, task.overrides)
    makers = [[maker_of(game, unopened(player)) for player in line_up] for line_up in task.line_ups]
    return [_play(game, task, makers[number % len(makers)], number) for number in numbers]


def _play(game: Game, task: _Task, makers: Sequence[Callable[[], Bot]], number: int) -> Played:
    deal, line_up = divmod(number, len(task.line_ups))
    players = task.line_ups[line_up]
    seed = game_seed(task.seed, deal)
    seeds = [bot_seed(seed, seat) for seat in range(len(players))]
    bots = [make() for make in makers]
    watches = [Stopwatch(player) for player in bots] if task.timed else []
    state = game.new_initial_state(seed)
    luck = LuckCounter(state, seed) if task.luck else None
    match = play_match(
        state, [*watches] or bots, seeds, luck, [label_of(player).startswith(OPEN) for player in players]
    )
    if task.journals is not None:
        file = task.journals / f"{game.slug}-{task.seed}-{number:06}.journal"
        _write_journal(file, game, seed, labels(players), match)
    thinking = [Thinking(watch.seconds, watch.decisions) for watch in watches]
    given = luck.given if luck is not None else 0.0
    moves = Moves(seed, match.actions, _deciders(game, seed, match.actions)) if task.moves else None
    return Played(
        match.first, match.plies, match.decisions, match.turns, match.trace, match.returns, thinking, given, moves
    )


def _deciders(game: Game, seed: int, actions: Sequence[int]) -> bytes:
    """Returns the seat that decided each action of a game, from the game itself, played again."""
    state, seats = game.new_initial_state(seed).clone(), bytearray()
    for action in actions:
        seats.append(state.current_player())
        state.step(action)
    return bytes(seats)


def _write_journal(path: Path, game: Game, seed: int, names: Sequence[str], match: PlayedGame) -> None:
    """Plays the game again as a session, which records everything."""
    session = Session(game, seed, names)
    for action in match.actions:
        session.play(session.state.current_player(), action)
    session.save(path)
