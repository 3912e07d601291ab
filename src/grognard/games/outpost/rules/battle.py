"""OUT-2 to OUT-5: the deal, a turn, an attack and its answer, the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost import events as e
from grognard.games.outpost import names as n
from grognard.games.outpost.state import Army, Position
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import first, is_empty, members, no_cards, only, size, union

BLUE: Final = 0
HAND: Final = 3  # OUT-2.1
SKIRMISH_HAND: Final = 2  # OUT-2.1


@mypyc_attr(acyclic=True)
class Battle(Position):
    """OUT-2 to OUT-5: the course of the game."""

    # -- OUT-2 The deal --------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.give_turn(BLUE)  # OUT-2.4
        self.deck = self.tables.cards.all_cards
        self.emit(e.Began(BLUE))
        self._muster(self.attacker)
        self._muster(self.defender)
        self.begin_turn()

    def _muster(self, army: Army) -> None:
        """OUT-2.1 to OUT-2.3: gives a side its hand and Morale; undealt cards stay in the deck, set aside."""
        army.morale = self.tables.morale
        hand = self.deal(army, SKIRMISH_HAND if self.tables.skirmish else HAND)
        self.emit(e.Dealt(army.seat, members(hand), size(hand)))

    # -- OUT-3 The attack ------------------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        self.turn += 1
        self.emit(e.TurnCame(self.attacker.seat, self.turn))
        self.open_phase(n.ATTACK)

    def attack_with(self, card: i64) -> None:
        """OUT-3.1: plays a card as the attack."""
        self.attack = only(card)
        self.attacker.lose(self.attack)
        self.emit(e.Attacked(self.attacker.seat, card))
        self.open_phase(n.ANSWER)

    def pass_over(self) -> None:
        """OUT-3.2: skips the turn of a player with an empty hand."""
        self.emit(e.PassedOver(self.attacker.seat))
        self._end_turn()

    # -- OUT-4 The answer ------------------------------------------------------------------------------------------

    def objection(self, card: i64, attack: i64) -> i64:
        """OUT-4.2: returns the code for why a card does not answer an attack, or 0 if it does."""
        tables = self.tables
        arm: i64 = tables.type[card]
        attacking: i64 = tables.type[attack]
        if (arm + 1) % len(n.ARMS) != attacking:  # OUT-1.2
            return n.WRONG_ARM
        force: i64 = tables.force[card]
        needed: i64 = tables.force[attack]
        return n.TOO_WEAK if force < needed - 1 and not tables.skirmish else 0

    def answers(self) -> tuple[i64, i64]:
        """Returns the cards that the defender may answer with."""
        fitting: tuple[i64, i64] = no_cards()
        for card in members(self.defender.hand):
            if self.accepts(card, self.objection(card, first(self.attack))):
                fitting = union(fitting, only(card))
        return fitting

    def answer_with(self, card: i64) -> None:
        """OUT-4.3: answers the attack and discards both cards."""
        self.put_away(self.defender, only(card))
        self.emit(e.Answered(self.defender.seat, card, first(self.attack)))
        self._clear()
        self._end_turn()

    def strike(self) -> None:
        """OUT-4.4: the defender passes and loses Morale."""
        force: i64 = self.tables.force[first(self.attack)]
        lost = min(force, self.defender.morale)
        self.defender.morale -= lost
        self.emit(e.Struck(self.defender.seat, first(self.attack), lost))
        self._clear()
        if self.defender.morale > 0:
            self._end_turn()
        else:
            self._end(e.Broken(self.defender.seat))  # OUT-5.1

    def _clear(self) -> None:
        self.discard = union(self.discard, self.attack)
        self.attack = no_cards()

    # -- OUT-5 The end ---------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        if is_empty(union(self.attacker.hand, self.defender.hand)):
            self._end(e.HandsEmpty(self.defender.seat))  # OUT-5.2
        else:
            self.give_turn(self.defender.seat)
            self.begin_turn()

    def _end(self, why: Event) -> None:
        self.emit(why)
        self.frames = OVER
