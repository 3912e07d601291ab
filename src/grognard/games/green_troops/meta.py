"""What Green Troops is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import names
from grognard.kernel.book.options import Clash, Option
from grognard.kernel.book.wording import words_of
from grognard.kernel.game import Meta, Preset

# The bound of GT-14.1 for six seats, and the end of every game where night is switched off: before each of the 56
# defeats, and after the last, 300 turns.
LONGEST: Final = 17_100

META: Final = Meta(
    "green-troops", "Green Troops", "Napoleonic companies, batteries and squadrons in a close fight",
    seats=("Blue", "Red", "Blue 2", "Red 2", "Blue 3", "Red 3"),
    options=(
        Option(
            "seats", "Seats at the table", "GT-13.3", (2, 4, 6),
            "2: one against one. 4 and 6: two or three allies on each side; one person may play several seats.",
        ),
        Option(
            "retire", "A seat with two Units left", "GT-13.4", ("off", "on"),
            "off: fights on. on: a seat that loses a Unit and then has two or fewer leaves the field; "
            "a game between two takes about 34 turns instead of 84.",
        ),
        Option(
            "quick", "Quick start", "GT-13.1", ("off", "on"),
            "on: one card of each name, 18 Units and 52 Battle cards. For two seats.",
        ),
        Option(
            "balanced", "Balanced forces", "GT-13.2", ("off", "on"),
            "on: every seat begins with one Unit of each of the five kinds. For two or four seats.",
        ),
        Option(
            "reserve_once", "Orders of one kind in a turn", "GT-5.1", ("off", "on"),
            "off: as many as you have. on: one each of a new Unit, a new Leader, new Terrain and a Rally.",
        ),
        Option(
            "barrage_sure", "Barrages", "GT-8.4", ("off", "on"),
            "off: each Unit may be saved by a card. on: nothing saves a Unit.",
        ),
        Option(
            "rout_follow", "Whom a Rout can reach", "GT-9.7", ("off", "on"),
            "off: any enemy Unit with enough markers. on: only one that has just been damaged by an attack.",
        ),
        Option(
            "answer_opportunity", "Answers to an Opportunity Attack", "GT-7.2", ("off", "on"),
            "off: none. on: the attacker's owner may stop it with a card that fits.",
        ),
        Option(
            "major_counter", "The Major and Counter Charge", "GT-7.2", ("off", "on"),
            "off: his bonus counts in melees of your own turn. on: a Counter Charge of his Unit has it too.",
        ),
        Option(
            "mounted_dragoons", "Line Infantry in melee with Dragoons", "GT-6.3", ("off", "on"),
            "off: allowed, for they are Infantry. on: not allowed, for they sit on horses.",
        ),
        Option(
            "open_allies", "Hands of allies", "GT-13.3", ("off", "on"),
            "off: hidden from each other. on: allies see each other's hands.",
        ),
        Option(
            "night_turns", "Turns of each seat without a defeat until night", "GT-14.1", (50, 20, 0),
            f"Fewer turns end a game sooner when nothing happens. 0: only after {LONGEST:,} turns in all.",
        ),
    ),
    phases=words_of(names, "RESERVE", "SEAT", "over"),
    numbers=("defense", "attack", "damage", "markers", "draw", "amount"),
    reasons=("destroyed", "retired", "night"),
    longest=LONGEST,
    presets=(
        Preset("quick", "Quick start", "One card of each name; a seat with two Units left retires.",
               {"quick": "on", "retire": "on"}),
        Preset("retire", "Short game",
               "All cards; a seat with two Units left retires: about 34 turns instead of 84.", {"retire": "on"}),
        Preset("teams", "Two against two", "Four seats, balanced forces.", {"seats": 4, "balanced": "on"}),
    ),
    clashes=(
        Clash("quick", ("on",), "seats", (4, 6), "A quick start has 18 Units: enough for two seats only.", "GT-13.1"),
        Clash("balanced", ("on",), "seats", (6,), "Balanced forces are for two or four seats.", "GT-13.2"),
    ),
)  # fmt: skip
