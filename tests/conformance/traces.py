"""Seeded random games as short hashes, the same compiled and not, today and tomorrow.

`python -m tests.conformance.traces` writes traces.json anew. Do so only when play was meant to change.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

import grognard
from grognard.kernel.game import Game
from tests.conformance.support import dice, house_rules, named

FILE: Final = Path(__file__).with_suffix(".json")
SEEDS: Final = range(10)


def trace(game: Game, seed: int) -> str:
    """A hash over every action of a random game, and its final facts."""
    state = game.new_initial_state(seed)
    generator = dice(seed)
    heard = hashlib.sha256()
    while not state.is_terminal():
        actions = state.legal_actions()
        action = actions[generator.below(len(actions))]
        heard.update(f"{action} ".encode())
        state.apply_action(action)
    heard.update(json.dumps(state.to_dict(), sort_keys=True).encode())
    return heard.hexdigest()[:16]


def traces(slug: str) -> dict[str, list[str]]:
    """The traces of a game: under its defaults, and with every option at its last value."""
    chosen = {named(rules): rules for rules in (house_rules(grognard.spec(slug))[i] for i in (0, -1))}
    return {name: [trace(grognard.load(slug, rules), seed) for seed in SEEDS] for name, rules in chosen.items()}


if __name__ == "__main__":
    FILE.write_text(
        json.dumps({slug: traces(slug) for slug in grognard.registered_names()}, indent=2) + "\n", encoding="utf-8"
    )
    print(f"{FILE.name} holds the traces of {', '.join(grognard.registered_names())}.")
