"""GT-6 Attack Phase: the Units, cards and targets that an attack can have."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.damage import falls
from grognard.games.green_troops.rules.events import Events
from grognard.games.green_troops.tables import BARRAGES, KILL_LEADER, MELEE, PURSUIT
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import count, some


@mypyc_attr(acyclic=True)
class Attack(Events):
    """The one attack of a turn."""

    def users_of(self, name: i64) -> i64:
        """The Units that may use a card (GT-6.2)."""
        users: i64 = self.tables.kinds.users[name]
        return users

    def attack_verdict(self, name: i64) -> i64:
        """Why no attack can be made with this card; 0 if one can."""
        users = self.armies[self.active].line & self.users_of(name)
        if users == 0:
            return n.NO_USER  # GT-6.2
        if self._prey(name) == 0:
            return n.NO_PREY
        if self.attackers(name) != 0:
            return 0
        return n.NEEDS_ITS_TERRAIN if (users & ~self._bound_to_terrain()) == 0 else n.NOTHING_TO_CHARGE

    def attackers(self, name: i64) -> i64:
        """The active seat's Units that can make this attack (GT-6.2, 6.3, 6.4)."""
        units = self.reject_bits(self.armies[self.active].line, ~self.users_of(name), n.CANNOT_USE_IT)
        if self.tables.type[name] != MELEE:
            return units
        units = self.reject_bits(units, self._bound_to_terrain(), n.NEEDS_ITS_TERRAIN)
        if (self._prey(name) & self._chargeable()) == 0:
            units = self.reject_bits(units, self.tables.kinds.line, n.NOTHING_TO_CHARGE)
        return units

    def _prey(self, name: i64) -> i64:
        """The enemy Units that fit an attack card, whichever Unit uses it (GT-6.2)."""
        units = self.side_line(self.active ^ 1)
        if self.tables.effect[name] == KILL_LEADER:
            return self.reject_bits(units, ~some(self.leaders), n.HAS_NO_LEADER)
        if is_in(self.tables.kinds.light_infantry_only, name):
            return self.reject_bits(units, ~self.tables.kinds.light_infantry, n.NOT_LIGHT_INFANTRY)
        if self.tables.effect[name] == PURSUIT:
            return self.reject_bits(units, ~self.marked(name), n.TOO_FEW_MARKERS)
        return units

    def targets(self, name: i64, attacker: i64) -> i64:
        """The enemy Units that this Unit can attack with this card."""
        units = self._prey(name)
        if self.tables.type[name] == MELEE and is_in(self.tables.kinds.line, attacker):
            units = self.reject_bits(units, ~self._chargeable(), n.NOT_IN_MELEE)  # GT-6.3
        return units

    def _chargeable(self) -> i64:
        """The Units that Line Infantry may attack in melee (GT-6.3)."""
        kinds = self.tables.kinds
        units = kinds.infantry | kinds.artillery
        return units & ~kinds.cavalry if self.tables.mounted_dragoons else units

    def _bound_to_terrain(self) -> i64:
        """The active seat's Units that would fall if they gave up their Terrain (GT-6.4, 9.5)."""
        bound: i64 = 0
        left = self.armies[self.active].line & some(self.terrains)
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            given: i64 = self.tables.terrain_defense[count(self.terrains, unit)]
            if falls(count(self.damage, unit), self.defense(unit) - given):
                bound |= bit(unit)
        return bound

    def declare(self, name: i64, attacker: i64, thing: i64) -> None:
        """GT-6.1: declares an attack, showing card, attacker and target together."""
        self.attack = name
        self.attacker = attacker
        if self.tables.effect[name] == BARRAGES:
            self.target_seat = thing
            if self.recorder.recording:
                self.emit(e.Barraged(self.active, self.piece(name), attacker, thing))
            self.open_phase(n.BARRAGE)
            return
        self.target = thing
        self.target_seat = self.owner(thing).seat
        if self.recorder.recording:
            self.emit(e.Attacked(self.active, self.piece(name), attacker, thing, self.target_seat))
        if self.tables.type[name] == MELEE:
            self.leave_terrain(attacker)  # GT-6.4
            self.open_phase(n.OPPORTUNITY)
        else:
            self.open_phase(n.DEFEND)
