"""Plays random games in a batch and prints its speed and the winners.

python examples/random_batch.py --game fusillade --games 1024 --steps 1000
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from grognard.envs import Batch, environment_id


def main() -> None:
    """Steps a batch with random legal actions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="fusillade")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    batch = Batch(given.game, given.games, given.seed, autoreset="same_step", skip_forced=True)
    chance = np.random.default_rng(given.seed)
    results = np.zeros(batch.rewards.shape[1])
    ended, stepping = 0, 0.0
    for _step in range(given.steps):
        actions = batch.random_actions(chance)
        begun = time.perf_counter()
        batch.step(actions)
        stepping += time.perf_counter() - begun
        results += batch.rewards.sum(0)
        ended += int(batch.done.sum())
    print(f"{environment_id(batch.game)}: {ended} games, {batch.decisions} decisions, of {batch.plies} plies")
    print(f"{batch.decisions / stepping / 1e6:.2f} million decisions a second in Batch.step")
    print("mean results:", ", ".join(f"{seat} {result / max(1, ended):+.3f}" for seat, result in zip(
        batch.game.seats, results, strict=True)))  # fmt: skip


if __name__ == "__main__":
    main()
