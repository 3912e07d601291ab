"""What Battle of the Three Emperors is, and its house rules."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors import names
from grognard.kernel.book.options import Option
from grognard.kernel.book.wording import words_of
from grognard.kernel.game import Meta, Preset

META: Final = Meta(
    "three-emperors", "Battle of the Three Emperors", "Austerlitz 1805, one common deck, three Fronts",
    seats=("Napoleon", "Coalition"),
    options=(
        Option(
            "first", "Who takes the first turn", "TE-2.3", ("coalition", "coin", "napoleon"),
            "coalition: the most balanced start. coin: either. napoleon: Napoleon, who then has much the better of it.",
        ),
        Option(
            "deckout", "When the deck has run out", "TE-10.3", ("draw", "adjudicate", "reshuffle_once"),
            "draw: nobody wins. adjudicate: more Morale wins, then more Fronts. reshuffle_once: the discard pile "
            "makes one new deck first, which favors Napoleon.",
        ),
        Option(
            "commit", "How cards are committed to an Action", "TE-7.2", ("attacker_then_defender", "alternate"),
            "attacker_then_defender: all of the attacker's, then all of the defender's. alternate: one card each in "
            "turn until both pass.",
        ),
        Option(
            "victory_cards", "Victory cards after one Action", "TE-8.1", ("any", "one"),
            "any: as many as the winner likes. one: a single card.",
        ),
        Option(
            "casualties", "Where Casualties reach", "TE-8.3", ("any_front", "battle_front"),
            "any_front: a piece at any Front. battle_front: only at the Front of the Action just won.",
        ),
        Option(
            "presence", "Which Fronts may be attacked", "TE-6.1", ("any", "own_piece", "enemy"),
            "any: every Front, your own included. own_piece: only where the attacker has a piece. enemy: only a Front "
            "that the other side holds or has a piece at.",
        ),
        Option(
            "morale", "Morale at the start", "TE-1.4", (20, 15, 12),
            "Less Morale makes a shorter game with fewer draws.",
        ),
    ),
    phases=words_of(names, "ORDERS", "TRIM", "over"),
    numbers=("force",),
    reasons=("victory", "deck-out", "adjudicated"),
    longest=40,
    presets=(
        Preset("short", "Short battle", "12 Morale each: shorter, and more often decided.", {"morale": 12}),
    ),
)  # fmt: skip
