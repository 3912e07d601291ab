"""The title, seats and house rules of Outpost."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import names
from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import FirstGame, Meta, Opening, Preset

META: Final = Meta(
    "outpost", "Outpost", "Nine cards, three arms: learned in three minutes",
    hook="You hold three of nine cards: guess which attack your opponent can't stop, and break their Morale.",
    options=(
        Option("morale", "Morale at the start", "OUT-2.3", (5, 4), ("5 each", "4 each")),
        Option(
            "size", "Size of the battle", "OUT-2.1", ("full", "skirmish"),
            ("Three cards each", "Two cards each, and any force of the right arm answers"),
        ),
    ),
    phases=words_of(names, "ATTACK", "ANSWER", "over"),
    card_numbers=(CardNumber("force", 0, 20),),
    reasons=("morale", "cards"),
    longest=6,
    opening=Opening("Blue goes first.", 0),
    presets=(
        Preset("quick", "Skirmish", "Two cards each instead of three; any force of the right arm answers.",
               {"size": "skirmish"}),
    ),
    first=True,
    match=3,
    weight="light",
    decisions=1.0,
    first_game=FirstGame(opponent="recruit-gentle"),
    names_say_all=True,
)  # fmt: skip
