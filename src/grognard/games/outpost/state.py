"""The position of Outpost as plain data; its stored form, view and redealing follow from the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost.names import ANSWER
from grognard.games.outpost.tables import Tables
from grognard.kernel.cardsets.cards import no_cards, size
from grognard.kernel.engine.two_hands import KnownSide, TwoHands
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army(KnownSide):
    """One player's hand and Morale; the other player has seen cards that were taken back by an undo."""

    def __init__(self) -> None:
        super().__init__()
        self.morale: i64 = 0

    def copy(self, other: Army) -> None:
        """Makes this army equal to another."""
        self._copy_known(other)
        self.morale = other.morale


@mypyc_attr(acyclic=True)
class Position(TwoHands):
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

    def lead(self, seat: i64) -> i64:
        return self.army(seat).morale - self.army(1 - seat).morale

    def check_facts(self, known: dict[str, object]) -> None:
        if size(self.attack) != (1 if self.phase() == ANSWER else 0):
            raise BadInput(
                "While an attack can be answered, there must be exactly one attack card, and otherwise none.", "OUT-3.1"
            )
        super().check_facts(known)
