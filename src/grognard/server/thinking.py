"""Bots think in processes of their own: the event loop never waits for them, and they never get the truth."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

import msgspec

from grognard.bots import bot
from grognard.kernel.chance import stream
from grognard.kernel.game import Game
from grognard.kernel.session import Session, bot_seed
from grognard.registry import load


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: one world that its seat cannot tell from the true one, and a seed of its own."""

    game: str
    options: Mapping[str, str | int]
    numbers: Mapping[str, int]
    bot: str
    seat: int
    world: str
    seed: int


def question(session: Session, seat: int, name: str) -> Question:
    """What to ask the bot in this seat now."""
    seed = bot_seed(session.seed, seat)
    # The world is dealt from a stream apart: the same seed would show the bot its own further samples.
    world = session.state.resample_from_infostate(seat, stream(seed, f"world {session.state.ply}")[0])
    game = session.game
    return Question(game.slug, game.options, game.overrides, name, seat, world.serialize(), seed)


def answer(asked: Question) -> str:
    """The bot's choice in notation. Runs in a process of the pool."""
    game = _loaded(asked.game, msgspec.json.encode((asked.options, asked.numbers)))
    state = game.deserialize(asked.world)
    return game.action_to_string(bot(asked.bot).choose(state.information(asked.seat, asked.seed)))


@lru_cache(maxsize=32)
def _loaded(slug: str, rules: bytes) -> Game:
    options, numbers = msgspec.json.decode(rules)
    return load(slug, options, numbers)


def _attend() -> None:
    """Prepares a process of the pool: Ctrl-C is for the server, and a process never outlives a killed one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


class Thinkers:
    """The pool. Processes start when the first bot has to choose, and anew should one die."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Forking would copy the event loop and its threads.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=_attend)

    async def choose(self, session: Session, seat: int, name: str) -> str:
        """What the bot of this name does in this seat, in notation."""
        asked = question(session, seat, name)
        pool = self._pool
        try:
            return await self._answered(asked)
        except BrokenProcessPool:
            if self._pool is pool:  # of all that waited for it, the first makes a new one
                self._pool = self._new_pool()
            return await self._answered(asked)

    async def _answered(self, asked: Question) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._pool, answer, asked)

    def close(self) -> None:
        """Ends the processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)
