"""Outpost: nine cards, three arms, learned in three minutes."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import features
from grognard.games.outpost.board import BOARD
from grognard.games.outpost.length import most_decisions
from grognard.games.outpost.meta import META
from grognard.games.outpost.rules import Outpost
from grognard.games.outpost.tables import FACTS, Cards, Tables
from grognard.games.outpost.text import WORDS
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, Outpost, Tables, WORDS, features,
    board=BOARD,
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(swing=1.05, horizon=6, pace=500.0),
    decisive=Decisive("morale", "Morale"),
    passes=("PASS",),
)  # fmt: skip
