"""The rules of Fusillade, phase by phase in the order of the rulebook.

Clause numbers refer to handbook.md. The player whose turn it is is the attacker, whether or not he attacks.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade.state import (
    AS, AT, AU, BLUNDER, COUNTER, CT, CU, DECLARE, DEPLOY, EB, EXCHANGE, IT, IU, KIND, LS, LT, LU, MORALE,
    MS, NAMES, SUPPORT, TARGET, TRIM, TS, TYPE, UNITS, Army, Position, cards_of,
)  # fmt: skip
from grognard.kernel.engine.actions import NO_CARD, ActionSpace, Window
from grognard.kernel.sets.cards import (
    common,
    has,
    is_empty,
    meet,
    members,
    minus,
    no_cards,
    nth,
    only,
    size,
    union,
)
from grognard.kernel.engine.state import OVER

# What things are worth (FUS-2.1, 3.1, 5.1, 6.1, 6.4).
FIRST_HAND: Final = 7
CARDS_A_TURN: Final = 3
LARGE_ATTACK: Final = 5
LARGE_BONUS: Final = 2
MOST_EXCHANGED: Final = 2
HAND_LIMIT: Final = 10

# Why a choice is refused, beside the reasons all games share; text.py gives each its sentence and its clause.
NO_ABILITY: Final = 4
SPENT: Final = 5
NOTHING_TO_DRAW: Final = 6
NOTHING_TO_SEE: Final = 7
NOTHING_TO_STRIP: Final = 8
NO_UNIT_IN_HAND: Final = 9
NOT_A_BLUNDER: Final = 10
NOT_A_UNIT: Final = 11
MIXED_LINE: Final = 12
NO_UNIT_LAID: Final = 13
NOT_A_COUNTER: Final = 14
NOT_IN_LINE: Final = 15
LINE_IS_CLOSED: Final = 16
OTHER_ARM: Final = 17
ONE_OF_EACH: Final = 18
NOT_A_MORALE: Final = 19
TWO_PICKED: Final = 20

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
# Its plain verbs, in the same order.
END_DEPLOY: Final = 0
ATTACK: Final = 1
HOLD: Final = 2
PASS_BLUNDER: Final = 3
END_UNITS: Final = 4
PASS_COUNTER: Final = 5
END_SUPPORT: Final = 6
PASS_MORALE: Final = 7
END_EXCHANGE: Final = 8

PHASE_OF: Final[bytes] = SPACE.phase
CARD: Final[bytes] = SPACE.card
# What ends each phase, or passes it.
ENDING: Final[bytes] = bytes(
    [(*[a for a in range(END_EXCHANGE + 1) if PHASE_OF[a] == n], NO_CARD)[0] for n in range(TRIM + 1)]
)

# What happened; text.py words it.
BEGAN: Final = 1
TURN_CAME: Final = 2
DREW: Final = 3
RESHUFFLED: Final = 4
USED: Final = 5
LOOKED: Final = 6
STRIPPED: Final = 7
DECLARED: Final = 8
HELD: Final = 9
BLUNDERED: Final = 10
LAID: Final = 11
COUNTERED: Final = 12
REPELLED: Final = 13
SUPPORTED: Final = 14
HALVED: Final = 15
STRUCK: Final = 16
EXCHANGED: Final = 17
TRIMMED: Final = 18
KNOCKED_OUT: Final = 19
CLOCK_RAN_OUT: Final = 20
PASSED: Final = 21
SUMMED: Final = 22


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Fusillade(Position):
    """A game of Fusillade."""

    def clone(self) -> Fusillade:
        other = Fusillade(self.game)
        other.copy(self)
        return other

    # -- FUS-2 Setup and turn --------------------------------------------------------------------------------------

    def start(self) -> None:
        first = self.below(2)  # FUS-2.2
        self.attacker.seat = first
        self.defender.seat = 1 - first
        self.attacker.troops = self.tables.troops
        self.defender.troops = self.tables.troops
        self.deck = KIND.all_cards
        if self.clerk.recording:
            self.note(BEGAN, first, no_cards())
        self._draw(self.attacker, FIRST_HAND)  # FUS-2.1
        self._draw(self.defender, FIRST_HAND)
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        self.spent = no_cards()
        self.attacked = False
        self.struck = False
        if self.clerk.recording:
            self.note(TURN_CAME, self.attacker.seat, no_cards(), self.turn)
        self._draw(self.attacker, CARDS_A_TURN)  # FUS-3.1
        self._open(DEPLOY)

    def _open(self, phase: i64) -> None:
        """Goes to a phase; one whose decider holds no card, for all to see, is passed over (FUS-8.2)."""
        self.frames = phase
        if not is_empty(self.army(self.decider()).hand):
            return
        if phase == DEPLOY:
            self._open(DECLARE)
        elif phase == DECLARE:
            self._hold()
        elif phase == BLUNDER:
            self._open(UNITS)
        elif phase == COUNTER:
            self._open(SUPPORT)
        elif phase == SUPPORT:
            self._add_up()
        elif phase == MORALE:
            self._strike()
        elif phase == EXCHANGE:
            self._end_turn()

    def _draw(self, army: Army, count: i64) -> None:
        """One card at a time; an empty deck is refilled when a card is due and not before (FUS-2.4)."""
        drawn: tuple[i64, i64] = no_cards()
        for _n in range(count):
            if is_empty(self.deck):
                if is_empty(self.discard):
                    break
                self._reshuffle()
            card = only(self.random_card(self.deck))
            self.deck = minus(self.deck, card)
            army.take(card)
            drawn = union(drawn, card)
        self.reveal()
        if self.clerk.recording:
            self.note(DREW, army.seat, drawn, size(drawn), private=True)

    def _reshuffle(self) -> None:
        # With no card in the deck, each player sees or can work out where every card is.
        self.attacker.deduced = self.attacker.hand
        self.defender.deduced = self.defender.hand
        self.deck = self.discard
        self.discard = no_cards()
        if self.clerk.recording:
            self.note(RESHUFFLED, self.attacker.seat, no_cards(), size(self.deck))

    def _discard(self, army: Army, cards: tuple[i64, i64]) -> None:
        """Cards go from a hand to the open pile, before they take effect (FUS-2.5)."""
        army.lose(cards)
        self.discard = union(self.discard, cards)

    # -- FUS-3 Deploy Phase ----------------------------------------------------------------------------------------

    def _usable(self) -> tuple[i64, i64]:
        cards = self.bar(self.attacker.hand, KIND.idlers, NO_ABILITY)
        if not self.tables.any_tactics:
            cards = self.bar(cards, KIND.other_tactics, NO_ABILITY)
        cards = self.bar(cards, self.spent, SPENT)  # FUS-3.6
        if is_empty(union(self.deck, self.discard)):
            cards = self.bar(cards, KIND.drawers, NOTHING_TO_DRAW)  # FUS-3.3
        if is_empty(self.defender.hand):
            cards = self.bar(cards, KIND.lookers, NOTHING_TO_SEE)  # FUS-3.4
            cards = self.bar(cards, union(KIND.strippers, KIND.other_tactics), NOTHING_TO_STRIP)  # FUS-3.5
        return cards

    def _use(self, card: i64) -> None:
        self.spent = union(self.spent, only(card))
        self._discard(self.attacker, only(card))
        if self.clerk.recording:
            self.note(USED, self.attacker.seat, only(card))
        if has(KIND.drawers, card):
            force: i64 = self.tables.force[card]
            self._draw(self.attacker, force)  # FUS-3.3
        elif has(KIND.lookers, card):
            self._look()
        else:
            self._strip()
        self._open(DEPLOY)

    def _look(self) -> None:
        """FUS-3.4: the hand as it is now, which the looker may remember (FUS-8.1)."""
        self.defender.seen = self.defender.hand
        self.defender.seen_turn = self.turn
        self.reveal()
        if self.clerk.recording:
            self.note(LOOKED, self.attacker.seat, self.defender.hand, private=True)

    def _strip(self) -> None:
        """FUS-3.5: one random card of the opponent, face up."""
        card = self.random_card(self.defender.hand)
        self._discard(self.defender, only(card))
        self.reveal()
        if self.clerk.recording:
            self.note(STRIPPED, self.defender.seat, only(card))

    # -- FUS-4 Attack Phase ----------------------------------------------------------------------------------------

    def _may_attack(self) -> bool:
        return self.allows(ATTACK, meet(self.attacker.hand, KIND.any_unit), NO_UNIT_IN_HAND)  # FUS-4.1

    def _attack(self) -> None:
        self.attacker.vouched = True
        if self.clerk.recording:
            self.note(DECLARED, self.attacker.seat, no_cards())
        self._open(BLUNDER)

    def _hold(self) -> None:
        if self.clerk.recording:
            self.note(HELD, self.attacker.seat, no_cards())
        self._open(EXCHANGE)

    def _blunder(self, card: i64) -> None:
        """FUS-4.2: the attack is forbidden before a unit is shown."""
        self._discard(self.defender, only(card))
        if self.clerk.recording:
            self.note(BLUNDERED, self.defender.seat, only(card))
        self._open(EXCHANGE)

    def _layable(self) -> tuple[i64, i64]:
        """FUS-4.3: units of one type."""
        cards = self.bar(self.attacker.hand, minus(KIND.all_cards, KIND.any_unit), NOT_A_UNIT)
        if not is_empty(self.picked):
            cards = self.bar(cards, minus(KIND.any_unit, units_of(arm_of(self.picked))), MIXED_LINE)
        return cards

    def _lay_units(self) -> None:
        self.attacked = True
        self._show(LAID)
        self._open(COUNTER)

    def _show(self, kind: i64) -> None:
        """The attacker's picks come into the attack line."""
        self.attacker.lose(self.picked)
        self.line = union(self.line, self.picked)
        if self.clerk.recording:
            self.note(kind, self.attacker.seat, self.picked)
        self.picked = no_cards()

    def _countering(self) -> tuple[i64, i64]:
        """FUS-4.4: the type that beats the line's, or Terrain."""
        allowed = union(counters_against(arm_of(self.line)), KIND.terrain)
        return self.bar(self.defender.hand, minus(KIND.all_cards, allowed), NOT_A_COUNTER)

    def _choose_counter(self, card: i64) -> None:
        if size(self.line) == 1:
            self._counter(only(card), nth(self.line, 0))
        else:
            self._pick_from(self.defender, card)
            self.enter(TARGET)

    def _counter(self, counter: tuple[i64, i64], target: i64) -> None:
        self._discard(self.defender, counter)
        self.line = minus(self.line, only(target))
        self.discard = union(self.discard, only(target))
        if self.clerk.recording:
            self.note_list(COUNTERED, self.defender.seat, [*members(counter), target])
        if is_empty(self.line):  # FUS-4.6
            if self.clerk.recording:
                self.note(REPELLED, self.defender.seat, no_cards())
            self._trim_or_end_turn()
        else:
            self._open(COUNTER)

    def _supporting(self) -> tuple[i64, i64]:
        """FUS-4.7: any tactics of the line's type, and one strategy card of each type."""
        cards = self.bar(self.attacker.hand, KIND.any_unit, LINE_IS_CLOSED)
        cards = self.bar(cards, minus(KIND.any_tactic, tactics_of(arm_of(self.line))), OTHER_ARM)
        for kind in range(LS, EB + 1):
            strategy = strategies_of(kind)
            if meet(self.picked, strategy):
                cards = self.bar(cards, strategy, ONE_OF_EACH)
        return cards

    # -- FUS-5 Casualty Phase --------------------------------------------------------------------------------------

    def _add_up(self) -> None:
        self.casualties = self.attack_total(self.line)
        if self.clerk.recording:
            self.note(SUMMED, self.attacker.seat, self.line, self.casualties)
        self._open(MORALE)

    def attack_total(self, line: tuple[i64, i64]) -> i64:
        """FUS-5.1: the Force of the line, and 2 for each card in excess of 5."""
        total: i64 = 0
        for card in members(line):
            force: i64 = self.tables.force[card]
            total += force
        return total + LARGE_BONUS * max(0, size(line) - LARGE_ATTACK)

    def _halve(self, card: i64) -> None:
        """FUS-5.2: half the casualties, a half point rounded up."""
        self._discard(self.defender, only(card))
        self.casualties = (self.casualties if self.tables.round_down else self.casualties + 1) // 2
        if self.clerk.recording:
            self.note(HALVED, self.defender.seat, only(card), self.casualties)
        if self.tables.stack_morale:
            self._open(MORALE)
        else:
            self._strike()

    def _strike(self) -> None:
        lost = min(self.casualties, self.defender.troops)
        self.defender.troops -= lost  # FUS-5.3
        self.casualties = 0
        if lost > 0:
            self.struck = True
        if self.clerk.recording:
            self.note(STRUCK, self.defender.seat, no_cards(), lost)
        if self.defender.troops == 0:  # FUS-5.4
            if self.clerk.recording:
                self.note(KNOCKED_OUT, self.attacker.seat, no_cards())
            self.frames = OVER
            return
        self.discard = union(self.discard, self.line)  # FUS-5.5
        self.line = no_cards()
        self._trim_or_end_turn()

    # -- FUS-6 Maneuver Phase --------------------------------------------------------------------------------------

    def _exchangeable(self) -> tuple[i64, i64]:
        """FUS-6.1: any card, two at most."""
        if size(self.picked) < MOST_EXCHANGED:
            return self.attacker.hand
        return self.bar(self.attacker.hand, KIND.all_cards, TWO_PICKED)

    def _exchange(self) -> None:
        cards = self.picked
        self.picked = no_cards()
        self._discard(self.attacker, cards)
        if self.clerk.recording:
            self.note(EXCHANGED, self.attacker.seat, cards)
        if not is_empty(cards):
            self._draw(self.attacker, size(cards))
        self._trim_or_end_turn()

    def _trim_or_end_turn(self) -> None:
        """FUS-6.4: down to exactly ten cards."""
        if size(self.attacker.hand) > HAND_LIMIT:
            self._open(TRIM)
            return
        if not is_empty(self.picked):
            cards = self.picked
            self.picked = no_cards()
            self._discard(self.attacker, cards)
            if self.clerk.recording:
                self.note(TRIMMED, self.attacker.seat, cards)
        self._end_turn()

    def _end_turn(self) -> None:
        """FUS-6.5, and the clock of FUS-7.2."""
        self.quiet = 0 if self.struck else self.quiet + 1
        if self.quiet >= self.tables.clock:
            if self.clerk.recording:
                self.note(CLOCK_RAN_OUT, self.attacker.seat, no_cards(), self.quiet)
            self.frames = OVER
            return
        active = self.attacker
        self.attacker = self.defender
        self.defender = active
        self._begin_turn()

    # -- FUS-7 End of the game -------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        ours = self.army(0).troops
        theirs = self.army(1).troops
        if self.frames != OVER or ours == theirs:
            return [0.0, 0.0]
        return [1.0, -1.0] if ours > theirs else [-1.0, 1.0]

    # -- what may be chosen, and choosing it -----------------------------------------------------------------------

    def space(self) -> ActionSpace:
        return SPACE

    def plain(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == DECLARE:
            return union(only(HOLD), only(ATTACK)) if self._may_attack() else only(HOLD)
        if phase == UNITS and not self.allows(END_UNITS, not is_empty(self.picked), NO_UNIT_LAID):
            return no_cards()
        ending: i64 = ENDING[phase]
        return no_cards() if ending == NO_CARD else only(ending)

    def things(self, verb: i64) -> tuple[i64, i64]:
        if verb == DEPLOY:
            return self._usable()
        if verb == BLUNDER:
            return self.bar(self.defender.hand, minus(KIND.all_cards, KIND.blunders), NOT_A_BLUNDER)
        if verb == UNITS:
            return self._layable()
        if verb == COUNTER:
            return self._countering()
        if verb == TARGET:
            return self.line
        if verb == SUPPORT:
            return self._supporting()
        if verb == MORALE:
            return self.bar(self.defender.hand, minus(KIND.all_cards, KIND.morales), NOT_A_MORALE)  # FUS-5.2
        return self._exchangeable() if verb == EXCHANGE else self.attacker.hand

    def step(self, action: i64) -> None:
        self.ply += 1
        phase = self.phase()
        card: i64 = CARD[action]
        if phase == DEPLOY:
            if card == NO_CARD:
                self._open(DECLARE)
            else:
                self._use(card)
        elif phase == DECLARE:
            if action == ATTACK:
                self._attack()
            else:
                self._hold()
        elif phase == BLUNDER:
            if card == NO_CARD:
                self._pass()
                self._open(UNITS)
            else:
                self._blunder(card)
        elif phase == UNITS:
            if card == NO_CARD:
                self._lay_units()
            else:
                self._pick_from(self.attacker, card)
        elif phase == COUNTER:
            if card == NO_CARD:
                self._pass()
                self._open(SUPPORT)
            else:
                self._choose_counter(card)
        elif phase == TARGET:
            counter = self.picked
            self.picked = no_cards()
            self._counter(counter, card)
        elif phase == SUPPORT:
            if card == NO_CARD:
                self._show(SUPPORTED)
                self._add_up()
            else:
                self._pick_from(self.attacker, card)
        elif phase == MORALE:
            if card == NO_CARD:
                self._pass()
                self._strike()
            else:
                self._halve(card)
        elif phase == EXCHANGE:
            if card == NO_CARD:
                self._exchange()
            else:
                self._pick_from(self.attacker, card)
        elif phase == TRIM:
            self._pick_from(self.attacker, card)
            self._trim_or_end_turn()

    def _pick_from(self, army: Army, card: i64) -> None:
        """A card of the open frame: out of the hand, not yet shown."""
        army.hand = minus(army.hand, only(card))
        self.picked = union(self.picked, only(card))

    def _pass(self) -> None:
        if self.clerk.recording:
            self.note(PASSED, self.defender.seat, no_cards(), self.phase())


def arm_of(line: tuple[i64, i64]) -> i64:
    """The unit type of an attack; the units of a line are all of one type."""
    kind: i64 = TYPE[nth(common(line, KIND.any_unit), 0)]
    return kind


def units_of(arm: i64) -> tuple[i64, i64]:
    """All units of a type."""
    if arm == IU:
        return KIND.infantry
    if arm == LU:
        return KIND.light
    if arm == CU:
        return KIND.cavalry
    return KIND.artillery


def tactics_of(arm: i64) -> tuple[i64, i64]:
    """The tactics that go with a unit type (FUS-1.2)."""
    if arm == IU:
        return KIND.infantry_tactics
    if arm == LU:
        return KIND.light_tactics
    if arm == CU:
        return KIND.cavalry_tactics
    return KIND.artillery_tactics


def counters_against(arm: i64) -> tuple[i64, i64]:
    """The units that beat a unit type: infantry, cavalry, light infantry, artillery, infantry (FUS-4.4)."""
    if arm == IU:
        return KIND.artillery
    if arm == LU:
        return KIND.cavalry
    if arm == CU:
        return KIND.infantry
    return KIND.light


def strategies_of(kind: i64) -> tuple[i64, i64]:
    """All strategy cards of a type."""
    if kind == LS:
        return KIND.leaders
    if kind == MS:
        return KIND.morales
    if kind == AS:
        return KIND.actions
    if kind == TS:
        return KIND.terrain
    return KIND.blunders
