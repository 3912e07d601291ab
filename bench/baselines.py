"""Measures the bots that a learner is compared with, and writes bench/baselines.csv.

    .venv/bin/python bench/baselines.py --jobs 2

Each row has the share of the points of one bot against another over pairs of games (each deal twice, sides swapped),
and its 95 % interval. `first` is the share in the first pairs alone: a test plays these again, so the file cannot fall
behind the bots. With `--game`, the rows of all other games stay as they are.
"""

from __future__ import annotations

import argparse
import csv
import itertools
from pathlib import Path
from typing import Final

import grognard
from grognard.lab import paired

FILE: Final = Path(__file__).with_name("baselines.csv")
BOTS: Final = ("greedy", "regular", "random")
SEED: Final = 4000
FIRST: Final = 6  # pairs that a test plays again
COLUMNS: Final = ("game", "rules", "bot", "against", "pairs", "seed", "share", "low", "high", "first")


def first_share(slug: str, bot: str, against: str) -> str:
    """Returns the share of the first pairs, as it is written."""
    return f"{paired(grognard.load(slug), bot, against, FIRST, SEED).share:.4f}"


def read(path: Path) -> list[list[str]]:
    """Returns the rows of a file, without the names of the columns; none if there is no such file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def main() -> None:
    """Plays all pairs of bots in all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", action="append", help="this game only; can be repeated")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    played = given.game or grognard.registered_names()
    rows = [row for row in read(given.out) if row[0] not in played]
    for slug, (bot, against) in itertools.product(played, itertools.combinations(BOTS, 2)):
        game = grognard.load(slug)
        found = paired(game, bot, against, given.pairs, SEED, given.jobs)
        shares = [f"{share:.4f}" for share in (found.share, found.low, found.high)]
        first = first_share(slug, bot, against)
        rows.append([slug, str(game.spec.meta.rules), bot, against, str(given.pairs), str(SEED), *shares, first])
        print(*rows[-1], flush=True)
    rows.sort(key=lambda row: row[0])
    with given.out.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main()
