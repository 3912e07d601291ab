"""Measures how long Grognard takes to start: importing the package, and the first answer of the command line.

    .venv/bin/python bench/startup.py

Budgets: 0.15 s for `import grognard`, 0.3 s for `grognard --help`. Medians over fresh processes, with the bare
interpreter for comparison, since it is part of both.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path


def seconds(runs: int, *command: str) -> float:
    """Returns the median time of a command, without the first run (cold files)."""
    times: list[float] = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="for each command, after one that does not count")
    runs, python = parser.parse_args().runs, sys.executable
    print(f"bare interpreter   {seconds(runs, python, '-I', '-c', ''):.3f} s")
    print(f"import grognard    {seconds(runs, python, '-I', '-c', 'import grognard'):.3f} s   budget 0.15")
    print(f"grognard --help    {seconds(runs, str(Path(python).with_name('grognard')), '--help'):.3f} s   budget 0.3")


if __name__ == "__main__":
    main()
