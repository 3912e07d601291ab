"""Measures luck in games of greedy bots: is its mean zero, and how much less do results vary without it?

    python bench/luck.py [--games 2000] [GAME ...]

It prints a line for each game: the first side's mean luck, in chance of winning, with its 95 % interval; the variance
of results; and the variance without luck, removed in full, and removed in the proportion that leaves least.
"""

from __future__ import annotations

import argparse
from statistics import covariance, fmean, stdev, variance

from grognard.bots import bot_for
from grognard.bots.luck_counter import LuckCounter
from grognard.kernel.engine.chance import stream
from grognard.kernel.game import Game
from grognard.lab.self_play import play_match
from grognard.lab.simulate import game_seed
from grognard.registry import load, registered_names

SEED = 77
WIDTH = 1.96  # standard errors


def played(game: Game, number: int) -> tuple[float, float]:
    """Returns the first side's points in a game, and its luck."""
    state = game.new_initial_state(game_seed(SEED, number))
    luck = LuckCounter(state, number)
    bots = [bot_for(game, "greedy") for _ in range(game.num_players())]
    match = play_match(state, bots, [stream(number, f"seat {seat}")[0] for seat in range(len(bots))], luck)
    return (match.returns[game.sides.index(0)] + 1) / 2, luck.given / 2


def line(slug: str, games: int) -> str:
    """Returns the line of a game."""
    points, given = zip(*(played(load(slug), number) for number in range(games)), strict=True)
    raw, chance, both = variance(points), variance(given), covariance(points, given)
    least = raw - both * both / chance if chance else raw
    error = WIDTH * stdev(given) / games**0.5
    return (
        f"{slug}: {fmean(given):+.2%} (give or take {error:.2%}); variance {raw:.3f}; "
        f"left {(raw + chance - 2 * both) / raw:.0%}, at best {least / raw:.0%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=registered_names())
    parser.add_argument("--games", type=int, default=2000)
    wanted = parser.parse_args()
    for slug in wanted.games_of:
        print(line(slug, wanted.games), flush=True)


if __name__ == "__main__":
    main()
