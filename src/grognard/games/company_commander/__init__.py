"""Company Commander: two infantry companies, three Fronts, dice and a deck of Tactics cards."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander import features
from grognard.games.company_commander.length import most_decisions
from grognard.games.company_commander.meta import META
from grognard.games.company_commander.names import FRONTS
from grognard.games.company_commander.rules import CompanyCommander
from grognard.games.company_commander.tables import FACTS, Cards, Tables
from grognard.games.company_commander.text import WORDS
from grognard.games.company_commander.view import view
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

_FIELD: Final = tuple(f"{front} {seat}" for seat in range(2) for front in FRONTS)

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, CompanyCommander, Tables, WORDS, features,
    view=view,
    places=(
        "deck", "discard", "picked",
        *(f"{zone} {seat}" for seat in range(2) for zone in ("hand", "squad deck", "drawn", "lost")),
        *_FIELD,
    ),
    counters=(),
    markers=("casualties", "pins"),
    field=_FIELD,
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(
        swing=4.3, horizon=1, pace=10.0, tempers=(0.044, 0.0116), form=3.0, styles=(0.0015, 0.0015), veteran=140,
        luck=(0.5, 0.12),
    ),
    decisive=Decisive("score", "Enemy units removed"),
    passes=("DONE",),
)  # fmt: skip
