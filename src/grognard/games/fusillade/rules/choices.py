"""What may be chosen in each phase, and what choosing it does."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import names
from grognard.games.fusillade.names import (
    AS, AT, ATTACK, AU, BLUNDER, COUNTER, CT, CU, DECLARE, DEPLOY, EB, END_EXCHANGE, END_UNITS, EXCHANGE, HOLD, IT, IU,
    LS, LT, LU, MORALE, MS, NO_UNIT_LAID, NOT_A_BLUNDER, NOT_A_MORALE, NOT_IN_LINE, PASSED, SUPPORT, SUPPORTED, TARGET,
    TRIM, TS, UNITS,
)  # fmt: skip
from grognard.games.fusillade.rules.victory import Victory
from grognard.games.fusillade.state import KIND, NAMES, cards_of
from grognard.kernel.engine.actions import NO_CARD, ActionSpace, Window
from grognard.kernel.cardsets.cards import is_empty, minus, no_cards, only, union

# Every action there can ever be; house rules only mask this one space.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(DEPLOY, ["END_DEPLOY"], "USE", cards_of(LU, CU, AU, IT, LT, CT, AT, LS, AS)),
        Window(DECLARE, ["ATTACK", "HOLD"]),
        Window(BLUNDER, ["PASS_BLUNDER"], "BLUNDER", cards_of(EB)),
        Window(UNITS, ["END_UNITS"], "UNIT", cards_of(IU, LU, CU, AU)),
        Window(COUNTER, ["PASS_COUNTER"], "COUNTER", cards_of(IU, LU, CU, AU, TS)),
        Window(TARGET, [], "TARGET", cards_of(IU, LU, CU, AU), stranger=NOT_IN_LINE),
        Window(SUPPORT, ["END_SUPPORT"], "SUPPORT", cards_of(IT, LT, CT, AT, LS, MS, AS, TS, EB)),
        Window(MORALE, ["PASS_MORALE"], "MORALE", cards_of(MS)),
        Window(EXCHANGE, ["END_EXCHANGE"], "EXCHANGE", list(range(len(NAMES)))),
        Window(TRIM, [], "TRIM", list(range(len(NAMES)))),
    ],
    NAMES,
)
PHASE_OF: Final[bytes] = SPACE.phase
CARD: Final[bytes] = SPACE.card
# What ends each phase, or passes it.
ENDING: Final[bytes] = bytes(
    [(*[a for a in range(END_EXCHANGE + 1) if PHASE_OF[a] == n], NO_CARD)[0] for n in range(TRIM + 1)]
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Fusillade(Victory):
    """A game of Fusillade."""

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == DEPLOY:
            return self.usable()
        if verb == BLUNDER:
            return self.reject(self.defender.hand, minus(KIND.all_cards, KIND.blunders), NOT_A_BLUNDER)
        if verb == UNITS:
            return self.layable()
        if verb == COUNTER:
            return self.countering()
        if verb == TARGET:
            return self.line
        if verb == SUPPORT:
            return self.supporting()
        if verb == MORALE:
            return self.reject(self.defender.hand, minus(KIND.all_cards, KIND.morales), NOT_A_MORALE)  # FUS-5.2
        return self.exchangeable() if verb == EXCHANGE else self.attacker.hand

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == DECLARE:
            return union(only(HOLD), only(ATTACK)) if self.may_attack() else only(HOLD)
        if phase == UNITS and not self.permits(END_UNITS, not is_empty(self.picked), NO_UNIT_LAID):
            return no_cards()
        ending: i64 = ENDING[phase]
        return no_cards() if ending == NO_CARD else only(ending)

    def play_plain(self, action: i64) -> None:
        phase = self.phase()
        if action == ATTACK:
            self.attack()
        elif phase == UNITS:
            self.lay_units()
        elif phase == EXCHANGE:
            self.exchange()
        else:
            if phase == SUPPORT:
                self.show_picks(SUPPORTED)
            elif self.recorder.recording and phase in (BLUNDER, COUNTER, MORALE):
                self.tell(PASSED, self.defender.seat, [], [phase])
            self.close_phase(phase)

    def play_card(self, verb: i64, card: i64) -> None:
        match verb:
            case names.DEPLOY:
                self.use(card)
            case names.BLUNDER:
                self.blunder(card)
            case names.COUNTER:
                self.choose_counter(card)
            case names.TARGET:
                self.counter_picked(card)
            case names.MORALE:
                self.halve(card)
            case _:
                self.pick_from(self.attacker, card)
                if verb == TRIM:
                    self.trim_or_end_turn()

    def has_choice(self, phase: i64) -> bool:
        """A phase whose decider holds no card is passed over (FUS-8.2)."""
        return not is_empty(self.army(self.decider()).hand)

    def close_phase(self, phase: i64) -> None:
        match phase:
            case names.DEPLOY:
                self.open_phase(DECLARE)
            case names.DECLARE:
                self.hold()
            case names.BLUNDER:
                self.open_phase(UNITS)
            case names.COUNTER:
                self.open_phase(SUPPORT)
            case names.SUPPORT:
                self.add_up()
            case names.MORALE:
                self.strike()
            case names.EXCHANGE:
                self.end_turn()

    def fresh(self) -> Fusillade:
        return Fusillade(self.game)
