"""GT-3.5 You may pass, GT-15.2 Questions give nothing away: when windows open, and the cards that fit them."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.setup import Setup
from grognard.games.green_troops.tables import LEADER
from grognard.kernel.cardsets.bits import is_in, lowest, ones
from grognard.kernel.cardsets.counts import count, is_none


@mypyc_attr(acyclic=True)
class Windows(Setup):
    """The windows of a turn and of an attack."""

    def has_choice(self, phase: i64) -> bool:
        """Whether the deciding player, judging by public information, might act here. Discarding is always possible."""
        kinds = self.tables.kinds
        if phase == n.RESERVE:
            return self._could_act(kinds.orders) or self.moves() != 0
        if phase == n.ATTACK:
            return self._could_act(kinds.attacks)
        if phase == n.OPPORTUNITY:
            return self._could_act(kinds.opportunities)
        if phase == n.ROUT:
            return self._could_act(kinds.routs)
        if phase in (n.ANSWER, n.DEFEND, n.BARRAGE):
            return not (phase == n.BARRAGE and self.tables.barrage_sure) and self._could_act(kinds.defenses)
        if phase == n.CAPTURE:
            return self.takeable() != 0
        return phase != n.AFTERMATH or self._could_act(kinds.events | kinds.routs)

    def close_phase(self, phase: i64) -> None:
        match phase:
            case n.RESERVE:
                self.open_phase(n.ATTACK)
            case n.ATTACK:
                self.open_phase(n.AFTERMATH)
            case n.OPPORTUNITY:
                self.open_phase(n.DEFEND)
            case n.ANSWER:
                self.strike_back()
            case n.ROUT:
                self.after_opportunity()
            case n.DEFEND | n.BARRAGE:
                self.resolve()
            case n.CAPTURE:
                self.leave_spoils()
            case _:
                self.end_phase()

    def _could_act(self, names: i64) -> bool:
        """Whether the deciding player, judging by public information, might hold and play one of these cards."""
        if is_none(self.armies[self.decider()].hand):
            return False
        while names != 0:
            name = lowest(names)
            names &= names - 1
            if self.verdict(name) == 0 and self._may_be_held(name):
                return True
        return False

    def _may_be_held(self, name: i64) -> bool:
        """Whether a copy of this card is hidden. Cards set aside are ignored: they never have a type playable here."""
        seen = count(self.discard, name)
        if self.tables.code[name] > 0:
            seen += ones(self.units_with(name))
            if self.tables.type[name] == LEADER:
                for i in range(len(self.armies)):
                    seen += count(self.armies[i].captives, name)
        return seen < count(self.tables.all_cards, name)

    def verdict(self, name: i64) -> i64:
        """Why this card cannot be played in the current phase; 0 if it can. Uses only public information."""
        phase = self.phase()
        kinds = self.tables.kinds
        if phase == n.RESERVE:
            return self.event_verdict(name) if is_in(kinds.events, name) else self.order_verdict(name)
        if phase == n.ATTACK:
            return self.attack_verdict(name) if is_in(kinds.attacks, name) else n.NOT_AN_ATTACK
        if phase == n.OPPORTUNITY:
            return self.opportunity_verdict(name) if is_in(kinds.opportunities, name) else n.NOT_AN_OPPORTUNITY
        if phase in (n.ANSWER, n.DEFEND, n.BARRAGE):
            return self.defense_verdict(name) if is_in(kinds.defenses, name) else n.NOT_A_DEFENSE
        if phase == n.AFTERMATH:
            return self.aftermath_verdict(name)
        if phase == n.ROUT:
            return self.rout_verdict(name)
        return 0  # GT-10.2, 11.4: any card can be discarded
