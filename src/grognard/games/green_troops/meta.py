"""What Green Troops is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import names
from grognard.kernel.content.options import Clash, Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import Meta, Opening, Preset

# The bound of GT-14.1 for six seats, and the end of every game where night is switched off: before each of the 56
# defeats, and after the last, 300 turns.
LONGEST: Final = 17_100

META: Final = Meta(
    "green-troops", "Green Troops", "Napoleonic companies, batteries and squadrons in a close fight",
    seats=("Blue", "Red", "Blue 2", "Red 2", "Blue 3", "Red 3"),
    options=(
        Option(
            "seats", "Seats at the table", "GT-13.3", (2, 4, 6),
            ("2, one against one", "4, two against two", "6, three against three"),
            "One person may play several seats.", group="Size",
        ),
        Option(
            "retire", "A seat that loses a Unit and then has two or fewer", "GT-13.4", ("off", "on"),
            ("Fights on", "Leaves the field"), group="Size",
        ),
        Option(
            "quick", "Cards", "GT-13.1", ("off", "on"),
            ("All", "One of each name: 18 Units and 52 Battle cards. For two seats"), group="Size",
        ),
        Option(
            "balanced", "Forces at the start", "GT-13.2", ("off", "on"),
            ("Units as they are dealt", "One Unit of each of the five kinds. For two or four seats"), group="Size",
        ),
        Option(
            "reserve_once", "Orders of one kind in a turn", "GT-5.1", ("off", "on"),
            ("As many as you have", "One each of a new Unit, a new Leader, new Terrain and a Rally"), group="Orders",
        ),
        Option(
            "barrage_sure", "Barrages", "GT-8.4", ("off", "on"),
            ("A card may save each Unit", "Nothing saves a Unit"), group="Attack and defense",
        ),
        Option(
            "rout_follow", "Whom a Rout can reach", "GT-9.7", ("off", "on"),
            ("Any enemy Unit with enough markers", "Only a Unit that an attack has just damaged"),
            group="Attack and defense",
        ),
        Option(
            "answer_opportunity", "Answers to an Opportunity Attack", "GT-7.2", ("off", "on"),
            ("None", "The attacker's owner may stop it with a card that fits"), group="Attack and defense",
        ),
        Option(
            "major_counter", "The Major's bonus", "GT-7.2", ("off", "on"),
            ("In melees of your own turn", "In a Counter Charge of his Unit too"), group="Attack and defense",
        ),
        Option(
            "mounted_dragoons", "Line Infantry in melee with Dragoons", "GT-6.3", ("off", "on"),
            ("Allowed, for they are Infantry", "Not allowed, for they sit on horses"), group="Attack and defense",
        ),
        Option(
            "open_allies", "Hands of allies", "GT-13.3", ("off", "on"),
            ("Hidden from each other", "Open to each other"), group="Orders",
        ),
        Option(
            "night_turns", "When nothing happens", "GT-14.1", (50, 20, 0),
            ("Night falls after 50 turns of each seat without a defeat",
             "Night falls after 20 turns of each seat without a defeat", f"Night falls after {LONGEST:,} turns in all"),
            group="Size",
        ),
    ),
    phases=words_of(names, "RESERVE", "SEAT", "over"),
    numbers=("defense", "attack", "damage", "markers", "draw", "amount"),
    reasons=("destroyed", "retired", "night"),
    longest=LONGEST,
    opening=Opening(
        "Whoever is dealt the most Light Infantry begins; if tied, the most Cavalry decides, then chance."
    ),
    presets=(
        Preset("quick", "Quick start", "One card of each name; a seat with two Units left retires.",
               {"quick": "on", "retire": "on"}),
        Preset("retire", "Short game",
               "All cards; a seat with two Units left retires.", {"retire": "on"}),
        Preset("teams", "Two against two", "Four seats, balanced forces.", {"seats": 4, "balanced": "on"}),
    ),
    clashes=(
        Clash("quick", ("on",), "seats", (4, 6), "A quick start has 18 Units: enough for two seats only.", "GT-13.1"),
        Clash("balanced", ("on",), "seats", (6,), "Balanced forces are for two or four seats.", "GT-13.2"),
    ),
    weight="medium",
    decisions=2.3,
)  # fmt: skip
