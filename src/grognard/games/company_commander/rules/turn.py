"""CC-1.3 Setup, CC-2 Turns: the first player, and the start and end of a turn (CC-8.6, 11.1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander.meta import LAST_TURN
from grognard.games.company_commander.names import DEPLOY
from grognard.games.company_commander.rules.draw import Draw
from grognard.kernel.engine.state import OVER

SQUADS_A_TURN: Final = 3  # CC-3.1
REDUCED_SQUADS: Final = 2


@mypyc_attr(acyclic=True)
class Turn(Draw):
    """CC-1.3 Setup, CC-2 Turns."""

    def start(self) -> None:
        self.squads = self.tables.kinds.americans | self.tables.kinds.germans
        self.deck = self.tables.all_cards
        self.active = self.below(2)  # CC-1.3
        if self.recorder.recording:
            self.emit(e.Began(self.active))
        self.begin_turn()

    def begin_turn(self) -> None:
        self.turn += 1
        if self.recorder.recording:
            self.emit(e.TurnCame(self.active, self.turn))
        reduced = self.turn == 1 and self.tables.two_squads
        self.draw_squads(REDUCED_SQUADS if reduced else SQUADS_A_TURN)  # CC-3.1
        self.open_phase(DEPLOY)

    def _clear_turn(self) -> None:
        """CC-2.3: clears the marks that units and Fronts got this turn."""
        self.moved = self.arrived = self.halted = self.stopped = self.away = self.fired = self.attacked = 0
        self.green = self.waiting = self.roads = self.veterans = self.fausts = self.led = 0
        self.fogged = self.disordered = self.missions = 0
        self.aimed = b""
        self.bonus_drawn = self.stirred = False

    def end_turn(self) -> None:
        """CC-8.6, 11.1: ends the turn, or the game if a side holds the Fronts or the game has stalled."""
        if self.look_for_fronts(self.turn):
            return
        self.quiet = 0 if self.stirred else self.quiet + 1
        turns = self.turn if self.turn >= LAST_TURN or not self.tables.stalls else self.quiet
        if turns >= self.tables.stall:
            if self.recorder.recording:
                self.emit(e.Stalled(self.active, turns))
            self.frames = OVER
            return
        self.active = 1 - self.active
        self._clear_turn()
        self.begin_turn()
