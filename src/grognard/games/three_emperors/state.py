"""The position of Battle of the Three Emperors as plain data, with copying and redealing for one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.tables import Tables
from grognard.kernel.engine.one_deck import Side
from grognard.kernel.engine.two_hands import TwoHands
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.cards import (
    common, has, meet, members, minus, no_cards, only, size, summed, union,
)  # fmt: skip

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army(Side):
    """One side: its Morale, hand and pieces, and the other side's knowledge of the hand (TE-11)."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables: Tables = tables
        self.morale: i64 = 0
        self.north: tuple[i64, i64] = no_cards()
        self.center: tuple[i64, i64] = no_cards()
        self.south: tuple[i64, i64] = no_cards()
        # Cards played for the current Action.
        self.committed: tuple[i64, i64] = no_cards()
        # Cards that the other side knows are in the hand.
        self.known: tuple[i64, i64] = no_cards()
        # The other side has searched the deck and seen its own usable pieces there (TE-11.2). At most `seen_most` of
        # them can have come into this hand since, and at most `strangers_most` of the pieces only the searcher can
        # use, because this side's Reserve cards cannot fetch them.
        self.searched: bool = False
        self.seen_most: i64 = 0
        self.strangers_most: i64 = 0
        # This side has searched the deck and taken pieces (TE-5.4): at least `pieces_least` of the cards not known
        # are pieces it can use, and at least `own_least` are pieces that only it can use.
        self.pieces_least: i64 = 0
        self.own_least: i64 = 0

    def copy(self, other: Army) -> None:
        """Makes this army equal to another."""
        self._copy_side(other)
        self.morale = other.morale
        self.north = other.north
        self.center = other.center
        self.south = other.south
        self.committed = other.committed
        self.known = other.known
        self.searched = other.searched
        self.seen_most = other.seen_most
        self.strangers_most = other.strangers_most
        self.pieces_least = other.pieces_least
        self.own_least = other.own_least

    # -- pieces ----------------------------------------------------------------------------------------------------

    def pieces(self) -> tuple[i64, i64]:
        """Returns all pieces of this side in play."""
        return union(self.north, union(self.center, self.south))

    def at(self, front: i64) -> tuple[i64, i64]:
        """Returns the pieces of this side at a Front."""
        if front == n.NORTH:
            return self.north
        if front == n.CENTER:
            return self.center
        return self.south

    def front_of(self, piece: i64) -> i64:
        """Returns the Front where a piece of this side is."""
        if has(self.north, piece):
            return n.NORTH
        if has(self.center, piece):
            return n.CENTER
        return n.SOUTH

    def put(self, piece: tuple[i64, i64], front: i64) -> None:
        """Puts a piece at a Front."""
        if front == n.NORTH:
            self.north = union(self.north, piece)
        elif front == n.CENTER:
            self.center = union(self.center, piece)
        else:
            self.south = union(self.south, piece)

    def remove(self, piece: tuple[i64, i64]) -> None:
        """Removes a piece from its Front."""
        self.north = minus(self.north, piece)
        self.center = minus(self.center, piece)
        self.south = minus(self.south, piece)

    # -- the hand, and the other side's knowledge of it ------------------------------------------------------------

    def draw(self, cards: tuple[i64, i64]) -> None:
        super().draw(cards)
        if self.searched:
            self.seen_most += size(cards)
            self.strangers_most += size(cards)

    def fetch(self, piece: tuple[i64, i64]) -> None:
        """Adds a piece found by this side's search; the other side knows it is a piece (TE-5.4)."""
        self.hand = union(self.hand, piece)
        self.pieces_least += 1
        if self.searched:
            self.seen_most += 1

    def lose(self, cards: tuple[i64, i64]) -> None:
        """Removes cards from the hand, for all to see."""
        self._account(minus(cards, self.known))
        self.hand = minus(self.hand, cards)
        self.known = minus(self.known, cards)

    def learn(self, cards: tuple[i64, i64]) -> None:
        """Notes that the other side knows these cards are in the hand."""
        self._account(minus(cards, self.known))
        self.known = union(self.known, cards)

    def be_searched_for(self) -> None:
        """Notes that the other side sees its pieces in the deck, so any it cannot see are in this hand."""
        self.learn(common(self.hand, self.tables.kinds.pieces_of(1 - self.seat)))
        self.searched = True
        self.seen_most = 0
        self.strangers_most = 0
        self.own_least = self.pieces_least

    def lay_open(self) -> None:
        """Notes that the other side sees or can deduce every card of the hand."""
        self.known = self.hand
        self.searched = False
        self.seen_most = 0
        self.strangers_most = 0
        self.pieces_least = 0
        self.own_least = 0

    def _account(self, cards: tuple[i64, i64]) -> None:
        """Updates the counts for the cards still unknown, when these unknown cards are revealed."""
        kinds = self.tables.kinds
        if not (self.searched or self.pieces_least > 0) or not meet(cards, kinds.pieces):
            return
        for card in members(common(cards, kinds.pieces)):
            own = has(kinds.usable_by(self.seat), card)
            strange = has(kinds.usable_by(1 - self.seat), card)
            if own and not strange:
                self.own_least = max(0, self.own_least - 1)
                self.pieces_least = max(0, self.pieces_least - 1)
            elif own:
                self.pieces_least = max(self.own_least, self.pieces_least - 1)
            if self.searched and strange:
                self.seen_most -= 1
                self.strangers_most = min(self.seen_most, self.strangers_most - (0 if own else 1))


