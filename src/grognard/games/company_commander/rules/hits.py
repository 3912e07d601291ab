"""CC-9 Hits: targets, armor saves, markers, and units that leave play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.fronts import Fronts
from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of, ones
from grognard.kernel.cardsets.counts import MOST, count, plus, some, with_count, without

SAVE_FROM: Final = 6  # CC-9.3


@mypyc_attr(acyclic=True)
class Hits(Fronts):
    """CC-9 Hits."""

    def settle(self) -> None:
        """Clears the state of the action being resolved."""
        self.front = n.NO_FRONT
        self.acting = self.gun = self.target = n.NONE
        self.severe = False
        self.rolls = 0

    def picked_target(self, units: i64) -> i64:
        """CC-6.6: picks a random target; Anti-Tank picks among Vehicles and Artillery if there are any."""
        prey = units & self.tables.kinds.prey
        if prey != 0 and self._is_anti_tank():
            units = prey
        return lowest(units) if ones(units) == 1 else self.random_thing(units)

    def _is_anti_tank(self) -> bool:
        """Whether the firing unit has Anti-Tank; cards and mines never do."""
        return self.acting != n.NONE and is_in(self.tables.kinds.anti_tank | self.fausts, self.acting)

    def hit(self, target: i64, severe: bool) -> None:
        """CC-9.1: aims a pin or, if `severe`, a casualty at a unit, before anything cancels or reduces it."""
        self.target = target
        self.severe = severe
        if self.recorder.recording:
            self.emit(e.HasHit(self.owner_of(target), target, severe))

    def is_spared(self) -> bool:
        """CC-9.4: whether the target is a Tank hit by a Sniper, which has no effect."""
        sniper = self.acting != n.NONE and is_in(self.tables.kinds.snipers, self.acting)
        if not (sniper and is_in(self.tables.kinds.tanks, self.target)):
            return False
        if self.recorder.recording:
            self.emit(e.Spared(self.owner_of(self.target), self.target))
        return True

    def take_hit(self) -> bool:
        """CC-9.3: makes the armor save, then places the marker. Returns whether the game is over."""
        unit = self.target
        severe = self.severe
        self.target = n.NONE
        self.severe = False
        if is_in(self.tables.kinds.armored, unit):
            die = self.die()
            self.reveal()
            bonus: i64 = self.tables.armor[unit]
            if self.recorder.recording:
                self.emit(e.SaveRoll(self.owner_of(unit), unit, die, bonus, severe))
            if die + bonus >= SAVE_FROM:
                if not severe:
                    return False
                severe = False
        return self._injure(unit) if severe else self.pin(unit)

    def _injure(self, unit: i64) -> bool:
        """Adds a casualty marker. Returns whether the game is over."""
        casualties = count(self.casualties, unit) + 1
        self.casualties = with_count(self.casualties, unit, casualties)
        self.stirred = True
        if casualties >= self.tables.strength[unit]:
            return self._destroy(unit)
        if self.recorder.recording:
            self.emit(e.Hurt(self.owner_of(unit), unit, casualties))
        return self._rout_at_once(unit)

    def pin(self, unit: i64) -> bool:
        """Adds a Pinned marker; more than 31 would not matter. Returns whether the game is over."""
        pins = min(MOST, count(self.pins, unit) + 1)
        self.pins = with_count(self.pins, unit, pins)
        if self.recorder.recording:
            self.emit(e.Pinned(self.owner_of(unit), unit, pins))
        return self._rout_at_once(unit)

    def _rout_at_once(self, unit: i64) -> bool:
        """CC-8.5: routs a shaken unit under option `immediate_rout`. Returns whether the game is over."""
        return self.tables.immediate_rout and self.is_shaken(unit) and self.rout_units(bit(unit))

    def is_shaken(self, unit: i64) -> bool:
        """CC-8.5: whether a unit has more markers than Strength."""
        strength: i64 = self.tables.strength[unit]
        return count(self.casualties, unit) + count(self.pins, unit) > strength

    def _destroy(self, unit: i64) -> bool:
        """CC-9.2: removes a unit destroyed by casualties. Returns whether the game is over."""
        if self.recorder.recording:
            self.emit(e.Destroyed(self.owner_of(unit), [unit], self.pieces_in(self.lying_with(bit(unit)))))
        return self._remove(bit(unit))

    def rout_units(self, units: i64) -> bool:
        """CC-8.5: removes all routed units at once, even if both sides have some. Returns whether the game is over."""
        if self.recorder.recording:
            seat = self.owner_of(lowest(units))
            self.emit(e.Routed(seat, members_of(units), self.pieces_in(self.lying_with(units))))
        return self._remove(units)

    def _remove(self, units: i64) -> bool:
        """CC-9.2: removes units for good and discards their cards. Returns whether the game is over."""
        self.discard = plus(self.discard, self.lying_with(units))
        self.detach(units)
        self.stands.take_off(units)
        self.lost |= units
        self.casualties = without(self.casualties, units)
        self.pins = without(self.pins, units)
        self.forget_attackers(units)
        self.stirred = True
        return not self.at_once() and self.look_for_victory()

    def at_once(self) -> bool:
        """CC-7.13: whether Surprise Contact is in effect in this battle."""
        return some(self.in_effect) & self.tables.kinds.simultaneous != 0
