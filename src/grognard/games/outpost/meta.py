"""What Outpost is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import names
from grognard.kernel.book.options import Option
from grognard.kernel.book.wording import words_of
from grognard.kernel.game import Meta

META: Final = Meta(
    "outpost", "Outpost", "Nine cards, three arms: learned in three minutes",
    options=(
        Option(
            "morale", "Morale at the start", "OUT-2.3", (5, 4),
            "4 makes a shorter game with fewer draws.",
        ),
        Option(
            "size", "How large the fight is", "OUT-2.1", ("full", "skirmish"),
            "full: three cards each. skirmish: two cards each, and any force of the right arm answers.",
        ),
    ),
    phases=words_of(names, "ATTACK", "ANSWER", "over"),
    numbers=("force",),
    reasons=("morale", "cards"),
    longest=6,
    first=True,
    match=3,
)  # fmt: skip
