"""The cards of Fusillade by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade.meta import LAST_TURN, META
from grognard.games.fusillade import names as n
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.fields import CardNames
from grognard.kernel.content.options import HouseRules
from grognard.kernel.cardsets.cards import of

FACTS: Final[list[CardFact]] = read_cards("grognard.games.fusillade")
NAMES: Final[list[str]] = [fact.name for fact in FACTS]
BY_NAME: Final = CardNames(META.title, NAMES)
TYPE: Final[bytes] = bytes([n.TYPES.index(fact.text("type")) for fact in FACTS])

CARDS_IN_ALL: Final = 97


def cards_of(*types: int) -> list[int]:
    """Returns the cards of these types, in ascending order."""
    return [card for card in range(len(TYPE)) if TYPE[card] in types]


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of cards by type; fields, because mypyc 2.4 miscompiles a global pair of numbers."""

    def __init__(self) -> None:
        self.infantry: tuple[i64, i64] = of(cards_of(n.IU))
        self.light: tuple[i64, i64] = of(cards_of(n.LU))
        self.cavalry: tuple[i64, i64] = of(cards_of(n.CU))
        self.artillery: tuple[i64, i64] = of(cards_of(n.AU))
        self.any_unit: tuple[i64, i64] = of(cards_of(n.IU, n.LU, n.CU, n.AU))
        self.infantry_tactics: tuple[i64, i64] = of(cards_of(n.IT))
        self.light_tactics: tuple[i64, i64] = of(cards_of(n.LT))
        self.cavalry_tactics: tuple[i64, i64] = of(cards_of(n.CT))
        self.artillery_tactics: tuple[i64, i64] = of(cards_of(n.AT))
        self.any_tactic: tuple[i64, i64] = of(cards_of(n.IT, n.LT, n.CT, n.AT))
        self.leaders: tuple[i64, i64] = of(cards_of(n.LS))
        self.morales: tuple[i64, i64] = of(cards_of(n.MS))
        self.actions: tuple[i64, i64] = of(cards_of(n.AS))
        self.terrain: tuple[i64, i64] = of(cards_of(n.TS))
        self.blunders: tuple[i64, i64] = of(cards_of(n.EB))
        # By their ability in the Deploy Phase (FUS-3.3 to 3.5).
        self.drawers: tuple[i64, i64] = of(cards_of(n.LS, n.AS))
        self.lookers: tuple[i64, i64] = of(cards_of(n.LU, n.CU))
        self.strippers: tuple[i64, i64] = of(cards_of(n.AU, n.AT))
        self.other_tactics: tuple[i64, i64] = of(cards_of(n.IT, n.LT, n.CT))
        self.idlers: tuple[i64, i64] = of(cards_of(n.IU, n.MS, n.TS, n.EB))
        self.all_cards: tuple[i64, i64] = of(list(range(len(TYPE))))


KIND: Final = Kinds()


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules) -> None:
        self.force: bytes = bytes([fact.number("force") for fact in facts])
        self.any_tactics: bool = rules.is_("strip", "any_tactics")
        self.round_down: bool = rules.is_("halve", "down")
        self.stack_morale: bool = rules.is_("morale", "stack")
        # FUS-7.2: the quiet turns that end the game; without the clock, only the number of all turns ends it.
        self.has_clock: bool = not rules.is_("clock", "off")
        self.clock: i64 = rules.number("clock") if self.has_clock else LAST_TURN
        self.troops: i64 = rules.number("troops")
