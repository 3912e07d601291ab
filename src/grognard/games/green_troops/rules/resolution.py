"""GT-8 Shoot and Melee Resolution: defense, barrages and the aftermath."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.damage import falls
from grognard.games.green_troops.rules.opportunity import Opportunity
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import BARRAGES, KILL_LEADER, MELEE, ROUTS, SCREEN
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import count, with_count


@mypyc_attr(acyclic=True)
class Resolution(Opportunity):
    """The resolution of an attack."""

    def defense_verdict(self, name: i64) -> i64:
        """Why a Defense card cannot stop this attack; 0 if it can (GT-8.1, 8.4).

        With option `answer_opportunity` the attacker's owner answers an O card, which is neither S nor M. Only cards
        that stop any kind of attack can stop it.
        """
        phase = self.phase()
        if phase == n.BARRAGE:
            if self.protectable(name) == 0:
                return n.NOBODY_TO_PROTECT
        else:
            back = phase == n.ANSWER
            if not is_in(self.users_of(name), self.attacker if back else self.target):
                return n.TARGET_CANNOT_USE
            stopped: i64 = self.tables.kinds.stops_any_of[name] if back else self._stopped(name)
            if not is_in(stopped, self.target if back else self.attacker):
                return n.ATTACK_NOT_STOPPED
        return n.NO_LIGHT_TROOPS if self.tables.effect[name] == SCREEN and self.screeners() == 0 else 0

    def _stopped(self, name: i64) -> i64:
        """The attackers that a Defense card stops in an attack of the current kind."""
        kinds = self.tables.kinds
        stops = kinds.stops_melees_of if self.tables.type[self.attack] == MELEE else kinds.stops_shots_of
        attackers: i64 = stops[name]
        return attackers

    def defend(self, name: i64, screener: i64) -> None:
        """GT-8.1, 8.5: plays a Defense card that stops the attack."""
        self.discard_card(name)
        if self.recorder.recording:
            self.emit(e.Defended(self.target_seat, self.piece(name), self.target, n.DEFEND))
        if self.tables.effect[name] == SCREEN:
            self.hurt(screener, self.tables.amount[name], self.armies[self.active], False)
            if self.cut_short():
                return
        self.end_attack(True)

    def protectable(self, name: i64) -> i64:
        """The Units that this card can protect from the barrage, as against Artillery fire (GT-8.4)."""
        units = self.reject_bits(self.armies[self.target_seat].line, self.protected, n.PROTECTED_ALREADY)
        users = self.users_of(name)
        if not is_in(self._stopped(name), self.attacker):
            users = 0
        return self.reject_bits(units, ~users, n.CANNOT_PROTECT)

    def protect(self, name: i64, unit: i64, screener: i64) -> None:
        """GT-8.4: plays a Defense card that protects one Unit from the barrage."""
        self.discard_card(name)
        self.protected |= bit(unit)
        if self.recorder.recording:
            self.emit(e.Protected(self.target_seat, self.piece(name), unit, n.BARRAGE))
        if self.tables.effect[name] == SCREEN:
            self.hurt(screener, self.tables.amount[name], self.armies[self.active], False)
            if self.cut_short():
                return
        self.open_phase(n.BARRAGE)

    def resolve(self) -> None:
        """GT-8.2, 8.3, 8.4: carries out an attack that was not stopped."""
        army = self.armies[self.active]
        effect = self.tables.effect[self.attack]
        if effect == BARRAGES:
            self._bombard(army)
        elif effect == KILL_LEADER:
            self.lose_leader(self.target, army, True)
        elif self.strike(army, self.attack, self.attacker, self.target) > 0:
            self.struck = bit(self.target)
        if self.frames != OVER:
            self.open_phase(n.CAPTURE)

    def _bombard(self, army: Army) -> None:
        """GT-8.4: hits every unprotected Unit, all at once."""
        target = self.armies[self.target_seat]
        hit = target.line & ~self.protected
        self.struck = hit
        fallen: i64 = 0
        damage: i64 = self.tables.damage[self.attack]
        left = hit
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            markers = count(self.damage, unit) + damage
            if self.recorder.recording:
                self.emit(e.Hurt(target.seat, unit, damage, markers, self.defense(unit)))
            if falls(markers, self.defense(unit)):
                fallen |= bit(unit)
            else:
                self.damage = with_count(self.damage, unit, markers)
        if fallen != 0:
            self.defeat(target, fallen, army, True)

    def end_attack(self, negated: bool) -> None:
        """GT-8.5, 8.6: discards the attack card and starts the aftermath."""
        if self.recorder.recording and negated:
            self.emit(e.Negated(self.active, self.piece(self.attack), n.DEFEND))
        self.drop_attack()
        self.open_phase(n.AFTERMATH)

    def aftermath_verdict(self, name: i64) -> i64:
        """Why this card cannot be played after the attack; 0 if it can (GT-8.6)."""
        if self.tables.effect[name] == ROUTS:
            return self.rout_verdict(name)
        if not is_in(self.tables.kinds.events, name):
            return n.NOT_AN_EVENT
        return self.event_verdict(name)
