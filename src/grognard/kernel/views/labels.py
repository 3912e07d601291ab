"""What places and numbers of the table are called for the viewer, whose own are “your”."""

from __future__ import annotations

from grognard.kernel.content.wording import capitalized
from grognard.kernel.views.view import NumberView, View, ZoneView


def zone_label(zone: ZoneView, view: View) -> str:
    """Returns what a place is called: “Red's hand”, and “Your hand” for its owner."""
    if view.seat is None or zone.owner != view.seat:
        return zone.label
    if zone.key == "hand":
        return "Your hand"
    whose = f"{view.seats[view.seat]}'s "
    return f"Your {zone.label.removeprefix(whose)}" if zone.label.startswith(whose) else zone.label


def number_label(number: NumberView, is_own: bool) -> str:
    """Returns what a number is called: “Red's troops”, and “Your troops” for its owner."""
    return number.label.replace(number.name, capitalized(number.yours), 1) if is_own else number.label
