"""GT-11 Events, and the discards forced by Events and by the hand limit (GT-10.2)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.reserve import Reserve
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import (
    BARRAGES, DISPATCHES, EXTRA_TURN, FOG, KILL_LEADER, OUTFLANK, RALLY, REINFORCE, SPY,
)  # fmt: skip
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import NONE, bit, ones
from grognard.kernel.cardsets.counts import copies, is_none, less, nothing, plus, some, total


@mypyc_attr(acyclic=True)
class Events(Reserve):
    """The effects of Events."""

    def event_verdict(self, name: i64) -> i64:
        """Why this Event cannot be played; 0 if it can."""
        effect = self.tables.effect[name]
        if effect == OUTFLANK:  # GT-11.3
            more = ones(self.side_line(self.active)) > ones(self.side_line(self.active ^ 1))
            return 0 if more else n.NOT_MORE_UNITS
        if effect == FOG:  # GT-11.5
            return n.NO_HAND_TO_FOG if self.enemy_seats(effect) == 0 else 0
        if effect == KILL_LEADER:  # GT-11.7
            return n.NO_LEADER_TO_KILL if self.killable(name) == 0 else 0
        return 0

    def killable(self, name: i64) -> i64:
        """The enemy Units with a Leader and a marker (GT-11.7)."""
        units = self.reject_bits(self.side_line(self.active ^ 1), ~some(self.leaders), n.HAS_NO_LEADER)
        return self.reject_bits(units, ~self.marked(name), n.UNMARKED_LEADER)

    def enemy_seats(self, effect: i64) -> i64:
        """Enemy seats still in the game; Fog of War needs one with a card, a barrage one with a Unit."""
        seats: i64 = 0
        i = (self.active ^ 1) & 1
        while i < len(self.armies):
            army = self.armies[i]
            fits = army.line != 0 if effect == BARRAGES else effect != FOG or not is_none(army.hand)
            if fits and not army.retired:
                seats |= bit(i)
            i += 2
        return seats

    def play_event(self, name: i64, thing: i64) -> None:
        """Plays an Event, which is set aside while it takes effect (GT-1.9)."""
        effect = self.tables.effect[name]
        army = self.armies[self.active]
        self.event = name
        if self.recorder.recording and effect not in (REINFORCE, RALLY):
            if effect in (SPY, FOG):
                self.emit(e.PlayedAt(self.active, self.piece(name), thing))
            else:
                self.emit(e.Played(self.active, self.piece(name)))
        if effect == REINFORCE:
            self.reinforce(name)
        elif effect == RALLY:
            self.rally(name, thing)
        elif effect == EXTRA_TURN:  # GT-11.6
            self.extra += self.tables.amount[name]
        elif effect == FOG:
            self._fog(name, self.armies[thing])
        elif effect == KILL_LEADER:
            self.lose_leader(thing, army, False)
        else:
            if effect == SPY:  # GT-11.2
                self.spy(thing)
            self.draw_cards(army, self.tables.draw[name])  # GT-11.1, 11.2, 11.3, 11.4
            if effect == DISPATCHES:
                self._dispatch(name, army)
                return
        self._end_event()

    def _end_event(self) -> None:
        """Discards the Event and continues with its window."""
        self.discard_card(self.event)
        self.event = NONE
        if self.frames != OVER:
            self.open_phase(self.phase())

    def _dispatch(self, name: i64, army: Army) -> None:
        """GT-11.4: makes the seat discard four cards; a hand of four or fewer is discarded without asking."""
        self.owed = min(self.tables.amount[name], total(army.hand))
        self.enter(n.DISPATCH)
        if self.owed == 0:
            self.leave()
            self._end_event()
        elif self.owed == total(army.hand):
            self.picked = army.hand
            army.hand = nothing()
            self._discard_picked()

    def give_up(self, name: i64) -> None:
        """Picks a card for a forced discard; all are shown when the last is chosen (GT-10.2, 11.4)."""
        self.pick_card(name)
        self.made += 1
        if total(self.picked) == self.owed:
            self._discard_picked()

    def _discard_picked(self) -> None:
        """Makes a forced discard, then ends the turn or the Event that required it."""
        army = self.armies[self.active]
        pile = self.picked
        self.close_frame()
        self.owed = 0
        self.throw(army, pile)
        if self.phase() == n.LIMIT:
            self.end_turn()
        else:
            self.leave()
            self._end_event()

    def _fog(self, name: i64, army: Army) -> None:
        """GT-11.5: a seat loses random cards."""
        lost: tuple[i64, i64, i64, i64, i64] = self.random_part(
            army.hand, self.tables.units_in_all, min(self.tables.amount[name], total(army.hand))
        )
        army.hand = less(army.hand, lost)
        names = copies(lost)
        for i in range(len(names)):
            army.lose(names[i])
        self.discard = plus(self.discard, lost)
        self.reveal()
        if self.recorder.recording:
            self.emit(e.LostCards(army.seat, self.battle_cards(lost)))
