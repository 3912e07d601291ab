"""Fusillade: Napoleonic battle lines from one shared deck."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade import features
from grognard.games.fusillade.board import BOARD
from grognard.games.fusillade.length import most_decisions
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.rules import Fusillade
from grognard.games.fusillade.tables import FACTS, Cards, Tables
from grognard.games.fusillade.text import WORDS
from grognard.games.fusillade.view import view
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, Fusillade, Tables, WORDS, features,
    board=BOARD,
    view=view,
    counters=("troops 0", "troops 1", "casualties", "quiet"),
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(
        swing=9.2, horizon=2, pace=60.0, tempers=(0.088, 0.0125), form=12.0, veteran=480, luck=(1.25, 0.26),
    ),
    implied=[("UNIT", "ATTACK"), ("ATTACK", "END_DEPLOY"), ("SUPPORT", "END_UNITS")],
    decisive=Decisive("troops", "Troops"),
    passes=("END_DEPLOY", "HOLD", "PASS_BLUNDER", "PASS_COUNTER", "PASS_MORALE"),
)  # fmt: skip
