"""The position of Fusillade as plain data, with copying and redealing for one seat."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade.meta import META
from grognard.games.fusillade import names as n
from grognard.games.fusillade.tables import Tables
from grognard.kernel.content.fields import FLAG, NUMBER, CardNames, FactField, Part, field, fields, number, phase_field
from grognard.kernel.engine.card_set import CARD_SETS
from grognard.kernel.engine.one_deck import OneDeckState, Side
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.cards import common, is_empty, meet, minus, no_cards, size, union

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army(Side):
    """One player's hand and troops, and the other player's knowledge of the hand."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables: Tables = tables
        self.troops: i64 = 0
        # Cards the opponent has seen and that have not left the hand since, and the turn of the look (FUS-8.1).
        self.seen: tuple[i64, i64] = no_cards()
        self.seen_turn: i64 = 0
        # Cards the opponent can deduce: when the deck is empty, every card not visible elsewhere.
        self.deduced: tuple[i64, i64] = no_cards()
        # An attack was declared, so the hand holds a unit until a unit visibly leaves it (FUS-4.1).
        self.vouched: bool = False

    def copy(self, other: Army) -> None:
        """Makes this army equal to another."""
        self._copy_side(other)
        self.troops = other.troops
        self.seen = other.seen
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


@mypyc_attr(acyclic=True)
class Position(OneDeckState):
    """The deck, the discard pile, the attack line, two armies, and the state of the turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.attacker: Army = Army(self.tables)
        self.defender: Army = Army(self.tables)
        self.line: tuple[i64, i64] = no_cards()
        # Cards whose Deploy ability was used this phase (FUS-3.6).
        self.spent: tuple[i64, i64] = no_cards()
        self.attacked: bool = False
        self.struck: bool = False
        # The current casualties of the attack (FUS-5.1, 5.2).
        self.casualties: i64 = 0
        # Consecutive completed turns in which nobody lost a troop point (FUS-7.2).
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

    def redeal(self, seat: i64) -> None:
        other = self.army(1 - seat)
        known = common(other.hand, union(other.seen, other.deduced))
        count = size(other.hand) - size(known)
        pool = union(self.deck, minus(other.hand, known))
        while True:
            other.hand = known
            self.deck = pool
            dealt = self.random_cards(self.deck, count)
            self.deck = minus(self.deck, dealt)
            other.hand = union(other.hand, dealt)
            if not other.vouched or meet(other.hand, self.tables.kinds.any_unit):
                return

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
        units = self.tables.kinds.any_unit
        hands = [self.attacker.hand, self.defender.hand]
        self.tables.cards.by_name.check([self.deck, self.discard, self.line, self.picked, *hands])
        if self.phase() in (n.COUNTER, n.TARGET, n.SUPPORT, n.MORALE) and not meet(self.line, units):
            raise BadInput("A declared attack must have a unit in its line.")
        if self.phase() == n.UNITS and not is_empty(minus(self.picked, units)):
            raise BadInput("Only units can start an attack.", "FUS-4.3")
        copy = self.clone()
        copy.take_back_choice()
        for army in (copy.attacker, copy.defender):
            if not is_empty(minus(union(army.seen, army.deduced), army.hand)):
                raise BadInput("Nobody can know a card that is not in the hand.", "FUS-8.1")
            if army.vouched and not meet(army.hand, units):
                raise BadInput("A hand known to hold a unit must have one.", "FUS-4.1")

    def fact_parts(self) -> list[Part]:
        by_name = self.tables.cards.by_name
        armies = [(self.army(seat), army_fields(by_name), f"{{}} {seat}") for seat in range(2)]
        return [(self, table_fields(by_name), "{}"), *armies]


@lru_cache(CARD_SETS)
def table_fields(by_name: CardNames) -> list[FactField]:
    """Returns the fields of the table, with these cards."""
    return [
        phase_field(META.phases, {n.TARGET: n.COUNTER}),
        FactField(
            "active",
            lambda position: int(position.active),
            lambda position, seat: position.give_turn(number(seat, 0, 1)),
        ),
        field("quiet", NUMBER),
        *fields(FLAG, "attacked", "struck"),
        field("casualties", NUMBER),
        *fields(by_name.as_pile, "deck", "discard", "line", "picked", "spent"),
    ]


@lru_cache(CARD_SETS)
def army_fields(by_name: CardNames) -> list[FactField]:
    """Returns the fields of an army, with these cards."""
    return [
        field("troops", NUMBER),
        *fields(by_name.as_pile, "hand", "seen"),
        field("seen turn", NUMBER),
        field("deduced", by_name.as_pile),
        field("vouched", FLAG),
    ]
