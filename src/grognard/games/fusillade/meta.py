"""The title, seats and house rules of Fusillade."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade import names
from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import FirstGame, Meta, Opening, Preset

_TROOPS: Final = (100, 75, 60, 50)
_CLOCK: Final = (30, 20, 40, 60)

# FUS-7.2: without the clock, a game stops after this many turns. No game under the default rules is as long.
LAST_TURN: Final = 6_000

META: Final = Meta(
    "fusillade", "Fusillade", "Napoleonic battle lines from one shared deck",
    hook="One hand for everything: the great attack you plan, and the cards that stop your opponent's.",
    options=(
        Option(
            "strip", "Which cards strip the opposing hand", "FUS-3.5", ("artillery", "any_tactics"),
            ("Artillery units and artillery tactics", "Artillery units and tactics of every type"),
        ),
        Option(
            "halve", "Rounding when casualties are halved", "FUS-5.2", ("up", "down"),
            ("Up, so that 7 becomes 4", "Down, so that 7 becomes 3"),
        ),
        Option(
            "morale", "Morale cards against one attack", "FUS-5.2", ("one", "stack"),
            ("Only one card", "Any number, each halving the rest"),
        ),
        Option(
            "clock", "When nobody loses troops", "FUS-7.2", (*_CLOCK, "off"),
            (*(f"The game ends after {number} turns without a loss" for number in _CLOCK),
             f"The game continues, as printed, for up to {LAST_TURN:,} turns in all"),
            "Then the side with more troops wins.",
        ),
        Option(
            "troops", "Troop points at the start", "FUS-1.4", _TROOPS,
            tuple(f"{number} points each" for number in _TROOPS),
        ),
    ),
    phases=words_of(names, "DEPLOY", "TRIM", "over"),
    card_numbers=(
        CardNumber("force", 1, 20, ("LS", "AS")),  # they draw as many cards
        CardNumber("force", 0, 50),  # the smallest army has 50 points
    ),
    reasons=("knock-out", "clock"),
    longest=199 * max(_CLOCK),
    opening=Opening("A coin toss decides who goes first."),
    presets=(Preset("quick", "Quick game", "Each side begins with 50 troop points instead of 100.", {"troops": 50}),),
    weight="light",
    decisions=6.7,
    first_game=FirstGame("quick", "recruit-sharp"),
)  # fmt: skip
