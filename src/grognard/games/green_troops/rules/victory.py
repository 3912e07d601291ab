"""GT-12 Victory and GT-13.4 Retirement: defeat, seats that leave, and the winner at nightfall (GT-14.1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops.names import ANSWER, BARRAGE, DEFEND, OPPORTUNITY, ROUT
from grognard.games.green_troops.rules.cards import Cards
from grognard.games.green_troops.state import Army
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import NONE, lowest, members_of, ones
from grognard.kernel.cardsets.counts import one, plus, total, without

# A seat with this many Units or fewer retires (GT-13.4).
RETIRING: Final = 2


@mypyc_attr(acyclic=True)
class Victory(Cards):
    """Retirement of seats and victory of sides."""

    def after_losses(self, army: Army) -> None:
        """GT-9.4: checks for retirement (GT-13.4), then for victory."""
        if self.tables.retire and ones(army.line) <= RETIRING:
            self._retire(army)
        self._look_for_victory(army.seat)

    def _look_for_victory(self, seat: i64) -> None:
        """GT-12.1: ends the game if this seat's side has no Units left."""
        if self.side_line(seat) != 0:
            return
        if self.recorder.recording:
            self.emit(e.Triumphed((seat & 1) ^ 1, len(self.armies)))
        self.frames = OVER

    def _living(self, seat: i64) -> i64:
        """The number of seats on this side that have not retired."""
        living: i64 = 0
        n = seat & 1
        while n < len(self.armies):
            if not self.armies[n].retired:
                living += 1
            n += 2
        return living

    def score(self, side: i64) -> tuple[i64, i64, i64]:
        """GT-12.3: a side's captured Units, captured Leaders, and total printed Defense of the captured Units."""
        units: i64 = 0
        leaders: i64 = 0
        defense: i64 = 0
        n = side
        while n < len(self.armies):
            army = self.armies[n]
            units += ones(army.pile)
            leaders += total(army.captives)
            left = army.pile
            while left != 0:
                printed: i64 = self.tables.defense[lowest(left)]
                defense += printed
                left &= left - 1
            n += 2
        return units, leaders, defense

    def victors(self) -> i64:
        """The side that won a finished game, or NONE for a draw (GT-12.1, 14.1)."""
        if self.side_line(0) == 0:
            return 1
        if self.side_line(1) == 0:
            return 0
        ours = self.score(0)
        theirs = self.score(1)
        if ours == theirs:
            return NONE
        return 0 if ours > theirs else 1

    def returns(self) -> list[float]:
        points: list[float] = []
        side: i64 = self.victors() if self.frames == OVER else NONE
        for n in range(len(self.armies)):
            points.append(0.0 if side == NONE else 1.0 if (self.armies[n].seat & 1) == side else -1.0)
        return points

    def _retire(self, army: Army) -> None:
        """GT-13.4: retires a seat: its Units leave the game and its cards are discarded."""
        gone = army.line
        cards = army.hand
        left = gone
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.leader_on(unit) != NONE:
                cards = plus(cards, one(self.leader_on(unit)))
            if self.terrain_of(unit) != NONE:
                cards = plus(cards, one(self.terrain_of(unit)))
        self.clear(gone)
        army.line = 0
        self.away |= gone
        self.discard = plus(self.discard, cards)
        army.forget()
        army.retired = True
        if self.recorder.recording:
            self.emit(e.Retired(army.seat, members_of(gone), self.battle_cards(cards)))

    def clear(self, units: i64) -> None:
        """Removes all markers, Leaders and Terrain from these Units."""
        self.damage = without(self.damage, units)
        self.leaders = without(self.leaders, units)
        self.terrains = without(self.terrains, units)

    def withdraw(self, seat: i64) -> bool:
        """GT-12.4: resigns a seat in a team, so that the others play on. Returns whether that was possible."""
        if self.frames == OVER or self._living(seat) < 2:
            return False
        army = self.armies[seat]
        if army.retired:
            return True
        self.ply -= self.made
        self.take_back_choice()
        self._retire(army)
        self._look_for_victory(seat)
        if self.frames == OVER:
            return True
        if seat == self.active:
            self.drop_event()
            self.drop_attack()
            self.end_turn()
        elif seat == self.target_seat and self.phase() in (OPPORTUNITY, ANSWER, ROUT, DEFEND, BARRAGE):
            self.end_attack(True)
        return True
