"""TE-1 Cards: their users, drawing (TE-3.3, 4.4), the new deck (TE-10.3), the discard pile and Morale."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors.names import ENEMY_CARD
from grognard.games.three_emperors.state import Army, Position
from grognard.kernel.cardsets.cards import is_empty, members, minus, size


@mypyc_attr(acyclic=True)
class Cards(Position):
    """Drawing, reshuffling and Morale."""

    def own(self, army: Army) -> tuple[i64, i64]:
        """Returns the cards of a hand that its holder can use (TE-1.5)."""
        kinds = self.tables.kinds
        return self.reject(army.hand, minus(kinds.all_cards, kinds.usable_by(army.seat)), ENEMY_CARD)

    def draw(self, army: Army, count: i64) -> i64:
        """Draws up to `count` cards, one at a time (TE-3.3, 4.4), and returns how many the deck gave."""
        drawn = self.deal(army, count)
        if self.recorder.recording:
            self.emit(e.Drew(army.seat, members(drawn), size(drawn)))
        return size(drawn)

    def reshuffle(self) -> bool:
        """Option `deckout`: turns the discard pile into a new deck the first time the deck runs out (TE-10.3)."""
        if not self.may_reshuffle() or is_empty(self.discard):
            return False
        self.reshuffled = True
        # With an empty deck, each player sees or can deduce where every card is.
        self.attacker.lay_open()
        self.defender.lay_open()
        self.refill()
        if self.recorder.recording:
            self.emit(e.Reshuffled(self.active, size(self.deck)))
        return True

    def may_reshuffle(self) -> bool:
        """Returns whether the one new deck of this option is still available."""
        return self.tables.reshuffle_once and not self.reshuffled

    def raise_morale(self, army: Army, gain: i64) -> None:
        """Raises a side's Morale, which has no upper limit (TE-1.4)."""
        army.morale += gain
        if self.recorder.recording:
            self.emit(e.Rose(army.seat, army.morale))
