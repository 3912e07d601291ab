"""What chance gave a side in a game, so that it can be taken out of the result.

Where a card is drawn or a die is thrown, the chance to win after it is set against its mean over other draws from the
same position. What is left over has the mean zero whatever the bots do, so that a result without it is as true as the
result itself, and varies less: a control variate, as in AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling: AIVAT: A
New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games, AAAI 2018).
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
    """Adds up what chance gives side 0, in chances to win (-1 to 1 a draw). Nothing that the bots see depends on it."""

    def __init__(self, state: State, seed: i64) -> None:
        self.seat: i64 = state.game.sides.index(0)
        self.before: State = state.clone()
        self.judge = Judge(state.clone())
        self.draws = Generator(stream(int(seed), "luck"))
        self.given: float = 0.0

    def note(self, state: State) -> None:
        """An action is about to be played in this position."""
        self.before.copy(state)

    def add(self, action: i64, state: State) -> None:
        """That action led here."""
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
