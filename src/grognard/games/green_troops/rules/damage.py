"""GT-1.8 Damage and GT-9 What becomes of Units and their cards."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.cards import battle_cards
from grognard.games.green_troops.rules.victory import Victory
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import EFFECT, FIRST_TERRAIN, KIND, ROUTS, SHOOT, SPY, TYPE, UNITS_IN_ALL
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import NONE, bit, is_in, lowest, members_of
from grognard.kernel.cardsets.counts import at_least, count, each, plus, with_count, without


@mypyc_attr(acyclic=True)
class Damage(Victory):
    """Markers, defeat, lost Leaders, Rout, and ground that changes hands."""

    def reckon(self, name: i64, unit: i64, target: i64) -> tuple[i64, i64, i64, i64, i64]:
        """An attack's damage in parts: the card, the Unit, its Leader, its ground, and what the target's takes off."""
        card: i64 = self.tables.damage[name]
        attack: i64 = self.tables.attack[unit]
        code = count(self.leaders, unit)
        leader: i64 = self.tables.leader_attack[code]
        ground: i64 = 0
        if is_in(self.tables.in_melee, name):
            melee: i64 = self.tables.leader_melee[code]
            leader += melee
        elif TYPE[name] == SHOOT:
            ground = self.tables.terrain_shoot[count(self.terrains, unit)]
        cover: i64 = self.tables.terrain_cover[count(self.terrains, target)]
        return card, attack - 1, leader, ground, cover

    def strike(self, army: Army, name: i64, unit: i64, target: i64) -> i64:
        """A Unit's attack places its damage on another; how much that is. An attacker struck back left its Terrain."""
        damage = summed(self.reckon(name, unit, target))
        if self.recorder.recording:
            self.emit(self.reckoning(army.seat, name, unit, target))
        self.hurt(target, damage, army, True)
        return damage

    def reckoning(self, seat: i64, name: i64, unit: i64, target: i64) -> e.Reckoned:
        """An attack of a seat at length, for those who read it."""
        card, attack, leader, ground, cover = self.reckon(name, unit, target)
        parts: list[int] = [card, attack, leader, ground, cover]
        givers: list[int] = [self.leader_on(unit), self.terrain_of(unit), self.terrain_of(target)]
        helping = [UNITS_IN_ALL + givers[i] for i in range(3) if parts[2 + i] != 0]
        damage = summed((card, attack, leader, ground, cover))
        markers = count(self.damage, target) + damage
        return e.Reckoned(
            seat, UNITS_IN_ALL + name, unit, target, helping, parts, givers, markers, self.defense(target), damage
        )

    def hurt(self, unit: i64, damage: i64, winner: Army, spoils: bool) -> None:
        """Markers are placed, and the Unit may fall (GT-1.5)."""
        markers = count(self.damage, unit) + damage
        if self.recorder.recording:
            seat = self.owner(unit).seat
            if damage > 0:
                self.emit(e.Hurt(seat, unit, damage, markers, self.defense(unit)))
            else:
                self.emit(e.Unhurt(seat, unit, damage, markers, self.defense(unit)))
        if falls(markers, self.defense(unit)):
            self.defeat(self.owner(unit), bit(unit), winner, spoils)
        else:
            self.damage = with_count(self.damage, unit, markers)

    def lose_leader(self, unit: i64, winner: Army, spoils: bool) -> None:
        """GT-9.8: the Leader is discarded; without him the Unit may fall."""
        leader = self.leader_on(unit)
        self.leaders = without(self.leaders, bit(unit))
        self.discard_card(leader)
        if self.recorder.recording:
            self.emit(e.LeaderLost(self.owner(unit).seat, UNITS_IN_ALL + leader, unit))
        if falls(count(self.damage, unit), self.defense(unit)):
            self.defeat(self.owner(unit), bit(unit), winner, spoils)

    def defeat(self, army: Army, fallen: i64, winner: Army, spoils: bool) -> None:
        """GT-9.1, 9.2: they leave together."""
        captives: i64 = 0
        ground: i64 = 0
        left = fallen
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.leader_on(unit) != NONE:
                captives |= bit(self.leader_on(unit))
            if self.terrain_of(unit) != NONE:
                ground |= bit(self.terrain_of(unit))
        self.clear(fallen)
        army.line &= ~fallen
        winner.pile |= fallen
        winner.captives |= captives
        if spoils:
            self.spoils |= ground
        else:
            self.discard = plus(self.discard, each(ground))
        self.fell = True
        self.quiet = 0
        if self.recorder.recording:
            self.emit(e.Defeated(winner.seat, members_of(fallen), battle_cards(each(captives)), army.seat))
        self.after_losses(army)

    def cut_short(self) -> bool:
        """Has what was just done ended the game, or the turn, for the active seat has retired? Then this leads on."""
        if self.frames == OVER:
            return True
        if not self.armies[self.active].retired:
            return False
        self.drop_attack()
        self.end_turn()
        return True

    def marked(self, name: i64) -> i64:
        """The Units with as many markers as a card asks for."""
        markers: i64 = self.tables.markers[name]
        return at_least(self.damage, markers) if markers > 0 else KIND.all_units

    def screeners(self) -> i64:
        """The own Light Troops of which one pays for a Screen (GT-9.6)."""
        return self.reject_bits(self.armies[self.decider()].line, ~KIND.light_troops, n.NOT_LIGHT_TROOPS)

    def rout_verdict(self, name: i64) -> i64:
        """Why this card is not played as a Rout; 0 if it is."""
        if EFFECT[name] != ROUTS:
            return n.NOT_A_ROUT  # GT-7.4
        return n.NOBODY_TO_ROUT if self.routable(name) == 0 else 0

    def routable(self, name: i64) -> i64:
        """GT-9.7: with option `rout_follow` only who has just been damaged."""
        units = self.reject_bits(self.side_line(self.decider() ^ 1), ~self.marked(name), n.TOO_FRESH)
        if not self.tables.rout_follow:
            return units
        just = bit(self.attacker) if self.window() == n.ROUT else self.struck
        return self.reject_bits(units, ~just, n.NOT_JUST_DAMAGED)

    def rout(self, name: i64, unit: i64) -> None:
        """GT-9.7: defeated, whatever its Defense."""
        window = self.phase()
        winner = self.armies[self.decider()]
        self.discard_card(name)
        if self.recorder.recording:
            self.emit(e.Routed(winner.seat, UNITS_IN_ALL + name, unit, self.owner(unit).seat))
        self.defeat(self.owner(unit), bit(unit), winner, False)
        if not self.cut_short():
            self.open_phase(window)

    def leave_terrain(self, unit: i64) -> None:
        terrain = self.terrain_of(unit)
        if terrain == NONE:
            return
        self.terrains = without(self.terrains, bit(unit))
        self.discard_card(terrain)
        if self.recorder.recording:
            self.emit(e.LeftTerrain(self.active, UNITS_IN_ALL + terrain, unit))

    def takeable(self) -> i64:
        """GT-9.9: the Terrain that the attacker may take."""
        if is_in(KIND.cavalry, self.attacker):
            return 0
        taken: i64 = 0
        left = self.spoils
        while left != 0:
            terrain = lowest(left)
            left &= left - 1
            if self.accepts(UNITS_IN_ALL + terrain, self._take_verdict(terrain)):
                taken |= bit(terrain)
        return taken

    def _take_verdict(self, terrain: i64) -> i64:
        """Why the attacker cannot take this Terrain; 0 if he can."""
        old: i64 = self.tables.terrain_defense[count(self.terrains, self.attacker)]
        new: i64 = self.tables.terrain_defense[terrain - FIRST_TERRAIN + 1]
        would_fall = falls(count(self.damage, self.attacker), self.defense(self.attacker) - old + new)
        return n.WOULD_FALL_THERE if would_fall else 0

    def take(self, terrain: i64) -> None:
        """The attacker moves onto the ground."""
        self.leave_terrain(self.attacker)
        self.spoils &= ~bit(terrain)
        self.terrains = with_count(self.terrains, self.attacker, terrain - FIRST_TERRAIN + 1)
        if self.recorder.recording:
            self.emit(e.Took(self.active, UNITS_IN_ALL + terrain, self.attacker))
        self.leave_spoils()

    def leave_spoils(self) -> None:
        """Probe shows a hand (GT-8.2); what is not taken is discarded with the attack."""
        if EFFECT[self.attack] == SPY and not self.armies[self.target_seat].retired:
            self.spy(self.target_seat)
        self.end_attack(False)


def falls(markers: i64, defense: i64) -> bool:
    """GT-1.5: is a Unit of this Defense defeated by so many markers?"""
    return markers > defense


def summed(parts: tuple[i64, i64, i64, i64, i64]) -> i64:
    """GT-1.8: the damage that parts come to; never below 0."""
    return max(0, parts[0] + parts[1] + parts[2] + parts[3] - parts[4])
