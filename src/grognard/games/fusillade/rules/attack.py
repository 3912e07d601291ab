"""FUS-4 Attack Phase: declaration, Blunder, units, counters, support."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import events as e
from grognard.games.fusillade import names as n
from grognard.games.fusillade.rules.deploy import Deploy
from grognard.games.fusillade.tables import KIND, TYPE
from grognard.kernel.cardsets.cards import common, is_empty, meet, members, minus, no_cards, nth, only, size, union


@mypyc_attr(acyclic=True)
class Attack(Deploy):
    """FUS-4 Attack Phase."""

    def may_attack(self) -> bool:
        return self.permits(n.ATTACK, meet(self.attacker.hand, KIND.any_unit), n.NO_UNIT_IN_HAND)  # FUS-4.1

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
        cards = self.reject(self.attacker.hand, minus(KIND.all_cards, KIND.any_unit), n.NOT_A_UNIT)
        if not is_empty(self.picked):
            cards = self.reject(cards, minus(KIND.any_unit, units_of(arm_of(self.picked))), n.MIXED_LINE)
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
        allowed = union(counters_against(arm_of(self.line)), KIND.terrain)
        return self.reject(self.defender.hand, minus(KIND.all_cards, allowed), n.NOT_A_COUNTER)

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
        cards = self.reject(self.attacker.hand, KIND.any_unit, n.LINE_IS_CLOSED)
        cards = self.reject(cards, minus(KIND.any_tactic, tactics_of(arm_of(self.line))), n.OTHER_ARM)
        for kind in range(n.LS, n.EB + 1):
            strategy = strategies_of(kind)
            if meet(self.picked, strategy):
                cards = self.reject(cards, strategy, n.ONE_OF_EACH)
        return cards


def arm_of(line: tuple[i64, i64]) -> i64:
    """Returns the unit type of an attack; all units of a line are of one type."""
    kind: i64 = TYPE[nth(common(line, KIND.any_unit), 0)]
    return kind


def units_of(arm: i64) -> tuple[i64, i64]:
    """Returns all units of a type."""
    return _by_arm(arm, KIND.infantry, KIND.light, KIND.cavalry, KIND.artillery)


def tactics_of(arm: i64) -> tuple[i64, i64]:
    """Returns the tactics that match a unit type (FUS-1.2)."""
    return _by_arm(arm, KIND.infantry_tactics, KIND.light_tactics, KIND.cavalry_tactics, KIND.artillery_tactics)


def counters_against(arm: i64) -> tuple[i64, i64]:
    """Returns the units that beat a unit type (FUS-4.4)."""
    return _by_arm(arm, KIND.artillery, KIND.cavalry, KIND.infantry, KIND.light)


def _by_arm(
    arm: i64,
    infantry: tuple[i64, i64],
    light: tuple[i64, i64],
    cavalry: tuple[i64, i64],
    artillery: tuple[i64, i64],
) -> tuple[i64, i64]:
    """Returns the argument for this unit type."""
    if arm == n.IU:
        return infantry
    if arm == n.LU:
        return light
    return cavalry if arm == n.CU else artillery


def strategies_of(kind: i64) -> tuple[i64, i64]:
    """Returns all strategy cards of a type."""
    if kind == n.LS:
        return KIND.leaders
    if kind == n.MS:
        return KIND.morales
    if kind == n.AS:
        return KIND.actions
    if kind == n.TS:
        return KIND.terrain
    return KIND.blunders
