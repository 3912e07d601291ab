"""What environments tell beside arrays: the table in words, and the last public events as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel.engine.clerk import Event
from grognard.kernel.shown.view import View

# An information-state tensor holds so many public events, each as its kind, and from 1 the seat counted from one's own,
# the first card and the first number; 0 where there is none.
EVENTS: Final = 32
EVENT: Final = 4


def table_of(view: View) -> str:
    """A view in lines: whose turn it is, what counts, and what lies where."""
    mover = "nobody" if view.to_move is None else view.seats[view.to_move]
    lines = [f"{view.title}, turn {view.turn}, {view.phase_label}: {mover} decides. {view.prompt.text}"]
    lines += [f"{number.label}: {number.value}" for number in view.numbers]
    for zone in view.zones:
        shown = ", ".join(card.name for card in zone.cards)
        lines.append(f"{zone.label}: {zone.count}" + (f" ({shown})" if shown else ""))
    return "\n".join(lines)


def coded(event: Event) -> tuple[int, int, int, int]:
    """A public event as four numbers, its seat absolute: see `EVENTS`."""
    card = event.cards[0] + 1 if event.cards else 0
    number = event.numbers[0] + 1 if event.numbers else 0
    return int(event.kind), int(event.seat) + 1, card, number


def recent(events: Sequence[tuple[int, int, int, int]], seat: int, seats: int) -> list[int]:
    """The last events as one seat counts seats, the latest first, `EVENTS * EVENT` numbers."""
    numbers: list[int] = []
    for kind, owner, card, number in list(reversed(events))[:EVENTS]:
        numbers += [kind, (owner - 1 - seat) % seats + 1 if owner > 0 else 0, card, number]
    return numbers + [0] * (EVENTS * EVENT - len(numbers))
