"""The budget of each guest: how much of this process's time and memory they may use.

All work started by a request is charged to its guest: its steps, the tasks it starts, and heavy work in threads.
Newcomers share the budget of their address. All guests at one address together have the budget of two guests.
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
OF_ADDRESS: Final = 2  # guest budgets that all guests of an address have together
MOST_DELAY: Final = 1.0  # seconds
LEAST_CHARGED: Final = 0.002  # seconds, before a coroutine ends: charging takes time, too
THREADS: Final = 2  # with only one, everybody would wait while a document is printed
REMEMBERED: Final = 1000  # names; beyond this, those that owe nothing are forgotten
# The most bytes of memory that a moment of any game takes; a test measures this.
MOMENT: Final = 7 << 10
MOST_MOMENTS: Final = 110_000  # for all guests together


class Work:
    """Counts the processor time used for each guest. At the default rate, each second takes four seconds to pay off."""

    def __init__(self, per_minute: int) -> None:
        self._rate = per_minute / 60
        self._most = float(SAVED * per_minute)
        self._turns = Turns(THREADS)
        # The seconds that each guest and each address owe, and when that was computed.
        self._owed: dict[str, tuple[float, float]] = {}

    def must_have_room(self) -> None:
        """Raises TooMuch if the current guest's budget is used up."""
        waits = math.ceil(round(self._waits(), 3))
        if waits > 0:
            seconds = "1 second" if waits == 1 else f"{waits} seconds"
            raise TooMuch(f"The server has done a lot of work for you. Try again in {seconds}.", waits)

    async def room(self) -> None:
        """Waits until the budget has room: for long work that is not urgent."""
        while (waits := self._waits()) > 0:
            await asyncio.sleep(waits)

    def _used(self) -> float:
        """Returns the used share of the budget; 1 means all of it."""
        now = time.monotonic()
        used = [self._left(name, factor, now) / (factor * self._most) for name, factor in _names(WHOSE.get())]
        return max(used, default=0.0)

    def _waits(self) -> float:
        """Returns the seconds until the budget has room again."""
        return (self._used() - 1) * self._most / self._rate

    def _left(self, name: str, factor: int, now: float) -> float:
        owed, since = self._owed.get(name, (0.0, now))
        return max(0.0, owed - (now - since) * factor * self._rate)

    def charge(self, whose: Whose, seconds: float) -> None:
        """Charges processor time to a guest."""
        now = time.monotonic()
        for name, factor in _names(whose):
            self._owed[name] = self._left(name, factor, now) + seconds, now
        if len(self._owed) > REMEMBERED:
            # An address pays off faster: if it owes nothing by the slower rate, it owes nothing.
            self._owed = {name: owed for name, owed in self._owed.items() if self._left(name, 1, now) > 0}

    def forget(self, guest: str) -> None:
        """Forgets a guest whose data is deleted; the debt of their address stays."""
        self._owed.pop(guest, None)

    @coroutine
    def metered(self, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Runs a coroutine in the event loop and charges its steps, short ones together."""
        step: Callable[[], Any] = partial(work.send, None)
        owed, ends = 0.0, True
        while True:
            begun = time.thread_time()
            try:
                waits_for = step()
                ends = False
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                owed += time.thread_time() - begun
                if ends or owed > LEAST_CHARGED:
                    self.charge(WHOSE.get(), owed)
                    owed = 0.0
                ends = True
            try:
                step = partial(work.send, (yield waits_for))
            except BaseException as error:
                step = partial(work.throw, error)

    async def aside(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Does heavy work in a thread, taking turns with other guests, and charges it. Raises TooMuch."""
        return await self._in_turn(self.must_have_room, partial(work, *given, **named))

    async def finish_aside(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Does heavy work as `aside` does, but never refuses it: for work that belongs to a running task."""
        return await self._in_turn(lambda: None, partial(work, *given, **named))

    async def _in_turn(self, must: Callable[[], None], work: Callable[[], T]) -> T:
        # The more of the budget is used, the longer heavy work waits, so that other guests do not notice it.
        await asyncio.sleep(min(self._used(), 1.0) * MOST_DELAY)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._turns.place())
            must()
            # A thread cannot be stopped: it keeps its place until it ends, even if nobody waits for it any more.
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
    """Returns the names that a guest's work is charged to, each with its number of budgets."""
    found = [(whose.guest, 1)] if whose.guest else []
    return [*found, (f"from {whose.address}", OF_ADDRESS)] if whose.address else found


class Remembered(Protocol):
    """A table or a replay in memory."""

    @property
    def weight(self) -> int:
        """The memory it takes, in moments."""


class Shelf:
    """A cache of tables and replays in memory, with limits per guest, per address and for all together.

    The least recently used goes first. Anything dropped can be read again, at the cost of the guest who asks for it.
    """

    def __init__(self, each: int) -> None:
        self._each = each
        self._kept: OrderedDict[Hashable, tuple[Remembered, Whose]] = OrderedDict()

    def get(self, key: Hashable) -> Remembered | None:
        """Returns the entry for this key, which then counts as just used; None if there is none."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: Hashable, kept: Remembered) -> None:
        """Stores an entry for the current guest; drops older entries that no longer fit, but never this one."""
        self._kept[key] = kept, WHOSE.get()
        self._kept.move_to_end(key)
        self.make_room()

    def make_room(self) -> None:
        """Drops entries beyond the limits, since entries grow; the entry used last always stays."""
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
        """Drops an entry."""
        self._kept.pop(key, None)
