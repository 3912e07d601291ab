"""Fits the value head of a learned player to the results of games against itself, and writes the player again.

    .venv/bin/python bench/fit_values.py player.npz --games 20000 --out valued.npz

The player draws its actions at temperature 1, on deals of their own. Some of the positions, chosen at random, are
compared with how their game ended: logistic regression on what the network computes before its heads. The policy stays
as it is. The last line printed compares the errors of the values with those of a constant, on games that were left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from grognard.bots.learned import HALF_BITS, Learned, load_player, save_player
from grognard.envs import Batch

SIZE: Final = 512  # games at once
DEALS: Final = 10**12  # the deals begin here
OF_GAME: Final = 8  # positions of a game that are kept, about
TESTED: Final = 0.1  # the share of the games that are left out of the fit
RIDGE: Final = 1.0
ROUNDS: Final = 12  # of Newton's method

Floats = NDArray[np.float32]


def played(player: Learned, games: int, seed: int) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Plays games; returns what the network computes in some positions, the share of the points, and the games."""
    batch = Batch(player.game, SIZE, DEALS + seed, autoreset="same_step", skip_forced=True)
    chance, sides = np.random.default_rng(seed), np.array(player.game.sides)
    player.temperature = 1.0
    open_rows: list[list[tuple[Floats, int]]] = [[] for _game in range(SIZE)]
    length, ended = 100.0, 0
    seen, points, numbers = [], [], []
    while ended < games:
        trunk = player.trunk(batch.observations)
        for game in np.flatnonzero(chance.random(SIZE) < OF_GAME / length):
            open_rows[game].append((trunk[game].astype(np.float16), int(sides[batch.seats[game]])))
        batch.step(player.choose_rows(batch.observations, batch.masks, batch.seats))
        for game in np.flatnonzero(batch.done):
            of_side = [float(batch.rewards[game, list(sides).index(side)]) for side in range(2)]
            for row, side in open_rows[game]:
                seen.append(row)
                points.append((1 + of_side[side]) / 2)
                numbers.append(ended)
            open_rows[game] = []
            ended += 1
            length = max(10.0, batch.decisions / max(ended, SIZE))
    return np.array(seen, np.float32), np.array(points, np.float32), np.array(numbers)


def fitted(seen: Floats, points: Floats) -> NDArray[np.float64]:
    """Returns the weights of a logistic regression, the constant last. Newton's method with a small ridge."""
    rows = np.concatenate([seen, np.ones((len(seen), 1), np.float32)], 1).astype(np.float64)
    weights = np.zeros(rows.shape[1])
    for _round in range(ROUNDS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (points - likely) - RIDGE * weights
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + RIDGE * np.eye(rows.shape[1])
        weights += np.linalg.solve(curve, slope)
    return weights


def log_loss(likely: NDArray[np.float64], points: Floats) -> float:
    """Returns the mean logarithmic loss of chances of winning."""
    likely = likely.clip(1e-6, 1 - 1e-6)
    return float(-(points * np.log(likely) + (1 - points) * np.log(1 - likely)).mean())


def valued(player: Learned, games: int, seed: int) -> dict[str, NDArray[Any]]:
    """Returns the player's weights with a fitted value head."""
    seen, points, numbers = played(player, games, seed)
    left_out = numbers >= (1 - TESTED) * games
    weights = fitted(seen[~left_out], points[~left_out])
    likely = 1 / (1 + np.exp(-(seen[left_out] @ weights[:-1] + weights[-1])))
    constant = np.full(left_out.sum(), points[~left_out].mean(), np.float64)
    losses = log_loss(likely, points[left_out]), log_loss(constant, points[left_out])
    print(f"{games} games, {len(seen)} positions: log loss {losses[0]:.4f}, of a constant {losses[1]:.4f}")
    # A value is tanh(x) = 2 * chance - 1 with x half the log-odds.
    head = {"value.weight": weights[None, :-1] / 2, "value.bias": weights[-1:] / 2}
    return {**player.weights, **head}


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", type=Path)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--bits", type=int, default=HALF_BITS, help="bits of each fraction that are kept (default: all)"
    )
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    player = load_player(given.player)
    weights = valued(player, given.games, given.seed)
    save_player(
        given.out, player.game, weights, f"{player.note}; values from {given.games} games against itself", given.bits
    )


if __name__ == "__main__":
    main()
