"""The cards of Fusillade by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.fusillade.meta import LAST_TURN, META
from grognard.games.fusillade import names as n
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.engine.card_set import DeckCards
from grognard.kernel.cardsets.cards import of

FACTS: Final[list[CardFact]] = read_cards("grognard.games.fusillade")

LEAST: Final = 17  # FUS-2.1, 3.1: two hands, and what the first player draws

_UNITS: Final = ("IU", "LU", "CU", "AU")
_TACTICS: Final = ("IT", "LT", "CT", "AT")


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of cards by type; fields, because mypyc 2.4 miscompiles a global pair of numbers."""

    def __init__(self, cards: DeckCards) -> None:
        self.infantry: tuple[i64, i64] = of(cards.of_types("IU"))
        self.light: tuple[i64, i64] = of(cards.of_types("LU"))
        self.cavalry: tuple[i64, i64] = of(cards.of_types("CU"))
        self.artillery: tuple[i64, i64] = of(cards.of_types("AU"))
        self.any_unit: tuple[i64, i64] = of(cards.of_types(*_UNITS))
        self.infantry_tactics: tuple[i64, i64] = of(cards.of_types("IT"))
        self.light_tactics: tuple[i64, i64] = of(cards.of_types("LT"))
        self.cavalry_tactics: tuple[i64, i64] = of(cards.of_types("CT"))
        self.artillery_tactics: tuple[i64, i64] = of(cards.of_types("AT"))
        self.any_tactic: tuple[i64, i64] = of(cards.of_types(*_TACTICS))
        self.leaders: tuple[i64, i64] = of(cards.of_types("LS"))
        self.morales: tuple[i64, i64] = of(cards.of_types("MS"))
        self.actions: tuple[i64, i64] = of(cards.of_types("AS"))
        self.terrain: tuple[i64, i64] = of(cards.of_types("TS"))
        self.blunders: tuple[i64, i64] = of(cards.of_types("EB"))
        # By their ability in the Deploy Phase (FUS-3.3 to 3.5).
        self.drawers: tuple[i64, i64] = of(cards.of_types("LS", "AS"))
        self.lookers: tuple[i64, i64] = of(cards.of_types("LU", "CU"))
        self.strippers: tuple[i64, i64] = of(cards.of_types("AU", "AT"))
        self.other_tactics: tuple[i64, i64] = of(cards.of_types("IT", "LT", "CT"))
        self.idlers: tuple[i64, i64] = of(cards.of_types("IU", "MS", "TS", "EB"))
        self.all_cards: tuple[i64, i64] = cards.all_cards

    def units_of(self, arm: i64) -> tuple[i64, i64]:
        """Returns all units of a type."""
        return _by_arm(arm, self.infantry, self.light, self.cavalry, self.artillery)

    def tactics_of(self, arm: i64) -> tuple[i64, i64]:
        """Returns the tactics that match a unit type (FUS-1.2)."""
        return _by_arm(arm, self.infantry_tactics, self.light_tactics, self.cavalry_tactics, self.artillery_tactics)

    def counters_against(self, arm: i64) -> tuple[i64, i64]:
        """Returns the units that beat a unit type (FUS-4.4)."""
        return _by_arm(arm, self.artillery, self.cavalry, self.infantry, self.light)

    def strategies_of(self, kind: i64) -> tuple[i64, i64]:
        """Returns all strategy cards of a type."""
        if kind == n.LS:
            return self.leaders
        if kind == n.MS:
            return self.morales
        if kind == n.AS:
            return self.actions
        if kind == n.TS:
            return self.terrain
        return self.blunders


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


@final
@mypyc_attr(acyclic=True)
class Cards(DeckCards):
    """The cards of a loaded game by number, their kinds, and all actions; house rules only mask these."""

    def __init__(self, facts: Sequence[CardFact]) -> None:
        super().__init__(META.title, facts, n.TYPES, LEAST)
        self.kinds: Kinds = Kinds(self)
        of_types = self.of_types
        units = of_types(*_UNITS)
        every = list(range(self.size))
        self.actions = ActionSpace(
            [
                Window(n.DEPLOY, ["END_DEPLOY"], "USE", of_types("LU", "CU", "AU", *_TACTICS, "LS", "AS")),
                Window(n.DECLARE, ["ATTACK", "HOLD"]),
                Window(n.BLUNDER, ["PASS_BLUNDER"], "BLUNDER", of_types("EB")),
                Window(n.UNITS, ["END_UNITS"], "UNIT", units),
                Window(n.COUNTER, ["PASS_COUNTER"], "COUNTER", of_types(*_UNITS, "TS")),
                Window(n.TARGET, [], "TARGET", units, stranger=n.NOT_IN_LINE),
                Window(n.SUPPORT, ["END_SUPPORT"], "SUPPORT", of_types(*_TACTICS, "LS", "MS", "AS", "TS", "EB")),
                Window(n.MORALE, ["PASS_MORALE"], "MORALE", of_types("MS")),
                Window(n.EXCHANGE, ["END_EXCHANGE"], "EXCHANGE", every),
                Window(n.TRIM, [], "TRIM", every),
            ],
            self.pieces,
        )


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: Cards) -> None:
        self.cards: Cards = cards
        self.type: bytes = cards.type
        self.kinds: Kinds = cards.kinds
        self.force: bytes = bytes([fact.number("force") for fact in cards.each(facts)])
        self.any_tactics: bool = rules.is_("strip", "any_tactics")
        self.round_down: bool = rules.is_("halve", "down")
        self.stack_morale: bool = rules.is_("morale", "stack")
        # FUS-7.2: the quiet turns that end the game; without the clock, only the number of all turns ends it.
        self.has_clock: bool = not rules.is_("clock", "off")
        self.clock: i64 = rules.number("clock") if self.has_clock else LAST_TURN
        self.troops: i64 = rules.number("troops")
