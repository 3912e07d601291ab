"""OpenSpiel's hearts (rules in C++), driven from Python one decision at a time: what Grognard is measured beside.

    make bench-peer        # or: .venv-bench/bin/python bench/openspiel_peer.py --seconds 2

Runs in an environment of its own (bench/requirements.txt) and knows nothing of Grognard. Random play, counted as
Grognard counts: decisions among two or more legal actions. Prints one JSON object, with two figures: whole games, in
which the 53 chance nodes of the deal are sampled from Python too, and play alone, from the first decision on.
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


def words() -> list[int]:
    """Random words of 31 bits, drawn beforehand, so that choosing costs both engines the same."""
    digests = (hashlib.sha256(str(n).encode()).digest() for n in range(WORDS))
    return [int.from_bytes(digest[:4], "big") >> 1 for digest in digests]


def measure(game: Any, at_least: float) -> dict[str, float]:
    """Plays whole games for so many seconds."""
    drawn = words()
    decisions = games = n = 0
    dealing = 0.0
    begun = time.perf_counter()
    while time.perf_counter() - begun < at_least:
        state = game.new_initial_state()
        games += 1
        deal = time.perf_counter()
        while state.is_chance_node():  # every outcome of a deal is as likely
            actions = state.legal_actions()
            state.apply_action(actions[drawn[n % WORDS] * len(actions) >> 31])
            n += 1
        dealing += time.perf_counter() - deal
        while not state.is_terminal():
            actions = state.legal_actions()
            if len(actions) > 1:
                decisions += 1
            state.apply_action(actions[drawn[n % WORDS] * len(actions) >> 31])
            n += 1
    seconds = time.perf_counter() - begun
    return {
        "driven_decisions_per_second": decisions / seconds,
        "driven_without_deal_per_second": decisions / (seconds - dealing),
        "games_per_second": games / seconds,
        "decisions_per_game": decisions / games,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Drives OpenSpiel's hearts from Python and prints JSON.")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to play (default 2)")
    parser.add_argument("--game", default="hearts", help="another OpenSpiel game that deals first")
    arguments = parser.parse_args()
    figures = measure(pyspiel.load_game(arguments.game), arguments.seconds)
    print(json.dumps({"engine": f"OpenSpiel {version('open_spiel')}", "game": arguments.game, **figures}))


if __name__ == "__main__":
    main()
