"""Outpost: nine cards, three arms, learned in three minutes."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import features, text
from grognard.games.outpost.length import most_decisions
from grognard.games.outpost.meta import META
from grognard.games.outpost.rules import Outpost
from grognard.games.outpost.tables import FACTS, Cards, Tables
from grognard.games.outpost.view import view
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, Outpost, Tables, view, text, features,
    places=("deck", "discard", "attack", "hand 0", "hand 1"),
    counters=("morale 0", "morale 1"),
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(swing=1.05, horizon=6, pace=500.0),
    decisive=Decisive("morale", "Morale"),
    passes=("PASS",),
)  # fmt: skip
