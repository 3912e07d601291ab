"""GT-1.9 Played cards, GT-4 Draw Phase, GT-11.8 Looking at a hand: drawing, discarding and showing Battle cards."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops.state import Army, Position
from grognard.kernel.cardsets.bits import NONE
from grognard.kernel.cardsets.counts import copies, is_none, less, nothing, one, plus, total


@mypyc_attr(acyclic=True)
class Cards(Position):
    """The Battle Deck, the discard pile, and cards set aside while they take effect."""

    def battle_cards(self, pile: tuple[i64, i64, i64, i64, i64]) -> list[int]:
        """Returns the piece numbers of a pile of Battle cards, for events."""
        return [self.piece(name) for name in copies(pile)]

    def pick_card(self, name: i64) -> None:
        """Picks a card from the deciding player's hand, not yet shown to the others."""
        army = self.armies[self.decider()]
        army.hand = less(army.hand, one(name))
        self.picked = plus(self.picked, one(name))

    def discard_card(self, name: i64) -> None:
        """Puts a card on the discard pile."""
        self.discard = plus(self.discard, one(name))

    def throw(self, army: Army, pile: tuple[i64, i64, i64, i64, i64]) -> None:
        """Discards cards that have left a hand, face up."""
        names = copies(pile)
        for n in range(len(names)):
            army.lose(names[n])
        self.discard = plus(self.discard, pile)
        if self.recorder.recording:
            self.emit(e.Discarded(army.seat, self.battle_cards(pile), self.phase()))

    def drop_event(self) -> None:
        """Discards the Event set aside, even if its effect is unfinished."""
        if self.event != NONE:
            self.discard_card(self.event)
        self.event = NONE
        self.owed = 0

    def drop_attack(self) -> None:
        """Discards the cards set aside for the attack, and the Terrain that nobody took."""
        if self.attack != NONE:
            self.discard_card(self.attack)
        if self.opportunity != NONE:
            self.discard_card(self.opportunity)
        self.discard = plus(self.discard, self.spoils)
        self.attack = self.opportunity = self.attacker = self.target = self.target_seat = NONE
        self.protected = 0
        self.spoils = nothing()

    def draw_cards(self, army: Army, size: i64) -> None:
        """Draws cards, or as many as the deck and one reshuffle provide (GT-4.2)."""
        self.deal(army.seat, size, self.tables.units_in_all)

    def drew(self, seat: i64, pieces: list[int]) -> None:
        self.emit(e.Drew(seat, pieces, len(pieces)))

    def to_hand(self, seat: i64, cards: tuple[i64, i64, i64, i64, i64]) -> None:
        army = self.armies[seat]
        army.hand = plus(army.hand, cards)

    def reshuffle(self) -> bool:
        """GT-4.2: the discard pile becomes the deck, once a turn."""
        if self.reshuffled or is_none(self.discard):
            return False
        self.reshuffled = True
        if len(self.armies) == 2:
            # The deck is empty, so each player sees or can deduce where every card is.
            self.armies[0].deduced = self.armies[0].hand
            self.armies[1].deduced = self.armies[1].hand
        self.deck = self.discard
        self.discard = nothing()
        if self.recorder.recording:
            self.emit(e.Reshuffled(self.active, total(self.deck)))
        return True

    def spy(self, owner: i64) -> None:
        """GT-11.8: shows the active seat an owner's whole hand."""
        army = self.armies[owner]
        look = army.look_of(self.active)
        look.cards = army.hand
        look.turn = self.turn
        look.left = total(army.hand)
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Spied(self.active, self.battle_cards(army.hand), owner))