@mypyc_attr(acyclic=True)
class Position(TwoHands):
    """The deck, the discard pile, two armies, the holder of each Front, and the state of the turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.attacker: Army = Army(self.tables)
        self.defender: Army = Army(self.tables)
        # The piece that the open frame is about.
        self.aimed: tuple[i64, i64] = no_cards()
        # One bit for each Front that the Coalition holds; Napoleon holds the others (TE-1.3).
        self.held: i64 = 0
        # One bit for each Front attacked this turn (TE-6.3).
        self.attacked: i64 = 0
        # The Front of the current Action, or of the one just fought.
        self.front: i64 = n.NO_FRONT
        # The seat that has just won an Action (TE-8.1).
        self.winner: i64 = 0
        # How many cards the loser must discard in all (TE-8.3, Full Retreat).
        self.owed: i64 = 0
        # Option `commit`: the other side has just passed.
        self.passed: bool = False
        # Option `deckout`: the one reshuffle is used up.
        self.reshuffled: bool = False

    def copy(self, other: Position) -> None:
        self._copy_piles(other)
        self.attacker.copy(other.attacker)
        self.defender.copy(other.defender)
        self.aimed = other.aimed
        self.held = other.held
        self.attacked = other.attacked
        self.front = other.front
        self.winner = other.winner
        self.owed = other.owed
        self.passed = other.passed
        self.reshuffled = other.reshuffled

    def army(self, seat: i64) -> Army:
        """Returns the army of a seat, attacker or defender."""
        return self.attacker if self.attacker.seat == seat else self.defender

    def give_turn(self, seat: i64) -> None:
        """Makes this seat active."""
        if self.attacker.seat != seat:
            self.attacker, self.defender = self.defender, self.attacker
        self.active = seat
        self.attacker.seat = seat
        self.defender.seat = 1 - seat

    def give_front(self, front: i64, seat: i64) -> None:
        """Gives control of the Front to this seat (TE-1.3)."""
        here = only(front)[0]
        self.held = self.held | here if seat == n.COALITION else self.held & ~here

    def decider(self) -> i64:
        phase = self.phase()
        if phase == n.DEFEND:
            return self.defender.seat
        if phase in (n.VICTORY, n.CASUALTY):
            return self.winner
        if phase == n.GIVE:
            return 1 - self.winner
        return self.attacker.seat

    def holder(self, front: i64) -> i64:
        """Returns the seat that controls a Front."""
        return (self.held >> front) & 1

    def force_at(self, army: Army, front: i64) -> i64:
        """Returns the Force of a side's pieces at a Front."""
        return summed(army.at(front), self.tables.force)

    # -- steps from one chapter of the rules into a later class --------------------------------------------------------

    def action_phase(self) -> None:
        """TE-6.6: continues after an Action and its Victory cards; the active player may attack again."""
        raise NotImplementedError

    # -- hidden information (TE-11) --------------------------------------------------------------------------------

    def picks(self) -> i64:
        phase = self.phase()
        if phase in (n.PIECE, n.CASUALTY):
            return 1
        if phase == n.FRONT:  # the card; and the piece, if it was asked for
            return 2 if len(self.stack()) > 2 else 1
        return super().picks()

    def is_question(self, phase: i64) -> bool:
        return phase in (n.PIECE, n.FRONT, n.CASUALTY)

    def close_frame(self) -> None:
        super().close_frame()
        self.aimed = no_cards()

    def redeal(self, seat: i64) -> None:
        kinds = self.tables.kinds
        other = self.army(1 - seat)
        known = other.known
        count = size(other.hand) - size(known)
        pool = union(self.deck, minus(other.hand, known))
        # Cards seen in the deck that cannot have come into the hand since.
        barred: tuple[i64, i64] = no_cards()
        if other.searched:
            if other.seen_most == 0:
                barred = common(pool, kinds.pieces_of(seat))
            elif other.strangers_most == 0:
                barred = minus(common(pool, kinds.pieces_of(seat)), kinds.pieces_of(1 - seat))
        free = minus(pool, barred)
        while True:
            dealt = self.random_cards(free, count)
            if self._may_hold(other, dealt, minus(pool, dealt)):
                other.hand = union(known, dealt)
                self.deck = minus(pool, dealt)
                return

    def _may_hold(self, army: Army, cards: tuple[i64, i64], deck: tuple[i64, i64]) -> bool:
        """Returns whether the other side's knowledge allows these to be the unknown cards of the hand."""
        kinds = self.tables.kinds
        pieces = common(cards, kinds.pieces)
        own = common(pieces, kinds.usable_by(army.seat))
        strange = common(pieces, kinds.usable_by(1 - army.seat))
        if army.searched and size(strange) > army.seen_most:
            return False
        if army.searched and size(minus(strange, own)) > army.strangers_most:
            return False
        if size(own) < army.pieces_least or size(minus(own, strange)) < army.own_least:
            return False
        # During a search the deck holds something to take.
        return self.phase() != n.SEARCH or self.attacker.seat != army.seat or meet(deck, kinds.pieces_of(army.seat))

    def keep_knowledge(self, undone: Position) -> None:
        for now in (self.attacker, self.defender):
            then = undone.army(now.seat)
            open_then = union(undone.discard, union(then.committed, then.pieces()))
            now.learn(common(now.hand, open_then))

    # -- plain data ------------------------------------------------------------------------------------------------

    def check_facts(self, known: dict[str, object]) -> None:
        if self.phase() == n.FRONT and meet(self.picked, self.tables.kinds.attacks):
            self.set_stack([n.LAUNCH, n.FRONT])
        super().check_facts(known)
        copy = self.clone()
        copy.take_back_choice()
        for army in (copy.attacker, copy.defender):
            if not copy._may_hold(army, minus(army.hand, army.known), copy.deck):
                raise BadInput("The known cards of a hand contradict the position.")
