"""Turns: decides who is next when many wait for a few places, such as the bots' processes.

Addresses take turns, and so do the guests of an address. A guest with a hundred requests therefore waits longest.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from itertools import count
from typing import Final, NamedTuple


class Whose(NamedTuple):
    """The guest that work is done for, and the address it counts against; empty if it is done for nobody."""

    address: str = ""
    guest: str = ""


NOBODY: Final = Whose()
# Tasks that a request starts belong to the same guest.
WHOSE: Final[ContextVar[Whose]] = ContextVar("whose", default=NOBODY)


class _Waiting(NamedTuple):
    whose: Whose
    number: int
    turn: asyncio.Future[None]


class Turns:
    """A number of places, and the queue for them."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._numbers = count()
        self._waiting: list[_Waiting] = []
        # How many turns each one waiting has had: an address, and a guest there.
        self._had: dict[tuple[str, ...], int] = {}

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Waits for a free place, and holds it for the block."""
        await self._come()
        try:
            yield
        finally:
            self._leave()

    async def _come(self) -> None:
        one = _Waiting(WHOSE.get(), next(self._numbers), asyncio.get_running_loop().create_future())
        for key in _keys(one):
            # Newcomers begin with as many turns as the least served have had, so that nobody waits forever.
            rivals = [had for other, had in self._had.items() if other[:-1] == key[:-1]]
            self._had.setdefault(key, min(rivals, default=0))
        self._waiting.append(one)
        self._call()
        try:
            await one.turn
        except asyncio.CancelledError:
            if one in self._waiting:
                self._waiting.remove(one)
            else:
                self._leave()
            raise

    def _leave(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        while self._free and self._waiting:
            first = min(self._waiting, key=self._order)
            self._waiting.remove(first)
            self._free -= 1
            for key in _keys(first):
                self._had[key] += 1
            left = {key for one in self._waiting for key in _keys(one)}
            self._had = {key: had for key, had in self._had.items() if key in left}
            if not first.turn.done():
                first.turn.set_result(None)

    def _order(self, one: _Waiting) -> tuple[int, ...]:
        return *(self._had[key] for key in _keys(one)), one.number


def _keys(one: _Waiting) -> tuple[tuple[str, ...], ...]:
    return one.whose[:1], one.whose
