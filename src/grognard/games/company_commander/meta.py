"""What Company Commander is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander import names
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import Meta, Opening, Preset

# CC-11.1: the player-turns in which nothing happens that end the game.
STALL: Final = 20

# Before each of 41 deployments, 54 casualty markers and 23 removals (CC-1.6, twelve on each side at most), and after
# the last of them, the game can last as many turns as end it.
LONGEST: Final = (41 + 54 + 23 + 1) * STALL

# CC-1.6: how many units must be removed.
_LOSSES: Final = (10, 6, 7, 8, 9, 11, 12)

META: Final = Meta(
    "company-commander", "Company Commander", "Two infantry companies, three Fronts, dice and a deck of tactics",
    seats=("American", "German"),
    victories=("The Americans win", "The Germans win"),
    options=(
        Option(
            "first_turn_two_squads", "The first Squad draw", "CC-3.1", ("off", "on"),
            ("Three cards, as in every turn", "Two cards, for an even start"), group="Setting up",
        ),
        Option(
            "immediate_rout", "When a unit routs", "CC-8.5", ("off", "on"),
            ("In its owner's Rally Phase", "At once, whenever its markers come to more than its Strength"),
            group="Rally and rout",
        ),
        Option(
            "leader_same_front", "Whom a Leader can rally", "CC-8.3", ("off", "on"),
            ("A unit on any Front", "Only a unit on his own Front"), group="Rally and rout",
        ),
        Option(
            "arrivals_cannot_assault", "Units deployed this turn", "CC-3.4", ("off", "on"),
            ("They may assault", "They may do everything but assault"), group="Units",
        ),
        Option(
            "both_sides_rally", "Who rallies and routs", "CC-8.1", ("off", "on"),
            ("The player whose turn it is", "Both players, in every turn"),
            "In the enemy's turn no Leader tries to rally anybody.", group="Rally and rout",
        ),
        Option(
            "half_squad_is_infantry", "American Half Squads", "CC-1.2", ("off", "on"),
            ("No Infantry Squads, as printed", "Infantry Squads, as the German one is"), group="Units",
        ),
        Option(
            "v2", "Victory by three Fronts", "CC-1.7", (4, 2, 6, "turn_end", "off"),
            ("From the end of turn 4 on", "From the end of turn 2 on", "From the end of turn 6 on",
             "Only when a turn ends, from turn 4 on", "Never"),
            "The turns of both players count.", group="Victory",
        ),
        Option(
            "victory_count", "Enemy units to be removed", "CC-1.6", _LOSSES,
            tuple(f"{number} units" for number in _LOSSES), group="Victory",
        ),
    ),
    phases=words_of(names, "DEPLOY", "UNIT", "over"),
    numbers=("strength", "recon", "suppression", "armor", "assault", "defense", "rally", "amount"),
    reasons=("losses", "fronts", "stalled"),
    longest=LONGEST,
    opening=Opening("A toss decides who begins."),
    presets=(
        Preset("quick", "Quick game", "Six enemy units removed win, instead of ten.", {"victory_count": 6}),
        Preset(
            "even", "Even start", "The first player draws two Squad cards in the first turn instead of three.",
            {"first_turn_two_squads": "on"},
        ),
    ),
    weight="medium",
    decisions=16.5,
)  # fmt: skip
