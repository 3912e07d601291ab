"""How long until Grognard is there: importing the package, and the first answer of the command line.

    .venv/bin/python bench/startup.py

Budgets: 0.15 s for `import grognard`, 0.3 s for `grognard --help`. Medians over fresh processes; the bare
interpreter stands beside them, since it is part of both.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 15


def seconds(*command: str) -> float:
    """The median time of a command, the first run (cold files) left out."""
    times: list[float] = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def main() -> None:
    python = sys.executable
    print(f"bare interpreter   {seconds(python, '-I', '-c', ''):.3f} s")
    print(f"import grognard    {seconds(python, '-I', '-c', 'import grognard'):.3f} s   budget 0.15")
    print(f"grognard --help    {seconds(str(Path(python).with_name('grognard')), '--help'):.3f} s   budget 0.3")


if __name__ == "__main__":
    main()
