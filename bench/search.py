"""Measures the search's iterations per second in each game, and OpenSpiel's information-set MCTS on gin rummy.

    .venv/bin/python bench/search.py --peer .venv-bench/bin/python

Rounds alternate and medians are printed, all in the process's own time on one core. An iteration differs between the
two: ours deals and plays on for a few turns, trying every legal action on the way (the greedy policy); theirs deals,
walks the tree, and plays one random game to its end. Both think at decisions in the middle of games.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import grognard
from grognard.bots import Ismcts, bot
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game

PEER_SCRIPT: Final = Path(__file__).with_name("openspiel_search_peer.py")
ITERATIONS: Final = 200
# Only one decision in this many is searched.
ONE_IN: Final = 7


def decisions(game: Game, seed: int) -> list[tuple[State, int]]:
    """Returns positions of a game between careless bots, and the seats that decide among two or more actions."""
    player = bot("regular")
    state = game.new_initial_state(seed).clone()
    found: list[tuple[State, int]] = []
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            found.append((state.clone(), state.current_player()))
        state.apply_action(player.choose(state.information(state.current_player(), seed)))
    return found[::ONE_IN]


def iterations_per_second(game: Game, positions: list[tuple[State, int]], at_least: float) -> float:
    """Returns iterations per second of processor time."""
    search = Ismcts(ITERATIONS)
    seconds = 0.0
    done = n = 0
    while seconds < at_least:
        state, seat = positions[n % len(positions)]
        known = state.information(seat, n)
        begun = time.process_time()
        thoughts = search.think(known)
        seconds += time.process_time() - begun
        done += sum(thought.visits for thought in thoughts)
        n += 1
    return done / seconds


def measured(games: list[str], peer: Path | None, rounds: int, seconds: float) -> dict[str, Any]:
    """Returns medians over the rounds."""
    loaded = [grognard.load(slug) for slug in games]
    positions = [[spot for seed in range(5) for spot in decisions(game, seed)] for game in loaded]
    ours: dict[str, list[float]] = {slug: [] for slug in games}
    theirs: list[float] = []
    engine = ""
    for _ in range(rounds):
        for game, spots in zip(loaded, positions, strict=True):
            ours[game.slug].append(iterations_per_second(game, spots, seconds))
        if peer is not None:
            command = [str(peer), str(PEER_SCRIPT), "--seconds", str(seconds)]
            done = json.loads(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)
            engine = done["engine"]
            theirs.append(done["iterations_per_second"])
    found: dict[str, Any] = {slug: statistics.median(figures) for slug, figures in ours.items()}
    if theirs:
        found[f"{engine}, gin rummy"] = statistics.median(theirs)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares the search with OpenSpiel's.")
    parser.add_argument("--peer", type=Path, help="the Python that has OpenSpiel")
    parser.add_argument("--games", nargs="*", default=grognard.registered_names())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game in each round (default 1)")
    arguments = parser.parse_args()
    found = measured(arguments.games, arguments.peer, arguments.rounds, arguments.seconds)
    print(f"iterations per second on one core; medians of {arguments.rounds} rounds")
    for name, figure in found.items():
        print(f"{name:36}{figure:12,.0f}")


if __name__ == "__main__":
    main()
