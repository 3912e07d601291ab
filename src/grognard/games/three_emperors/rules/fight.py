"""TE-7 One Action: both sides commit cards, and the higher sum wins."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.rules.victory import NOTE_GAINS, VictoryCards
from grognard.games.three_emperors.state import Army
from grognard.kernel.cardsets.cards import is_empty, meet, members, no_cards, size, summed, union

# The numbers of an Action (TE-7.5, 7.7).
HOLDING: Final = 4
WINNER_GAINS: Final = 2
LOSER_LOSES: Final = 3


@mypyc_attr(acyclic=True)
class Fight(VictoryCards):
    """An Action, from the first card to the outcome."""

    def commitments(self, phase: i64) -> None:
        """Asks a side for cards; an empty hand is skipped (TE-11.1)."""
        self.frames = phase
        if is_empty(self.army(self.decider()).hand):
            self.end_committing()

    def attacking(self) -> tuple[i64, i64]:
        """TE-7.1: returns the cards the attacker can commit; Assault cards only at a Front not held (TE-6.4)."""
        cards = self.own(self.attacker)
        cards = self.reject(cards, self.tables.kinds.not_attacker, n.NOT_FOR_ATTACKER)
        if self.holder(self.front) == self.attacker.seat:
            cards = self.reject(cards, self.tables.kinds.assaults, n.ASSAULT_ONLY)
        return cards

    def defending(self) -> tuple[i64, i64]:
        """TE-7.2: returns the cards the defender can commit; Fortifications only at North and South (TE-7.3)."""
        cards = self.own(self.defender)
        cards = self.reject(cards, self.tables.kinds.not_defender, n.NOT_FOR_DEFENDER)
        if self.front == n.CENTER:
            cards = self.reject(cards, self.tables.kinds.flanks, n.NOT_AT_THE_CENTER)
        return cards

    def commit(self, card: i64) -> None:
        """Picks a card; with option `commit` it is shown at once, and the other side is next (TE-7.2)."""
        attacking = self.phase() == n.COMMIT
        self.pick_from(self.attacker if attacking else self.defender, card)
        if self.tables.alternate:
            self._show()
            self.passed = False
            self.commitments(n.DEFEND if attacking else n.COMMIT)

    def end_committing(self) -> None:
        """Closes a side's commitment; with option `commit` two passes in a row start the fight."""
        attacking = self.phase() == n.COMMIT
        if is_empty(self.picked):
            if self.recorder.recording:
                before = size(self.army(self.decider()).committed)
                self.emit(e.Passed(self.decider(), self.phase(), before))
        else:
            self._show()
        if self.tables.alternate:
            if self.passed:
                self.fight()
            else:
                self.passed = True
                self.commitments(n.DEFEND if attacking else n.COMMIT)
        elif attacking:
            self.commitments(n.DEFEND)
        else:
            self.fight()

    def _show(self) -> None:
        """Commits the picks for good, for all to see (TE-7.1, 7.2)."""
        army = self.attacker if self.phase() == n.COMMIT else self.defender
        cards = self.picked
        self.picked = no_cards()
        army.lose(cards)
        army.committed = union(army.committed, cards)
        if self.recorder.recording:
            parts = self.parts(army)
            if self.phase() == n.COMMIT:
                self.emit(e.Committed(army.seat, members(cards), self.front, parts))
            else:
                self.emit(e.Defended(army.seat, members(cards), self.front, parts))
        if meet(cards, self.tables.kinds.gains):  # TE-7.4
            self.raise_morale(army, NOTE_GAINS)

    def total(self, army: Army, front: i64) -> i64:
        """TE-7.5: returns a side's sum: pieces, committed cards, and 4 for a defender who holds the Front."""
        total = self.force_at(army, front) + self.bonus(army, front)
        if front == self.front:
            total += summed(army.committed, self.tables.force)
        return total

    def sum_shown(self, army: Army, front: i64, deciding: bool) -> i64:
        """Returns the total as the table shows it; the seat that decides also sees its picks counted."""
        total = self.total(army, front)
        picking = deciding and front == self.front and self.phase() in (n.COMMIT, n.DEFEND)
        if picking and self.decider() == army.seat:
            total += summed(self.picked, self.tables.force)
        return total

    def bonus(self, army: Army, front: i64) -> i64:
        """Returns 4 for a side that holds a Front and is not attacking there, otherwise 0."""
        if self.holder(front) != army.seat or (front == self.front and army.seat == self.attacker.seat):
            return 0
        return HOLDING

    def parts(self, army: Army) -> list[int]:
        """Returns the parts of a side's total in the current Action: pieces, committed cards, and the 4 (TE-7.5)."""
        pieces = self.force_at(army, self.front)
        return [pieces, summed(army.committed, self.tables.force), self.bonus(army, self.front)]

    def fight(self) -> None:
        """Decides the Action by the higher sum and discards all committed cards (TE-7.6, 7.8)."""
        ours = self.total(self.attacker, self.front)
        theirs = self.total(self.defender, self.front)
        if self.recorder.recording:
            attacking, defending = self.parts(self.attacker), self.parts(self.defender)
            self.emit(e.Fought(self.attacker.seat, self.front, attacking, defending))
        committed = union(self.attacker.committed, self.defender.committed)
        self.attacker.committed = no_cards()
        self.defender.committed = no_cards()
        self.discard = union(self.discard, committed)
        if ours > theirs:
            self._win(self.attacker, self.defender)
        elif theirs > ours:
            self._win(self.defender, self.attacker)
        else:
            if self.recorder.recording:
                self.emit(e.Tied(self.attacker.seat, self.front))
            self.action_phase()

    def _win(self, winner: Army, loser: Army) -> None:
        """TE-7.7: gives the winner the Front and changes both sides' Morale."""
        self.winner = winner.seat
        taken = self.holder(self.front) != winner.seat
        self.give_front(self.front, winner.seat)
        winner.morale += WINNER_GAINS
        loser.morale = max(0, loser.morale - LOSER_LOSES)  # TE-1.4
        if self.recorder.recording:
            self.emit(e.Won(winner.seat, self.front, winner.morale, loser.morale, taken))
        if not self.triumph(winner, loser):
            self.victory_cards()
