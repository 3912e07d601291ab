"""GT-5 Reserve Phase: Reserves, Leaders, Terrain, Rally."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.damage import Damage, falls
from grognard.games.green_troops.tables import LEADER, RALLY, REINFORCE, ROUTS, TERRAIN
from grognard.kernel.cardsets.bits import NONE, bit, is_in, lowest
from grognard.kernel.cardsets.counts import count, some, with_count


@mypyc_attr(acyclic=True)
class Reserve(Damage):
    """The orders of a turn."""

    def order_verdict(self, name: i64) -> i64:
        """Why this card cannot be played as an order now; 0 if it can."""
        kind = self.tables.type[name]
        effect = self.tables.effect[name]
        if kind == LEADER:
            return self._once(n.ONE_LEADER, self.leaderless(), n.NO_ROOM_FOR_LEADER)  # GT-5.3
        if kind == TERRAIN:
            return self._once(n.ONE_TERRAIN, self.open_ground(), n.NO_ROOM_FOR_TERRAIN)  # GT-5.5
        if effect == REINFORCE:
            return self._once(n.ONE_RESERVE, self.army_deck, n.ARMY_DECK_EMPTY)  # GT-5.2
        if effect == RALLY:
            return self._once(n.ONE_RALLY, self.shaken(name), n.NOTHING_TO_RALLY)  # GT-5.6
        return n.NO_ROUT_HERE if effect == ROUTS else n.NO_ORDER  # GT-5.8

    def _once(self, order: i64, units: i64, none: i64) -> i64:
        """Why an order that needs one of these Units cannot be given; 0 if it can (GT-5.1)."""
        if self.tables.reserve_once and is_in(self.done, order):
            return n.GIVEN_ONCE
        return none if units == 0 else 0

    def leaderless(self) -> i64:
        """The active seat's Units that a new Leader may join (GT-5.3)."""
        return self.reject_bits(self.armies[self.active].line, some(self.leaders), n.HAS_A_LEADER)

    def open_ground(self) -> i64:
        """The active seat's Units that may be given Terrain (GT-5.5)."""
        units = self.reject_bits(self.armies[self.active].line, self.tables.kinds.cavalry, n.CAVALRY_IN_TERRAIN)
        return self.reject_bits(units, some(self.terrains), n.HAS_TERRAIN)

    def shaken(self, name: i64) -> i64:
        """Friendly Units with a marker, including an ally's (GT-5.6)."""
        return self.reject_bits(self.side_line(self.active), ~self.marked(name), n.HAS_NO_MARKERS)

    def reinforce(self, name: i64) -> None:
        """GT-5.2: brings Units from the Army Deck into the line, ready to act at once."""
        arrived: list[int] = []
        for _n in range(self.tables.amount[name]):
            if self.army_deck != 0:
                unit = self.random_thing(self.army_deck)
                self.army_deck &= ~bit(unit)
                self.armies[self.active].line |= bit(unit)
                arrived.append(unit)
        self.done |= bit(n.ONE_RESERVE)
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Reinforced(self.active, self.piece(name), arrived))

    def attach(self, name: i64, unit: i64) -> None:
        """GT-5.3, 5.5: gives a Unit a Leader or Terrain."""
        is_leader = self.tables.type[name] == LEADER
        if is_leader:
            self.leaders = with_count(self.leaders, unit, self.tables.code[name])
            self._post(name, unit)
            self.done |= bit(n.ONE_LEADER)
        else:
            self.terrains = with_count(self.terrains, unit, self.tables.code[name])
            self.done |= bit(n.ONE_TERRAIN)
        if self.recorder.recording:
            self.emit(e.Attached(self.active, self.piece(name), unit, is_leader))
        self.open_phase(n.RESERVE)

    def _post(self, leader: i64, unit: i64) -> None:
        """GT-5.4: notes that a Leader has come to a Unit in this phase, so that it stays there."""
        self.posted |= bit(leader)
        if self.tables.cards.equal_leaders:
            self.posted_on |= bit(unit)

    def moves(self) -> i64:
        """The Leaders that can be moved (GT-5.4)."""
        leaders: i64 = 0
        left = self.armies[self.active].line & some(self.leaders)
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            leader = self.leader_on(unit)
            if self.accepts(self.piece(leader), self._move_verdict(unit)):
                leaders |= bit(leader)
        return leaders

    def _move_verdict(self, unit: i64) -> i64:
        """Why the Leader of one of the seat's Units cannot be moved; 0 if it can (GT-5.4)."""
        if self.is_posted(unit):
            return n.POSTED_LEADER
        return 0 if self.destinations(unit) != 0 else n.NOWHERE_TO_MOVE

    def movers(self, leader: i64) -> i64:
        """The active seat's Units that such a Leader can move from: one Unit, if there are no equal Leaders."""
        units = self.reject_bits(self.armies[self.active].line, ~self.units_with(leader), n.NOT_WITH_THAT_UNIT)
        movers: i64 = 0
        left = units
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.accepts(unit, self._move_verdict(unit)):
                movers |= bit(unit)
        return movers

    def destinations(self, here: i64) -> i64:
        """The Units that a Unit's Leader may move to; a Leader already there takes its place (GT-5.4)."""
        units = self.reject_bits(self.armies[self.active].line, bit(here), n.HAS_HIM_ALREADY)
        units = self.reject_bits(units, self.units_with(self.leader_on(here)), n.HAS_AN_EQUAL)
        kept: i64 = 0
        would_fall: i64 = 0
        left = units
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.is_posted(unit):
                kept |= bit(unit)
            elif self._falls_by_exchange(here, unit):
                would_fall |= bit(unit)
        return self.reject_bits(self.reject_bits(units, kept, n.LEADER_IS_POSTED), would_fall, n.WOULD_FALL_BY_MOVE)

    def _falls_by_exchange(self, here: i64, there: i64) -> bool:
        """Whether one of two Units would fall if they exchanged Leaders (GT-9.5)."""
        ours: i64 = self.tables.leader_defense[count(self.leaders, here)]
        theirs: i64 = self.tables.leader_defense[count(self.leaders, there)]
        if falls(count(self.damage, here), self.defense(here) - ours + theirs):
            return True
        return falls(count(self.damage, there), self.defense(there) - theirs + ours)

    def move_leader(self, here: i64, unit: i64) -> None:
        """GT-5.4: moves a Unit's Leader to another Unit; a Leader already there changes places with it."""
        leader = self.leader_on(here)
        other = self.leader_on(unit)
        ours = count(self.leaders, here)
        theirs = count(self.leaders, unit)
        self.leaders = with_count(with_count(self.leaders, unit, ours), here, theirs)
        self._post(leader, unit)
        if other != NONE:
            self._post(other, here)
        if self.recorder.recording:
            if other == NONE:
                self.emit(e.LeaderMoved(self.active, self.piece(leader), here, unit))
            else:
                self.emit(e.LeadersSwapped(self.active, self.piece(leader), unit, self.piece(other), here))
        self.open_phase(n.RESERVE)

    def rally(self, name: i64, unit: i64) -> None:
        """GT-5.6: removes up to four markers from a Unit."""
        markers = count(self.damage, unit)
        off = min(markers, self.tables.amount[name])
        self.damage = with_count(self.damage, unit, markers - off)
        self.done |= bit(n.ONE_RALLY)
        if self.recorder.recording:
            self.emit(e.Rallied(self.active, self.piece(name), unit, off, markers - off))
