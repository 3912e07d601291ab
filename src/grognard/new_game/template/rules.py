"""The rules in the order of the handbook, and what they need: the board, the cards and the position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.cards import first, is_empty, members, no_cards, only, size, union
from grognard.kernel.content.board import Board, Note, Number, Zone
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.card_set import CardWindow, DeckCards, DeckTables, DeckWithWindows
from grognard.kernel.engine.state import OVER
from grognard.kernel.engine.two_hands import KnownSide, TwoHands

from . import events as e
from . import names as n
from .meta import META

if TYPE_CHECKING:
    from grognard.kernel.game import Game

BLUE: Final = 0
HAND: Final = 4  # SK-2.1

BOARD: Final = Board(
    common=(
        Zone("deck", "Set aside", is_hidden=True, opens=True),
        Zone("discard", "Discards"),
        Zone("attack", "Attack"),
    ),
    army=(
        Number("resolve", "{whose} Resolve", "SK-2.2", limit="resolve"),
        Zone("hand"),
        Note("seen", in_hand=True, clause="SK-6.1"),
    ),
    defends=(n.ANSWER,),
)

# SK-3.1, SK-4.1: what can be chosen in each phase: any card, or an action without one.
WINDOWS: Final = [CardWindow(n.ATTACK, verb="ATTACK"), CardWindow(n.ANSWER, ["PASS"], "ANSWER")]

FACTS: Final = read_cards(__package__)
Cards: Final = partial(DeckWithWindows, META.title, n.TYPES, 2 * HAND, WINDOWS)


@final
@mypyc_attr(acyclic=True)
class Tables(DeckTables):
    """The numbers on the cards, and the house rules."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: DeckCards) -> None:
        super().__init__(facts, rules, cards)
        self.strength: list[int] = self.number("strength")
        self.resolve: i64 = rules.number("resolve")


@final
@mypyc_attr(acyclic=True)
class Army(KnownSide):
    """One side: its hand and its Resolve."""

    def __init__(self) -> None:
        super().__init__()
        self.resolve: i64 = 0

    def copy(self, other: Army) -> None:
        """Makes this army equal to another."""
        self._copy_known(other)
        self.resolve = other.resolve


@final
@mypyc_attr(acyclic=True)
class Battle(TwoHands):
    """The position, and the rules that change it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.attacker: Army = Army()
        self.defender: Army = Army()
        self.attack: tuple[i64, i64] = no_cards()

    def copy(self, other: Battle) -> None:
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

    # -- SK-2 Setup ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.give_turn(BLUE)  # SK-2.3
        self.emit(e.Began(BLUE))
        self.deck = self.tables.cards.all_cards
        for army in (self.attacker, self.defender):
            army.resolve = self.tables.resolve
            hand = self.deal(army, HAND)
            self.emit(e.Dealt(army.seat, members(hand), size(hand)))
        self.begin_turn()

    # -- SK-3 The attack -------------------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        self.turn += 1
        self.emit(e.TurnCame(self.attacker.seat, self.turn))
        self.open_phase(n.ATTACK)

    def attack_with(self, card: i64) -> None:
        """SK-3.1: plays a card as the attack."""
        self.attack = only(card)
        self.attacker.lose(self.attack)
        self.emit(e.Attacked(self.attacker.seat, card))
        self.open_phase(n.ANSWER)

    # -- SK-4 The answer -------------------------------------------------------------------------------------------

    def answers(self) -> tuple[i64, i64]:
        """SK-4.2: returns the cards that are at least as strong as the attack."""
        strong: tuple[i64, i64] = no_cards()
        strength = self.tables.strength
        for card in members(self.defender.hand):
            is_weak = strength[card] < strength[first(self.attack)]
            if self.accepts(card, n.TOO_WEAK if is_weak else 0):
                strong = union(strong, only(card))
        return strong

    def answer_with(self, card: i64) -> None:
        """SK-4.2: stops the attack; both cards are gone."""
        self.put_away(self.defender, only(card))
        self.emit(e.Answered(self.defender.seat, card, first(self.attack)))
        self._end_turn()

    def strike(self) -> None:
        """SK-4.3: the attack costs the defender Resolve."""
        attack = first(self.attack)
        lost = min(self.tables.strength[attack], self.defender.resolve)
        self.defender.resolve -= lost
        self.emit(e.Struck(self.defender.seat, attack, lost))
        self._end_turn()

    # -- SK-5 The end ----------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        self.discard = union(self.discard, self.attack)
        self.attack = no_cards()
        no_cards_left = is_empty(union(self.attacker.hand, self.defender.hand))
        if self.defender.resolve == 0 or no_cards_left:  # SK-5.1, 5.2
            self.emit(e.Ended(self.defender.seat))
            self.frames = OVER
        else:
            self.give_turn(self.defender.seat)
            self.begin_turn()

    # -- choices ---------------------------------------------------------------------------------------------------

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        return self.attacker.hand if verb == n.ATTACK else self.answers()

    def plain_actions(self) -> tuple[i64, i64]:
        return only(n.PASS) if self.phase() == n.ANSWER else no_cards()

    def play_card(self, verb: i64, card: i64) -> None:
        if verb == n.ATTACK:
            self.attack_with(card)
        else:
            self.answer_with(card)

    def play_plain(self, action: i64) -> None:
        self.strike()

    def close_phase(self, phase: i64) -> None:
        """SK-3.2, SK-4.1: a side without cards is not asked."""
        if phase == n.ANSWER:
            self.strike()
        else:
            self.emit(e.Skipped(self.attacker.seat))
            self._end_turn()


def most_decisions(game: Game) -> int:
    """Returns the most decisions that a game can have."""
    # SK-2.1, SK-3.1: nobody draws cards, and each attack uses one up. SK-4.1: each has at most one answer.
    return 2 * 2 * HAND
