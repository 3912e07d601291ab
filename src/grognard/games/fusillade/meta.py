"""What Fusillade is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade import names
from grognard.kernel.book.options import Option
from grognard.kernel.book.wording import words_of
from grognard.kernel.game import Meta

META: Final = Meta(
    "fusillade", "Fusillade", "Napoleonic, one common deck, 100 troop points each",
    options=(
        Option(
            "strip", "Which cards strip the opponent", "FUS-3.5", ("artillery", "any_tactics"),
            "artillery: artillery units and tactics. any_tactics: artillery units and tactics of every type.",
        ),
        Option(
            "halve", "Rounding when casualties are halved", "FUS-5.2", ("up", "down"),
            "up: 7 becomes 4. down: 7 becomes 3.",
        ),
        Option(
            "morale", "Morale cards against one attack", "FUS-5.2", ("one", "stack"),
            "one: a single card. stack: each further card halves what is left.",
        ),
        Option(
            "clock", "Turns without a loss that end the game", "FUS-7.2", (30, 20, 40, 60),
            "After this many turns in a row without a loss, the side with more troops wins.",
        ),
        Option(
            "troops", "Troop points at the start", "FUS-1.4", (100, 75, 60, 50),
            "100 takes about 74 turns in all; 50 takes about 35, a quick game.",
        ),
    ),
    phases=words_of(names, "DEPLOY", "TRIM", "over"),
    numbers=("force",),
    reasons=("knock-out", "clock"),
    longest=199 * 60,
)  # fmt: skip
