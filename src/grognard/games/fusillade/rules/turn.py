"""FUS-2 Setup and turn: the deal, the order of turns, drawing and discarding."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade.names import BEGAN, DEPLOY, DREW, RESHUFFLED, TURN_CAME
from grognard.games.fusillade.rules.course import Course
from grognard.games.fusillade.state import KIND, Army
from grognard.kernel.sets.cards import is_empty, members, minus, no_cards, only, size, union

FIRST_HAND: Final = 7  # FUS-2.1
CARDS_A_TURN: Final = 3  # FUS-3.1


@mypyc_attr(acyclic=True)
class Turn(Course):
    """FUS-2 Setup and turn."""

    def start(self) -> None:
        first = self.below(2)  # FUS-2.2
        self.give_turn(first)
        self.attacker.troops = self.tables.troops
        self.defender.troops = self.tables.troops
        self.deck = KIND.all_cards
        if self.clerk.recording:
            self.tell(BEGAN, first, [], [])
        self._draw(self.attacker, FIRST_HAND)  # FUS-2.1
        self._draw(self.defender, FIRST_HAND)
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        self.spent = no_cards()
        self.attacked = False
        self.struck = False
        if self.clerk.recording:
            self.tell(TURN_CAME, self.attacker.seat, [], [self.turn])
        self._draw(self.attacker, CARDS_A_TURN)  # FUS-3.1
        self._open(DEPLOY)

    def _draw(self, army: Army, count: i64) -> None:
        """One card at a time; an empty deck is refilled when a card is due and not before (FUS-2.4)."""
        drawn: tuple[i64, i64] = no_cards()
        for _n in range(count):
            if is_empty(self.deck):
                if is_empty(self.discard):
                    break
                self._reshuffle()
            card = only(self.random_card(self.deck))
            self.deck = minus(self.deck, card)
            army.take(card)
            drawn = union(drawn, card)
        self.reveal()
        if self.clerk.recording:
            self.tell(DREW, army.seat, members(drawn), [size(drawn)], private=True)

    def _reshuffle(self) -> None:
        # With no card in the deck, each player sees or can work out where every card is.
        self.attacker.deduced = self.attacker.hand
        self.defender.deduced = self.defender.hand
        self.deck = self.discard
        self.discard = no_cards()
        if self.clerk.recording:
            self.tell(RESHUFFLED, self.attacker.seat, [], [size(self.deck)])

    def _discard(self, army: Army, cards: tuple[i64, i64]) -> None:
        """Cards go from a hand to the open pile, before they take effect (FUS-2.5)."""
        army.lose(cards)
        self.discard = union(self.discard, cards)

    def _pick_from(self, army: Army, card: i64) -> None:
        """A card of the open frame: out of the hand, not yet shown."""
        army.hand = minus(army.hand, only(card))
        self.picked = union(self.picked, only(card))
