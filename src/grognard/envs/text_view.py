"""What environments tell beside arrays: the table in words, and the last public events as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel.views.view import View

# An information-state tensor holds so many public events, each `coded`, with the seat counted from one's own.
EVENTS: Final = 32
EVENT: Final = 4


def table_of(view: View) -> str:
    """A view in lines: whose turn it is, what counts, and what lies where."""
    lines = [f"{view.title}, turn {view.turn}, {_what_is_due(view)}"]
    lines += [f"{number.label}: {number.value}" for number in view.numbers]
    for zone in view.zones:
        shown = ", ".join(card.name for card in zone.cards)
        lines.append(f"{zone.label}: {zone.count}" + (f" ({shown})" if shown else ""))
    return "\n".join(lines)


def _what_is_due(view: View) -> str:
    """Who decides what. To spectators the prompt says both."""
    if view.seat is None or view.to_move is None:
        return view.prompt.text
    return f"{view.phase_label}: {view.seats[view.to_move]} decides. {view.prompt.text}"


def recent(events: Sequence[tuple[int, int, int, int]], seat: int, seats: int) -> list[int]:
    """The last events, coded, as one seat counts seats, the latest first: `EVENTS * EVENT` numbers."""
    numbers: list[int] = []
    for kind, owner, card, number in list(reversed(events))[:EVENTS]:
        numbers += [kind, (owner - 1 - seat) % seats + 1 if owner > 0 else 0, card, number]
    return numbers + [0] * (EVENTS * EVENT - len(numbers))
