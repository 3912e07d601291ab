"""The shared parts of games with one deck of different cards, one discard pile and two hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.cards import is_empty, minus, no_cards, only, size, union
from grognard.kernel.engine.state import State

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@mypyc_attr(acyclic=True)
class Side:
    """A seat and its hand; a game adds its other properties and the knowledge of the hand."""

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.hand: tuple[i64, i64] = no_cards()

    def _copy_side(self, other: Side) -> None:
        self.seat = other.seat
        self.hand = other.hand

    def draw(self, cards: tuple[i64, i64]) -> None:
        """Adds cards from the deck to the hand, unseen by the other side."""
        self.hand = union(self.hand, cards)

    def lose(self, cards: tuple[i64, i64]) -> None:
        """Removes cards from the hand, for all to see."""
        self.hand = minus(self.hand, cards)

    def known_cards(self) -> tuple[i64, i64]:
        """Returns the cards of the hand that the other side is certain of."""
        return no_cards()

    def learn(self, cards: tuple[i64, i64]) -> None:
        """Notes that the other side knows these cards are in the hand."""

    def secrets(self) -> tuple[i64, i64]:
        """Returns the known cards that the other side has seen in secret."""
        return no_cards()

    def learn_secretly(self, cards: tuple[i64, i64]) -> None:
        """Notes that the other side has seen these cards of the hand in secret."""

    def forget_secrets(self) -> None:
        """Forgets the secrets: in a world that a bot in this seat imagines, none of its cards was spied."""


@mypyc_attr(acyclic=True)
class OneDeckState(State):
    """A position with a deck, a discard pile and the cards of the open frame."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deck: tuple[i64, i64] = no_cards()
        self.discard: tuple[i64, i64] = no_cards()
        # The picks of the open frame: taken from the hand, not yet shown; they can be undone.
        self.picked: tuple[i64, i64] = no_cards()

    def _copy_piles(self, other: OneDeckState) -> None:
        self._copy_kernel(other)
        self.deck = other.deck
        self.discard = other.discard
        self.picked = other.picked

    def army(self, seat: i64) -> Side:
        """Returns the side of a seat."""
        raise NotImplementedError

    def reshuffle(self) -> bool:
        """Makes a new deck with `refill` when the deck is empty; returns False if the rules do not allow it."""
        raise NotImplementedError

    # -- the open frame --------------------------------------------------------------------------------------------

    def picks(self) -> i64:
        return size(self.picked)

    def take_back(self) -> None:
        army = self.army(self.decider())
        army.hand = union(army.hand, self.picked)

    def close_frame(self) -> None:
        self.picked = no_cards()

    def pick_from(self, army: Side, card: i64) -> None:
        """Moves a card from the hand to the picks of the open frame, not yet shown."""
        army.hand = minus(army.hand, only(card))
        self.picked = union(self.picked, only(card))

    # -- drawing and discarding ------------------------------------------------------------------------------------

    def deal(self, army: Side, count: i64) -> tuple[i64, i64]:
        """Draws up to `count` cards from the deck and a new deck into a hand; returns them."""
        drawn: tuple[i64, i64] = no_cards()
        while count > 0 and (not is_empty(self.deck) or self.reshuffle()):
            part = self.random_cards(self.deck, min(count, size(self.deck)))
            self.deck = minus(self.deck, part)
            army.draw(part)
            drawn = union(drawn, part)
            count -= size(part)
        self.reveal()
        return drawn

    def refill(self) -> None:
        """Turns the discard pile into the deck."""
        self.deck = self.discard
        self.discard = no_cards()

    def put_away(self, army: Side, cards: tuple[i64, i64]) -> None:
        """Moves cards from a hand to the discard pile, before they take effect."""
        army.lose(cards)
        self.discard = union(self.discard, cards)

    def put_picks_away(self, army: Side) -> tuple[i64, i64]:
        """Moves all picks to the discard pile, shown together; returns them."""
        cards = self.picked
        self.picked = no_cards()
        self.put_away(army, cards)
        return cards
