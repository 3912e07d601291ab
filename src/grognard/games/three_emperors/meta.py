"""What Battle of the Three Emperors is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors import names
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import Meta, Opening, Preset

META: Final = Meta(
    "three-emperors", "Battle of the Three Emperors", "Austerlitz 1805, one common deck, three Fronts",
    seats=("Napoleon", "Coalition"),
    victories=("Napoleon wins", "The Coalition wins"),
    options=(
        Option(
            "first", "Who takes the first turn", "TE-2.3", ("coalition", "coin", "napoleon"),
            ("The Coalition", "A coin decides", "Napoleon"),
        ),
        Option(
            "deckout", "When the deck has run out", "TE-10.3", ("draw", "adjudicate", "reshuffle_once"),
            ("Nobody wins", "More Morale wins, then more Fronts", "The discard pile makes one new deck first"),
        ),
        Option(
            "commit", "How cards are committed to an Action", "TE-7.2", ("attacker_then_defender", "alternate"),
            ("All of the attacker's, then all of the defender's", "One card each in turn until both pass"),
        ),
        Option(
            "victory_cards", "Victory cards after one Action", "TE-8.1", ("any", "one"),
            ("As many as the winner likes", "A single card"),
        ),
        Option(
            "casualties", "Where Casualties reach", "TE-8.3", ("any_front", "battle_front"),
            ("A piece at any Front", "Only a piece at the Front of the Action just won"),
        ),
        Option(
            "presence", "Which Fronts may be attacked", "TE-6.1", ("any", "own_piece", "enemy"),
            ("Every Front, your own included", "Only those where the attacker has a piece",
             "Only those that the enemy holds or has a piece at"),
        ),
        Option(
            "morale", "Morale at the start", "TE-1.4", (20, 15, 12), ("20 each", "15 each", "12 each"),
        ),
    ),
    phases=words_of(names, "ORDERS", "TRIM", "over"),
    numbers=("force",),
    reasons=("victory", "deck-out", "adjudicated"),
    longest=40,
    opening=Opening("A coin decides who begins.", option="first", seats={"coalition": 1, "napoleon": 0}),
    presets=(
        Preset("short", "Short battle", "12 Morale each instead of 20: draws are rarer.", {"morale": 12}),
    ),
    weight="medium",
    decisions=10.4,
)  # fmt: skip
