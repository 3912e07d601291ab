"""The legal actions of every phase, and their effects."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.rules.turn import Turn
from grognard.kernel.cardsets.cards import common, is_empty, meet, no_cards, only


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ThreeEmperors(Turn):
    """The state of a game of Battle of the Three Emperors."""

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == n.ORDERS:
            return only(n.END_ORDERS)
        if phase == n.FRONT:
            return self.extra_fronts(self.picked) if meet(self.picked, self.tables.kinds.attacks) else self.fronts()
        if phase == n.LAUNCH:
            return self.launch_plain()
        if phase == n.COMMIT:
            return only(n.END_COMMIT)
        if phase == n.DEFEND:
            return only(n.END_DEFEND)
        if phase == n.VICTORY:
            return only(n.END_VICTORY)
        return no_cards()

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == n.ORDERS:
            return self.orders()
        if verb == n.SEARCH:
            return common(self.deck, self.tables.kinds.pieces_of(self.attacker.seat))
        if verb == n.PIECE:
            return self.mover().pieces()
        if verb == n.LAUNCH:
            return self.launching()
        if verb in (n.COMMIT, n.DEFEND):
            return self.attacking() if verb == n.COMMIT else self.defending()
        if verb == n.VICTORY:
            return self.celebrating()
        if verb == n.CASUALTY:
            return self.targets()
        return self.army(self.decider()).hand  # GIVE and TRIM

    def play_plain(self, action: i64) -> None:
        phase = self.phase()
        if phase == n.ORDERS:
            self.end_orders()
        elif phase == n.FRONT:
            self._name_front(action - n.FRONT_NORTH)
        elif action == n.END_ACTIONS:
            self.end_actions()
        elif phase == n.LAUNCH:
            self.launch(action - n.ATTACK_NORTH)
        elif phase == n.VICTORY:
            self.end_victory()
        else:
            self.end_committing()

    def _name_front(self, front: i64) -> None:
        """Uses the chosen Front for the open frame: an extra attack, a deployment or a move."""
        if meet(self.picked, self.tables.kinds.attacks):
            self.launch(front)
        elif is_empty(self.aimed):
            self.deploy(front)
        else:
            self.move(front)

    def play_card(self, verb: i64, card: i64) -> None:
        match verb:
            case n.ORDERS:
                self.order(card)
            case n.SEARCH:
                self.take(card)
            case n.PIECE:
                self.choose_way(only(card))
            case n.LAUNCH:
                self.extra(card)
            case n.COMMIT | n.DEFEND:
                self.commit(card)
            case n.VICTORY:
                self.celebrate(card)
            case n.CASUALTY:
                self.kill(only(card))
            case n.GIVE:
                self.give(card)
            case _:
                self.trim(card)

    def fresh(self) -> ThreeEmperors:
        return ThreeEmperors(self.game)
