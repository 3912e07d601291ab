"""Measures how much luck a side had in a game, so that it can be removed from the result.

When a card is drawn or a die is thrown, the chance of winning afterward is compared with its mean over other draws from
the same position. The difference has mean zero whatever the bots do, so the result without it is unbiased and
varies less: a control variate, as in AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling: AIVAT: A New Variance
Reduction Technique for Agent Evaluation in Imperfect Information Games, AAAI 2018).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.greedy import Judge
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State

REDRAWS: Final = 8


@final
@mypyc_attr(acyclic=True)
class LuckCounter:
    """Adds up side 0's luck, in chance of winning (-1 to 1 per draw or roll). Nothing that bots see depends on it."""

    def __init__(self, state: State, seed: i64) -> None:
        self.seat: i64 = state.game.sides.index(0)
        self.before: State = state.clone()
        self.judge = Judge(state.clone())
        self.draws = Generator(stream(int(seed), "luck"))
        self.given: float = 0.0

    def note(self, state: State) -> None:
        """Notes the position before an action."""
        self.before.copy(state)

    def add(self, action: i64, state: State) -> None:
        """Adds the luck of that action, which led to this state."""
        if state.chance == self.before.chance:
            return
        judge = self.judge
        self.given += judge.chance(state, self.seat)
        other = judge.spare
        for _redraw in range(REDRAWS):
            other.copy(self.before)
            other.chance = self.draws.state
            other.step(action)
            self.draws.state = other.chance
            self.given -= judge.chance(other, self.seat) / float(REDRAWS)
