"""Measures one step of the ladder of levels in pieces: each deal is played twice, with the sides swapped.

    python bench/ladder.py three-emperors marshal veteran --pairs 200 --minutes 20 --file ladder.csv

The file gets a line for each pair as soon as it is played, and the next run continues after the last one. A run ends
at the number of pairs, or after this many minutes of processor time. It prints the first bot's share of the points (a
draw is half) with the 95 % interval for a number of pairs set in advance, so do not choose the number by the share.
The deals are those of `grognard arena` with the same seed.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Final

from grognard.kernel.game import Game
from grognard.lab.simulate import interval, must_be_pairs, play_each
from grognard.registry import load

SEED: Final = 7100
COLUMNS: Final = ("game", "a", "b", "seed", "pair", "share", "seconds")
MINUTE: Final = 60.0


def scores(path: Path, step: tuple[str, ...]) -> list[float]:
    """Returns the share of the first bot in each pair of a step that the file has: its game, bots and seed."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if tuple(row[: len(step)]) == step]
    if [int(row[4]) for row in rows] != list(range(len(rows))):
        raise SystemExit(f"The pairs of {' '.join(step)} in {path} are not in their order. Choose another file.")
    return [float(row[5]) for row in rows]


def append(path: Path, row: tuple[object, ...]) -> None:
    """Adds a line to the file, after the names of the columns if the file is new."""
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, row] if new else [row])


def play(game: Game, a: str, b: str, numbers: range, seed: int) -> Generator[float, None, None]:
    """Plays the pairs of these numbers, and yields the share of bot `a` in each."""
    ours = [(a, b)[side] for side in game.sides]
    theirs = [(b, a)[side] for side in game.sides]
    first, second = game.sides.index(0), game.sides.index(1)
    with closing(play_each(game, ours, numbers, seed)) as one, closing(play_each(game, theirs, numbers, seed)) as other:
        for here, there in zip(one, other, strict=True):
            yield (here.returns[first] + there.returns[second] + 2) / 4


def measure(game: Game, a: str, b: str, pairs: int, minutes: float, path: Path, seed: int) -> list[float]:
    """Plays pairs until there are enough, or for this many minutes, and returns the scores of all that the file has."""
    step = (game.slug, a, b, str(seed))
    found = scores(path, step)
    start = at = time.process_time()
    with closing(play(game, a, b, range(len(found), max(pairs, len(found))), seed)) as played:
        while len(found) < pairs and at - start < minutes * MINUTE:
            found.append(next(played))
            before, at = at, time.process_time()
            append(path, (*step, len(found) - 1, f"{found[-1]:.4f}", f"{at - before:.1f}"))
    return found


def main() -> None:
    """Reads the command line, and prints the share."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=30.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--file", type=Path, required=True)
    given = parser.parse_args()
    game = load(given.game)
    must_be_pairs(game, given.pairs)
    found = measure(game, given.a, given.b, given.pairs, given.minutes, given.file, given.seed)
    if not found:
        raise SystemExit("No pair is played yet. Allow more minutes.")
    low, high = interval(len(found), sum(found), sum(one * one for one in found))
    share = sum(found) / len(found)
    print(f"{game.slug} {given.a} v {given.b}: {share:.1%} ({low:.1%} to {high:.1%}), {len(found)} pairs")


if __name__ == "__main__":
    main()
