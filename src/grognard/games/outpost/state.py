"""The position of Outpost as plain data, with copying and redealing for one seat."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost.meta import META
from grognard.games.outpost.tables import Tables
from grognard.games.outpost.names import ANSWER
from grognard.kernel.content.fields import NUMBER, CardNames, FactField, Part, field, fields, number, phase_field
from grognard.kernel.engine.card_set import CARD_SETS
from grognard.kernel.engine.one_deck import OneDeckState, Side
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.cards import common, is_empty, minus, no_cards, size, union

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army(Side):
    """One player's hand and Morale, and the other player's knowledge of the hand."""

    def __init__(self) -> None:
        super().__init__()
        self.morale: i64 = 0
        # Cards played and taken back by an undo: the other player has seen them.
        self.seen: tuple[i64, i64] = no_cards()

    def copy(self, other: Army) -> None:
        """Makes this army equal to another."""
        self._copy_side(other)
        self.morale = other.morale
        self.seen = other.seen

    def lose(self, cards: tuple[i64, i64]) -> None:
        """Removes cards from the hand, for all to see."""
        self.hand = minus(self.hand, cards)
        self.seen = minus(self.seen, cards)


@mypyc_attr(acyclic=True)
class Position(OneDeckState):
    """The attack, two armies, the open discard pile, and the cards set aside as the deck."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.attacker: Army = Army()
        self.defender: Army = Army()
        # The attacking card while it waits for an answer (OUT-3.1), otherwise none.
        self.attack: tuple[i64, i64] = no_cards()

    def copy(self, other: Position) -> None:
        self._copy_piles(other)
        self.attacker.copy(other.attacker)
        self.defender.copy(other.defender)
        self.attack = other.attack

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
        return self.defender.seat if self.phase() == ANSWER else self.attacker.seat

    # -- hidden information (OUT-6.1) ------------------------------------------------------------------------------

    def redeal(self, seat: i64) -> None:
        other = self.army(1 - seat)
        count = size(other.hand) - size(other.seen)
        self.deck = union(self.deck, minus(other.hand, other.seen))
        dealt = self.random_cards(self.deck, count)
        self.deck = minus(self.deck, dealt)
        other.hand = union(other.seen, dealt)

    def keep_knowledge(self, undone: Position) -> None:
        for now in (self.attacker, self.defender):
            shown = union(union(undone.attack, undone.discard), undone.army(now.seat).seen)
            now.seen = union(now.seen, common(now.hand, shown))

    # -- plain data ------------------------------------------------------------------------------------------------

    def check_facts(self, known: dict[str, object]) -> None:
        if size(self.attack) != (1 if self.phase() == ANSWER else 0):
            raise BadInput(
                "While an attack can be answered, there must be exactly one attack card, and otherwise none.", "OUT-3.1"
            )
        self.tables.cards.by_name.check([self.deck, self.discard, self.attack, self.attacker.hand, self.defender.hand])
        for army in (self.attacker, self.defender):
            if not is_empty(minus(army.seen, army.hand)):
                raise BadInput("Nobody can know a card that is not in the hand.", "OUT-6.1")

    def fact_parts(self) -> list[Part]:
        by_name = self.tables.cards.by_name
        armies = [(self.army(seat), army_fields(by_name), f"{{}} {seat}") for seat in range(2)]
        return [(self, table_fields(by_name), "{}"), *armies]


@lru_cache(CARD_SETS)
def table_fields(by_name: CardNames) -> list[FactField]:
    """Returns the fields of the table, with these cards."""
    return [
        phase_field(META.phases),
        FactField(
            "active",
            lambda position: int(position.active),
            lambda position, seat: position.give_turn(number(seat, 0, 1)),
        ),
        *fields(by_name.as_pile, "deck", "discard", "attack"),
    ]


@lru_cache(CARD_SETS)
def army_fields(by_name: CardNames) -> list[FactField]:
    """Returns the fields of an army, with these cards."""
    return [field("morale", NUMBER), *fields(by_name.as_pile, "hand", "seen")]
