"""FUS-6 Maneuver Phase: the exchange, the hand limit and the end of the turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade.names import TRIM, TWO_PICKED
from grognard.games.fusillade.rules.casualties import Casualties
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import is_empty, members, size

MOST_EXCHANGED: Final = 2  # FUS-6.1
HAND_LIMIT: Final = 10  # FUS-6.4


@mypyc_attr(acyclic=True)
class Maneuver(Casualties):
    """FUS-6 Maneuver Phase."""

    def exchangeable(self) -> tuple[i64, i64]:
        """FUS-6.1: returns the cards that can be exchanged: any card, at most two."""
        if size(self.picked) < MOST_EXCHANGED:
            return self.attacker.hand
        return self.reject(self.attacker.hand, self.tables.kinds.all_cards, TWO_PICKED)

    def exchange(self) -> None:
        cards = self.put_picks_away(self.attacker)
        if self.recorder.recording:
            self.emit(e.Exchanged(self.attacker.seat, members(cards)))
        if not is_empty(cards):
            self.draw_cards(self.attacker, size(cards))
        self.trim_or_end_turn()

    def trim_or_end_turn(self) -> None:
        """FUS-6.4: asks for discards down to exactly ten, then ends the turn."""
        if size(self.attacker.hand) > HAND_LIMIT:
            self.open_phase(TRIM)
            return
        if not is_empty(self.picked):
            cards = self.put_picks_away(self.attacker)
            if self.recorder.recording:
                self.emit(e.Trimmed(self.attacker.seat, members(cards)))
        self.end_turn()

    def end_turn(self) -> None:
        """FUS-6.5: ends the turn and updates the clock of FUS-7.2."""
        self.quiet = 0 if self.struck else self.quiet + 1
        turns = self.quiet if self.tables.has_clock else self.turn
        if turns >= self.tables.clock:
            if self.recorder.recording:
                self.emit(e.ClockRanOut(self.attacker.seat, turns))
            self.frames = OVER
            return
        self.give_turn(self.defender.seat)
        self.begin_turn()
