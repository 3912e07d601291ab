"""The legal actions of each phase, and their effects."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade import names as n
from grognard.games.fusillade.rules.victory import Victory
from grognard.games.fusillade.tables import KIND, NAMES, cards_of
from grognard.kernel.engine.actions import NO_CARD, ActionSpace, Window
from grognard.kernel.cardsets.cards import is_empty, minus, no_cards, only, union

# All actions there are; house rules only mask this one space.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(n.DEPLOY, ["END_DEPLOY"], "USE", cards_of(n.LU, n.CU, n.AU, n.IT, n.LT, n.CT, n.AT, n.LS, n.AS)),
        Window(n.DECLARE, ["ATTACK", "HOLD"]),
        Window(n.BLUNDER, ["PASS_BLUNDER"], "BLUNDER", cards_of(n.EB)),
        Window(n.UNITS, ["END_UNITS"], "UNIT", cards_of(n.IU, n.LU, n.CU, n.AU)),
        Window(n.COUNTER, ["PASS_COUNTER"], "COUNTER", cards_of(n.IU, n.LU, n.CU, n.AU, n.TS)),
        Window(n.TARGET, [], "TARGET", cards_of(n.IU, n.LU, n.CU, n.AU), stranger=n.NOT_IN_LINE),
        Window(n.SUPPORT, ["END_SUPPORT"], "SUPPORT", cards_of(n.IT, n.LT, n.CT, n.AT, n.LS, n.MS, n.AS, n.TS, n.EB)),
        Window(n.MORALE, ["PASS_MORALE"], "MORALE", cards_of(n.MS)),
        Window(n.EXCHANGE, ["END_EXCHANGE"], "EXCHANGE", list(range(len(NAMES)))),
        Window(n.TRIM, [], "TRIM", list(range(len(NAMES)))),
    ],
    NAMES,
)
PHASE_OF: Final[bytes] = SPACE.phase
CARD: Final[bytes] = SPACE.card
# The action that ends or passes each phase.
ENDING: Final[bytes] = bytes(
    [(*[a for a in range(n.END_EXCHANGE + 1) if PHASE_OF[a] == i], NO_CARD)[0] for i in range(n.TRIM + 1)]
)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Fusillade(Victory):
    """The state of a game of Fusillade."""

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == n.DEPLOY:
            return self.usable()
        if verb == n.BLUNDER:
            return self.reject(self.defender.hand, minus(KIND.all_cards, KIND.blunders), n.NOT_A_BLUNDER)
        if verb == n.UNITS:
            return self.layable()
        if verb == n.COUNTER:
            return self.countering()
        if verb == n.TARGET:
            return self.line
        if verb == n.SUPPORT:
            return self.supporting()
        if verb == n.MORALE:
            return self.reject(self.defender.hand, minus(KIND.all_cards, KIND.morales), n.NOT_A_MORALE)  # FUS-5.2
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
