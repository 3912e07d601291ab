"""What a side brings to an Action, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.three_emperors.text.prompts import short
from grognard.kernel.content.grammar import Party
from grognard.kernel.views.view import SumView, TermView

# As `Fight.parts` counts them.
_TERMS: Final = ("Pieces", "Committed cards", "For holding the Front")


def action_sum(who: Party, front: int, parts: Sequence[int]) -> SumView:
    """TE-7.5: the sum of a side at a Front; parts that are 0 are left out."""
    terms = tuple(TermView(label, value, "TE-7.5") for label, value in zip(_TERMS, parts, strict=True) if value)
    return SumView(f"{who:^} at {short(front)}", terms, sum(parts), f"{who:^has} {sum(parts)}", "TE-7.5")
