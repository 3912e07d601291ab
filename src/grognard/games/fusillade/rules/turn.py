"""FUS-2 Setup and turn: the deal, the order of turns and drawing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade.names import DEPLOY
from grognard.games.fusillade.state import Army, Position
from grognard.kernel.cardsets.cards import is_empty, members, no_cards, size

FIRST_HAND: Final = 7  # FUS-2.1
CARDS_A_TURN: Final = 3  # FUS-3.1


@mypyc_attr(acyclic=True)
class Turn(Position):
    """FUS-2 Setup and turn."""

    def start(self) -> None:
        first = self.below(2)  # FUS-2.2
        self.give_turn(first)
        self.attacker.troops = self.tables.troops
        self.defender.troops = self.tables.troops
        self.deck = self.tables.kinds.all_cards
        if self.recorder.recording:
            self.emit(e.Began(first))
        self.draw_cards(self.attacker, FIRST_HAND)  # FUS-2.1
        self.draw_cards(self.defender, FIRST_HAND)
        self.begin_turn()

    def begin_turn(self) -> None:
        self.turn += 1
        self.spent = no_cards()
        self.attacked = False
        self.struck = False
        if self.recorder.recording:
            self.emit(e.TurnCame(self.attacker.seat, self.turn))
        self.draw_cards(self.attacker, CARDS_A_TURN)  # FUS-3.1
        self.open_phase(DEPLOY)

    def draw_cards(self, army: Army, count: i64) -> None:
        """Draws cards; an empty deck is refilled only when a card must be drawn (FUS-2.4)."""
        drawn = self.deal(army, count)
        if self.recorder.recording:
            self.emit(e.Drew(army.seat, members(drawn), size(drawn)))

    def reshuffle(self) -> bool:
        if is_empty(self.discard):
            return False
        # With an empty deck, each player sees or can deduce where every card is.
        self.attacker.deduced = self.attacker.hand
        self.defender.deduced = self.defender.hand
        self.refill()
        if self.recorder.recording:
            self.emit(e.Reshuffled(self.active, size(self.deck)))
        return True
