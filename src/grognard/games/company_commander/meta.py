"""What Company Commander is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander import names
from grognard.kernel.book.options import Option
from grognard.kernel.book.wording import words_of
from grognard.kernel.game import Meta, Preset

# CC-11.1: the player-turns in which nothing happens that end the game.
STALL: Final = 20

# Before each of 41 deployments, 54 casualty markers and 23 removals (CC-1.6, twelve on each side at most), and after
# the last of them, the game can last as many turns as end it.
LONGEST: Final = (41 + 54 + 23 + 1) * STALL

META: Final = Meta(
    "company-commander", "Company Commander", "Two infantry companies, three Fronts, dice and a deck of tactics",
    seats=("American", "German"),
    options=(
        Option(
            "first_turn_two_squads", "The first Squad draw", "CC-3.1", ("off", "on"),
            "off: three cards, as in every turn. on: the first player draws two in the first turn, for an even start.",
        ),
        Option(
            "immediate_rout", "When a unit routs", "CC-8.5", ("off", "on"),
            "off: in its owner's Rally Phase. on: at once, whenever its markers come to more than its Strength.",
        ),
        Option(
            "leader_same_front", "Whom a Leader can rally", "CC-8.3", ("off", "on"),
            "off: a unit on any Front. on: only one on his own Front.",
        ),
        Option(
            "arrivals_cannot_assault", "Units deployed this turn", "CC-3.4", ("off", "on"),
            "off: may assault. on: may not, but may do everything else.",
        ),
        Option(
            "both_sides_rally", "Who rallies and routs", "CC-8.1", ("off", "on"),
            "off: the player whose turn it is. on: both players, in every turn; Leaders try only in their own.",
        ),
        Option(
            "half_squad_is_infantry", "American Half Squads", "CC-1.2", ("off", "on"),
            "off: no Infantry Squads, as printed. on: Infantry Squads, as the German one is.",
        ),
        Option(
            "v2", "Victory by three Fronts", "CC-1.7", (4, 2, 6, "turn_end", "off"),
            "A number: from the end of that player-turn on. turn_end: only at the end of a turn, from the fourth on. "
            "off: never.",
        ),
        Option(
            "victory_count", "Enemy units to be removed", "CC-1.6", (10, 6, 7, 8, 9, 11, 12),
            "Fewer make a shorter game.",
        ),
    ),
    phases=words_of(names, "DEPLOY", "UNIT", "over"),
    numbers=("strength", "recon", "suppression", "armor", "assault", "defense", "rally", "amount"),
    reasons=("losses", "fronts", "stalled"),
    longest=LONGEST,
    presets=(
        Preset(
            "even", "Even start", "The first player draws two Squad cards in the first turn instead of three.",
            {"first_turn_two_squads": "on"},
        ),
    ),
)  # fmt: skip
