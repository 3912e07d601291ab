"""CC-3.1, 4.1 Drawing: Squad cards, Tactics cards, and reshuffling the discard pile."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander.rules.hits import Hits
from grognard.kernel.cardsets.bits import bit, members_of, ones
from grognard.kernel.cardsets.counts import is_none, nothing, plus, total


@mypyc_attr(acyclic=True)
class Draw(Hits):
    """CC-3.1, 4.1 Drawing."""

    def draw_squads(self, number: i64) -> None:
        """CC-3.1: draws units, or as many as the Squad deck has left; it is never refilled."""
        drawn: i64 = 0
        while number > 0 and self.own_squads() != 0:
            unit = bit(self.random_thing(self.own_squads()))
            self.squads &= ~unit
            drawn |= unit
            number -= 1
        self.drawn |= drawn
        if drawn == 0:
            return
        self.reveal()
        if self.recorder.recording:
            self.emit(e.DrewUnits(self.active, members_of(drawn), ones(drawn)))

    def own_squads(self) -> i64:
        """The active player's Squad deck."""
        return self.squads & self.side_of(self.active)

    def draw_tactics(self, number: i64) -> None:
        """CC-4.1: the active player draws Tactics cards; the discard pile refills the deck if it runs out."""
        self.deal(self.active, number, self.tables.cards.units_in_all)

    def drew(self, seat: i64, pieces: list[int]) -> None:
        self.emit(e.Drew(seat, pieces, len(pieces)))

    def to_hand(self, seat: i64, cards: tuple[i64, i64, i64, i64, i64]) -> None:
        hand = self.hand(seat)
        hand.cards = plus(hand.cards, cards)

    def reshuffle(self) -> bool:
        if is_none(self.discard):
            return False
        # The deck is empty, so each player sees or can deduce where every card is.
        self.american_hand.deduced = self.american_hand.cards
        self.german_hand.deduced = self.german_hand.cards
        self.deck = self.discard
        self.discard = nothing()
        if self.recorder.recording:
            self.emit(e.Reshuffled(self.active, total(self.deck)))
        return True
