"""Measures OpenSpiel's hearts (rules in C++), driven from Python one decision at a time, for comparison with Grognard.

    .venv-bench/bin/python bench/openspiel_peer.py --seconds 2

Runs in a separate environment (bench/requirements.txt) and knows nothing of Grognard; bench/compare.py runs both.
Random play; as with Grognard, only decisions among two or more legal actions count. OpenSpiel leaves the deal, 53
chance nodes, to its caller, so there are three figures, all of whole games, slowest first:

driven            chance nodes sampled by their probabilities, as in a loop for every game
driven_uniform    chance nodes sampled from their list, which only works because all outcomes of this deal are alike
driven_play_only  the same, without the time of the deal
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from importlib.metadata import version
from typing import Any, Final

import pyspiel  # type: ignore[import-not-found,unused-ignore]

WORDS: Final = 4096
SCALE: Final = 2**31
BATCH: Final = 20  # games between two readings of the clock


def drawn_words() -> list[int]:
    """Returns random words of 31 bits, drawn beforehand, so that choosing costs both engines the same."""
    digests = (hashlib.sha256(str(n).encode()).digest() for n in range(WORDS))
    return [int.from_bytes(digest[:4], "big") >> 1 for digest in digests]


def sampled(outcomes: list[tuple[int, float]], word: int) -> int:
    """Returns the outcome that 31 random bits choose."""
    left = word / SCALE
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return action
    return outcomes[-1][0]


def measure(game: Any, at_least: float, uniform: bool) -> dict[str, float]:
    """Plays whole games for this many processor seconds; returns decisions per second with and without the deal."""
    words = drawn_words()
    decisions = games = n = 0
    dealing = playing = 0.0
    while dealing + playing < at_least:
        begun = time.process_time()
        batch = [game.new_initial_state() for _ in range(BATCH)]
        for state in batch:
            while state.is_chance_node():
                if uniform:
                    actions = state.legal_actions()
                    state.apply_action(actions[words[n % WORDS] * len(actions) >> 31])
                else:
                    state.apply_action(sampled(state.chance_outcomes(), words[n % WORDS]))
                n += 1
        dealt = time.process_time()
        for state in batch:
            while not state.is_terminal():
                actions = state.legal_actions()
                if len(actions) > 1:
                    decisions += 1
                state.apply_action(actions[words[n % WORDS] * len(actions) >> 31])
                n += 1
        playing += time.process_time() - dealt
        dealing += dealt - begun
        games += BATCH
    return {
        "whole": decisions / (dealing + playing),
        "play_only": decisions / playing,
        "decisions_per_game": decisions / games,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Drives OpenSpiel's hearts from Python and prints JSON.")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to play in total (default 2)")
    arguments = parser.parse_args()
    game = pyspiel.load_game("hearts")
    weighted = measure(game, arguments.seconds / 2, uniform=False)
    uniform = measure(game, arguments.seconds / 2, uniform=True)
    figures = {
        "engine": f"OpenSpiel {version('open_spiel')}",
        "game": "hearts",
        "driven": weighted["whole"],
        "driven_uniform": uniform["whole"],
        "driven_play_only": uniform["play_only"],
        "decisions_per_game": uniform["decisions_per_game"],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
