"""Green Troops: Napoleonic companies, batteries and squadrons in a close fight, for two, four or six seats."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import features
from grognard.games.green_troops.length import most_decisions
from grognard.games.green_troops.meta import META
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.tables import FACTS, Cards, Tables
from grognard.games.green_troops.text import WORDS
from grognard.games.green_troops.view import view
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, GreenTroops, Tables, WORDS, features,
    view=view,
    places=(
        "army deck", "deck", "discard", "away", "picked", "attack", "opportunity", "event", "spoils",
        *(f"{zone} {seat}" for seat in range(len(META.seats)) for zone in ("line", "hand", "pile")),
    ),
    counters=(),
    markers=("damage",),
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(swing=11.4, horizon=2, pace=90.0, tempers=(0.08, 0.02), veteran=8, luck=(1.75, 0.15)),
    decisive=Decisive("units", "Units left"),
    passes=("PASS",),
)  # fmt: skip
