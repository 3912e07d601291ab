"""The title, house rules and phases."""

from __future__ import annotations

from typing import Final

from grognard.kernel.content.card_numbers import CardNumber
from grognard.kernel.content.options import Option
from grognard.kernel.content.wording import words_of
from grognard.kernel.game import Meta, Opening

from . import names

META: Final = Meta(
    "skirmish", "Skirmish", "Twelve cards, two hands, one question at a time",
    hook="Your opponent attacks. Do you spend a strong card to stop it, or take the loss and strike back?",
    options=(Option("resolve", "Resolve at the start", "SK-2.2", (8, 6), ("8 each", "6 each")),),
    phases=words_of(names, "ATTACK", "ANSWER", "over"),  # the first and the last name in names.py, and the word for 0
    card_numbers=(CardNumber("strength", 0, 20),),
    reasons=("resolve", "cards"),
    longest=9,  # SK-3.1, 3.2: each of a side's turns uses up one of its four cards; a skipped one comes after an answer
    opening=Opening("Blue goes first.", 0),
    weight="light",
    decisions=1.5,
    names_say_all=True,
)  # fmt: skip
