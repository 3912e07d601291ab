"""How many processes share the work of the lab."""

from __future__ import annotations

import os
from typing import Final

from grognard.kernel.errors import BadInput

# More than this brings nothing, and a thousand of them bring a machine down.
MOST: Final = 2 * (os.cpu_count() or 1)


def must_be_jobs(jobs: int) -> None:
    """Raises BadInput unless there is at least one job."""
    if jobs < 1:
        raise BadInput(f"The number of jobs must be 1 or more, not {jobs}.")


def processes(jobs: int, tasks: int, most: int | None = MOST) -> int:
    """Returns how many processes of this machine do the tasks: as many as asked for, or as can be of use.

    Raises BadInput unless there is at least one job.
    """
    must_be_jobs(jobs)
    return max(1, min(jobs, tasks, jobs if most is None else most))
