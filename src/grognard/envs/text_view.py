"""Observations besides the arrays: the table in words, and the last public events as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel.views.view import View

# The number of public events in an information-state tensor, and the numbers for each, with seats counted from the
# observer's own.
EVENTS: Final = 32
EVENT: Final = 4


def table_of(view: View) -> str:
    """Returns a view in lines: whose turn it is, the numbers, and the cards in each zone."""
    lines = [f"{view.title}, turn {view.turn}, {_what_is_due(view)}"]
    lines += [f"{number.label}: {number.value}" for number in view.numbers]
    for zone in view.zones:
        shown = ", ".join(card.name for card in zone.cards)
        lines.append(f"{zone.label}: {zone.count}" + (f" ({shown})" if shown else ""))
    return "\n".join(lines)


def _what_is_due(view: View) -> str:
    """Returns who decides what. For spectators the prompt already says both."""
    if view.seat is None or view.to_move is None:
        return view.prompt.text
    return f"{view.phase_label}: {view.seats[view.to_move]} decides. {view.prompt.text}"


def recent(events: Sequence[tuple[int, int, int, int]], seat: int, seats: int) -> list[int]:
    """Returns the last events as `EVENTS * EVENT` numbers, the latest first, with seats counted from `seat`."""
    numbers: list[int] = []
    for kind, owner, card, number in list(reversed(events))[:EVENTS]:
        numbers += [kind, (owner - 1 - seat) % seats + 1 if owner > 0 else 0, card, number]
    return numbers + [0] * (EVENTS * EVENT - len(numbers))
