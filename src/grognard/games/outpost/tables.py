"""The cards of Outpost by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost.meta import META
from grognard.games.outpost.names import ANSWER, ARMS, ATTACK
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.engine.card_set import DeckCards

FACTS: Final[list[CardFact]] = read_cards("grognard.games.outpost")

LEAST: Final = 6  # OUT-2.1: two hands


@final
@mypyc_attr(acyclic=True)
class Cards(DeckCards):
    """The cards of a loaded game by number, and the actions: PASS, and each card in either phase."""

    def __init__(self, facts: Sequence[CardFact]) -> None:
        super().__init__(META.title, facts, ARMS, LEAST)
        every = list(range(self.size))
        self.actions = ActionSpace(
            [Window(ATTACK, [], "ATTACK", every), Window(ANSWER, ["PASS"], "ANSWER", every)], self.pieces
        )


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: Cards) -> None:
        self.cards: Cards = cards
        self.type: bytes = cards.type
        self.force: bytes = bytes([fact.number("force") for fact in cards.each(facts)])
        self.morale: i64 = rules.number("morale")
        self.skirmish: bool = rules.is_("size", "skirmish")
