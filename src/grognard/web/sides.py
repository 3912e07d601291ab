"""The default table: where it draws each zone and each number of a view."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.kernel.views.view import NumberView, ZoneView, with_under
from grognard.web.table_model import TableModel

HAND: Final = "hand"
PICKED: Final = "picked"
PILES: Final = ("deck", "discard")  # the last word of the key of a zone that is a pile even if its cards are open


class Side(NamedTuple):
    """What belongs to a seat, or to no seat: hands and piles at the edge of the table, the other zones on the field."""

    hands: list[ZoneView]
    field: list[ZoneView]
    piles: list[ZoneView]
    numbers: list[NumberView]


def side_of(p: TableModel, owner: int | None) -> Side:
    """Returns the zones and numbers of a seat; the common ones for None."""
    zones = p.zones_of(owner)
    piles = [zone for zone in zones if _is_pile(p, zone)]
    field = [zone for zone in zones if zone.key != HAND and zone not in piles]
    if any(zone.key == PICKED for zone in field):  # the picked cards take the places that are still empty
        field = [zone for zone in field if zone.count]
    return Side([zone for zone in zones if zone.key == HAND], field, piles, _numbers(p, owner))


def _numbers(p: TableModel, owner: int | None) -> list[NumberView]:
    """A number whose key has a hyphen belongs to a place on the field."""
    return [number for number in p.view.numbers if _owner(number) == owner]


def _owner(number: NumberView) -> int | None:
    return None if "-" in number.key else number.owner


def _is_pile(p: TableModel, zone: ZoneView) -> bool:
    """Whether a zone is drawn as a pile. A card that can be chosen must be seen, or have a button in the dock."""
    if zone.folded:
        return True
    if zone.key == HAND or any(p.actions_with(card) for card in with_under(zone.cards)):
        return False
    hidden = zone.owner is None and zone.count > 0 and not zone.cards
    return hidden or zone.key.split()[-1] in PILES


def ranks_of(p: TableModel) -> tuple[list[int], list[int]]:
    """Returns the enemies and the allies of the seat at the near edge. Sides alternate around the table."""
    seats = len(p.view.seats)
    return [(p.near + step) % seats for step in range(1, seats, 2)], [
        (p.near + step) % seats for step in range(2, seats, 2)
    ]
