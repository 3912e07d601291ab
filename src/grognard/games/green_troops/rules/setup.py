"""GT-2 Setup: Units, hands and the first seat."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops.rules.turn import Turn
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import FIRST_HAND, FIRST_UNITS
from grognard.kernel.cardsets.bits import bit, lowest, members_of, ones, word_of


@mypyc_attr(acyclic=True)
class Setup(Turn):
    """The deal."""

    def start(self) -> None:
        for n in range(len(self.armies)):
            self._muster(self.armies[n])
        self.active = self._first_seat()
        if self.recorder.recording:
            self.emit(e.Began(self.active))
        for n in range(len(self.armies)):
            self.draw_cards(self.armies[n], FIRST_HAND)  # GT-2.4
        self.begin_turn()

    def _muster(self, army: Army) -> None:
        """GT-2.2: deals a seat five Units, one of each kind for balanced forces (GT-13.2)."""
        for n in range(FIRST_UNITS):
            there = self.army_deck
            if self.tables.balanced:
                there &= self.tables.piles[n]
            unit = bit(self.random_thing(there))
            self.army_deck &= ~unit
            army.line |= unit
        if self.recorder.recording:
            self.emit(e.Mustered(army.seat, members_of(army.line)))

    def _first_seat(self) -> i64:
        """GT-2.3: the seat with the most Light Infantry, then the most Cavalry, then by chance."""
        lines = [army.line for army in self.armies]
        kinds = self.tables.kinds
        most = self.tables.units_in_all
        merits = [ones(line & kinds.light_infantry) * most + ones(line & kinds.cavalry) for line in lines]
        tied = word_of([seat for seat, merit in enumerate(merits) if merit == max(merits)])
        return lowest(tied) if ones(tied) == 1 else self.random_thing(tied)
