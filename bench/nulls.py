"""How often does a comparison mark a change where there is none?

    .venv/bin/python bench/nulls.py --games 100

Both sets of rules are the standard ones, but each run's two sides have deals of their own: games differ from first to
last, and all that is marked is marked by chance. Of 100 runs at most 10 may mark anything, after Holm's correction; 5
are expected to, or fewer.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from grognard.lab.compare import differences
from grognard.lab.recording import planned, record
from grognard.registry import load, registered_names


def marking(slug: str, level: str, games: int, runs: range, folder: Path) -> tuple[int, int]:
    """In how many runs a line is marked, and how many measures a run has about."""
    game, marked, measures = load(slug), 0, 0
    for run in runs:
        plans = [planned(game, (level, level), 2 * run + arm) for arm in range(2)]
        found = differences(*(record(plan, games, folder) for plan in plans))
        marked += any(one.marked for one in found)
        measures = max(measures, len(found))
    return marked, measures


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first run: others have other deals")
    parser.add_argument("--level", default="random")
    parser.add_argument("--only", nargs="*", default=registered_names())
    asked = parser.parse_args()
    runs = range(asked.first, asked.first + asked.runs)
    for slug in asked.only:
        with tempfile.TemporaryDirectory() as folder:
            marked, measures = marking(slug, asked.level, asked.games, runs, Path(folder))
        print(f"{slug}: {marked} of {asked.runs} runs mark something among {measures} measures", flush=True)


if __name__ == "__main__":
    main()
