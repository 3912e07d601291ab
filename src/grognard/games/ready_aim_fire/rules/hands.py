"""RAF-4.13 Decks, RAF-9.3 Discard piles, RAF-10.7 Cards played: the cards that a hand may hold."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire.names import FROM_RESERVE, FROM_TACTICS
from grognard.games.ready_aim_fire.rules.victory import Victory
from grognard.games.ready_aim_fire.state import Army
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import count, is_none, less, nothing, one, plus, some, total, within


@mypyc_attr(acyclic=True)
class Hands(Victory):
    """RAF-4.13 Decks, RAF-9.3 Discard piles, RAF-11.1 Tactics cards: the cards that a hand may hold."""

    def might(self, seat: i64, names: i64) -> i64:
        """The Tactics cards in `names` that the seat may hold, by public information, and may still play."""
        army = self.army(seat)
        merged = self.tables.merged
        if (some(army.hand) & (-1 if merged else self.tables.kinds.tactics)) == 0:
            return 0
        names &= ~army.played
        sight = army.discard if merged else self.discard
        names &= ~(some(sight) & self.tables.lone)
        several = names & ~self.tables.lone
        while several != 0:
            card = lowest(several)
            several &= several - 1
            lie = count(sight, card)
            if is_in(self.tables.kinds.terrains, card):
                lie += self.laid(army, card)
                if not merged:
                    lie += self.laid(self.army(1 - seat), card)
            if lie >= count(self.tables.tactics, card):
                names &= ~bit(card)
        return names

    def scouting(self) -> i64:
        return 0 if is_none(self.army(1 - self.active).hand) else self.tables.kinds.scouts

    def drop(self, army: Army, piece: i64) -> None:
        """RAF-9.3: puts a card on its discard pile."""
        if is_in(self.tables.kinds.reserves, piece) or self.tables.merged:
            army.discard = plus(army.discard, one(piece))
        else:
            self.discard = plus(self.discard, one(piece))

    def sources(self, redraw: bool) -> i64:
        """The decks that a card can be drawn from (RAF-4.13; option `draw`)."""
        army = self.army(self.active)
        reserve: i64 = 0 if is_none(army.reserve) and is_none(army.discard) else FROM_RESERVE
        if self.tables.merged or self.tables.reserve_only:
            return reserve
        tactics: i64 = 0 if is_none(self.deck) and is_none(self.discard) else FROM_TACTICS
        if self.tables.refill:
            if redraw:
                return tactics if tactics != 0 else reserve
            return reserve if reserve != 0 else tactics
        return reserve | tactics

    def draw_card(self, source: i64) -> None:
        """Draws one card; an empty deck is first refilled from its discard pile (RAF-4.13)."""
        army = self.army(self.active)
        if source == FROM_RESERVE:
            if is_none(army.reserve):
                army.reserve = army.discard
                army.discard = nothing()
                if self.recorder.recording:
                    self.emit(e.Reshuffled(army.seat, total(army.reserve), source))
            piece = self.random_copy(army.reserve, 0)
            army.reserve = less(army.reserve, one(piece))
        else:
            if is_none(self.deck):
                self._reshuffle_tactics()
            piece = self.random_copy(self.deck, 0)
            self.deck = less(self.deck, one(piece))
        army.hand = plus(army.hand, one(piece))
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Drew(army.seat, [piece], 1, source))

    def _reshuffle_tactics(self) -> None:
        """Refills the Tactics deck; while it is empty, each side can work out where every Tactics card is."""
        self.blue.deduced = within(self.blue.hand, self.tables.kinds.tactics)
        self.red.deduced = within(self.red.hand, self.tables.kinds.tactics)
        self.deck = self.discard
        self.discard = nothing()
        if self.recorder.recording:
            self.emit(e.Reshuffled(self.active, total(self.deck), FROM_TACTICS))
