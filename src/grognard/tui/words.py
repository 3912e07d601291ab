"""What a view says in words: one wording for every table in a terminal."""

from __future__ import annotations

from grognard.kernel.view import CardView, MemoryView, View, ZoneView


def heading(view: View) -> str:
    """Where the game stands."""
    return f"Turn {view.turn}, {view.seats[view.active]}'s turn. {view.phase_label}"


def face(card: CardView) -> str:
    """A card: name, type, numbers."""
    return " ".join([card.name, card.type, *(str(number) for number in card.numbers.values())])


def zone_label(zone: ZoneView, view: View) -> str:
    """What a place is called; the viewer's own hand says so."""
    yours = zone.key == "hand" and zone.owner is not None and zone.owner == view.seat
    return f"{zone.label} (you)" if yours else zone.label


def counted(zone: ZoneView) -> str:
    """How many cards lie there."""
    return f"{zone.count} card" if zone.count == 1 else f"{zone.count} cards"


def contents(zone: ZoneView) -> str:
    """What lies there, as far as it can be seen."""
    if zone.count == 0:
        return "none."
    return f"{counted(zone)}: {', '.join(map(face, zone.cards))}." if zone.cards else f"{counted(zone)}."


def shown_before(memory: MemoryView) -> str:
    """What the viewer was shown and still lies there."""
    return f"You were shown on turn {memory.turn}, and it is still there: {', '.join(map(face, memory.cards))}."
