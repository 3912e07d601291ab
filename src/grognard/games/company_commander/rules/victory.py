"""CC-1.6 to 1.9 Victory: by losses, by Fronts, and the winner.

`turn` and `hits` check these after every step that may end the game."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander.names import AMERICAN, GERMAN, NONE, RIGHT
from grognard.games.company_commander.state import Position
from grognard.kernel.cardsets.bits import ones
from grognard.kernel.engine.state import OVER


@mypyc_attr(acyclic=True)
class Victory(Position):
    """CC-1.6 to 1.9 Victory."""

    def look_for_victory(self) -> bool:
        """CC-1.6, 1.7, 1.8: checks for victory after a removal, and returns whether the game is over.

        Nothing is removed inside the Deploy Phase.
        """
        most = max(self.score(AMERICAN), self.score(GERMAN))
        if most >= self.tables.losses:
            if self.recorder.recording:
                self.emit(e.WonLosses(self.victor(), most))
            self.frames = OVER
            return True
        return self.look_for_fronts(self.turn - 1)

    def look_for_fronts(self, completed: i64) -> bool:
        """CC-1.7: checks the Fronts once the turn set by the option has ended. Returns whether the game is over."""
        if self.tables.fronts_from == 0 or completed < self.tables.fronts_from:
            return False
        if self.tables.fronts_at_end and completed < self.turn:
            return False
        if not (self.holds_the_field(AMERICAN) or self.holds_the_field(GERMAN)):
            return False
        if self.recorder.recording:
            winner = AMERICAN if self.holds_the_field(AMERICAN) else GERMAN
            self.emit(e.WonFronts(winner, self.fronts_held(1 - winner)))
        self.frames = OVER
        return True

    def holds_the_field(self, seat: i64) -> bool:
        """CC-1.7: whether a side has a unit on each of its three Fronts and the enemy on at most one."""
        return self.fronts_held(seat) == RIGHT + 1 and self.fronts_held(1 - seat) <= 1

    def fronts_held(self, seat: i64) -> i64:
        """Returns on how many Fronts a side has units."""
        return ones(self.stands.fronts_of(self.side_of(seat)))

    def won_by_fronts(self) -> bool:
        """Whether a finished game was won by Fronts (CC-1.7)."""
        if max(self.score(AMERICAN), self.score(GERMAN)) >= self.tables.losses or self.tables.fronts_from == 0:
            return False
        return self.holds_the_field(AMERICAN) or self.holds_the_field(GERMAN)

    def victor(self) -> i64:
        """The winner of a finished game, or NONE for a draw (CC-1.6, 1.7, 1.8, 11.1)."""
        if self.won_by_fronts():
            return AMERICAN if self.holds_the_field(AMERICAN) else GERMAN
        ours = self.score(AMERICAN)
        theirs = self.score(GERMAN)
        return NONE if ours == theirs else AMERICAN if ours > theirs else GERMAN

    def returns(self) -> list[float]:
        victor: i64 = self.victor() if self.frames == OVER else NONE
        if victor == NONE:
            return [0.0, 0.0]
        return [1.0, -1.0] if victor == AMERICAN else [-1.0, 1.0]
