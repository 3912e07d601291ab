"""Measures how often a beginner wins a first game of each kind: `greedy:careless=0.4` stands in for the beginner.

    python bench/first_games.py [--games 300] [GAME ...]

The stand-in plays 40 % of its moves at random, and otherwise takes the best move it sees. It has the seat that the
button “Play the computer” gives to a guest, against the opponent and under the rules of the game's `first_game`. It
should win 40 to 60 % of its games; a draw is no win.
"""

from __future__ import annotations

import argparse
from typing import Final

from grognard.lab.simulate import SimulationResult, interval, simulate
from grognard.registry import for_players, load

BEGINNER: Final = "greedy:careless=0.4"
SEED: Final = 5050


def first_games(slug: str, games: int) -> tuple[SimulationResult, int]:
    """Plays first games, and returns their results with the stand-in's seat."""
    meta = load(slug).spec.meta
    game, seat = load(slug, meta.first_options), meta.first_seat
    bots = [BEGINNER if number == seat else meta.first_game.opponent for number in range(game.num_players())]
    return simulate(game, bots, games, SEED), seat


def main() -> None:
    """Reads the command line, and prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=300)
    given = parser.parse_args()
    print("| game | rules | opponent | won | 95 % | drawn |\n|---|---|---|---:|---|---:|")
    for slug in given.game or [one.meta.slug for one in for_players()]:
        found, seat = first_games(slug, given.games)
        meta = load(slug).spec.meta
        won = found.wins[seat]
        low, high = interval(given.games, won, won)
        opening = f"{meta.first_game.preset or 'standard'} | {meta.first_game.opponent}"
        share, drawn = won / given.games, found.draws / given.games
        print(f"| {meta.title} | {opening} | {share:.1%} | {low:.1%} to {high:.1%} | {drawn:.1%} |")


if __name__ == "__main__":
    main()
