"""GT-1.8 Damage and GT-9 Fallen Units and their cards."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.victory import Victory
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import ROUTS, SHOOT, SPY
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import NONE, bit, is_in, lowest, members_of
from grognard.kernel.cardsets.counts import at_least, count, less, nothing, one, plus, some, with_count, without


@mypyc_attr(acyclic=True)
class Damage(Victory):
    """Markers, defeats, lost Leaders, Rout and captured Terrain."""

    def reckon(self, name: i64, unit: i64, target: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The parts of an attack's damage: card, Unit, Leader, Terrain, and the reduction by the target's Terrain."""
        card: i64 = self.tables.damage[name]
        code = count(self.leaders, unit)
        leader: i64 = self.tables.leader_attack[code]
        ground: i64 = 0
        if is_in(self.tables.in_melee, name):
            melee: i64 = self.tables.leader_melee[code]
            leader += melee
        elif self.tables.type[name] == SHOOT:
            ground = self.tables.terrain_shoot[count(self.terrains, unit)]
        cover: i64 = self.tables.terrain_cover[count(self.terrains, target)]
        return card, self.tables.attack_of(unit), leader, ground, cover

    def strike(self, army: Army, name: i64, unit: i64, target: i64) -> i64:
        """Places the damage of one Unit's attack on another. Returns the damage."""
        damage = summed(self.reckon(name, unit, target))
        if self.recorder.recording:
            self.emit(self.reckoning(army.seat, name, unit, target))
        self.hurt(target, damage, army, True)
        return damage

    def reckoning(self, seat: i64, name: i64, unit: i64, target: i64) -> e.Reckoned:
        """The event that shows the full calculation of an attack's damage."""
        card, attack, leader, ground, cover = self.reckon(name, unit, target)
        parts: list[int] = [card, attack, leader, ground, cover]
        givers: list[int] = [self.leader_on(unit), self.terrain_of(unit), self.terrain_of(target)]
        helping = [self.piece(givers[i]) for i in range(3) if parts[2 + i] != 0]
        damage = summed((card, attack, leader, ground, cover))
        markers = count(self.damage, target) + damage
        return e.Reckoned(
            seat, self.piece(name), unit, target, helping, parts, givers, markers, self.defense(target), damage
        )

    def hurt(self, unit: i64, damage: i64, winner: Army, spoils: bool) -> None:
        """Places markers on a Unit, which may fall (GT-1.5)."""
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
        """GT-9.8: discards a Unit's Leader; the Unit may fall as a result."""
        leader = self.leader_on(unit)
        self.leaders = without(self.leaders, bit(unit))
        self.discard_card(leader)
        if self.recorder.recording:
            self.emit(e.LeaderLost(self.owner(unit).seat, self.piece(leader), unit))
        if falls(count(self.damage, unit), self.defense(unit)):
            self.defeat(self.owner(unit), bit(unit), winner, spoils)

    def defeat(self, army: Army, fallen: i64, winner: Army, spoils: bool) -> None:
        """GT-9.1, 9.2: moves fallen Units to the winner's Victory Pile together."""
        captives: tuple[i64, i64, i64, i64, i64] = nothing()
        ground: tuple[i64, i64, i64, i64, i64] = nothing()
        left = fallen
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.leader_on(unit) != NONE:
                captives = plus(captives, one(self.leader_on(unit)))
            if self.terrain_of(unit) != NONE:
                ground = plus(ground, one(self.terrain_of(unit)))
        self.clear(fallen)
        army.line &= ~fallen
        winner.pile |= fallen
        winner.captives = plus(winner.captives, captives)
        if spoils:
            self.spoils = plus(self.spoils, ground)
        else:
            self.discard = plus(self.discard, ground)
        self.fell = True
        self.quiet = 0
        if self.recorder.recording:
            self.emit(e.Defeated(winner.seat, members_of(fallen), self.battle_cards(captives), army.seat))
        self.after_losses(army)

    def cut_short(self) -> bool:
        """Whether the game is over or the active seat has just retired; in the second case, ends its turn."""
        if self.frames == OVER:
            return True
        if not self.armies[self.active].retired:
            return False
        self.drop_attack()
        self.end_turn()
        return True

    def marked(self, name: i64) -> i64:
        """The Units with enough markers for a card."""
        markers: i64 = self.tables.markers[name]
        return at_least(self.damage, markers) if markers > 0 else self.tables.kinds.all_units

    def screeners(self) -> i64:
        """The deciding player's Light Troops, one of which takes the marker for a Screen (GT-9.6)."""
        return self.reject_bits(self.armies[self.decider()].line, ~self.tables.kinds.light_troops, n.NOT_LIGHT_TROOPS)

    def rout_verdict(self, name: i64) -> i64:
        """Why this card cannot be played as a Rout; 0 if it can."""
        if self.tables.effect[name] != ROUTS:
            return n.NOT_A_ROUT  # GT-7.4
        return n.NOBODY_TO_ROUT if self.routable(name) == 0 else 0

    def routable(self, name: i64) -> i64:
        """GT-9.7: the Units that a Rout can target; with `rout_follow`, only those just damaged."""
        units = self.reject_bits(self.side_line(self.decider() ^ 1), ~self.marked(name), n.TOO_FRESH)
        if not self.tables.rout_follow:
            return units
        just = bit(self.attacker) if self.window() == n.ROUT else self.struck
        return self.reject_bits(units, ~just, n.NOT_JUST_DAMAGED)

    def rout(self, name: i64, unit: i64) -> None:
        """GT-9.7: defeats a Unit, whatever its Defense."""
        window = self.phase()
        winner = self.armies[self.decider()]
        self.discard_card(name)
        if self.recorder.recording:
            self.emit(e.Routed(winner.seat, self.piece(name), unit, self.owner(unit).seat))
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
            self.emit(e.LeftTerrain(self.active, self.piece(terrain), unit))

    def takeable(self) -> i64:
        """GT-9.9: the Terrain that the attacker may take."""
        if is_in(self.tables.kinds.cavalry, self.attacker):
            return 0
        taken: i64 = 0
        left = some(self.spoils)
        while left != 0:
            terrain = lowest(left)
            left &= left - 1
            if self.accepts(self.piece(terrain), self._take_verdict(terrain)):
                taken |= bit(terrain)
        return taken

    def _take_verdict(self, terrain: i64) -> i64:
        """Why the attacker cannot take this Terrain; 0 if it can."""
        old: i64 = self.tables.terrain_defense[count(self.terrains, self.attacker)]
        new: i64 = self.tables.terrain_defense[self.tables.code[terrain]]
        would_fall = falls(count(self.damage, self.attacker), self.defense(self.attacker) - old + new)
        return n.WOULD_FALL_THERE if would_fall else 0

    def take(self, terrain: i64) -> None:
        """GT-9.9: gives the attacker the Terrain."""
        self.leave_terrain(self.attacker)
        self.spoils = less(self.spoils, one(terrain))
        self.terrains = with_count(self.terrains, self.attacker, self.tables.code[terrain])
        if self.recorder.recording:
            self.emit(e.Took(self.active, self.piece(terrain), self.attacker))
        self.leave_spoils()

    def leave_spoils(self) -> None:
        """Ends the attack and discards Terrain not taken; Probe shows a hand first (GT-8.2)."""
        if self.tables.effect[self.attack] == SPY and not self.armies[self.target_seat].retired:
            self.spy(self.target_seat)
        self.end_attack(False)


def falls(markers: i64, defense: i64) -> bool:
    """GT-1.5: whether a Unit with this Defense falls to this many markers."""
    return markers > defense


def summed(parts: tuple[i64, i64, i64, i64, i64]) -> i64:
    """GT-1.8: the total of the damage parts, never below 0."""
    return max(0, parts[0] + parts[1] + parts[2] + parts[3] - parts[4])
