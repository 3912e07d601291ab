"""Why something cannot be done, and who won."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import names
from grognard.games.outpost.meta import META
from grognard.games.outpost.state import Position
from grognard.games.outpost.text.prompts import PHASE_CLAUSES, PHASE_LABELS
from grognard.kernel.content.grammar import parties
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND
from grognard.kernel.engine.state import State
from grognard.kernel.views.event_text import refuser
from grognard.kernel.views.view import Outcome, Reason

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "OUT-5.1"),
    NOT_IN_HAND: Reason("That card is not in your hand.", "OUT-6.1"),
    names.WRONG_ARM: Reason(
        "This arm does not beat it: Infantry beats Cavalry, Cavalry beats Artillery, Artillery beats Infantry.",
        "OUT-4.2",
    ),
    names.TOO_WEAK: Reason("This card is too weak: it may be one weaker than the attack, no more.", "OUT-4.2"),
}

reason: Final = refuser(_REASONS, PHASE_LABELS, PHASE_CLAUSES, lambda position: position.phase())


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, Position)
    blue, red = position.army(0).morale, position.army(1).morale
    if blue == red:
        return Outcome((), "cards", f"both hands are empty, and each side has {blue} Morale", "OUT-5.2")
    winner, more, less = (0, blue, red) if blue > red else (1, red, blue)
    loser = parties(META.seats, reader)[1 - winner]
    if less == 0:
        return Outcome((winner,), "morale", f"{loser:has} no Morale left", "OUT-5.1")
    score = f"{less} Morale to {more}" if loser.is_reader else f"{more} Morale to {less}"
    return Outcome((winner,), "cards", f"both hands are empty, and it is {score}", "OUT-5.2")
