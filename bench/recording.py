"""Games a second of the recorder of reports, beside a bare loop of the same bots.

    .venv/bin/python bench/recording.py --level greedy
    .venv/bin/python bench/recording.py --level veteran --batch 1 --rounds 4

Both play the same games in turns, game by game, so that a machine that changes its speed changes both. A bare loop
asks the bot, plays what it says, and writes nothing down.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from grognard.bots import bot
from grognard.kernel.game import Game
from grognard.lab.recording import Plan, _batch, planned
from grognard.lab.simulate import game_seed
from grognard.play.session import bot_seed
from grognard.registry import load, registered_names


def bare(game: Game, plan: Plan, number: int) -> None:
    """One game, and nothing of it."""
    seed = game_seed(plan.seed, number)
    bots = [bot(name) for name in plan.bots]
    seeds = [bot_seed(seed, seat) for seat in range(len(bots))]
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(bots[seat].choose(game.information(state, seat, seeds[seat])))


def seconds(game: Game, plan: Plan, numbers: range, folder: Path) -> tuple[float, float]:
    """Processor time of the bare loop and of the recorder, for the same games."""
    begun = time.process_time()
    for number in numbers:
        bare(game, plan, number)
    between = time.process_time()
    _batch(plan, numbers, folder)
    return between - begun, time.process_time() - between


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--batch", type=int, default=25, help="games of a batch")
    parser.add_argument("--rounds", type=int, default=9, help="batches; the first only warms up")
    parser.add_argument("--only", nargs="*", default=registered_names())
    asked = parser.parse_args()
    for slug in asked.only:
        game = load(slug)
        plan, taken = planned(game, (asked.level, asked.level), 0), list[tuple[float, float]]()
        with tempfile.TemporaryDirectory() as folder:
            for first in range(0, asked.rounds * asked.batch, asked.batch):
                taken.append(seconds(game, plan, range(first, first + asked.batch), Path(folder)))
        warm = taken[1:] or taken
        share = statistics.median(alone / recorded for alone, recorded in warm)
        alone, recorded = (asked.batch / statistics.median(column) for column in zip(*warm, strict=True))
        print(f"{slug}: {recorded:.1f} games a second, {alone:.1f} in a bare loop: {100 * share:.0f} %", flush=True)


if __name__ == "__main__":
    main()
