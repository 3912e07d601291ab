"""The legal actions of each phase, and their effects."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost.names import ANSWER, ATTACK, PASS
from grognard.games.outpost.rules.battle import Battle
from grognard.kernel.cardsets.cards import is_empty, no_cards, only


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Outpost(Battle):
    """The state of a game of Outpost."""

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        return self.attacker.hand if verb == ATTACK else self.answers()

    def plain_actions(self) -> tuple[i64, i64]:
        return only(PASS) if self.phase() == ANSWER else no_cards()

    def play_card(self, verb: i64, card: i64) -> None:
        if verb == ATTACK:
            self.attack_with(card)
        else:
            self.answer_with(card)

    def play_plain(self, action: i64) -> None:
        self.strike()

    def has_choice(self, phase: i64) -> bool:
        """OUT-3.2, OUT-4.1: only a player who holds a card is asked."""
        return not is_empty(self.defender.hand if phase == ANSWER else self.attacker.hand)

    def close_phase(self, phase: i64) -> None:
        if phase == ATTACK:
            self.pass_over()
        else:
            self.strike()

    def fresh(self) -> Outpost:
        return Outpost(self.game)
