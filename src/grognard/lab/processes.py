"""Decides how many processes share the lab's work."""

from __future__ import annotations

import os
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
