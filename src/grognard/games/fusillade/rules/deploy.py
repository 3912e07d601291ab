"""FUS-3 Deploy Phase: cards used for their abilities."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade import names as n
from grognard.games.fusillade.rules.turn import Turn
from grognard.kernel.cardsets.cards import has, is_empty, members, only, union


@mypyc_attr(acyclic=True)
class Deploy(Turn):
    """FUS-3 Deploy Phase."""

    def usable(self) -> tuple[i64, i64]:
        kinds = self.tables.kinds
        cards = self.reject(self.attacker.hand, kinds.idlers, n.NO_ABILITY)
        if not self.tables.any_tactics:
            cards = self.reject(cards, kinds.other_tactics, n.NO_ABILITY)
        cards = self.reject(cards, self.spent, n.SPENT)  # FUS-3.6
        if is_empty(union(self.deck, self.discard)):
            cards = self.reject(cards, kinds.drawers, n.NOTHING_TO_DRAW)  # FUS-3.3
        if is_empty(self.defender.hand):
            cards = self.reject(cards, kinds.lookers, n.NOTHING_TO_SEE)  # FUS-3.4
            cards = self.reject(cards, union(kinds.strippers, kinds.other_tactics), n.NOTHING_TO_STRIP)  # FUS-3.5
        return cards

    def use(self, card: i64) -> None:
        kinds = self.tables.kinds
        self.spent = union(self.spent, only(card))
        self.put_away(self.attacker, only(card))
        if self.recorder.recording:
            self.emit(e.Used(self.attacker.seat, card, self.tables.force[card]))
        if has(kinds.drawers, card):
            force: i64 = self.tables.force[card]
            self.draw_cards(self.attacker, force)  # FUS-3.3
        elif has(kinds.lookers, card):
            self._look()
        else:
            self._strip()
        self.open_phase(n.DEPLOY)

    def _look(self) -> None:
        """FUS-3.4: shows the opposing hand as it is now; the looker may remember it (FUS-8.1)."""
        self.defender.seen = self.defender.hand
        self.defender.seen_turn = self.turn
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Looked(self.attacker.seat, members(self.defender.hand)))

    def _strip(self) -> None:
        """FUS-3.5: the opponent discards one random card, face up."""
        card = self.random_card(self.defender.hand)
        self.put_away(self.defender, only(card))
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Stripped(self.defender.seat, card))
