"""The search for circular garbage leaves out what has lived for long, and finds it all the same once an hour."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from grognard.server.jobs import memory


class Knot:
    """Refers to itself, so that only the search finds it."""

    def __init__(self) -> None:
        self.self = self


def test_what_has_lived_for_long_is_left_out_until_all_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "EVERY", 0.01)

    async def tended(full: int) -> tuple[int, bool]:
        monkeypatch.setattr(memory, "FULL", full)
        task = asyncio.create_task(memory.tend())
        await asyncio.sleep(0.05)
        frozen = gc.get_freeze_count()
        knot = Knot()
        known = weakref.ref(knot)
        await asyncio.sleep(0.2)  # it is frozen
        del knot
        await asyncio.sleep(0.5)
        left = known() is not None
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return frozen, left

    frozen, left = asyncio.run(tended(10**6))
    assert frozen > 10_000
    assert left, "that is what it costs, for an hour"
    assert gc.get_freeze_count() == 0
    gc.collect()
    assert asyncio.run(tended(3))[1] is False
    assert gc.get_freeze_count() == 0


def test_python_itself_never_searches_everything() -> None:
    usual = gc.get_threshold()

    async def tended() -> tuple[int, int, int]:
        task = asyncio.create_task(memory.tend())
        await asyncio.sleep(0)
        meanwhile = gc.get_threshold()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return meanwhile

    assert asyncio.run(tended()) == (*usual[:2], memory.NEVER)
    assert gc.get_threshold() == usual
