"""GT-3 Turns, GT-10 End Phase, GT-14 Night."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops.meta import LONGEST
from grognard.games.green_troops.names import LIMIT, RESERVE
from grognard.games.green_troops.rules.resolution import Resolution
from grognard.games.green_troops.state import Army
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import lowest
from grognard.kernel.cardsets.counts import count, some, total

# Cards drawn in a turn (GT-4.1), and the hand limit (GT-10.1).
CARDS_A_TURN: Final = 1
HAND_LIMIT: Final = 5


@mypyc_attr(acyclic=True)
class Turn(Resolution):
    """The start and end of turns."""

    def begin_turn(self) -> None:
        """GT-3.1: the active seat draws a card, then gives orders."""
        self.turn += 1
        self.fell = False
        self.reshuffled = False
        self.posted = 0
        self.posted_on = 0
        self.done = 0
        self.struck = 0
        if self.recorder.recording:
            self.emit(e.TurnCame(self.active, self.turn))
        self.draw_cards(self.armies[self.active], CARDS_A_TURN)  # GT-4.1
        self.open_phase(RESERVE)

    def hand_limit(self, army: Army) -> i64:
        """GT-10.1: the hand limit, five or six with the Commanding Colonel."""
        limit: i64 = HAND_LIMIT
        left = army.line & some(self.leaders)
        while left != 0:
            more: i64 = self.tables.leader_hand[count(self.leaders, lowest(left))]
            limit += more
            left &= left - 1
        return limit

    def end_phase(self) -> None:
        """GT-10.2: makes the active seat discard down to its limit (GT-10.3: no other seat)."""
        army = self.armies[self.active]
        excess = total(army.hand) - self.hand_limit(army)
        if excess > 0:
            self.owed = excess
            self.frames = LIMIT
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """GT-10.4, 14.1: checks for night, then starts an extra turn or the next seat's turn (GT-3.3, 3.4)."""
        if not self.fell:
            self.quiet += 1
        if (self.tables.night > 0 and self.quiet >= self.tables.night) or self.turn >= LONGEST:
            if self.recorder.recording:
                self.emit(e.NightFell(self.active, self.quiet))
            self.frames = OVER
            return
        if self.extra > 0 and not self.armies[self.active].retired:
            self.extra -= 1
            if self.recorder.recording:
                self.emit(e.ExtraCame(self.active, self.extra))
        else:
            self.extra = 0
            self.active = self._next_seat()
        self.begin_turn()

    def _next_seat(self) -> i64:
        """The next seat around the table that has not retired (GT-3.4)."""
        seat = self.active
        while True:
            seat += 1
            if seat == len(self.armies):
                seat = 0
            if not self.armies[seat].retired:
                return seat
