"""Runs bots in separate processes, so no event loop or screen ever waits for them and they never get the truth. A
process gets only one world that the deciding seat cannot tell from the true one.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext, redirect_stderr
from functools import lru_cache
from typing import Final, NamedTuple, ParamSpec, TypeVar

import msgspec

from grognard.bots.ismcts import Ismcts, Move, Search
from grognard.bots.levels import bot, time_for
from grognard.bots.pools import ignore_interrupts, new_pool
from grognard.bots.turns import Turns
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.play.session import Session, bot_seed
from grognard.registry import load_stored

P = ParamSpec("P")
T = TypeVar("T")

NICE: Final = 5  # pages and screens go first
LEAST: Final = 50  # iterations of a search, even on the slowest processor
# Advice is searched in rounds, so that it can show its progress and be stopped.
ROUNDS: Final = 8
SELDOM: Final = 2  # an action tried less than half as often as another has too few trials to be the best
ROUND_SECONDS: Final = 0.25
FEWEST: Final = 4  # deals that can measure a cost
CLOSE: Final = 0.05  # choices further behind the best are searched less closely


class SearchTask(msgspec.Struct, frozen=True):
    """A seat's knowledge for a bot: one world that it cannot tell from the true one, its history, and a separate seed.

    `history` is empty if the bot does not use it.
    """

    game: str
    options: Mapping[str, str | int]
    numbers: Mapping[str, str | int]
    seat: int
    world: str
    history: Sequence[str]
    seed: int


class Choice(NamedTuple):
    """A bot's choice, with its processor seconds."""

    action: int
    seconds: float


class Weighed(msgspec.Struct, frozen=True):
    """An action after a search: how often it was tried, and its chance of winning (a draw is half a win)."""

    do: str
    label: str
    visits: int
    chance: float


class Judged(msgspec.Struct, frozen=True):
    """The verdict on a choice: all possible actions, the best first; the action played, its cost, and the cost's error.

    A cost is the win probability that the choice lost.

    If the choice was among the best, its cost may be below 0. Over many choices, costs are more likely to be too low
    than too high, since the action that seems best on half of the deals is at most as good as the true best.
    """

    found: Sequence[Weighed]
    played: Weighed
    cost: float
    error: float


def search_task(game: Game, state: State, seat: int, seed: int, history: Sequence[str] = ()) -> SearchTask:
    """Returns the search task for a position, which depends only on the seat's knowledge and the seed."""
    # The world comes from a separate stream: the same seed would show a bot its own later samples.
    world = state.resample_from_infostate(seat, stream(seed, f"world {state.ply}")[0])
    return SearchTask(game.slug, game.options, game.overrides, seat, world.serialize(), history, seed)


def search_task_at(session: Session) -> SearchTask:
    """Returns the search task for the seat that decides at a table; nothing in it comes from the seed of the game."""
    state = session.state
    return search_task(session.game, state, state.current_player(), 0)


# -- in the process ------------------------------------------------------------------------------------------------


def choose(asked: SearchTask, name: str, within: float = 0.0) -> Choice:
    """Returns the choice of the bot of this name. Unless `within` is 0, a search ends within those seconds."""
    begun = time.thread_time()
    known = known_of(asked)
    player = bot(name)
    if within and isinstance(player, Ismcts):
        player.seconds = min(player.seconds or within, within)
    return Choice(int(player.choose(known)), time.thread_time() - begun)


def weigh(asked: SearchTask, seconds: float, turn: int = 0, least: int = LEAST) -> list[Weighed]:
    """Searches for a set time and returns the seat's actions, the best first. Each turn has different samples."""
    known = known_of(asked, turn)
    labels = {action.action: action.label for action in known.view().actions}
    world = known.resample(0)
    found = Ismcts(least, seconds=seconds, sure=0.0).think(known)
    return [Weighed(world.action_to_string(t.action), labels[t.action], t.visits, t.value) for t in found]


def judge(asked: SearchTask, action: int, seconds: float, least: int = LEAST) -> Judged:
    """Searches for a set time and judges a choice. Actions clearly worse than the best are dropped early."""
    known = known_of(asked)
    labels = {action.action: action.label for action in known.view().actions}
    world = known.resample(0)
    moves = Search(Ismcts(least, seconds=seconds, sure=0.0), known).weighed(CLOSE, action)
    moves.sort(key=lambda move: (-len(move.results), -move.value()))  # actions dropped early come last
    found = [Weighed(world.action_to_string(m.action), labels[m.action], m.visits, m.value()) for m in moves]
    played = next(place for place, move in enumerate(moves) if move.action == action)
    return Judged(found, found[played], *cost(moves, moves[played]))


