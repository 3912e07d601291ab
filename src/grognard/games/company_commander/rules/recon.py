"""CC-5 Recon Phase: missions and their results."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.tactics import Tactics
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.counts import copies

SPOTTED_UP_TO: Final = 2  # CC-5.4
SUCCESS_FROM: Final = 5
# Results of a Suppression Roll (CC-6.5), which is also made against a Spotted unit.
PIN_FROM: Final = 8
CASUALTY_FROM: Final = 11


@mypyc_attr(acyclic=True)
class Recon(Tactics):
    """CC-5 Recon Phase."""

    def scouting_units(self) -> i64:
        """CC-5.1: the units that may go on a mission."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, ~self.tables.kinds.scouts, n.NO_RECON)
        units = self.reject_bits(units, self.away, n.WAS_AWAY)
        units = self.reject_bits(units, self.moved, n.HAS_MOVED)
        units = self.reject_bits(units, self.green, n.IS_GREEN)
        return self.reject_bits(units, self.pinned(), n.IS_PINNED)

    def send(self, unit: i64) -> None:
        """CC-5.2: sends a unit on a mission, which the opponent may stop."""
        self.acting = unit
        self.front = self.front_of(unit)
        if self.recorder.recording:
            self.emit(e.Sent(self.active, unit, self.front))
        self.open_window(n.MISSION)

    def scout(self) -> None:
        """CC-5.3, 5.4: makes the Recon Roll."""
        self.away |= bit(self.acting)
        die = self.die()
        bonus: i64 = self.tables.recon[self.acting]
        self.reveal()
        if self.recorder.recording:
            self.emit(e.ReconRoll(self.active, self.acting, die, bonus))
        if die + bonus <= SPOTTED_UP_TO:
            self._be_spotted()
        elif die + bonus >= SUCCESS_FROM:
            self.enter(n.SUCCESS)
        else:
            self.open_phase(n.RECON)

    def _be_spotted(self) -> None:
        """CC-5.5: a Suppression Roll without modifiers against the unit itself."""
        first = self.die()
        second = self.die()
        if self.recorder.recording:
            self.emit(e.SpottedRoll(1 - self.active, self.acting, [first, second]))
        if first + second >= PIN_FROM:
            self.hit(self.acting, first + second >= CASUALTY_FROM)
            self.open_window(n.HIT)
        else:
            self.open_phase(n.RECON)

    def look(self) -> None:
        """CC-5.6: shows the opponent's hand; the notepad keeps the cards that have not left since."""
        other = self.hand(1 - self.active)
        other.show(other.cards, self.turn)
        self.reveal()
        if self.recorder.recording:
            shown = self.tables.cards.pieces_of(copies(other.cards))
            self.emit(e.Looked(self.active, shown, len(shown)))
        self.open_phase(n.RECON)

    def gain(self, front: i64) -> None:
        """CC-5.6: takes the bonus, +1 on Suppression Rolls against this Front."""
        self.missions += bit(8 * front)
        if self.recorder.recording:
            self.emit(e.Gained(self.active, front))
        self.open_phase(n.RECON)
