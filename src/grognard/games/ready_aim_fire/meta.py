"""The description of Ready Aim Fire: its options, phases and presets."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import names
from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import FirstGame, Meta, Opening, Preset

_NATIONS: Final = ("france", "britain", "austria", "prussia", "russia")
_NAMES: Final = tuple(key.capitalize() for key in _NATIONS)
_BACKWARDS: Final = ("russia", "france", "britain", "austria", "prussia")
_HANDS: Final = (5, 7, 9, 11, 13)
_PARTS: Final = (50, 25, 30, 35, 40, 45, 55, 60, 65, 70, 75)
_SHARES: Final = tuple(f"{part} % of its value" for part in _PARTS)
_ROUNDS: Final = (60, 100, 40, 20, 10)

# RAF-10.5: without nightfall, the battle stops after this round.
LAST_ROUND: Final = 1_000
_DRAWERS: Final = ("Rapid Deployment", "Forced March", "Limber", "Rearguard Action", "Cavalry Reform")

META: Final = Meta(
    "ready-aim-fire", "Ready Aim Fire", "Napoleonic armies in line of battle, face down",
    hook="Fight along five positions in the fog of war, and risk your generals' lives for a re-roll.",
    options=(
        Option("blue", "Blue's army", "RAF-3.1", _NATIONS, _NAMES, group="Armies"),
        Option(
            "red", "Red's army", "RAF-3.1", _BACKWARDS, tuple(key.capitalize() for key in _BACKWARDS),
            "Both sides may choose the same nation.", group="Armies",
        ),
        Option(
            "setup", "Battalions", "RAF-3.2", ("plain", "thoth"),
            ("Free choice from the whole army", "Chosen from 13 dealt at random"), group="Armies",
        ),
        Option(
            "second_hand", "Hand of the player who goes second", "RAF-3.7", _HANDS,
            tuple(f"{number} cards" for number in _HANDS), "Extra cards make up for going second.",
            group="Cards",
        ),
        Option(
            "draw", "Where cards are drawn from", "RAF-4.11", ("choice", "refill", "merged", "reserve"),
            ("Either deck, card by card", "The Reserve deck first, the Tactics deck at the end",
             "The Reserve deck, with Tactics cards shuffled in", "The Reserve deck, with no Tactics cards at all"),
            group="Cards",
        ),
        Option(
            "attacks", "Attacks per turn", "RAF-5.1", ("three", "per_stack"),
            ("Three", "One with each stack, and one more with any"), group="Attack and defense",
        ),
        Option(
            "army_breakpoint", "An army with heavy losses", "RAF-10.4", ("off", "on"),
            ("Fights on", "Loses once it passes its breakpoint"), group="Victory",
        ),
        Option(
            "rally_needs_commander", "Who rallies", "RAF-7.16", ("off", "on"),
            ("Every Shaken battalion", "Only Shaken battalions with a general at their position"), group="Morale",
        ),
        Option(
            "commander_roles", "A commander's role", "RAF-8.1", ("chosen", "random"),
            ("The player chooses it", "Chance decides it"), group="Cards",
        ),
        Option(
            "breakpoint_trigger", "When the breakpoint counts", "RAF-10.4", ("passed", "reached"),
            ("When losses go beyond it", "When losses reach it"), "Only if armies have a breakpoint.",
            group="Victory", only_with={"army_breakpoint": "on"},
        ),
        Option(
            "blue_breakpoint", "Blue's breakpoint", "RAF-10.4", _PARTS, _SHARES,
            "Only if armies have a breakpoint.", group="Victory", only_with={"army_breakpoint": "on"},
        ),
        Option(
            "red_breakpoint", "Red's breakpoint", "RAF-10.4", _PARTS, _SHARES,
            "Only if armies have a breakpoint.", group="Victory", only_with={"army_breakpoint": "on"},
        ),
        Option(
            "lost_positions", "Which positions are lost", "RAF-10.1", ("current", "cumulative", "enemy_action"),
            ("Those without a battalion now", "Those that were ever without a battalion",
             "Those the enemy has emptied; no move may empty one"),
            group="Victory",
        ),
        Option(
            "blown", "Blown cavalry", "RAF-5.10", ("no_attack", "minus_one", "both", "none"),
            ("Cannot attack", "Fights at -1", "Cannot attack, and fights at -1", "Is not affected"),
            group="Attack and defense",
        ),
        Option(
            "morale_passes", "Morale checks of a stack", "RAF-7.11", ("per_event", "per_stack"),
            ("One for each loss", "At most one per phase"), group="Morale",
        ),
        Option(
            "line_infantry_cards", "Line infantry cards help", "RAF-1.3", ("class", "type"),
            ("All infantry except Light", "Only battalions called Line"), group="Cards",
        ),
        Option(
            "river", "Rivers help", "RAF-6.20", ("both_sides", "owner"),
            ("All defenders", "Only defenders of the player who played them"), group="Attack and defense",
        ),
        Option(
            "repeat_attack", "A battalion that has attacked", "RAF-5.2", ("yes", "no"),
            ("May attack again in the same turn", "Cannot attack again that turn, except with cards"),
            group="Attack and defense",
        ),
        Option(
            "starting_reserves", "Who may start in the line", "RAF-3.3",
            ("free", "no_heavy_cavalry", "no_guard_no_heavy_cavalry"),
            ("All battalions", "All except heavy cavalry", "All except Guard and heavy cavalry"),
            group="Armies",
        ),
        Option(
            "nightfall_round", "Nightfall", "RAF-10.5", (*_ROUNDS, "off"),
            (*(f"After round {number}" for number in _ROUNDS),
             f"Never, as printed, but the battle ends after round {LAST_ROUND:,}"),
            group="Victory",
        ),
    ),
    phases=words_of(names, "EXCHANGE", "ORDER", "over"),
    card_numbers=(
        CardNumber("modifier", -1, 9),
        CardNumber("attack", 0, 9),
        CardNumber("defense", 0, 9),
        CardNumber("amount", 1, 9, _DRAWERS),
        CardNumber("amount", 0, 9),
    ),
    reasons=("positions", "breakpoint", "nightfall"),
    longest=2 * LAST_ROUND,
    opening=Opening("Chance decides who begins."),
    presets=(
        Preset(
            "quick", "Quick battle",
            "Each side is dealt 13 battalions, and loses once more than half of its whole army is lost or discarded.",
            {"setup": "thoth", "army_breakpoint": "on"},
        ),
        Preset("even", "Even start", "The player who goes second starts with eleven cards.", {"second_hand": 11}),
    ),
    weight="heavy",
    decisions=22.0,
    first_game=FirstGame("quick", "regular-gentle"),
)  # fmt: skip
