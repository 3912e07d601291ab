"""Ready Aim Fire: two Napoleonic armies in line of battle, face down, with dice, generals and morale."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import features
from grognard.games.ready_aim_fire.length import most_decisions
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.facts import PLACES, STACKS, WATCHED
from grognard.games.ready_aim_fire.tables import FACTS, Cards, Tables
from grognard.games.ready_aim_fire.text import WORDS
from grognard.games.ready_aim_fire.view import view
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.game import Decisive, GameSpec

SPEC: Final = GameSpec(
    META, __name__, FACTS, Cards, ReadyAimFire, Tables, WORDS, features,
    view=view,
    places=PLACES,
    counters=WATCHED,
    ordered=STACKS,
    most_decisions=most_decisions,
    is_open=True,
    measure=SearchTuning(
        swing=26.0, horizon=1, pace=25.0, tempers=(0.033, 0.0047), form=6.0, styles=(0.004, 0.0015), worlds=8,
        veteran=200, luck=(0.8, 0.23),
    ),
    decisive=Decisive("losses", "Losses"),
    passes=("PASS",),
)  # fmt: skip
