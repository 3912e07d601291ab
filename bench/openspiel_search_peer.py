"""Measures OpenSpiel's information-set MCTS (C++) on gin rummy, for comparison with Grognard's search.

    .venv-bench/bin/python bench/openspiel_search_peer.py --seconds 2

Runs in a separate environment (bench/requirements.txt); bench/search.py runs both. The bot has the settings of
OpenSpiel's own example: one random playout to the end for each iteration. It thinks at the decisions, among two or more
legal actions, of games that are played at random.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from importlib.metadata import version
from itertools import cycle
from typing import Any, Final

import pyspiel  # type: ignore[import-not-found,unused-ignore]
from openspiel_peer import SCALE, drawn_words, sampled  # type: ignore[import-not-found,unused-ignore]

ITERATIONS: Final = 100
EXPLORE: Final = 5.0
SEED: Final = 7


def next_decision(game: Any, state: Any, words: Iterator[int]) -> Any:
    """Returns the next state of random play with a decision, starting a new game after the last."""
    while True:
        if state is None or state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(sampled(state.chance_outcomes(), next(words)))
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            return state


def measure(at_least: float) -> float:
    """Returns iterations per second of processor time."""
    game = pyspiel.load_game("gin_rummy")
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    playouts = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.ISMCTSBot(SEED, playouts, EXPLORE, ITERATIONS, -1, final, False, False)
    words = cycle(drawn_words())
    state = None
    seconds = 0.0
    iterations = 0
    while seconds < at_least:
        state = next_decision(game, state, words)
        begun = time.process_time()
        bot.step(state)
        seconds += time.process_time() - begun
        iterations += ITERATIONS
        actions = state.legal_actions()
        state.apply_action(actions[next(words) * len(actions) // SCALE])
    return iterations / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures OpenSpiel's information-set MCTS on gin rummy.")
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    engine = f"OpenSpiel {version('open_spiel')}"
    print(json.dumps({"engine": engine, "iterations_per_second": measure(arguments.seconds)}))


if __name__ == "__main__":
    main()
