"""GT-7 Opportunity Phase: the charged Unit fires first."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.attack import Attack
from grognard.games.green_troops.tables import SCREEN
from grognard.kernel.cardsets.bits import NONE, is_in


@mypyc_attr(acyclic=True)
class Opportunity(Attack):
    """The charged Unit's answer, and the attacker's answer to that."""

    def opportunity_verdict(self, name: i64) -> i64:
        """Why the charged Unit cannot answer with this card; 0 if it can (GT-7.1)."""
        if not is_in(self.users_of(name), self.target):
            return n.TARGET_CANNOT_STRIKE
        return 0 if is_in(self.tables.kinds.stops_melees_of[name], self.attacker) else n.ATTACKER_NOT_STRUCK

    def oppose(self, name: i64) -> None:
        """GT-7.2: declares an Opportunity Attack, which the attacker's owner may answer with `answer_opportunity`."""
        self.opportunity = name
        if self.recorder.recording:
            self.emit(e.Opposed(self.target_seat, self.piece(name), self.target, self.attacker, self.active))
        if self.tables.answer_opportunity:
            self.open_phase(n.ANSWER)
        else:
            self.strike_back()

    def cancel_opportunity(self, name: i64, screener: i64) -> None:
        """Option `answer_opportunity`: plays a Defense card that stops the Opportunity Attack."""
        self.discard_card(name)
        self.discard_card(self.opportunity)
        if self.recorder.recording:
            self.emit(e.Defended(self.active, self.piece(name), self.attacker, n.ANSWER))
            self.emit(e.Negated(self.target_seat, self.piece(self.opportunity), n.ANSWER))
        self.opportunity = NONE
        if self.tables.effect[name] == SCREEN:
            self.hurt(screener, self.tables.amount[name], self.armies[self.target_seat], False)
            if self.cut_short():
                return
        self.after_opportunity()

    def strike_back(self) -> None:
        """GT-7.2, 7.3: the charged Unit fires, and the attacker may fall."""
        name = self.opportunity
        self.opportunity = NONE
        self.discard_card(name)
        self.strike(self.armies[self.target_seat], name, self.target, self.attacker)
        if not self.cut_short():
            self.open_phase(n.ROUT)  # GT-7.4

    def after_opportunity(self) -> None:
        """GT-7.5: continues the charge if the attacker is still in play."""
        if is_in(self.armies[self.active].line, self.attacker):
            self.open_phase(n.DEFEND)
        else:
            self.end_attack(True)
