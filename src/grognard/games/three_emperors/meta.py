"""The title, seats and house rules of Battle of the Three Emperors."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors import names
from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import FirstGame, Meta, Opening, Preset

META: Final = Meta(
    "three-emperors", "Battle of the Three Emperors", "Austerlitz 1805: one shared deck, three Fronts",
    hook="Win a Front at Austerlitz, strike again while the enemy reels, and win before the cards run out.",
    seats=("Napoleon", "Coalition"),
    victories=("Napoleon wins", "The Coalition wins"),
    options=(
        Option(
            "first", "Who takes the first turn", "TE-2.3", ("coalition", "coin", "napoleon"),
            ("The Coalition", "A coin decides", "Napoleon"),
        ),
        Option(
            "deckout", "When the deck runs out", "TE-10.3", ("draw", "adjudicate", "reshuffle_once"),
            ("The battle is a draw", "More Morale wins, then more Fronts", "The discards become one new deck first"),
        ),
        Option(
            "commit", "How cards are committed", "TE-7.2", ("attacker_then_defender", "alternate"),
            ("All of the attacker's, then all of the defender's", "One card at a time in turn, until both pass"),
        ),
        Option(
            "victory_cards", "Victory cards after one Action", "TE-8.1", ("any", "one"),
            ("As many as you like", "Only one"),
        ),
        Option(
            "casualties", "Which pieces Casualties can remove", "TE-8.3", ("any_front", "battle_front"),
            ("Pieces at any Front", "Only pieces at the Front just won"),
        ),
        Option(
            "presence", "Which Fronts may be attacked", "TE-6.1", ("any", "own_piece", "enemy"),
            ("Every Front, even your own", "Only Fronts where the attacker has a piece",
             "Only Fronts the enemy holds or has a piece at"),
        ),
        Option(
            "morale", "Morale at the start", "TE-1.4", (20, 15, 12), ("20 each", "15 each", "12 each"),
        ),
    ),
    phases=words_of(names, "ORDERS", "TRIM", "over"),
    card_numbers=(CardNumber("force", 0, 20),),
    reasons=("victory", "deck-out", "adjudicated"),
    longest=50,
    opening=Opening("A coin decides who goes first.", option="first", seats={"coalition": 1, "napoleon": 0}),
    presets=(
        Preset("short", "Short battle", "Each side begins with 12 Morale instead of 20.", {"morale": 12}),
    ),
    weight="medium",
    decisions=10.4,
    first_game=FirstGame("short", "recruit-sharp", seat=0),
)  # fmt: skip
