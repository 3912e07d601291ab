"""The position of Fusillade as plain data, with copying and redealing for one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade import names as n
from grognard.games.fusillade.tables import Tables
from grognard.kernel.engine.one_deck import Side
from grognard.kernel.engine.two_hands import KnownSide, TwoHands
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.cards import common, is_empty, meet, minus, no_cards, union

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army(KnownSide):
    """One player's hand and troops, and the other player's knowledge of the hand; `board.py` explains the fields."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables: Tables = tables
        self.troops: i64 = 0
        self.seen_turn: i64 = 0
        self.deduced: tuple[i64, i64] = no_cards()
        self.vouched: bool = False

    def copy(self, other: Army) -> None:
        """Makes this army equal to another."""
        self._copy_known(other)
        self.troops = other.troops
        self.seen_turn = other.seen_turn
        self.deduced = other.deduced
        self.vouched = other.vouched

    def lose(self, cards: tuple[i64, i64]) -> None:
        """Removes cards from the hand, for all to see."""
        self.hand = minus(self.hand, cards)
        self.seen = minus(self.seen, cards)
        self.deduced = minus(self.deduced, cards)
        if meet(cards, self.tables.kinds.any_unit):
            self.vouched = False

    def known_cards(self) -> tuple[i64, i64]:
        return union(self.seen, self.deduced)


@mypyc_attr(acyclic=True)
class Position(TwoHands):
    """The deck, the discard pile, the attack line, two armies, and the state of the turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.attacker: Army = Army(self.tables)
        self.defender: Army = Army(self.tables)
        self.line: tuple[i64, i64] = no_cards()
        self.spent: tuple[i64, i64] = no_cards()
        self.attacked: bool = False
        self.struck: bool = False
        self.casualties: i64 = 0
        self.quiet: i64 = 0

    def copy(self, other: Position) -> None:
        self._copy_piles(other)
        self.attacker.copy(other.attacker)
        self.defender.copy(other.defender)
        self.line = other.line
        self.spent = other.spent
        self.attacked = other.attacked
        self.struck = other.struck
        self.casualties = other.casualties
        self.quiet = other.quiet

    def army(self, seat: i64) -> Army:
        """Returns the army of a seat, attacker or defender."""
        return self.attacker if self.attacker.seat == seat else self.defender

    def give_turn(self, seat: i64) -> None:
        """Makes this seat the attacker."""
        if self.attacker.seat != seat:
            self.attacker, self.defender = self.defender, self.attacker
        self.active = seat
        self.attacker.seat = seat
        self.defender.seat = 1 - seat

    def decider(self) -> i64:
        phase = self.phase()
        if phase in (n.BLUNDER, n.COUNTER, n.TARGET, n.MORALE):
            return self.defender.seat
        return self.attacker.seat

    # -- steps from one chapter of the rules into a later class --------------------------------------------------------

    def trim_or_end_turn(self) -> None:
        """FUS-6.4, 6.5: asks for discards down to the hand limit, then ends the turn."""
        raise NotImplementedError

    # -- hidden information (FUS-8) --------------------------------------------------------------------------------

    def is_question(self, phase: i64) -> bool:
        return phase == n.TARGET

    def may_hold(self, army: Side, cards: tuple[i64, i64]) -> bool:
        return not cast(Army, army).vouched or meet(union(cards, army.known_cards()), self.tables.kinds.any_unit)

    def keep_knowledge(self, undone: Position) -> None:
        for now in (self.attacker, self.defender):
            then = undone.army(now.seat)
            open_then = union(undone.line, union(undone.discard, then.seen))
            now.seen = union(now.seen, common(now.hand, open_then))
            now.deduced = union(now.deduced, common(now.hand, then.deduced))
            now.seen_turn = max(now.seen_turn, then.seen_turn)
            if then.vouched:
                now.vouched = True

    # -- plain data ------------------------------------------------------------------------------------------------

    def check_facts(self, known: dict[str, object]) -> None:
        super().check_facts(known)
        units = self.tables.kinds.any_unit
        if self.phase() in (n.COUNTER, n.TARGET, n.SUPPORT, n.MORALE) and not meet(self.line, units):
            raise BadInput("A declared attack must have a unit in its line.")
        if self.phase() == n.UNITS and not is_empty(minus(self.picked, units)):
            raise BadInput("Only units can start an attack.", "FUS-4.3")
        for army in (self.attacker, self.defender):
            hand = union(army.hand, self.picked) if army.seat == self.decider() else army.hand
            if army.vouched and not meet(hand, units):
                raise BadInput("A hand known to hold a unit must have one.", "FUS-4.1")
