"""FUS-4 Attack Phase: declaration, Blunder, units, counters, support."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade import names as n
from grognard.games.fusillade.rules.deploy import Deploy
from grognard.kernel.cardsets.cards import common, is_empty, meet, members, minus, no_cards, nth, only, size, union


@mypyc_attr(acyclic=True)
class Attack(Deploy):
    """FUS-4 Attack Phase."""

    def may_attack(self) -> bool:
        """FUS-4.1: returns whether the attacker holds a unit."""
        has_unit = meet(self.attacker.hand, self.tables.kinds.any_unit)
        return self.permits(n.ATTACK, has_unit, n.NO_UNIT_IN_HAND)

    def attack(self) -> None:
        self.attacker.vouched = True
        if self.recorder.recording:
            self.emit(e.Declared(self.attacker.seat))
        self.open_phase(n.BLUNDER)

    def hold(self) -> None:
        if self.recorder.recording:
            self.emit(e.Held(self.attacker.seat))
        self.open_phase(n.EXCHANGE)

    def blunder(self, card: i64) -> None:
        """FUS-4.2: cancels the attack before any unit is shown."""
        self.put_away(self.defender, only(card))
        if self.recorder.recording:
            self.emit(e.Blundered(self.defender.seat, card))
        self.open_phase(n.EXCHANGE)

    def layable(self) -> tuple[i64, i64]:
        """FUS-4.3: returns the units that can join the line, all of one type."""
        kinds = self.tables.kinds
        cards = self.reject(self.attacker.hand, minus(kinds.all_cards, kinds.any_unit), n.NOT_A_UNIT)
        if not is_empty(self.picked):
            units = kinds.units_of(self.arm_of(self.picked))
            cards = self.reject(cards, minus(kinds.any_unit, units), n.MIXED_LINE)
        return cards

    def lay_units(self) -> None:
        self.attacked = True
        cards = self.show_picks()
        if self.recorder.recording:
            self.emit(e.Laid(self.attacker.seat, members(cards)))
        self.open_phase(n.COUNTER)

    def show_picks(self) -> tuple[i64, i64]:
        """Moves the attacker's picks into the attack line and returns them."""
        cards = self.picked
        self.picked = no_cards()
        self.attacker.lose(cards)
        self.line = union(self.line, cards)
        return cards

    def add_support(self) -> None:
        cards = self.show_picks()
        if self.recorder.recording:
            self.emit(e.Supported(self.attacker.seat, members(cards)))

    def countering(self) -> tuple[i64, i64]:
        """FUS-4.4: returns the counter cards: the type that beats the line's, and Terrain."""
        kinds = self.tables.kinds
        allowed = union(kinds.counters_against(self.arm_of(self.line)), kinds.terrain)
        return self.reject(self.defender.hand, minus(kinds.all_cards, allowed), n.NOT_A_COUNTER)

    def choose_counter(self, card: i64) -> None:
        if size(self.line) == 1:
            self._counter(only(card), nth(self.line, 0))
        else:
            self.pick_from(self.defender, card)
            self.enter(n.TARGET)

    def counter_picked(self, target: i64) -> None:
        counter = self.picked
        self.picked = no_cards()
        self._counter(counter, target)

    def _counter(self, counter: tuple[i64, i64], target: i64) -> None:
        self.put_away(self.defender, counter)
        self.line = minus(self.line, only(target))
        self.discard = union(self.discard, only(target))
        if self.recorder.recording:
            self.emit(e.Countered(self.defender.seat, nth(counter, 0), target))
        if is_empty(self.line):  # FUS-4.6
            if self.recorder.recording:
                self.emit(e.Repelled(self.defender.seat))
            self.trim_or_end_turn()
        else:
            self.open_phase(n.COUNTER)

    def supporting(self) -> tuple[i64, i64]:
        """FUS-4.7: returns the support cards: tactics of the line's type, one strategy card of each type."""
        kinds = self.tables.kinds
        cards = self.reject(self.attacker.hand, kinds.any_unit, n.LINE_IS_CLOSED)
        cards = self.reject(cards, minus(kinds.any_tactic, kinds.tactics_of(self.arm_of(self.line))), n.OTHER_ARM)
        for kind in range(n.LS, n.EB + 1):
            strategy = kinds.strategies_of(kind)
            if meet(self.picked, strategy):
                cards = self.reject(cards, strategy, n.ONE_OF_EACH)
        return cards

    def arm_of(self, line: tuple[i64, i64]) -> i64:
        """Returns the unit type of an attack; all units of a line are of one type."""
        kind: i64 = self.tables.type[nth(common(line, self.tables.kinds.any_unit), 0)]
        return kind
