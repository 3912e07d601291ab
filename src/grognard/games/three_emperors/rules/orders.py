"""TE-5 Orders Phase: deploying and moving pieces; drawing, fetching and losing cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.rules.attack import Attack
from grognard.games.three_emperors.state import Army
from grognard.kernel.cardsets.cards import common, has, is_empty, meet, members, minus, no_cards, nth, only, size, union

# The effects of the cards (TE-5.3, 5.5 to 5.7).
MARCH_DRAWS: Final = 2
MOVE_DRAWS: Final = 1
STANDSTILL_LOSES: Final = 2


@mypyc_attr(acyclic=True)
class Orders(Attack):
    """The orders of a turn."""

    def orders_phase(self) -> None:
        """TE-5.1: asks for the next order; an empty hand is skipped (TE-11.1)."""
        self.frames = n.ORDERS
        if is_empty(self.attacker.hand):
            self.action_phase()

    def orders(self) -> tuple[i64, i64]:
        """Returns the cards that can give an order now."""
        kinds = self.tables.kinds
        cards = self.own(self.attacker)
        cards = self.reject(cards, kinds.fighters, n.NO_ORDER)  # TE-5.9
        if is_empty(self.deck) and not self.may_reshuffle():
            cards = self.reject(cards, kinds.marches, n.NOTHING_TO_DRAW)  # TE-5.3
            cards = self.reject(cards, kinds.reserves, n.NOTHING_TO_SEARCH)  # TE-5.4
        if is_empty(self.attacker.pieces()):
            cards = self.reject(cards, kinds.maneuvers, n.NO_OWN_PIECE)  # TE-5.5
        if is_empty(self.defender.pieces()):
            cards = self.reject(cards, kinds.strategies, n.NO_OPPOSING_PIECE)  # TE-5.6
        if is_empty(self.defender.hand):
            cards = self.reject(cards, kinds.standstills, n.NOTHING_TO_LOSE)  # TE-5.7
        return cards

    def order(self, card: i64) -> None:
        """TE-5.1: carries out one order, fully, before the next."""
        kinds = self.tables.kinds
        if has(kinds.pieces, card):
            self.pick_from(self.attacker, card)
            self.enter(n.FRONT)
        elif has(kinds.maneuvers, card):
            self._choose_piece(card, self.attacker.pieces())
        elif has(kinds.strategies, card):
            self._choose_piece(card, self.defender.pieces())
        elif has(kinds.marches, card):
            self.march(card)
        elif has(kinds.reserves, card):
            self.search(card)
        else:
            self._stand_still(card)

    def deploy(self, front: i64) -> None:
        """TE-5.2: deploys the picked piece at any Front, no matter who holds it."""
        piece = self.picked
        self.picked = no_cards()
        self.attacker.lose(piece)
        self.attacker.put(piece, front)
        if self.recorder.recording:
            self.emit(e.Deployed(self.attacker.seat, nth(piece, 0), front))
        self.orders_phase()

    def fronts(self) -> tuple[i64, i64]:
        """Returns the Fronts for a new piece or for the moving one, as plain actions."""
        plain: tuple[i64, i64] = no_cards()
        for front in range(n.NORTH, n.SOUTH + 1):
            there = n.FRONT_NORTH + front
            # Only a piece at the Center has a choice: both other Fronts are adjacent (TE-1.2).
            if self.permits(there, is_empty(self.aimed) or front != n.CENTER, n.NOT_ADJACENT):
                plain = union(plain, only(there))
        return plain

    def march(self, card: i64) -> None:
        """TE-5.3: plays a March card and draws two."""
        self.put_away(self.attacker, only(card))
        if self.recorder.recording:
            self.emit(e.Marched(self.attacker.seat, card))
        self.draw(self.attacker, MARCH_DRAWS)
        self.orders_phase()

    def search(self, card: i64) -> None:
        """TE-5.4: shows the searcher the pieces in the deck, and the other side only whether there are any."""
        self.put_away(self.attacker, only(card))
        if self.recorder.recording:
            self.emit(e.Searched(self.attacker.seat, card))
        if is_empty(self.deck):
            self.reshuffle()
        found = meet(self.deck, self.tables.kinds.pieces_of(self.attacker.seat))
        self.defender.be_searched_for()
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Found(self.attacker.seat, found))
        if found:
            self.enter(n.SEARCH)
        else:
            # The deck has no such piece, so any that are not visible are in this hand.
            self.attacker.learn(common(self.attacker.hand, self.tables.kinds.pieces_of(self.attacker.seat)))
            self.orders_phase()

    def take(self, card: i64) -> None:
        """TE-5.4: takes a piece into the hand, unseen by the other side."""
        piece = only(card)
        self.deck = minus(self.deck, piece)
        self.attacker.fetch(piece)
        self.reveal()  # the deck is shuffled, so the choice cannot be undone
        if self.recorder.recording:
            self.emit(e.Took(self.attacker.seat, [card], 1))
        self.orders_phase()

    def _choose_piece(self, card: i64, pieces: tuple[i64, i64]) -> None:
        """Asks which piece a Maneuver or Strategy card moves, unless there is only one."""
        self.pick_from(self.attacker, card)
        if size(pieces) == 1:
            self.choose_way(pieces)
        else:
            self.enter(n.PIECE)

    def choose_way(self, piece: tuple[i64, i64]) -> None:
        """Asks for the adjacent Front; from North and South there is only one (TE-1.2)."""
        self.aimed = piece
        if self.mover().front_of(nth(piece, 0)) == n.CENTER:
            self.enter(n.FRONT)
        else:
            self.move(n.CENTER)

    def mover(self) -> Army:
        """Returns the side whose piece moves: the active side for Maneuver, the other for Strategy (TE-5.5, 5.6)."""
        return self.attacker if meet(self.picked, self.tables.kinds.maneuvers) else self.defender

    def move(self, front: i64) -> None:
        """TE-5.5, 5.6: moves the piece and draws a card."""
        mover = self.mover()
        card = self.picked
        piece = self.aimed
        self.picked = no_cards()
        self.aimed = no_cards()
        self.put_away(self.attacker, card)
        mover.remove(piece)
        mover.put(piece, front)
        if self.recorder.recording:
            self.emit(e.Moved(self.attacker.seat, nth(card, 0), nth(piece, 0), front, mover is self.attacker))
        self.draw(self.attacker, MOVE_DRAWS)  # TE-5.8
        self.orders_phase()

    def _stand_still(self, card: i64) -> None:
        """TE-5.7: the opponent discards two random cards, face up."""
        self.put_away(self.attacker, only(card))
        if self.recorder.recording:
            self.emit(e.StoodStill(self.attacker.seat, card))
        lost: tuple[i64, i64] = no_cards()
        for _n in range(min(STANDSTILL_LOSES, size(self.defender.hand))):
            one = only(self.random_card(self.defender.hand))
            self.put_away(self.defender, one)
            lost = union(lost, one)
        self.reveal()
        if self.recorder.recording:
            self.emit(e.LostCards(self.defender.seat, members(lost)))
        self.orders_phase()

    def end_orders(self) -> None:
        """TE-5.1: ends the Orders Phase."""
        if self.recorder.recording:
            self.emit(e.EndedOrders(self.attacker.seat))
        self.action_phase()
