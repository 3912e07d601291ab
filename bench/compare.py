"""Compares Grognard with OpenSpiel, both driven from Python, in one run: rounds alternate, medians are compared.

    .venv/bin/python bench/compare.py --peer .venv-bench/bin/python

Noise of the machine affects both alike; still, run it twice. bench/openspiel_peer.py explains its three figures.
Without --peer only Grognard is measured.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from pathlib import Path
from typing import Any, Final

import grognard
from grognard.lab.bench import driven_per_second, is_compiled

PEER_SCRIPT: Final = Path(__file__).with_name("openspiel_peer.py")
PEER_FIGURES: Final = ("driven", "driven_uniform", "driven_play_only")


def peer_round(python: Path, seconds: float) -> dict[str, Any]:
    """Runs one round of the peer, in its own interpreter."""
    command = [str(python), str(PEER_SCRIPT), "--seconds", str(seconds)]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def compare(slug: str, peer: Path | None, rounds: int, seconds: float) -> dict[str, Any]:
    """Returns the medians of both engines and their ratios, or of Grognard alone without a peer."""
    game = grognard.load(slug)
    with_events: list[float] = []
    without_events: list[float] = []
    theirs: list[dict[str, Any]] = []
    for _ in range(rounds):
        with_events.append(driven_per_second(game, seconds / 2, events=True))
        without_events.append(driven_per_second(game, seconds / 2, events=False))
        if peer is not None:
            theirs.append(peer_round(peer, seconds))
    ours = {
        "driven": statistics.median(with_events),
        "driven_without_events": statistics.median(without_events),
    }
    found: dict[str, Any] = {
        "grognard": {"game": slug, "compiled": is_compiled(), **ours},
        "rounds": rounds,
        "seconds": seconds,
    }
    if theirs:
        peers = {name: statistics.median(figures[name] for figures in theirs) for name in PEER_FIGURES}
        found["peer"] = {"engine": theirs[0]["engine"], "game": theirs[0]["game"], **peers}
        found["ratios"] = {mine: {name: ours[mine] / peers[name] for name in PEER_FIGURES} for mine in ours}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares Grognard with OpenSpiel's hearts.")
    parser.add_argument("--peer", type=Path, help="the Python that has OpenSpiel")
    parser.add_argument("--game", default="fusillade")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each engine in each round (default 2)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = compare(arguments.game, arguments.peer, arguments.rounds, arguments.seconds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    ours = found["grognard"]
    print(f"decisions per second, driven from Python; medians of {arguments.rounds} rounds")
    print(f"{'':46}{'with events':>14}{'without':>12}")
    kind = "compiled" if ours["compiled"] else "plain Python"
    print(f"{f'Grognard {arguments.game} ({kind})':46}{ours['driven']:14,.0f}", end="")
    print(f"{ours['driven_without_events']:12,.0f}")
    for name in PEER_FIGURES if arguments.peer else ():
        ratios = [found["ratios"][mine][name] for mine in ("driven", "driven_without_events")]
        label = f"{found['peer']['engine']} hearts, {name}"
        print(f"{label:36}{found['peer'][name]:10,.0f}{ratios[0]:13.2f}x{ratios[1]:11.2f}x")


if __name__ == "__main__":
    main()
