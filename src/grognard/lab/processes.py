"""Decides how many processes share the lab's work, and how Ctrl-C stops them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Final

from grognard.kernel.errors import BadInput

# More than this gains nothing, and a thousand would bring a machine down.
MOST: Final = 2 * (os.cpu_count() or 1)


def must_be_jobs(jobs: int) -> None:
    """Raises BadInput unless there is at least one job."""
    if jobs < 1:
        raise BadInput(f"The number of jobs must be 1 or more, not {jobs}.")


def processes(jobs: int, tasks: int, most: int | None = MOST) -> int:
    """Returns how many processes of this machine do the tasks: the number requested, or fewer if that is enough.

    Raises BadInput unless there is at least one job.
    """
    must_be_jobs(jobs)
    return max(1, min(jobs, tasks, jobs if most is None else most))


@contextmanager
def stopped_once() -> Iterator[None]:
    """Lets the first Ctrl-C stop the block and ignores a second, which would keep the processes from ending."""
    if current_thread() is not main_thread():  # only the main thread may handle signals
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
