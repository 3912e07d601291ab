"""TE-1 Cards: who may use them, drawing (TE-3.3, 4.4), the new deck (TE-10.3), the discard pile and Morale."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors.names import ENEMY_CARD
from grognard.games.three_emperors.state import Army, Position
from grognard.games.three_emperors.tables import KIND, usable_by
from grognard.kernel.cardsets.cards import is_empty, members, minus, size


@mypyc_attr(acyclic=True)
class Cards(Position):
    """Cards that come and go."""

    def own(self, army: Army) -> tuple[i64, i64]:
        """The cards of a hand that are of any use to its holder (TE-1.5)."""
        return self.reject(army.hand, minus(KIND.all_cards, usable_by(army.seat)), ENEMY_CARD)

    def draw(self, army: Army, count: i64) -> i64:
        """One card at a time, as many as the deck gives (TE-3.3, 4.4); how many they were."""
        drawn = self.deal(army, count)
        if self.recorder.recording:
            self.emit(e.Drew(army.seat, members(drawn), size(drawn)))
        return size(drawn)

    def reshuffle(self) -> bool:
        """Option `deckout`: the first time the deck is wanting, the discard pile becomes a new one (TE-10.3)."""
        if not self.may_reshuffle() or is_empty(self.discard):
            return False
        self.reshuffled = True
        # With no card in the deck, each player sees or can work out where every card is.
        self.attacker.lay_open()
        self.defender.lay_open()
        self.refill()
        if self.recorder.recording:
            self.emit(e.Reshuffled(self.active, size(self.deck)))
        return True

    def may_reshuffle(self) -> bool:
        """Is the one new deck of this option still to come?"""
        return self.tables.reshuffle_once and not self.reshuffled

    def raise_morale(self, army: Army, gain: i64) -> None:
        """Morale has no upper limit (TE-1.4)."""
        army.morale += gain
        if self.recorder.recording:
            self.emit(e.Rose(army.seat, army.morale))
