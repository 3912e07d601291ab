"""What Ready Aim Fire is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import names
from grognard.kernel.book.options import Option
from grognard.kernel.book.wording import words_of
from grognard.kernel.game import Meta, Preset

_NATIONS: Final = ("france", "britain", "austria", "prussia", "russia")
_PARTS: Final = (50, 25, 30, 35, 40, 45, 55, 60, 65, 70, 75)
_ROUNDS: Final = (60, 100, 40, 20, 10)

META: Final = Meta(
    "ready-aim-fire", "Ready Aim Fire", "Napoleonic armies in line of battle, face down",
    options=(
        Option("blue", "Blue's army", "RAF-3.1", _NATIONS, "The nation that Blue leads."),
        Option(
            "red", "Red's army", "RAF-3.1", ("russia", "france", "britain", "austria", "prussia"),
            "The nation that Red leads. Both may lead the same.",
        ),
        Option(
            "setup", "Setup", "RAF-3.2", ("plain", "thoth"),
            "plain: a free choice from all 28 battalions. thoth: from 13 that are dealt.",
        ),
        Option(
            "second_hand", "Hand of the second player", "RAF-3.7", (5, 7, 9, 11, 13),
            "How many cards the player who goes second starts with, since whoever begins is ahead.",
        ),
        Option(
            "draw", "Where cards are drawn from", "RAF-4.11", ("choice", "refill", "merged", "reserve"),
            "choice: either deck, card by card. refill: Reserve deck first, Tactics deck at the end. "
            "merged: everybody has Tactics cards of his own in his Reserve deck. reserve: no Tactics cards.",
        ),
        Option(
            "attacks", "Attacks in a turn", "RAF-5.1", ("three", "per_stack"),
            "three: three. per_stack: one with each stack, and one more with any.",
        ),
        Option(
            "army_breakpoint", "Army breakpoint", "RAF-10.4", ("off", "on"),
            "on: an army that has lost more than half its value is beaten.",
        ),
        Option(
            "rally_needs_commander", "Who rallies", "RAF-7.16", ("off", "on"),
            "off: every Shaken battalion. on: only those with a general at their position.",
        ),
        Option(
            "commander_roles", "What a commander becomes", "RAF-8.1", ("chosen", "random"),
            "chosen: what his player likes. random: chance decides.",
        ),
        Option(
            "breakpoint_trigger", "When the breakpoint counts", "RAF-10.4", ("passed", "reached"),
            "passed: losses beyond it. reached: the value itself is enough.",
            {"army_breakpoint": "on"},
        ),
        Option(
            "blue_breakpoint", "Blue's breakpoint", "RAF-10.4", _PARTS,
            "How much of its value, in percent, Blue's army may lose. Only with the army breakpoint.",
            {"army_breakpoint": "on"},
        ),
        Option(
            "red_breakpoint", "Red's breakpoint", "RAF-10.4", _PARTS,
            "How much of its value, in percent, Red's army may lose. Only with the army breakpoint.",
            {"army_breakpoint": "on"},
        ),
        Option(
            "lost_positions", "Which positions are lost", "RAF-10.1", ("current", "cumulative", "enemy_action"),
            "current: those without a battalion now. cumulative: once lost, always lost. enemy_action: those the enemy "
            "has emptied; no move along the line may empty one.",
        ),
        Option(
            "blown", "Blown cavalry", "RAF-5.10", ("no_attack", "minus_one", "both", "none"),
            "no_attack: cannot attack. minus_one: fights at -1. both: both. none: suffers nothing.",
        ),
        Option(
            "morale_passes", "Morale checks of a stack", "RAF-7.11", ("per_event", "per_stack"),
            "per_event: one for each loss. per_stack: one in a phase at most.",
        ),
        Option(
            "line_infantry_cards", "Whom cards for line infantry help", "RAF-1.3", ("class", "type"),
            "class: all infantry except Light. type: only battalions called Line.",
        ),
        Option(
            "river", "Whom rivers help", "RAF-6.20", ("both_sides", "owner"),
            "both_sides: all defenders. owner: defenders of the player who laid them.",
        ),
        Option(
            "repeat_attack", "The same battalion again", "RAF-5.2", ("yes", "no"),
            "yes: may attack whenever it is on top. no: once in a turn, cards apart.",
        ),
        Option(
            "starting_reserves", "Who may not start in the line", "RAF-3.3",
            ("free", "no_heavy_cavalry", "no_guard_no_heavy_cavalry"),
            "free: all may. no_heavy_cavalry, no_guard_no_heavy_cavalry: these wait in the Reserve deck.",
        ),
        Option("nightfall_round", "Nightfall", "RAF-10.5", _ROUNDS, "The round after which night ends the battle."),
    ),
    phases=words_of(names, "EXCHANGE", "ORDER", "over"),
    numbers=("modifier", "attack", "defense", "amount"),
    reasons=("positions", "breakpoint", "nightfall"),
    longest=2 * max(_ROUNDS),
    presets=(
        Preset("even", "Even start", "The player who goes second starts with thirteen cards.", {"second_hand": 13}),
        Preset("quick", "Quick battle", "Battalions are dealt, and heavy losses end the battle.",
               {"setup": "thoth", "army_breakpoint": "on"}),
    ),
)  # fmt: skip
