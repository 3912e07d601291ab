"""TE-10 End of the battle: victory, and the result when the deck runs out."""

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
    """The end of the battle and its winner."""

    def has_triumphed(self, army: Army, other: Army) -> bool:
        """TE-10.1: returns whether a side holds all three Fronts while the opponent's Morale is 0."""
        return other.morale == 0 and self.held == (ALL_FRONTS if army.seat == COALITION else 0)

    def triumph(self, winner: Army, loser: Army) -> bool:
        """TE-10.2: ends the game if the winner has triumphed, and returns whether it did."""
        if not self.has_triumphed(winner, loser):
            return False
        if self.recorder.recording:
            self.emit(e.Triumphed(winner.seat))
        self.frames = OVER
        return True

    def victor(self) -> i64:
        """Returns the seat that has won a finished game, or -1 for a draw (TE-10.1, 10.3)."""
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
