"""CC-7 Assault Phase, the battles (CC-7.5 to 7.14): cards in turn, then mines, defenders and attackers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.assault import Assault
from grognard.games.company_commander.tables import amount_of, amounts_of, front_code
from grognard.kernel.cardsets.bits import lowest, members_of, ones
from grognard.kernel.cardsets.counts import MOST, copies, count, nothing, plus, some, with_count, within

FIRE_PIN_FROM: Final = 4  # CC-7.11
FIRE_CASUALTY_FROM: Final = 6


@mypyc_attr(acyclic=True)
class Battle(Assault):
    """CC-7.5 to 7.14: the battles, one after another."""

    def next_battle(self) -> None:
        """CC-7.5: starts the next battle. With several left, the attacker chooses which."""
        fronts = self.attacked_fronts()
        if fronts == 0:
            self.begin_rally()
        elif ones(fronts) == 1:
            self.join_battle(lowest(fronts))
        else:
            self.frames = n.ORDER

    def join_battle(self, front: i64) -> None:
        """CC-7.7: opens a battle with its cards; the attacker plays first."""
        self.front = front
        self.asked = self.active
        self.passed = False
        if self.recorder.recording:
            attackers, defenders = members_of(self.attackers.at(front)), members_of(self.defenders(front))
            self.emit(e.Joined(self.active, attackers, defenders, front))
        self.open_phase(n.BATTLE)

    def pass_card(self) -> None:
        """CC-7.7: a player passes; two passes in a row end the card play."""
        if self.passed:
            self._fight()
        else:
            self.passed = True
            self.asked = 1 - self.asked
            self.open_phase(n.BATTLE)

    def next_card(self) -> None:
        self.passed = False
        self.asked = 1 - self.asked
        self.open_phase(n.BATTLE)

    def fighters(self, seat: i64) -> i64:
        """A side's units in the current battle (CC-7.5, 7.6)."""
        return self.attackers.at(self.front) if seat == self.active else self.defenders(self.front)

    def able(self, units: i64) -> i64:
        """CC-7.9: the units that may fire."""
        return units & ~self.green & ~self.pinned()

    def _fight(self) -> None:
        """CC-7.8, 7.10: mines fire, then the defenders, then the attackers."""
        self.attacked |= self.attackers.at(self.front)
        for name in copies(within(self.in_effect, self.tables.kinds.mines)):
            dice = amount_of(self.tables, name)
            if self.recorder.recording:
                self.emit(e.Ready(1 - self.active, self.piece(name), [], dice, n.NONE, 0, 0, []))
            if self._fire_at_attackers(n.NONE, name, dice):
                return
        if self.at_once():
            self._fix_pools()
        defenders = self.able(self.defenders(self.front))
        while defenders != 0 and self.attackers.at(self.front) != 0:
            unit = lowest(defenders)
            defenders &= defenders - 1
            dice = self.fire_dice(unit)
            self._get_ready(unit, dice)
            if self._fire_at_attackers(unit, n.NONE, dice):
                return
        self.to_fire = some(self.pools) if self.at_once() else self.able(self.attackers.at(self.front))
        self.fire_on()

    def _fix_pools(self) -> None:
        """CC-7.13: fixes the attackers' dice and Fronts of origin before they can be pinned or removed."""
        for unit in members_of(self.able(self.attackers.at(self.front))):
            self.pools = with_count(self.pools, unit, min(MOST, self.fire_dice(unit)))
            self.origins = with_count(self.origins, unit, self.front_of(unit) + 1)

    def fire_dice(self, unit: i64) -> i64:
        """CC-7.9: a unit's Fire dice: Strength less casualties, plus Defense and dice from cards."""
        dice: i64 = self.tables.strength[unit]
        dice -= count(self.casualties, unit)
        if self.owner_of(unit) != self.active:
            defense: i64 = self.tables.defense[unit]
            dice += defense
        return dice + self.sum_of(self.helping(self.tables.kinds.dice, unit + 1))

    def assault_bonus(self, unit: i64) -> i64:
        """The bonus of a unit's Assault trait, which only attackers get."""
        bonus: i64 = self.tables.assault[unit]
        return bonus if self.owner_of(unit) == self.active else 0

    def modifying(self, unit: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The cards that modify a unit's Fire dice regardless of the target (CC-7.11)."""
        kinds = self.tables.kinds
        owner = self.owner_of(unit)
        on_battle = within(self.in_effect, kinds.for_attackers if owner == self.active else kinds.for_defenders)
        if len(self.aimed) == 0:
            return on_battle
        return plus(on_battle, self.helping(kinds.fronts, front_code(owner, self.origin(unit))))

    def fire_bonus(self, unit: i64) -> i64:
        """The sum of all modifiers on a unit's Fire dice, except Entrenched."""
        bonus = self.assault_bonus(unit)
        if self.owner_of(unit) == self.active:
            bonus += self.flank_bonus(unit, self.front)
        return bonus + self.sum_of(self.modifying(unit))

    def _get_ready(self, unit: i64, dice: i64) -> None:
        if self.recorder.recording:
            helping = copies(self.helping(self.tables.kinds.dice, unit + 1))
            cards, amounts = self.tables.cards.pieces_of(helping), amounts_of(self.tables, helping)
            strength: i64 = self.tables.strength[unit]
            casualties = count(self.casualties, unit)
            defense: i64 = 0 if self.owner_of(unit) == self.active else self.tables.defense[unit]
            self.emit(e.Ready(self.owner_of(unit), unit, cards, dice, strength, casualties, defense, amounts))

    def _fire_die(self, unit: i64, mines: i64) -> i64:
        """CC-7.11: rolls one die and adds the modifiers; mines, with no unit, have none."""
        die = self.die()
        self.reveal()
        bonus: i64 = 0 if unit == n.NONE else self.fire_bonus(unit)
        if self.recorder.recording:
            if unit == n.NONE:
                self.emit(e.FireDie(1 - self.active, self.piece(mines), [], die, 0, 0, []))
            else:
                self._tell_die(unit, die)
        return die + bonus

    def _tell_die(self, unit: i64, die: i64) -> None:
        flank = self.flank_bonus(unit, self.front) if self.owner_of(unit) == self.active else 0
        helping = copies(self.modifying(unit))
        cards, amounts = self.tables.cards.pieces_of(helping), amounts_of(self.tables, helping)
        self.emit(e.FireDie(self.owner_of(unit), unit, cards, die, self.assault_bonus(unit), flank, amounts))

    def _fire_at_attackers(self, unit: i64, mines: i64, dice: i64) -> bool:
        """CC-7.10: fires the dice of mines or one defender, without answers. Returns whether the game is over."""
        while dice > 0 and self.attackers.at(self.front) != 0:
            dice -= 1
            result = self._fire_die(unit, mines)
            if result < FIRE_PIN_FROM:
                continue
            self.acting = unit
            self.hit(self.picked_target(self.attackers.at(self.front)), result >= FIRE_CASUALTY_FROM)
            if not self.is_spared() and self.take_hit():
                return True
        return False

    def fire_on(self) -> None:
        """CC-7.10: fires the attackers' dice one by one; the defender may answer each hit."""
        while True:
            while self.dice > 0 and self.defenders(self.front) != 0:
                self.dice -= 1
                if self._attacker_hits(self._fire_die(self.acting, n.NONE)):
                    self.open_window(n.DIE)
                    return
            self.dice = 0
            if self.to_fire == 0 or self.defenders(self.front) == 0:  # CC-7.12
                break
            self.acting = lowest(self.to_fire)
            self.to_fire &= self.to_fire - 1
            self.dice = count(self.pools, self.acting) if self.at_once() else self.fire_dice(self.acting)
            self._get_ready(self.acting, self.dice)
        self._end_battle()

    def _attacker_hits(self, result: i64) -> bool:
        """CC-7.11: picks the target and applies Entrenched. Returns whether there is a hit."""
        if result < FIRE_PIN_FROM:
            return False
        target = self.picked_target(self.defenders(self.front))
        for name in copies(self.helping(self.tables.kinds.trenches, target + 1)):
            amount = amount_of(self.tables, name)
            result += amount
            if self.recorder.recording:
                self.emit(e.Held(self.owner_of(target), target, self.piece(name), result, amount))
        if result < FIRE_PIN_FROM:
            return False
        self.hit(target, result >= FIRE_CASUALTY_FROM)
        return not self.is_spared()

    def _end_battle(self) -> None:
        """CC-7.14: ends the battle and the effects of its cards, then starts the next."""
        judged = self.at_once()
        self.forget_attackers(self.attackers.at(self.front))
        self.to_fire = 0
        self.pools = nothing()
        self.origins = nothing()
        self.in_effect = nothing()
        self.end_effects(self.tables.kinds.dice | self.tables.kinds.trenches)
        self.settle()
        if judged and self.look_for_victory():  # CC-7.13
            return
        self.next_battle()
