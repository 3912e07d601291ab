"""FUS-5 Casualty Phase: the sum of the line, Morale cards and the loss."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade.names import MORALE
from grognard.games.fusillade.rules.attack import Attack
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import members, no_cards, only, size, union

LARGE_ATTACK: Final = 5  # FUS-5.1
LARGE_BONUS: Final = 2  # FUS-5.1


@mypyc_attr(acyclic=True)
class Casualties(Attack):
    """FUS-5 Casualty Phase."""

    def add_up(self) -> None:
        self.casualties = self.attack_total(self.line)
        if self.recorder.recording:
            cards = members(self.line)
            forces: list[int] = [self.tables.force[card] for card in cards]
            self.emit(e.Summed(self.attacker.seat, cards, self.casualties, forces, large_bonus(self.line)))
        self.open_phase(MORALE)

    def attack_total(self, line: tuple[i64, i64]) -> i64:
        """FUS-5.1: returns the Force of the line, plus 2 for each card in excess of 5."""
        total: i64 = 0
        for card in members(line):
            force: i64 = self.tables.force[card]
            total += force
        return total + large_bonus(line)

    def halve(self, card: i64) -> None:
        """FUS-5.2: halves the casualties, rounding up unless option `halve` is `down`."""
        self.put_away(self.defender, only(card))
        self.casualties = (self.casualties if self.tables.round_down else self.casualties + 1) // 2
        if self.recorder.recording:
            self.emit(e.Halved(self.defender.seat, card, self.casualties))
        if self.tables.stack_morale:
            self.open_phase(MORALE)
        else:
            self.strike()

    def strike(self) -> None:
        lost = min(self.casualties, self.defender.troops)
        self.defender.troops -= lost  # FUS-5.3
        self.casualties = 0
        if lost > 0:
            self.struck = True
        if self.recorder.recording:
            self.emit(e.Struck(self.defender.seat, lost, self.defender.troops))
        if self.defender.troops == 0:  # FUS-5.4
            if self.recorder.recording:
                self.emit(e.KnockedOut(self.attacker.seat))
            self.frames = OVER
            return
        self.discard = union(self.discard, self.line)  # FUS-5.5
        self.line = no_cards()
        self.trim_or_end_turn()


def large_bonus(line: tuple[i64, i64]) -> i64:
    """FUS-5.1: returns the bonus, 2 for each card in excess of 5."""
    return LARGE_BONUS * max(0, size(line) - LARGE_ATTACK)
