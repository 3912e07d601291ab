"""TE-2 Setup, TE-3 Turn frame, TE-4 Strategy Phase: the start of the battle and of each turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors.names import CENTER_ONLY, COALITION, NAPOLEON, NO_FRONT
from grognard.games.three_emperors.rules.orders import Orders
from grognard.kernel.engine.state import OVER

CARDS_A_TURN: Final = 5  # TE-4.1


@mypyc_attr(acyclic=True)
class Turn(Orders):
    """The start of the battle and of each turn."""

    def start(self) -> None:
        first: i64 = COALITION  # TE-2.3
        if self.tables.coin:
            first = self.below(2)
        elif self.tables.napoleon_first:
            first = NAPOLEON
        self.give_turn(first)
        self.attacker.morale = self.tables.morale
        self.defender.morale = self.tables.morale
        self.held = CENTER_ONLY  # TE-2.1
        self.deck = self.tables.kinds.all_cards  # TE-2.2
        if self.recorder.recording:
            self.emit(e.Began(first))
        self.begin_turn()

    def begin_turn(self) -> None:
        """Draws five cards, or ends the battle if the deck runs out (TE-3.1, TE-4)."""
        self.turn += 1
        self.attacked = 0
        self.front = NO_FRONT
        if self.recorder.recording:
            self.emit(e.TurnCame(self.attacker.seat, self.turn))
        if self.draw(self.attacker, CARDS_A_TURN) == CARDS_A_TURN:  # TE-4.1
            self.orders_phase()
        else:
            if self.recorder.recording:
                self.emit(e.RanOut(self.attacker.seat))
            self.frames = OVER  # TE-4.2
