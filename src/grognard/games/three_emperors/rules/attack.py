"""TE-6 Action Phase: the free attack, and extra attacks with Attack cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.rules.fight import Fight
from grognard.kernel.cardsets.cards import is_empty, meet, minus, no_cards, nth, only, size, union

# The free attack on each Front, and END_ACTIONS, as a set of their numbers.
ANY_ATTACK: Final = 0b11110000


@mypyc_attr(acyclic=True)
class Attack(Fight):
    """The choice of the next Front to attack."""

    def action_phase(self) -> None:
        """Asks for the next attack; ends the phase if everyone can see that none is possible (TE-11.1)."""
        self.frames = n.LAUNCH
        self.front = n.NO_FRONT
        if self._closed_fronts() == n.ALL_FRONTS or (self.attacked != 0 and is_empty(self.attacker.hand)):
            self.end_actions()

    def launching(self) -> tuple[i64, i64]:
        """TE-6.2: returns the Attack cards that can launch an extra attack."""
        kinds = self.tables.kinds
        cards = self.own(self.attacker)
        cards = self.reject(cards, kinds.victories, n.BEFORE_A_WIN)
        cards = self.reject(cards, kinds.defenses, n.NOBODY_ATTACKS)
        cards = self.reject(cards, minus(kinds.all_cards, kinds.attacks), n.NOT_AN_ATTACK)
        if self.attacked == 0:
            return self.reject(cards, kinds.attacks, n.FREE_ATTACK_FIRST)
        if (self._closed_fronts() | self._own_fronts()) == n.ALL_FRONTS:
            cards = self.reject(cards, kinds.assaults, n.NO_FRONT_LEFT)  # TE-6.4
        return cards

    def _own_fronts(self) -> i64:
        """Returns one bit for each Front that the active player holds."""
        return self.held if self.attacker.seat == n.COALITION else n.ALL_FRONTS & ~self.held

    def bar_to(self, front: i64) -> i64:
        """Returns why a Front cannot be attacked now: attacked already (TE-6.3) or option `presence`; else 0."""
        if (self.attacked >> front) & 1:
            return n.ATTACKED_ALREADY
        if self.tables.own_piece and is_empty(self.attacker.at(front)):
            return n.NO_PIECE_THERE
        if self.tables.enemy_there and self.holder(front) == self.attacker.seat and is_empty(self.defender.at(front)):
            return n.NO_ENEMY_THERE
        return 0

    def _closed_fronts(self) -> i64:
        """Returns one bit for each Front that cannot be attacked now."""
        closed = self.attacked
        if self.tables.own_piece or self.tables.enemy_there:
            for front in range(n.NORTH, n.SOUTH + 1):
                if self.bar_to(front) != 0:
                    closed |= only(front)[0]
        return closed

    def launch_plain(self) -> tuple[i64, i64]:
        """TE-6.1, 6.6: returns the plain actions: the free attack on each Front, and ending the phase."""
        if self._closed_fronts() == 0:
            return ANY_ATTACK, 0
        plain = only(n.END_ACTIONS)
        for front in range(n.NORTH, n.SOUTH + 1):
            attack = n.ATTACK_NORTH + front
            if self.permits(attack, self.attacked == 0, n.FREE_ATTACK_MADE):
                barred = self.bar_to(front)
                if self.permits(attack, barred == 0, barred):
                    plain = union(plain, only(attack))
        return plain

    def extra(self, card: i64) -> None:
        """TE-6.2: asks which Front an extra attack is for, unless only one is left."""
        self.pick_from(self.attacker, card)
        fronts = self.extra_fronts(self.picked)
        if size(fronts) == 1:
            self.launch(nth(fronts, 0) - n.FRONT_NORTH)
        else:
            self.enter(n.FRONT)

    def extra_fronts(self, card: tuple[i64, i64]) -> tuple[i64, i64]:
        """Returns the Fronts that an Attack card can be launched at, as plain actions."""
        plain: tuple[i64, i64] = no_cards()
        assault = meet(card, self.tables.kinds.assaults)
        for front in range(n.NORTH, n.SOUTH + 1):
            there = n.FRONT_NORTH + front
            barred = self.bar_to(front)
            if barred == 0 and assault and self.holder(front) == self.attacker.seat:
                barred = n.ASSAULT_ONLY  # TE-6.4
            if self.permits(there, barred == 0, barred):
                plain = union(plain, only(there))
        return plain

    def launch(self, front: i64) -> None:
        """Attacks a Front; the card of an extra attack is committed at once (TE-6.2)."""
        card = self.picked
        self.picked = no_cards()
        self.attacked |= only(front)[0]
        self.front = front
        self.passed = False
        self.attacker.lose(card)
        self.attacker.committed = card
        if self.recorder.recording:
            if is_empty(card):
                self.emit(e.Attacked(self.attacker.seat, front))
            else:
                self.emit(e.Launched(self.attacker.seat, nth(card, 0), front))
        self.commitments(n.COMMIT)

    def end_actions(self) -> None:
        """TE-6.6: ends the Action Phase."""
        if self.recorder.recording:
            self.emit(e.EndedActions(self.attacker.seat))
        self.end_phase()
