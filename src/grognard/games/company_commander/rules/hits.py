"""CC-9 Hits: who is hit, the armor save, markers, and units that leave play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.fronts import Fronts
from grognard.games.company_commander.tables import AMMO, BROKEN, KIND, owner_of, pieces_of
from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of, ones
from grognard.kernel.cardsets.counts import MOST, count, one, plus, with_count, without

SAVE_FROM: Final = 6  # CC-9.3


@mypyc_attr(acyclic=True)
class Hits(Fronts):
    """CC-9 Hits."""

    def settle(self) -> None:
        """Nothing is being resolved any more."""
        self.front = n.NO_FRONT
        self.acting = self.gun = self.target = n.NONE
        self.severe = False
        self.rolls = 0

    def picked_target(self, units: i64) -> i64:
        """CC-6.6: chance picks one; Anti-Tank picks among Vehicles and Artillery first. A lone one needs no chance."""
        if self._is_anti_tank() and units & KIND.prey:
            units &= KIND.prey
        return lowest(units) if ones(units) == 1 else self.random_thing(units)

    def _is_anti_tank(self) -> bool:
        """Has the unit that fires Anti-Tank? Cards and mines have not."""
        return self.acting != n.NONE and is_in(KIND.anti_tank | self.fausts, self.acting)

    def hit(self, target: i64, severe: bool) -> None:
        """CC-9.1: a pin, or if severe a casualty, on its way to a unit."""
        self.target = target
        self.severe = severe
        if self.recorder.recording:
            self.tell(n.HAS_HIT, owner_of(target), [target], [1 if severe else 0])

    def is_spared(self) -> bool:
        """CC-9.4."""
        sniper = self.acting != n.NONE and is_in(KIND.snipers, self.acting)
        if not (sniper and is_in(KIND.tanks, self.target)):
            return False
        if self.recorder.recording:
            self.tell(n.SPARED, owner_of(self.target), [self.target], [])
        return True

    def take_hit(self) -> bool:
        """CC-9.3: the armor save, then the marker. Is the game over?"""
        unit = self.target
        severe = self.severe
        self.target = n.NONE
        self.severe = False
        if is_in(KIND.armored, unit):
            die = self.die()
            self.reveal()
            bonus: i64 = self.tables.armor[unit]
            if self.recorder.recording:
                self.tell(n.SAVE_ROLL, owner_of(unit), [unit], [die, bonus, 1 if severe else 0])
            if die + bonus >= SAVE_FROM:
                if not severe:
                    return False
                severe = False
        return self._injure(unit) if severe else self.pin(unit)

    def _injure(self, unit: i64) -> bool:
        """A casualty marker. Is the game over?"""
        casualties = count(self.casualties, unit) + 1
        self.casualties = with_count(self.casualties, unit, casualties)
        self.stirred = True
        if casualties >= self.tables.strength[unit]:
            return self.remove(bit(unit), n.DESTROYED)  # CC-9.2
        if self.recorder.recording:
            self.tell(n.HURT, owner_of(unit), [unit], [casualties])
        return self._rout_at_once(unit)

    def pin(self, unit: i64) -> bool:
        """A Pinned marker; beyond 31 they can make no difference to any unit. Is the game over?"""
        pins = min(MOST, count(self.pins, unit) + 1)
        self.pins = with_count(self.pins, unit, pins)
        if self.recorder.recording:
            self.tell(n.PINNED, owner_of(unit), [unit], [pins])
        return self._rout_at_once(unit)

    def _rout_at_once(self, unit: i64) -> bool:
        """Option `immediate_rout` (CC-8.5). Is the game over?"""
        return self.tables.immediate_rout and self.is_shaken(unit) and self.remove(bit(unit), n.ROUTED)

    def is_shaken(self, unit: i64) -> bool:
        """CC-8.5: more markers than Strength."""
        strength: i64 = self.tables.strength[unit]
        return count(self.casualties, unit) + count(self.pins, unit) > strength

    def remove(self, units: i64, kind: i64) -> bool:
        """CC-9.2: units leave play for good, their cards go to the discard pile. Is the game over?"""
        cards: list[int] = []
        if units & self.ammo:
            cards.append(AMMO)
        if units & self.broken:
            cards.append(BROKEN)
        for i in range(len(cards)):
            self.discard = plus(self.discard, one(cards[i]))
        if self.recorder.recording:
            self.tell(kind, owner_of(lowest(units)), members_of(units) + pieces_of(cards), [])
        self.stands.take_off(units)
        self.lost |= units
        self.casualties = without(self.casualties, units)
        self.pins = without(self.pins, units)
        self.ammo &= ~units
        self.broken &= ~units
        self.forget_attackers(units)
        self.stirred = True
        return not self.at_once() and self.look_for_victory()

    def at_once(self) -> bool:
        """Is this battle under Surprise Contact (CC-7.13)?"""
        return (self.in_effect & KIND.simultaneous) != 0
