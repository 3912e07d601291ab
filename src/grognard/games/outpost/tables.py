"""The cards of Outpost by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.outpost.meta import META
from grognard.games.outpost.names import ARMS
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.fields import CardNames
from grognard.kernel.content.options import HouseRules

FACTS: Final[list[CardFact]] = read_cards("grognard.games.outpost")
NAMES: Final[list[str]] = [fact.name for fact in FACTS]
BY_NAME: Final = CardNames(META.title, NAMES)
ARM: Final[bytes] = bytes([ARMS.index(fact.text("type")) for fact in FACTS])


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules) -> None:
        self.force: bytes = bytes([fact.number("force") for fact in facts])
        self.morale: i64 = rules.number("morale")
        self.skirmish: bool = rules.is_("size", "skirmish")
