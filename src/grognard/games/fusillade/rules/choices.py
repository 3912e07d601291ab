"""The legal actions of each phase, and their effects."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade import names as n
from grognard.games.fusillade.rules.victory import Victory
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.cardsets.cards import is_empty, minus, no_cards, only, union

# The action that ends or passes each phase that has one.
_ENDINGS: Final = {
    n.DEPLOY: n.END_DEPLOY, n.BLUNDER: n.PASS_BLUNDER, n.UNITS: n.END_UNITS, n.COUNTER: n.PASS_COUNTER,
    n.SUPPORT: n.END_SUPPORT, n.MORALE: n.PASS_MORALE, n.EXCHANGE: n.END_EXCHANGE,
}  # fmt: skip
ENDING: Final[bytes] = bytes([_ENDINGS.get(phase, NO_CARD) for phase in range(n.TRIM + 1)])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Fusillade(Victory):
    """The state of a game of Fusillade."""

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == n.DEPLOY:
            return self.usable()
        kinds = self.tables.kinds
        if verb == n.BLUNDER:
            return self.reject(self.defender.hand, minus(kinds.all_cards, kinds.blunders), n.NOT_A_BLUNDER)
        if verb == n.UNITS:
            return self.layable()
        if verb == n.COUNTER:
            return self.countering()
        if verb == n.TARGET:
            return self.line
        if verb == n.SUPPORT:
            return self.supporting()
        if verb == n.MORALE:
            return self.reject(self.defender.hand, minus(kinds.all_cards, kinds.morales), n.NOT_A_MORALE)  # FUS-5.2
        return self.exchangeable() if verb == n.EXCHANGE else self.attacker.hand

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == n.DECLARE:
            return union(only(n.HOLD), only(n.ATTACK)) if self.may_attack() else only(n.HOLD)
        if phase == n.UNITS and not self.permits(n.END_UNITS, not is_empty(self.picked), n.NO_UNIT_LAID):
            return no_cards()
        ending: i64 = ENDING[phase]
        return no_cards() if ending == NO_CARD else only(ending)

    def play_plain(self, action: i64) -> None:
        phase = self.phase()
        if action == n.ATTACK:
            self.attack()
        elif phase == n.UNITS:
            self.lay_units()
        elif phase == n.EXCHANGE:
            self.exchange()
        else:
            if phase == n.SUPPORT:
                self.add_support()
            elif self.recorder.recording and phase in (n.BLUNDER, n.COUNTER, n.MORALE):
                self.emit(e.Passed(self.defender.seat, phase))
            self.close_phase(phase)

    def play_card(self, verb: i64, card: i64) -> None:
        match verb:
            case n.DEPLOY:
                self.use(card)
            case n.BLUNDER:
                self.blunder(card)
            case n.COUNTER:
                self.choose_counter(card)
            case n.TARGET:
                self.counter_picked(card)
            case n.MORALE:
                self.halve(card)
            case _:
                self.pick_from(self.attacker, card)
                if verb == n.TRIM:
                    self.trim_or_end_turn()

    def has_choice(self, phase: i64) -> bool:
        """Returns whether the decider holds a card; otherwise the phase is skipped (FUS-8.2)."""
        return not is_empty(self.army(self.decider()).hand)

    def close_phase(self, phase: i64) -> None:
        match phase:
            case n.DEPLOY:
                self.open_phase(n.DECLARE)
            case n.DECLARE:
                self.hold()
            case n.BLUNDER:
                self.open_phase(n.UNITS)
            case n.COUNTER:
                self.open_phase(n.SUPPORT)
            case n.SUPPORT:
                self.add_up()
            case n.MORALE:
                self.strike()
            case n.EXCHANGE:
                self.end_turn()

    def fresh(self) -> Fusillade:
        return Fusillade(self.game)
