"""Title, seats, house rules and presets of Green Troops."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import names
from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Clash, Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import FirstGame, Meta, Opening, Preset

# The longest game: GT-14.1 allows six seats 300 turns before each of the 56 defeats and after the last. A game with
# night switched off or with more Units also ends after this many turns.
LONGEST: Final = 17_100

LEAST_ATTACK: Final = -4

META: Final = Meta(
    "green-troops", "Green Troops", "Napoleonic companies, batteries and squadrons in a close fight",
    hook="Charge, and they may fire first: close combat for two, four or six players.",
    seats=("Blue", "Red", "Blue 2", "Red 2", "Blue 3", "Red 3"),
    options=(
        Option(
            "seats", "Seats at the table", "GT-13.3", (2, 4, 6),
            ("2, one on one", "4, two against two", "6, three against three"),
            "One person may play several seats.", group="Size",
        ),
        Option(
            "retire", "An army that is down to two Units", "GT-13.4", ("off", "on"),
            ("Fights on", "Leaves the field"), group="Size",
        ),
        Option(
            "quick", "Cards", "GT-13.1", ("off", "on"),
            ("All", "One of each name: 18 Units and 52 Battle cards. For two seats"), group="Size",
        ),
        Option(
            "balanced", "Forces at the start", "GT-13.2", ("off", "on"),
            ("Units as dealt", "One Unit of each of the five kinds. For two or four seats"), group="Size",
        ),
        Option(
            "reserve_once", "Orders of one kind in a turn", "GT-5.1", ("off", "on"),
            ("As many as you like", "One each of a new Unit, a new Leader, new Terrain and a Rally"), group="Orders",
        ),
        Option(
            "barrage_sure", "Barrages", "GT-8.4", ("off", "on"),
            ("Each Unit may be saved with a card", "Units cannot be saved"), group="Attack and defense",
        ),
        Option(
            "rout_follow", "Targets of a Rout", "GT-9.7", ("off", "on"),
            ("Any enemy Unit with enough markers", "Only a Unit that an attack has just damaged"),
            group="Attack and defense",
        ),
        Option(
            "answer_opportunity", "Answers to an Opportunity Attack", "GT-7.2", ("off", "on"),
            ("None", "The attacker's owner may stop it with a card that fits"), group="Attack and defense",
        ),
        Option(
            "major_counter", "The Major's bonus", "GT-7.2", ("off", "on"),
            ("In melees in your own turn", "In a Counter Charge by the Major's Unit too"), group="Attack and defense",
        ),
        Option(
            "mounted_dragoons", "Line Infantry in melee with Dragoons", "GT-6.3", ("off", "on"),
            ("Allowed, because they are Infantry", "Not allowed, because they are mounted"), group="Attack and defense",
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
    card_numbers=(
        CardNumber("defense", 0, 8, ("L", "T")),  # with these, a Unit has 31 at most
        CardNumber("defense", 0, 15),
        CardNumber("attack", 0, 9, ("L",)),
        CardNumber("attack", LEAST_ATTACK, 9),
        CardNumber("damage", 0, 20),
        CardNumber("markers", 0, 20),
        CardNumber("draw", 1, 20),
        CardNumber("amount", 0, 9),
    ),
    reasons=("destroyed", "retired", "night"),
    longest=LONGEST,
    opening=Opening(
        "The seat dealt the most Light Infantry begins; ties go to the most Cavalry, then to chance."
    ),
    presets=(
        Preset("quick", "Quick start", "There is one card of each name, and you lose when you are down to two Units.",
               {"quick": "on", "retire": "on"}),
        Preset("retire", "Short game",
               "All cards, but your army leaves the field when it is down to two Units.", {"retire": "on"}),
        Preset("teams", "Two against two", "Four seats, balanced forces.", {"seats": 4, "balanced": "on"}),
    ),
    clashes=(
        Clash("quick", ("on",), "seats", (4, 6), "A quick start has 18 Units: enough for two seats only.", "GT-13.1"),
        Clash("balanced", ("on",), "seats", (6,), "Balanced forces are for two or four seats.", "GT-13.2"),
    ),
    weight="medium",
    decisions=2.3,
    first_game=FirstGame("quick", "regular"),
)  # fmt: skip
