"""CC-9 Hits: who is hit, the armor save, markers, and units that leave play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
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
            self.emit(e.HasHit(owner_of(target), target, severe))

    def is_spared(self) -> bool:
        """CC-9.4."""
        sniper = self.acting != n.NONE and is_in(KIND.snipers, self.acting)
        if not (sniper and is_in(KIND.tanks, self.target)):
            return False
        if self.recorder.recording:
            self.emit(e.Spared(owner_of(self.target), self.target))
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
                self.emit(e.SaveRoll(owner_of(unit), unit, die, bonus, severe))
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
            return self._destroy(unit)
        if self.recorder.recording:
            self.emit(e.Hurt(owner_of(unit), unit, casualties))
        return self._rout_at_once(unit)

    def pin(self, unit: i64) -> bool:
        """A Pinned marker; beyond 31 they can make no difference to any unit. Is the game over?"""
        pins = min(MOST, count(self.pins, unit) + 1)
        self.pins = with_count(self.pins, unit, pins)
        if self.recorder.recording:
            self.emit(e.Pinned(owner_of(unit), unit, pins))
        return self._rout_at_once(unit)

    def _rout_at_once(self, unit: i64) -> bool:
        """Option `immediate_rout` (CC-8.5). Is the game over?"""
        return self.tables.immediate_rout and self.is_shaken(unit) and self.rout_units(bit(unit))

    def is_shaken(self, unit: i64) -> bool:
        """CC-8.5: more markers than Strength."""
        strength: i64 = self.tables.strength[unit]
        return count(self.casualties, unit) + count(self.pins, unit) > strength

    def _destroy(self, unit: i64) -> bool:
        """CC-9.2: casualties remove a unit. Is the game over?"""
        if self.recorder.recording:
            self.emit(e.Destroyed(owner_of(unit), [unit], pieces_of(self._lying_with(bit(unit)))))
        return self._remove(bit(unit))

    def rout_units(self, units: i64) -> bool:
        """CC-8.5: units run away together, with `both_sides_rally` of both sides. Is the game over?"""
        if self.recorder.recording:
            seat = owner_of(lowest(units))
            self.emit(e.Routed(seat, members_of(units), pieces_of(self._lying_with(units))))
        return self._remove(units)

    def _lying_with(self, units: i64) -> list[int]:
        """The names of the cards that lie with units."""
        cards: list[int] = []
        if units & self.ammo:
            cards.append(AMMO)
        if units & self.broken:
            cards.append(BROKEN)
        return cards

    def _remove(self, units: i64) -> bool:
        """CC-9.2: units leave play for good, their cards go to the discard pile. Is the game over?"""
        cards = self._lying_with(units)
        for i in range(len(cards)):
            self.discard = plus(self.discard, one(cards[i]))
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
