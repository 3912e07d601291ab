"""CC-10 Tactics cards: what a card does when it is played."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import names
from grognard.games.company_commander.names import (
    ANTI_TANK, ATTACK, BATTLE, BREAKDOWN, CALLED_OFF, DEPLOY, DICE, DISORDER, DRAW_SQUAD, DRAW_TACTICS, ENTRENCH,
    EXTRA_RALLY, FIRE, FOG, GREEN, HOLD, LEADER, MAY_ASSAULT, MISSION, MOVE, NEGATE_FIRE, NEGATE_MOVE, NEGATE_RALLY,
    NEGATE_SUPPRESSION, NONE, NO_FRONT, OBSERVE, OUT_OF_AMMO, OWN_FRONT, PIN, PLAYED, RALLIED, RALLY, RECON, SQUAD_FIRE,
    SUPPORT, SUPPRESSION, TACTICS,
)  # fmt: skip
from grognard.games.company_commander.rules.cards import Cards
from grognard.games.company_commander.tables import EFFECT, UNITS_IN_ALL, amount_of, front_code
from grognard.kernel.cardsets.bits import bit, lowest
from grognard.kernel.cardsets.counts import one, plus, some


@mypyc_attr(acyclic=True)
class Play(Cards):
    """CC-10.2: a card is shown, carried out and discarded."""

    def _show(self, name: i64, unit: i64, front: i64) -> i64:
        """CC-10.2: the card is shown, and goes to the discard pile unless it stays with a unit. Who played it?"""
        seat = self.decider()
        effect: i64 = EFFECT[name]
        self.close_frame()
        self.hand(seat).lose(name)
        if effect not in (OUT_OF_AMMO, BREAKDOWN, DRAW_TACTICS):
            self.discard = plus(self.discard, one(name))
        if self.recorder.recording:
            on = [] if unit == NONE else [unit]
            at = [] if front == NO_FRONT else [front]
            self.tell(PLAYED, seat, [UNITS_IN_ALL + name, *on], at)
        return seat

    def play(self, name: i64, unit: i64, front: i64) -> None:
        seat = self._show(name, unit, front)
        effect: i64 = EFFECT[name]
        phase = self.phase()
        if effect in (NEGATE_SUPPRESSION, NEGATE_FIRE, NEGATE_MOVE, NEGATE_RALLY):
            self._negate()
        elif phase == BATTLE:
            self._play_in_battle(name, unit, front, seat)
        elif effect in (GREEN, PIN, OUT_OF_AMMO, BREAKDOWN, FOG, DISORDER, HOLD):
            self._stop(effect, unit, front)
        elif effect in (SUPPORT, SQUAD_FIRE):
            self.gun = name
            self.acting = unit
            self.front = front
            self.rolls = amount_of(self.tables, name)
            self.open_window(FIRE)  # CC-6.4
        elif effect == EXTRA_RALLY:
            if self.rally_roll(unit, NONE):
                self.open_window(RALLIED)
            else:
                self.open_phase(RALLY)
        else:
            self._order(name, unit, front)

    def _negate(self) -> None:
        """A Move, a roll or a die has no effect (CC-3.7, 6.6, 7.11, 8.4)."""
        phase = self.phase()
        self.leave()
        match phase:
            case names.MOVE:
                self.halted |= bit(self.acting)
                self.open_phase(DEPLOY)
            case names.HIT:
                self.after_hit()
            case names.DIE:
                self.fire_on()
            case _:
                self.own_rolls()

    def _order(self, name: i64, unit: i64, front: i64) -> None:
        """The cards that help the active player outside battles."""
        effect: i64 = EFFECT[name]
        amount = amount_of(self.tables, name)
        if effect == DRAW_SQUAD:
            self.draw_squads(amount)
        elif effect == DRAW_TACTICS:
            self.draw_tactics(amount)
            self.discard = plus(self.discard, one(name))
        elif effect == OBSERVE:
            self.aim_at(name, front_code(1 - self.active, front))
        elif effect == ANTI_TANK:
            self.fausts |= bit(unit)
        elif effect == MAY_ASSAULT:
            self.veterans |= bit(unit)
        else:
            self.roads |= bit(unit)
        self.open_phase(self.phase())

    def _play_in_battle(self, name: i64, unit: i64, front: i64, seat: i64) -> None:
        effect: i64 = EFFECT[name]
        if effect in (DICE, ENTRENCH):
            self.aim_at(name, unit + 1)
        elif effect == OWN_FRONT:
            self.aim_at(name, front_code(seat, front))
        elif effect == ANTI_TANK:
            self.fausts |= bit(unit)
        elif effect == GREEN:
            self.green |= bit(unit)
        elif effect == PIN:
            if self.pin(unit):
                return
        else:
            self.in_effect |= bit(name)
        self.next_card()

    def _stop(self, effect: i64, unit: i64, front: i64) -> None:
        """The cards that stop a unit or close a Front; in answer to an action they also cancel it."""
        if effect == FOG:
            self.fogged |= bit(front)
        elif effect == DISORDER:
            self.disordered |= bit(front)
        elif effect != PIN:
            self._burden(effect, unit)
        elif self.pin(unit):
            return
        if self.phase() == ATTACK:
            self.withdraw_units(self.attackers.at(front) if effect in (FOG, DISORDER) else bit(unit))
            self.open_phase(ATTACK)
        else:
            self._call_off()

    def _burden(self, effect: i64, unit: i64) -> None:
        """The cards that keep one unit from what it could do."""
        if effect == GREEN:
            self.green |= bit(unit)
        elif effect == OUT_OF_AMMO:
            self.ammo |= bit(unit)
        elif effect == BREAKDOWN:
            self.broken |= bit(unit)
        else:
            self.waiting |= bit(unit)

    def _call_off(self) -> None:
        """What was declared does not happen (CC-3.7, 5.2, 6.4, 8.3); in the Tactics Phase nothing was."""
        phase = self.phase()
        if phase == TACTICS:
            self.open_phase(TACTICS)
            return
        if self.recorder.recording:
            what = [] if self.acting == NONE else [self.acting]
            card = [] if self.gun == NONE else [UNITS_IN_ALL + self.gun]
            self.tell(CALLED_OFF, self.active, what + card, [phase])
        if phase == MOVE:
            self.halted |= bit(self.acting)
            self.open_phase(DEPLOY)
        elif phase == MISSION:
            self.open_phase(RECON)
        elif phase == LEADER:
            self.open_phase(RALLY)
        else:
            if self.acting != NONE:
                self.stopped |= bit(self.acting)
            self.open_phase(SUPPRESSION)

    def reconnoitre(self, front: i64) -> None:
        """CC-5.7: what Air Reconnaissance was played for; no Front: a look."""
        name = lowest(some(self.picked))
        self._show(name, NONE, front)
        if front == NO_FRONT:
            self.look()
        else:
            self.aim_at(name, front_code(1 - self.active, front))
            self.open_phase(RECON)
