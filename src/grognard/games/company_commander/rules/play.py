"""CC-10 Tactics cards: the effects of playing a card."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.cards import Cards
from grognard.games.company_commander.tables import amount_of, front_code
from grognard.kernel.cardsets.bits import bit, lowest
from grognard.kernel.cardsets.counts import one, plus, some


@mypyc_attr(acyclic=True)
class Play(Cards):
    """CC-10.2: a card is shown, carried out and discarded."""

    def _show(self, name: i64, unit: i64, front: i64) -> i64:
        """CC-10.2: shows a card and discards it unless it stays with a unit. Returns the seat that played it."""
        seat = self.decider()
        effect: i64 = self.tables.kinds.effect[name]
        self.close_frame()
        self.hand(seat).lose(name)
        if effect not in (n.OUT_OF_AMMO, n.BREAKDOWN, n.DRAW_TACTICS):
            self.discard = plus(self.discard, one(name))
        if self.recorder.recording:
            at = n.NONE if front == n.NO_FRONT else front
            self.emit(e.Played(seat, self.piece(name), unit, at, self._side_played_on(name, seat, unit, at)))
        return seat

    def _side_played_on(self, name: i64, seat: i64, unit: i64, front: i64) -> i64:
        """The owner of the unit or Front that a card is played on, or NONE if it names neither."""
        if unit != n.NONE:
            return self.owner_of(unit)
        if front == n.NONE:
            return n.NONE
        own = self.tables.kinds.effect[name] in (n.OWN_FRONT, n.FOG, n.DISORDER)
        return seat if own else 1 - seat

    def play(self, name: i64, unit: i64, front: i64) -> None:
        seat = self._show(name, unit, front)
        effect: i64 = self.tables.kinds.effect[name]
        phase = self.phase()
        if effect in (n.NEGATE_SUPPRESSION, n.NEGATE_FIRE, n.NEGATE_MOVE, n.NEGATE_RALLY):
            self._negate()
        elif phase == n.BATTLE:
            self._play_in_battle(name, unit, front, seat)
        elif effect in (n.GREEN, n.PIN, n.OUT_OF_AMMO, n.BREAKDOWN, n.FOG, n.DISORDER, n.HOLD):
            self._stop(name, unit, front)
        elif effect in (n.SUPPORT, n.SQUAD_FIRE):
            self.gun = name
            self.acting = unit
            self.front = front
            self.rolls = amount_of(self.tables, name)
            self.open_window(n.FIRE)  # CC-6.4
        elif effect == n.EXTRA_RALLY:
            if self.rally_roll(unit, n.NONE):
                self.open_window(n.RALLIED)
            else:
                self.open_phase(n.RALLY)
        else:
            self._order(name, unit, front)

    def _negate(self) -> None:
        """Cancels a move, a roll or a die (CC-3.7, 6.6, 7.11, 8.4)."""
        phase = self.phase()
        self.leave()
        match phase:
            case n.MOVE:
                self.halted |= bit(self.acting)
                self.open_phase(n.DEPLOY)
            case n.HIT:
                self.after_hit()
            case n.DIE:
                self.fire_on()
            case _:
                self.own_rolls()

    def _order(self, name: i64, unit: i64, front: i64) -> None:
        """Plays a card that helps the active player outside battles."""
        effect: i64 = self.tables.kinds.effect[name]
        amount = amount_of(self.tables, name)
        if effect == n.DRAW_SQUAD:
            self.draw_squads(amount)
        elif effect == n.DRAW_TACTICS:
            self.draw_tactics(amount)
            self.discard = plus(self.discard, one(name))
        elif effect == n.OBSERVE:
            self.aim_at(name, front_code(1 - self.active, front))
        elif effect == n.ANTI_TANK:
            self.fausts |= bit(unit)
        elif effect == n.MAY_ASSAULT:
            self.veterans |= bit(unit)
        else:
            self.roads |= bit(unit)
        self.open_phase(self.phase())

    def _play_in_battle(self, name: i64, unit: i64, front: i64, seat: i64) -> None:
        effect: i64 = self.tables.kinds.effect[name]
        if effect in (n.DICE, n.ENTRENCH):
            self.aim_at(name, unit + 1)
        elif effect == n.OWN_FRONT:
            self.aim_at(name, front_code(seat, front))
        elif effect == n.ANTI_TANK:
            self.fausts |= bit(unit)
        elif effect == n.GREEN:
            self.green |= bit(unit)
        elif effect == n.PIN:
            if self.pin(unit):
                return
        else:
            self.in_effect = plus(self.in_effect, one(name))
        self.next_card()

    def _stop(self, name: i64, unit: i64, front: i64) -> None:
        """Plays a card that stops a unit or closes a Front; as an answer to an action, it also cancels that action."""
        effect: i64 = self.tables.kinds.effect[name]
        if effect == n.FOG:
            self.fogged |= bit(front)
        elif effect == n.DISORDER:
            self.disordered |= bit(front)
        elif effect != n.PIN:
            self._burden(name, unit)
        elif self.pin(unit):
            return
        if self.phase() == n.ATTACK:
            self.withdraw_units(self.attackers.at(front) if effect in (n.FOG, n.DISORDER) else bit(unit))
            self.open_phase(n.ATTACK)
        else:
            self._call_off()

    def _burden(self, name: i64, unit: i64) -> None:
        """Marks a unit with the effect of a card that restricts it."""
        effect: i64 = self.tables.kinds.effect[name]
        if effect == n.GREEN:
            self.green |= bit(unit)
        elif effect in (n.OUT_OF_AMMO, n.BREAKDOWN):
            self.attach(name, unit)
        else:
            self.waiting |= bit(unit)

    def _call_off(self) -> None:
        """Cancels the declared action (CC-3.7, 5.2, 6.4, 8.3); in the Tactics Phase there is none."""
        phase = self.phase()
        if phase == n.TACTICS:
            self.open_phase(n.TACTICS)
            return
        if self.recorder.recording:
            self.emit(e.CalledOff(self.active, self.acting, self.piece(self.gun), phase))
        if phase == n.MOVE:
            self.halted |= bit(self.acting)
            self.open_phase(n.DEPLOY)
        elif phase == n.MISSION:
            self.open_phase(n.RECON)
        elif phase == n.LEADER:
            self.open_phase(n.RALLY)
        else:
            if self.acting != n.NONE:
                self.stopped |= bit(self.acting)
            self.open_phase(n.SUPPRESSION)

    def reconnoitre(self, front: i64) -> None:
        """CC-5.7: plays Air Reconnaissance for a bonus against a Front or, without a Front, for a look."""
        name = lowest(some(self.picked))
        self._show(name, n.NONE, front)
        if front == n.NO_FRONT:
            self.look()
        else:
            self.aim_at(name, front_code(1 - self.active, front))
            self.open_phase(n.RECON)
