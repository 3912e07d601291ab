"""TE-10 End of the battle: when a side has won, and what an empty deck means."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors.names import ALL_FRONTS, COALITION, NAPOLEON
from grognard.games.three_emperors.rules.cards import Cards
from grognard.games.three_emperors.state import Army
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import size


@mypyc_attr(acyclic=True)
class Battle(Cards):
    """Whether the battle is over, and who has won."""

    def has_triumphed(self, army: Army, other: Army) -> bool:
        """TE-10.1: all three Fronts, and the opponent's Morale at 0."""
        return other.morale == 0 and self.held == (ALL_FRONTS if army.seat == COALITION else 0)

    def triumph(self, winner: Army, loser: Army) -> bool:
        """TE-10.2: the first success ends the game on the spot."""
        if not self.has_triumphed(winner, loser):
            return False
        if self.recorder.recording:
            self.emit(e.Triumphed(winner.seat))
        self.frames = OVER
        return True

    def victor(self) -> i64:
        """The seat that has won a game that is over, or -1 (TE-10.1, 10.3)."""
        ours = self.army(NAPOLEON)
        theirs = self.army(COALITION)
        if self.has_triumphed(ours, theirs):
            return NAPOLEON
        if self.has_triumphed(theirs, ours):
            return COALITION
        if not self.tables.adjudicate:
            return -1
        if ours.morale != theirs.morale:
            return NAPOLEON if ours.morale > theirs.morale else COALITION
        return COALITION if size((self.held, 0)) > 1 else NAPOLEON

    def returns(self) -> list[float]:
        if self.frames != OVER:
            return [0.0, 0.0]
        victor = self.victor()
        if victor == -1:
            return [0.0, 0.0]
        return [1.0, -1.0] if victor == NAPOLEON else [-1.0, 1.0]
