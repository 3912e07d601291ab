"""Skirmish: twelve cards, two hands, and one question at a time."""

from __future__ import annotations

from typing import Final

from grognard.kernel.engine.board_features import BoardFeatures
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

from .meta import META
from .rules import BOARD, FACTS, Battle, Cards, Tables, most_decisions
from .text import WORDS

SPEC: Final = GameSpec(
    META, __package__, FACTS, Cards, Battle, Tables, WORDS, BoardFeatures(BOARD), most_decisions,
    # How a search reads the lead of a side; docs/game-reference.md says how to choose these numbers.
    measure=SearchTuning(swing=2.0, horizon=6, pace=100.0),
    board=BOARD,
    decisive=Decisive("resolve", "Resolve"),
    passes=("PASS",),
    is_open=True,
)  # fmt: skip
