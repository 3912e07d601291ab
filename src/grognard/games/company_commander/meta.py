"""Title, seats, house rules and presets of Company Commander."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander import names
from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import FirstGame, Meta, Opening, Preset

# CC-11.1: the number of quiet player-turns in a row that ends the game.
_STALL: Final = 20

# CC-11.1: if quiet turns do not end a game, it stops after this many turns in all. Other games are shorter: they have
# `_STALL` turns before each of 41 deployments, 54 casualty markers and 23 removals (CC-1.6: at most twelve units of one
# side and eleven of the other), and `_STALL` turns after the last of them, 2,380 in all.
LAST_TURN: Final = 2_400

# CC-1.6: how many units must be removed.
_LOSSES: Final = (10, 6, 7, 8, 9, 11, 12)

META: Final = Meta(
    "company-commander", "Company Commander", "Two infantry companies, three Fronts, dice and a deck of tactics",
    hook="Normandy, 1944: scout, pin them down and storm in, where any die can cost you a squad.",
    seats=("American", "German"),
    victories=("The Americans win", "The Germans win"),
    options=(
        Option(
            "first_turn_two_squads", "The first Squad draw", "CC-3.1", ("off", "on"),
            ("Three cards, as in every turn", "Two cards, for an even start"), group="Setting up",
        ),
        Option(
            "immediate_rout", "When a unit routs", "CC-8.5", ("off", "on"),
            ("In its owner's Rally Phase", "At once, when its markers exceed its Strength"),
            group="Rally and rout",
        ),
        Option(
            "leader_same_front", "Who a Leader can rally", "CC-8.3", ("off", "on"),
            ("A unit on any Front", "Only a unit on the Leader's own Front"), group="Rally and rout",
        ),
        Option(
            "arrivals_cannot_assault", "Units deployed this turn", "CC-3.4", ("off", "on"),
            ("They may assault", "They may do everything but assault"), group="Units",
        ),
        Option(
            "both_sides_rally", "Who rallies and routs", "CC-8.1", ("off", "on"),
            ("The player whose turn it is", "Both players, in every turn"),
            "Leaders try to rally others only in their own side's turn.", group="Rally and rout",
        ),
        Option(
            "half_squad_is_infantry", "American Half Squads", "CC-1.2", ("off", "on"),
            ("Not Infantry Squads, as printed", "Infantry Squads, like the German one"), group="Units",
        ),
        Option(
            "v2", "Victory by three Fronts", "CC-1.7", (4, 2, 6, "turn_end", "off"),
            ("From the end of turn 4 on", "From the end of turn 2 on", "From the end of turn 6 on",
             "Only when a turn ends, from turn 4 on", "Never"),
            "The turns of both players count.", group="Victory",
        ),
        Option(
            "victory_count", "Enemy units to remove", "CC-1.6", _LOSSES,
            tuple(f"{number} units" for number in _LOSSES), group="Victory",
        ),
        Option(
            "stall", "When nothing happens", "CC-11.1", (_STALL, "off"),
            (f"The game ends after {_STALL} turns without a new unit, a casualty or a loss",
             f"The game continues, as printed, for up to {LAST_TURN:,} turns in all"),
            "Then the side that has removed more units wins.", group="Victory",
        ),
    ),
    phases=words_of(names, "DEPLOY", "UNIT", "over"),
    card_numbers=(
        CardNumber("strength", 1, 7),
        CardNumber("recon", 0, 9),
        CardNumber("suppression", 0, 9),
        CardNumber("armor", 0, 9),
        CardNumber("assault", 0, 9),
        CardNumber("defense", 0, 4),
        CardNumber("rally", -4, 9),
        CardNumber("amount", 1, 9, ("draw squad", "draw tactics")),
        CardNumber("amount", 0, 4, ("dice",)),  # with all five of these cards, a unit has 31 Fire dice at most
        CardNumber("amount", -4, 9, keeps_sign=True),
    ),
    reasons=("losses", "fronts", "stalled"),
    longest=LAST_TURN,
    opening=Opening("A coin toss decides who goes first."),
    presets=(
        Preset("quick", "Quick game", "You win by removing six enemy units, not ten.", {"victory_count": 6}),
        Preset(
            "even", "Even start", "The first player draws two Squad cards in the first turn instead of three.",
            {"first_turn_two_squads": "on"},
        ),
    ),
    weight="medium",
    decisions=16.5,
    period="1944",
    first_game=FirstGame("quick", "recruit"),
)  # fmt: skip
