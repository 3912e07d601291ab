"""CC-10 Tactics cards: may this card be played now, on what, at which Front?"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.names import (
    AMERICAN, ANTI_TANK, ATTACK, BATTLE, BREAKDOWN, CANNOT_FIRE, DEFENDERS, DICE, DISORDER, DRAW_SQUAD, DRAW_TACTICS,
    ENEMY_UNIT, ENTRENCH, FIRE, FOG, GERMAN, GREEN, HAS_ANTI_TANK, HAS_FIRED, IS_BROKEN, IS_GREEN, IS_LEADER, IS_PINNED,
    LEFT, LOOK_OR_FRONT, MAY_ASSAULT, MAY_ATTACK, NEVER_ASSAULTS, NOBODY_FIRES, NONE, NOT_A_VEHICLE, NOT_MOVED, NOT_NOW,
    NOT_PINNED, NO_FRONT_FOR_IT, NO_SQUADS, NO_SUPPRESSION, NO_TACTICS, NO_TARGET, NO_UNIT, OBSERVE, ONLY_AMERICANS,
    ONLY_GERMANS, OUT_OF_AMMO, OWN_UNIT, PIN, RALLIED, RECONNAISSANCE, RELEASED_ALREADY, RIGHT, SQUAD_AND_FRONT,
    SQUAD_FIRE, SUPPORT, SUPPRESSION, TACTICS, WRONG_KIND,
)  # fmt: skip
from grognard.games.company_commander.rules.rally import Rally
from grognard.games.company_commander.tables import AMMO, BROKEN, EFFECT, KIND, TARGET, UNITS_IN_ALL, side_of
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import at_least, is_none, some


@mypyc_attr(acyclic=True)
class Cards(Rally):
    """CC-10.1: may a card be played?"""

    def could_play(self) -> bool:
        """Might the decider, for all that everybody can see, hold a card that can be played here (CC-10.4)?"""
        if is_none(self.hand(self.decider()).cards):
            return False
        names = self._names_here() & ~self._in_sight()
        while names != 0:
            if self._verdict(lowest(names)) == 0:
                return True
            names &= names - 1
        return False

    def _in_sight(self) -> i64:
        """The names of which every copy lies open for all to see."""
        seen = (some(self.discard) & KIND.single) | at_least(self.discard, 2)
        if self.ammo != 0:
            seen |= bit(AMMO)
        if self.broken != 0:
            seen |= bit(BROKEN)
        return seen

    def _names_here(self) -> i64:
        """The cards that CC-10.1 gives to the decider in this window."""
        phase = self.window()
        # With `both_sides_rally` an opponent's unit rallies too, and then it is the active player who answers.
        if self.decider_in(phase) != self.active or phase == RALLIED:
            return KIND.opponent[phase]
        return KIND.active[phase]

    def playable(self) -> i64:
        """The names in the decider's hand that can be played in the window that asks."""
        held = some(self.hand(self.decider()).cards)
        # What another window takes has that for a reason; who asks for none is not kept waiting for it.
        left = held if self.recorder.asking else held & self._names_here()
        legal: i64 = 0
        while left != 0:
            name = lowest(left)
            left &= left - 1
            refusal = self._verdict(name)
            if refusal == 0:
                legal |= bit(name)
            else:
                self.accepts(UNITS_IN_ALL + name, refusal)
        return legal

    def _verdict(self, name: i64) -> i64:
        """Why this card cannot be played in the window that asks; 0 if it can. It rests on public facts alone."""
        seat = self.decider()
        if is_in(KIND.only_of[AMERICAN], name) and seat != AMERICAN:
            return ONLY_AMERICANS  # CC-10.5
        if is_in(KIND.only_of[GERMAN], name) and seat != GERMAN:
            return ONLY_GERMANS
        if not is_in(self._names_here(), name):
            return NOT_NOW  # CC-10.1
        target: i64 = TARGET[name]
        if target == NO_TARGET:
            return self._plain_verdict(name)
        if target in (OWN_UNIT, ENEMY_UNIT, SQUAD_AND_FRONT):
            return 0 if self.candidates(name) != 0 else NO_UNIT
        if target == LOOK_OR_FRONT:
            return 0
        return 0 if self.fronts_for(name) != 0 else NO_FRONT_FOR_IT

    def _plain_verdict(self, name: i64) -> i64:
        """Why a card that names nothing cannot be played; 0 if it can."""
        effect: i64 = EFFECT[name]
        if effect == DRAW_SQUAD:
            return NO_SQUADS if self.own_squads() == 0 else 0
        if effect == DRAW_TACTICS:
            return NO_TACTICS if is_none(self.deck) and is_none(self.discard) else 0
        if effect == DEFENDERS:
            return NOBODY_FIRES if self.able(self.defenders(self.front)) == 0 else 0
        return 0

    def candidates(self, name: i64) -> i64:
        """The units that a card can be played on."""
        target: i64 = TARGET[name]
        return self._enemy_candidates(name) if target == ENEMY_UNIT else self._own_candidates(name)

    def _own_candidates(self, name: i64) -> i64:
        effect: i64 = EFFECT[name]
        if effect == DICE:
            return self._only(self._able_fighters(), name)
        if effect == ENTRENCH:
            return self.fighters(self.decider())
        if effect == ANTI_TANK:
            units = self._able_fighters() if self.window() == BATTLE else self.able_to_suppress()
            units = self.reject_bits(units, KIND.tanks, WRONG_KIND)
            return self.reject_bits(units, KIND.anti_tank | self.fausts, HAS_ANTI_TANK)
        if effect == SQUAD_FIRE:
            return self.in_reach(self._only(self.able_to_suppress(), name), self.fogged)
        if effect in (MAY_ASSAULT, MAY_ATTACK):
            return self._stayed_behind(effect)
        units = self.in_play() & side_of(self.active)  # Professionalism
        units = self.reject_bits(units, ~self.pinned(), NOT_PINNED)
        return self.reject_bits(units, self.green, IS_GREEN)

    def _able_fighters(self) -> i64:
        """The decider's units in the running battle that may fire."""
        units = self.fighters(self.decider())
        return self.reject_bits(units, self.green | self.pinned(), CANNOT_FIRE)

    def _only(self, units: i64, name: i64) -> i64:
        """Those of the kind that the card is for."""
        if is_in(KIND.for_engineers, name):
            return self.reject_bits(units, ~KIND.engineers, WRONG_KIND)
        if is_in(KIND.for_recon_teams, name):
            return self.reject_bits(units, ~KIND.recon_teams, WRONG_KIND)
        if is_in(KIND.for_infantry, name):
            return self.reject_bits(units, ~self.tables.infantry, WRONG_KIND)
        return units

    def _stayed_behind(self, effect: i64) -> i64:
        """Roads and Veteran Unit: those that moved, and could attack had they not."""
        units = self.in_play() & side_of(self.active)
        units = self.reject_bits(units, ~self.moved, NOT_MOVED)
        units = self.reject_bits(units, self.roads, RELEASED_ALREADY)
        units = self.reject_bits(units, self.green, IS_GREEN)
        units = self.reject_bits(units, self.pinned(), IS_PINNED)
        if self.window() == SUPPRESSION:
            return units
        units = self.reject_bits(units, self.veterans, RELEASED_ALREADY)
        units = self.reject_bits(units, self.fired, HAS_FIRED)
        units = self.reject_bits(units, self.broken, IS_BROKEN)
        return self.reject_bits(units, KIND.no_assault, NEVER_ASSAULTS)

    def _enemy_candidates(self, name: i64) -> i64:
        phase = self.window()
        effect: i64 = EFFECT[name]
        if phase == TACTICS:
            units = self.in_play() & side_of(1 - self.active)
        elif phase == BATTLE:
            units = self.defenders(self.front)
        elif phase == ATTACK:
            units = self.all_attackers()
        else:  # the unit that is about to act; a Support card is none
            units = 0 if self.acting == NONE else bit(self.acting)
        if effect == GREEN and phase == BATTLE:
            return self.reject_bits(units, self.pinned(), IS_PINNED)
        if effect == PIN:
            return self.reject_bits(units, KIND.leaders, IS_LEADER)
        if effect == BREAKDOWN:
            return self.reject_bits(units, ~KIND.vehicles, NOT_A_VEHICLE)
        if effect == OUT_OF_AMMO and phase == TACTICS:
            return self.reject_bits(units, ~KIND.suppressors, NO_SUPPRESSION)
        return units

    def fronts_for(self, name: i64) -> i64:
        """The Fronts that a card can name, as a set."""
        effect: i64 = EFFECT[name]
        if effect == SUPPORT:
            return self.fronts_in_reach()
        if effect in (OBSERVE, RECONNAISSANCE):
            return self.occupied()
        if effect == SQUAD_FIRE:
            return self.targets_from(self.front_of(self.chosen), self.fogged)
        if effect in (FOG, DISORDER):
            return bit(self.front) if self.window() == FIRE else self.attacked_fronts()
        units = self.able(self.fighters(self.decider()))  # Enfilade, Crossfire
        fronts: i64 = 0
        for front in range(LEFT, RIGHT + 1):
            if units & self.at(front):
                fronts |= bit(front)
        return fronts
