"""The names of places and numbers for a viewer; the viewer's own begin with “your”."""

from __future__ import annotations

from grognard.kernel.content.wording import capitalized
from grognard.kernel.views.view import NumberView, View, ZoneView


def zone_label(zone: ZoneView, view: View) -> str:
    """Returns the name of a place: “Red's hand”, and “Your hand” for its owner."""
    return zone.yours if zone.yours and zone.owner == view.seat else zone.label


def number_label(number: NumberView, is_own: bool) -> str:
    """Returns the name of a number: “Red's troops”, and “Your troops” for its owner."""
    if not is_own:
        return number.label
    return f"{capitalized(number.yours)} ({number.note})" if number.note else capitalized(number.yours)
