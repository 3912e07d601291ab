"""Battle of the Three Emperors: Austerlitz 1805, one shared deck, three Fronts."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors import features
from grognard.games.three_emperors.board import BOARD
from grognard.games.three_emperors.length import most_decisions
from grognard.games.three_emperors.meta import META
from grognard.games.three_emperors.names import FRONTS
from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.tables import FACTS, Cards, Tables
from grognard.games.three_emperors.text import WORDS
from grognard.games.three_emperors.view import view
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, ThreeEmperors, Tables, WORDS, features,
    board=BOARD,
    view=view,
    counters=("morale 0", "morale 1", *FRONTS),
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(swing=28.5, horizon=2, pace=15.0, tempers=(0.05, 0.015), veteran=45, luck=(0.9, 0.18)),
    decisive=Decisive("morale", "Morale"),
    passes=("END_ORDERS", "END_ACTIONS", "END_VICTORY"),
)  # fmt: skip
