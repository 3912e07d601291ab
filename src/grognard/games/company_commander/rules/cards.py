"""CC-10 Tactics cards: when a card can be played, and on which units and Fronts."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.rally import Rally
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import is_none, less, plus, some, total


@mypyc_attr(acyclic=True)
class Cards(Rally):
    """CC-10.1: the conditions for playing a card."""

    def could_play(self) -> bool:
        """CC-10.4: whether the deciding player, judging by public information, might hold a card to play here."""
        if is_none(self.hand(self.decider()).cards):
            return False
        names = self._names_here() & self._unseen()
        while names != 0:
            if self._verdict(lowest(names)) == 0:
                return True
            names &= names - 1
        return False

    def _unseen(self) -> i64:
        """The names of which a copy is not visible to everyone."""
        seen = self.discard
        if len(self.attached) > 0:
            seen = plus(seen, self.lying_with(self.ammo | self.broken))
        return some(less(self.tables.all_cards, seen))

    def _names_here(self) -> i64:
        """The cards that CC-10.1 allows the deciding player in this window."""
        phase = self.window()
        # With `both_sides_rally`, the opponent's units rally too; then the active player answers.
        if self.decider_in(phase) != self.active or phase == n.RALLIED:
            return self.tables.kinds.opponent[phase]
        return self.tables.kinds.active[phase]

    def playable(self) -> i64:
        """The names in the deciding player's hand that can be played in the current window."""
        held = some(self.hand(self.decider()).cards)
        # Cards for other windows need a refusal reason only if the recorder asks; otherwise skip them for speed.
        left = held if self.recorder.asking else held & self._names_here()
        legal: i64 = 0
        while left != 0:
            name = lowest(left)
            left &= left - 1
            refusal = self._verdict(name)
            if refusal == 0:
                legal |= bit(name)
            else:
                self.accepts(self.piece(name), refusal)
        return legal

    def _verdict(self, name: i64) -> i64:
        """Why this card cannot be played in the current window; 0 if it can. Uses only public information."""
        seat = self.decider()
        if is_in(self.tables.kinds.only_of[n.AMERICAN], name) and seat != n.AMERICAN:
            return n.ONLY_AMERICANS  # CC-10.5
        if is_in(self.tables.kinds.only_of[n.GERMAN], name) and seat != n.GERMAN:
            return n.ONLY_GERMANS
        if not is_in(self._names_here(), name):
            return n.NOT_NOW  # CC-10.1
        target: i64 = self.tables.kinds.target[name]
        if target == n.NO_TARGET:
            return self._plain_verdict(name)
        if target in (n.OWN_UNIT, n.ENEMY_UNIT, n.SQUAD_AND_FRONT):
            return 0 if self.candidates(name) != 0 else n.NO_UNIT
        if target == n.LOOK_OR_FRONT:
            return 0
        return 0 if self.fronts_for(name) != 0 else n.NO_FRONT_FOR_IT

    def _plain_verdict(self, name: i64) -> i64:
        """Why a card without a target cannot be played; 0 if it can."""
        effect: i64 = self.tables.kinds.effect[name]
        if effect == n.DRAW_SQUAD:
            return n.NO_SQUADS if self.own_squads() == 0 else 0
        if effect == n.DRAW_TACTICS:
            return self._bar_to_drawing()
        if effect == n.DEFENDERS:
            return n.NOBODY_FIRES if self.able(self.defenders(self.front)) == 0 else 0
        if effect == n.SIMULTANEOUS:
            return n.FIRE_AT_ONCE if self.at_once() else 0  # CC-7.13
        return 0

    def _bar_to_drawing(self) -> i64:
        """CC-4.2: why a card cannot draw others; 0 if it can.

        If several cards of the game draw, the last one left would only be exchanged for the one played, without end.
        """
        if is_none(self.deck) and is_none(self.discard):
            return n.NO_TACTICS
        alone = self.tables.kinds.several_draw and total(self.deck) + total(self.discard) == 1
        return n.ONE_TO_DRAW if alone else 0

    def candidates(self, name: i64) -> i64:
        """The units that a card can be played on."""
        target: i64 = self.tables.kinds.target[name]
        return self._enemy_candidates(name) if target == n.ENEMY_UNIT else self._own_candidates(name)

    def _own_candidates(self, name: i64) -> i64:
        effect: i64 = self.tables.kinds.effect[name]
        if effect == n.DICE:
            return self._only(self._able_fighters(), name)
        if effect == n.ENTRENCH:
            return self.fighters(self.decider())
        if effect == n.ANTI_TANK:
            units = self._able_fighters() if self.window() == n.BATTLE else self.able_to_suppress()
            units = self.reject_bits(units, self.tables.kinds.tanks, n.WRONG_KIND)
            return self.reject_bits(units, self.tables.kinds.anti_tank | self.fausts, n.HAS_ANTI_TANK)
        if effect == n.SQUAD_FIRE:
            return self.in_reach(self._only(self.able_to_suppress(), name), self.fogged)
        if effect in (n.MAY_ASSAULT, n.MAY_ATTACK):
            return self._stayed_behind(effect)
        units = self.in_play() & self.side_of(self.active)  # Professionalism
        units = self.reject_bits(units, ~self.pinned(), n.NOT_PINNED)
        return self.reject_bits(units, self.green, n.IS_GREEN)

    def _able_fighters(self) -> i64:
        """The deciding player's units in the current battle that may fire."""
        units = self.fighters(self.decider())
        return self.reject_bits(units, self.green | self.pinned(), n.CANNOT_FIRE)

    def _only(self, units: i64, name: i64) -> i64:
        """The units of the kind that the card is for."""
        if is_in(self.tables.kinds.for_engineers, name):
            return self.reject_bits(units, ~self.tables.kinds.engineers, n.WRONG_KIND)
        if is_in(self.tables.kinds.for_recon_teams, name):
            return self.reject_bits(units, ~self.tables.kinds.recon_teams, n.WRONG_KIND)
        if is_in(self.tables.kinds.for_infantry, name):
            return self.reject_bits(units, ~self.tables.infantry, n.WRONG_KIND)
        return units

    def _stayed_behind(self, effect: i64) -> i64:
        """Roads and Veteran Unit: the units that cannot attack only because they moved."""
        units = self.in_play() & self.side_of(self.active)
        units = self.reject_bits(units, ~self.moved, n.NOT_MOVED)
        units = self.reject_bits(units, self.roads, n.RELEASED_ALREADY)
        units = self.reject_bits(units, self.green, n.IS_GREEN)
        units = self.reject_bits(units, self.pinned(), n.IS_PINNED)
        if self.window() == n.SUPPRESSION:
            return units
        units = self.reject_bits(units, self.veterans, n.RELEASED_ALREADY)
        units = self.reject_bits(units, self.fired, n.HAS_FIRED)
        units = self.reject_bits(units, self.broken, n.IS_BROKEN)
        return self.reject_bits(units, self.tables.kinds.no_assault, n.NEVER_ASSAULTS)

    def _enemy_candidates(self, name: i64) -> i64:
        phase = self.window()
        effect: i64 = self.tables.kinds.effect[name]
        if phase == n.TACTICS:
            units = self.in_play() & self.side_of(1 - self.active)
        elif phase == n.BATTLE:
            units = self.defenders(self.front)
        elif phase == n.ATTACK:
            units = self.all_attackers()
        else:  # the unit about to act; none for a Support card
            units = 0 if self.acting == n.NONE else bit(self.acting)
        if effect == n.GREEN and phase == n.BATTLE:
            return self.reject_bits(self.reject_bits(units, self.pinned(), n.IS_PINNED), self.green, n.IS_GREEN)
        if effect == n.PIN:
            return self.reject_bits(units, self.tables.kinds.leaders, n.IS_LEADER)
        if effect == n.BREAKDOWN:
            units = self.reject_bits(units, ~self.tables.kinds.vehicles, n.NOT_A_VEHICLE)
            return self.reject_bits(units, self.broken, n.IS_BROKEN)
        if effect == n.OUT_OF_AMMO and phase == n.TACTICS:
            units = self.reject_bits(units, ~self.tables.kinds.suppressors, n.NO_SUPPRESSION)
            return self.reject_bits(units, self.ammo, n.NO_AMMO)
        return units

    def fronts_for(self, name: i64) -> i64:
        """The Fronts that a card can name, as a set."""
        effect: i64 = self.tables.kinds.effect[name]
        if effect == n.SUPPORT:
            return self.fronts_in_reach()
        if effect in (n.OBSERVE, n.RECONNAISSANCE):
            return self.occupied()
        if effect == n.SQUAD_FIRE:
            return self.targets_from(self.front_of(self.chosen), self.fogged)
        if effect in (n.FOG, n.DISORDER):
            return bit(self.front) if self.window() == n.FIRE else self.attacked_fronts()
        units = self.able(self.fighters(self.decider()))  # Enfilade, Crossfire
        fronts: i64 = 0
        for front in range(n.LEFT, n.RIGHT + 1):
            if units & self.at(front):
                fronts |= bit(front)
        return fronts
