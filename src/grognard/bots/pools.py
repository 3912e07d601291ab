"""Pools of processes: small enough for every system, with Ctrl-C left to the process that started them."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import BaseContext
from typing import Final

MOST: Final = 61  # Windows cannot wait for more processes at once


def ignore_interrupts() -> None:
    """Leaves Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def new_pool(
    processes: int, context: BaseContext | None = None, prepare: Callable[[], None] = ignore_interrupts
) -> ProcessPoolExecutor:
    """Returns a pool of at most this many processes. Each of them calls `prepare` first."""
    return ProcessPoolExecutor(min(processes, MOST), context, initializer=prepare)