def cost(moves: Sequence[Move], played: Move) -> tuple[float, float]:
    """Returns how far an action is behind the best, and the standard error, over deals that both have met.

    Half of the deals find the best action and the other half value it, and vice versa. Otherwise the best
    one's luck would count as a mistake by anyone who played a different action.
    """
    deals = len(played.results)
    if deals < FEWEST:
        return 0.0, 1.0
    whole = [move for move in moves if len(move.results) == deals]
    behind: list[float] = []
    for first in (0, 1):
        best = max(whole, key=lambda move: math.fsum(move.results[first::2]))
        other = slice(1 - first, None, 2)
        behind += [better - worse for better, worse in zip(best.results[other], played.results[other], strict=True)]
    mean = math.fsum(behind) / deals
    variance = math.fsum((each - mean) ** 2 for each in behind) / (deals - 1)
    return mean, math.sqrt(variance / deals)


def known_of(asked: SearchTask, turn: int = 0) -> Information:
    """Returns the seat's information, in the process. Each turn has different samples."""
    game = _loaded(asked.game, msgspec.json.encode((asked.options, asked.numbers)))
    seed = asked.seed if turn == 0 else stream(asked.seed, f"turn {turn}")[0]
    return game.deserialize(asked.world).information(asked.seat, seed, asked.history)


@lru_cache(maxsize=32)
def _loaded(slug: str, rules: bytes) -> Game:
    options, numbers = msgspec.json.decode(rules)
    return load_stored(slug, options, numbers)


def _attend() -> None:
    """Prepares a process of the pool: Ctrl-C is left to its parent, and it ends when the parent does."""
    ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


# -- in the parent -------------------------------------------------------------------------------------------------


def merged(rounds: Iterable[Sequence[Weighed]]) -> list[Weighed]:
    """Merges several searches of one position: the best action first, then the next two best.

    Actions that were rarely tried, because they did badly, are last.

    (Chaslot, Winands and van den Herik: Parallel Monte-Carlo Tree Search, 2008, who call this root parallelization.)
    """
    found: dict[str, Weighed] = {}
    for one in (weighed for done in rounds for weighed in done):
        known = found.get(one.do)
        if known is not None:
            visits = known.visits + one.visits
            chance = (known.chance * known.visits + one.chance * one.visits) / max(1, visits)
            found[one.do] = Weighed(one.do, one.label, visits, chance)
        else:
            found[one.do] = one
    most = max((one.visits for one in found.values()), default=0)
    order = sorted(found.values(), key=lambda one: (SELDOM * one.visits < most, -one.chance, -one.visits))
    return [*order[:1], *sorted(order[1:3], key=lambda one: -one.chance), *order[3:]]


class Workers:
    """The pool of processes. They start when the first bot has to think, and again if one dies."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._new_pool()
        self._choosing = 0
        self._slots = Turns(processes)
        # Advice has its own turns, so that a bot never waits for more than one round of it in each process.
        self._aside = Turns(processes)

    def _new_pool(self) -> ProcessPoolExecutor:
        # Forking would copy the event loop and its threads.
        context = multiprocessing.get_context("spawn")
        with _plain_stderr():
            return new_pool(self._processes, context, _attend)

    @property
    def choosing(self) -> int:
        """The number of requested choices that are not made yet."""
        return self._choosing

    async def choose(self, session: Session, seat: int, name: str, thought: float | None = None) -> Choice:
        """Returns the choice of the bot of this name in this seat. Each thinks as long as usual, even if many wait.

        At a table of the server, `thought` is the time that earlier steps of the same choice took; the search then ends
        before its answer may be shown, if it has the processor to itself.
        """
        history = session.history(seat) if bot(name).remembers else ()
        asked = search_task(session.game, session.state, seat, bot_seed(session.seed, seat), history)
        self._choosing += 1
        try:
            async with self._slots.place():
                return await self._answered(choose, asked, name, 0.0 if thought is None else time_for(name, thought))
        finally:
            self._choosing -= 1

    async def weigh(self, asked: SearchTask, seconds: float, turn: int = 0) -> list[Weighed]:
        """Searches a position for a time and returns its actions, the best first."""
        return await self.aside(weigh, asked, seconds, turn)

    async def aside(self, work: Callable[P, T], *asked: P.args, **named: P.kwargs) -> T:
        """Runs work of a second or less without holding up bots."""
        async with self._aside.place():
            return await self._answered(work, *asked, **named)

    async def _answered(self, work: Callable[P, T], *asked: P.args, **named: P.kwargs) -> T:
        pool = self._pool
        try:
            return await _run(pool, work, *asked, **named)
        except BrokenProcessPool:
            if self._pool is pool:  # the first of those waiting for it makes a new one
                self._pool = self._new_pool()
            return await _run(self._pool, work, *asked, **named)

    def close(self) -> None:
        """Ends the processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _run(pool: ProcessPoolExecutor, work: Callable[P, T], *asked: P.args, **named: P.kwargs) -> T:
    with _plain_stderr():
        asking = pool.submit(work, *asked, **named)
    return await asyncio.wrap_future(asking)


def _plain_stderr() -> AbstractContextManager[object]:
    """Uses the real stderr, since a process inherits it and Textual's replacement is not a file."""
    return nullcontext() if sys.__stderr__ is None else redirect_stderr(sys.__stderr__)
