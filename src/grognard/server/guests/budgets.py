"""The budget of each guest: how long this process works for them, and how much memory it keeps for them.

All that a request begins is charged to its guest: its steps, the tasks that it leaves behind, heavy work in threads.
Newcomers share the budget of their address, and all guests of an address together have that of two.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator, Hashable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from types import coroutine
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from grognard.bots.turns import WHOSE, Turns, Whose
from grognard.server.errors import TooMuch

P = ParamSpec("P")
T = TypeVar("T")

SAVED: Final = 4  # minutes of work that a guest may save up
OF_ADDRESS: Final = 2  # budgets of a guest that all guests of an address have together
MOST_DELAY: Final = 1.0  # seconds
THREADS: Final = 2  # with one, everybody would wait for a document that is printed
REMEMBERED: Final = 1000  # names; beyond it those that have nothing to pay are forgotten
# Bytes of memory that a moment of any game takes at most; a test measures them.
MOMENT: Final = 7 << 10
MOST_MOMENTS: Final = 110_000  # of all guests together


class Work:
    """What the processor has done for whom. Each second of it has to be paid off by waiting for four."""

    def __init__(self, per_minute: int) -> None:
        self._rate = per_minute / 60
        self._most = float(SAVED * per_minute)
        self._turns = Turns(THREADS)
        # What each guest and each address has to pay off, and when that was reckoned.
        self._owed: dict[str, tuple[float, float]] = {}

    def must_have_room(self) -> None:
        """Raises TooMuch if the guest for whom this is done has used up the budget."""
        waits = math.ceil(round(self._waits(), 3))
        if waits > 0:
            seconds = "1 second" if waits == 1 else f"{waits} seconds"
            raise TooMuch(f"The server has done a lot of work for you. Try again in {seconds}.", waits)

    async def room(self) -> None:
        """Waits until the budget has room, for work that takes long and need not be done at once."""
        while (waits := self._waits()) > 0:
            await asyncio.sleep(waits)

    def _used(self) -> float:
        """How much of the budget is used up: 1 is all of it."""
        now = time.monotonic()
        used = [self._left(name, factor, now) / (factor * self._most) for name, factor in _names(WHOSE.get())]
        return max(used, default=0.0)

    def _waits(self) -> float:
        """For how many seconds the budget has no room."""
        return (self._used() - 1) * self._most / self._rate

    def _left(self, name: str, factor: int, now: float) -> float:
        owed, since = self._owed.get(name, (0.0, now))
        return max(0.0, owed - (now - since) * factor * self._rate)

    def charge(self, whose: Whose, seconds: float) -> None:
        """The processor has worked for a guest for so long."""
        now = time.monotonic()
        for name, factor in _names(whose):
            self._owed[name] = self._left(name, factor, now) + seconds, now
        if len(self._owed) > REMEMBERED:
            # An address pays off faster: if it owes nothing by the slower rate, it owes nothing.
            self._owed = {name: owed for name, owed in self._owed.items() if self._left(name, 1, now) > 0}

    def forget(self, guest: str) -> None:
        """A guest has gone; what their address owes stays."""
        self._owed.pop(guest, None)

    @coroutine
    def metered(self, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Does some work of the event loop and charges each step of it."""
        step: Callable[[], Any] = partial(work.send, None)
        while True:
            begun = time.thread_time()
            try:
                waits_for = step()
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                self.charge(WHOSE.get(), time.thread_time() - begun)
            try:
                step = partial(work.send, (yield waits_for))
            except BaseException as error:
                step = partial(work.throw, error)

    async def aside(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Does heavy work in a thread: in turn with that of other guests, and charged. Raises TooMuch."""
        return await self._in_turn(self.must_have_room, partial(work, *given, **named))

    async def finish_aside(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Does heavy work as `aside` does, but never refuses it: it belongs to something that is under way."""
        return await self._in_turn(lambda: None, partial(work, *given, **named))

    async def _in_turn(self, must: Callable[[], None], work: Callable[[], T]) -> T:
        # The more of the budget is used up, the longer heavy work waits: so nobody else notices it.
        await asyncio.sleep(min(self._used(), 1.0) * MOST_DELAY)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._turns.place())
            must()
            # A thread cannot be stopped: its place is taken until it ends, even if nobody waits for it any more.
            doing = asyncio.create_task(self._done(stack.pop_all(), work))
        return await asyncio.shield(doing)

    async def _done(self, place: AsyncExitStack, work: Callable[[], T]) -> T:
        async with place:
            return await asyncio.to_thread(self._timed, work, asyncio.get_running_loop())

    def _timed(self, work: Callable[[], T], loop: asyncio.AbstractEventLoop) -> T:
        begun = time.thread_time()
        try:
            return work()
        finally:
            loop.call_soon_threadsafe(self.charge, WHOSE.get(), time.thread_time() - begun)


def _names(whose: Whose) -> list[tuple[str, int]]:
    """What a guest's work is charged to, with how many budgets that has."""
    found = [(whose.guest, 1)] if whose.guest else []
    return [*found, (f"from {whose.address}", OF_ADDRESS)] if whose.address else found


class Remembered(Protocol):
    """A table or a replay in memory."""

    @property
    def weight(self) -> int:
        """How many moments' worth of memory it takes."""


class Shelf:
    """What is kept in memory, until others need the room: of each guest, of each address and of all so much at most.

    What nobody asked for longest goes first. It can be read again, which is charged to the guest who asks.
    """

    def __init__(self, each: int) -> None:
        self._each = each
        self._kept: OrderedDict[Hashable, tuple[Remembered, Whose]] = OrderedDict()

    def get(self, key: Hashable) -> Remembered | None:
        """What is kept under this key, for somebody who asks for it."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, kept: Remembered) -> None:
        """Keeps something for the guest for whom it was made; drops what there is no room for, never this."""
        self._kept[key] = kept, WHOSE.get()
        self._kept.move_to_end(key)
        self.make_room()

    def make_room(self) -> None:
        """Drops what there is too much of, as things grow; the last that was asked for stays."""
        left: dict[str, int] = {}
        everything = 0
        for number, (key, (kept, whose)) in enumerate(reversed([*self._kept.items()])):
            names, weight = _names(whose), kept.weight
            everything += weight
            full = everything > MOST_MOMENTS
            for name, factor in names:
                left[name] = left.get(name, 0) + weight
                full = full or left[name] > factor * self._each
            if full and number:
                everything -= weight
                for name, _ in names:
                    left[name] -= weight
                del self._kept[key]

    def __iter__(self) -> Iterator[Remembered]:
        return iter([kept for kept, _ in self._kept.values()])

    def pop(self, key: Hashable) -> None:
        """Drops something."""
        self._kept.pop(key, None)
