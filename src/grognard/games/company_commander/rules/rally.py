"""CC-8 Rally Phase: units' own rolls, Leaders' attempts and routs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.battle import Battle
from grognard.games.company_commander.tables import rally_of
from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of
from grognard.kernel.cardsets.counts import count, with_count

RALLY_FROM: Final = 5  # CC-8.2


@mypyc_attr(acyclic=True)
class Rally(Battle):
    """CC-8 Rally Phase."""

    def begin_rally(self) -> None:
        """CC-8.1, 8.2: starts the phase with the units' own rolls."""
        self.frames = n.RALLY
        self.end_effects(self.tables.kinds.fronts)
        self.to_rally = self.pinned() & ~self.green
        if not self.tables.both_rally:
            self.to_rally &= self.side_of(self.active)
        self.own_rolls()

    def own_rolls(self) -> None:
        """CC-8.2: makes the units' own rolls in order, the active player's first; then come the Leaders' attempts."""
        while self.to_rally != 0:
            own = self.to_rally & self.side_of(self.active)
            unit = lowest(own if own != 0 else self.to_rally)
            self.to_rally &= ~bit(unit)
            if self.rally_roll(unit, n.NONE):
                self.open_window(n.RALLIED)
                return
        self.open_phase(n.RALLY)

    def rally_roll(self, unit: i64, leader: i64) -> bool:
        """CC-8.2, 8.3: makes a unit's own Rally Roll or a Leader's attempt. Returns whether it succeeded."""
        die = self.die()
        led = self.led_bonus(leader)
        own = self.own_rally_bonus(unit, leader)
        self.reveal()
        self.target = unit
        if self.recorder.recording:
            self.emit(e.RallyRoll(self.owner_of(unit), leader, unit, die, led, own))
        return die + led + own >= RALLY_FROM

    def led_bonus(self, leader: i64) -> i64:
        """CC-8.3: a Leader's bonus on another unit's roll; 0 without a Leader."""
        if leader == n.NONE:
            return 0
        return rally_of(self.tables, leader)

    def own_rally_bonus(self, unit: i64, leader: i64) -> i64:
        """CC-8.2, 8.3: the unit's own Rally number. If a Leader tries to rally another Leader, it does not count."""
        if leader != n.NONE and is_in(self.tables.kinds.leaders, unit):
            return 0
        return rally_of(self.tables, unit)

    def recover(self) -> None:
        """Removes one Pinned marker from the target."""
        left = count(self.pins, self.target) - 1
        self.pins = with_count(self.pins, self.target, left)
        if self.recorder.recording:
            self.emit(e.Recovered(self.owner_of(self.target), self.target, left))

    def rallying_leaders(self) -> i64:
        """CC-8.3: the Leaders that may make an attempt."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, ~self.tables.kinds.leaders, n.NO_LEADER)
        units = self.reject_bits(units, self.led, n.HAS_LED)
        units = self.reject_bits(units, self.moved, n.HAS_MOVED)
        units = self.reject_bits(units, self.fired | self.attacked, n.HAS_ATTACKED)
        units = self.reject_bits(units, self.green, n.IS_GREEN)
        alone: i64 = 0
        left = units
        while left != 0:
            leader = lowest(left)
            left &= left - 1
            if self._rallyable(leader) == 0:
                alone |= bit(leader)
        return self.reject_bits(units, alone, n.NOBODY_TO_RALLY)

    def _rallyable(self, leader: i64) -> i64:
        """CC-8.3: the other pinned units of the side; with `leader_same_front`, only those on the Leader's Front."""
        units = self.in_play() & self.side_of(self.active) & self.pinned() & ~bit(leader)
        return units & self.at(self.front_of(leader)) if self.tables.same_front else units

    def whom_to_rally(self, leader: i64) -> i64:
        """The units that a Leader can rally; also records why the others are refused."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, bit(leader), n.NOT_HIMSELF)
        units = self.reject_bits(units, ~self.pinned(), n.NOT_PINNED)
        return self.reject_bits(units, ~self._rallyable(leader), n.OTHER_FRONT)

    def lead(self, leader: i64, unit: i64) -> None:
        self.led |= bit(leader)
        self.acting = leader
        self.target = unit
        if self.recorder.recording:
            self.emit(e.Led(self.active, leader, unit))
        self.open_window(n.LEADER)

    def try_to_rally(self) -> None:
        if self.rally_roll(self.target, self.acting):
            self.open_window(n.RALLIED)
        else:
            self.open_phase(n.RALLY)

    def rout(self) -> None:
        """CC-8.5: removes all units with more markers than Strength, then ends the turn."""
        units = self.pinned()
        if not self.tables.both_rally:
            units &= self.side_of(self.active)
        routed: i64 = 0
        for unit in members_of(units):
            if self.is_shaken(unit):
                routed |= bit(unit)
        if routed == 0 or not self.rout_units(routed):
            self.end_turn()
