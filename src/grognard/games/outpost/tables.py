"""The cards of Outpost by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost.meta import META
from grognard.games.outpost.names import ANSWER, ARMS, ATTACK
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.card_set import CardWindow, DeckCards, DeckTables, DeckWithWindows

FACTS: Final[list[CardFact]] = read_cards("grognard.games.outpost")

LEAST: Final = 6  # OUT-2.1: two hands

WINDOWS: Final = [CardWindow(ATTACK, verb="ATTACK"), CardWindow(ANSWER, ["PASS"], "ANSWER")]

Cards: Final = partial(DeckWithWindows, META.title, ARMS, LEAST, WINDOWS)


@final
@mypyc_attr(acyclic=True)
class Tables(DeckTables):
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: DeckCards) -> None:
        super().__init__(facts, rules, cards)
        self.force: bytes = bytes(self.number("force"))
        self.morale: i64 = rules.number("morale")
        self.skirmish: bool = rules.is_("size", "skirmish")
