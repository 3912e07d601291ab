"""Where the default table draws the zones and numbers of a view."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from grognard.kernel.views.view import CardView, NumberView, ZoneView
from grognard.web.sides import ranks_of, side_of
from grognard.web.table_model import TableModel

CARD = CardView("Foot 2", "Foot 2", "INF", {}, "")


def number(key: str, owner: int | None) -> NumberView:
    return NumberView(key, key, key, key, owner, 1, "XX-1.1")


def zone(key: str, owner: int | None, *cards: CardView, count: int | None = None, folded: bool = False) -> ZoneView:
    return ZoneView(key, key, owner, len(cards) if count is None else count, cards, folded)


def table(*zones: ZoneView, numbers: tuple[NumberView, ...] = (), seats: int = 2, seat: int | None = 0) -> TableModel:
    """A table with these zones, where the card can be played if it lies in a zone that is not folded."""
    action = SimpleNamespace(card="Foot 2", label="", short="", sum=None)
    view = SimpleNamespace(zones=zones, numbers=numbers, seats=("",) * seats, seat=seat, actions=(action,))
    return TableModel(cast(Any, view), "", (), ())


def keys(zones: list[ZoneView]) -> list[str]:
    return [zone.key for zone in zones]


@pytest.mark.parametrize(
    ("one", "place"),
    [
        (zone("hand", 0, CARD), "hands"),
        (zone("hand", 0, count=3), "hands"),
        (zone("line", 0, CARD), "field"),
        (zone("line", 0), "field"),
        (zone("trap", 0, count=1), "field"),  # a card that lies face down
        (zone("attack", None, CARD), "field"),
        (zone("attack", None), "field"),
        (zone("reserve", None, count=5), "piles"),
        (zone("discard", None), "piles"),
        (zone("battle deck", 0, count=9), "piles"),
        (zone("losses", 0, CARD, folded=True), "piles"),
        (zone("discard", None, CARD), "field"),  # it can be chosen
        (zone("discard", None, CardView("Foot 1", "Foot 1", "INF", {}, "")), "piles"),
    ],
)
def test_a_zone_has_one_place(one: ZoneView, place: str) -> None:
    side = side_of(table(one), one.owner)
    places = {name: keys(getattr(side, name)) for name in ("hands", "field", "piles")}
    assert places == {name: [one.key] if name == place else [] for name in places}
    other = side_of(table(one), 1)
    assert other.hands == other.field == other.piles == []


def test_picked_cards_take_the_places_that_are_empty() -> None:
    side = side_of(table(zone("line", 0), zone("guard", 0, count=1), zone("picked", 0, CARD)), 0)
    assert keys(side.field) == ["guard", "picked"]


def test_a_number_of_a_place_is_on_the_field() -> None:
    numbers = number("troops", 0), number("losses-left", 0), number("turns", None)
    assert [one.key for one in side_of(table(numbers=numbers), 0).numbers] == ["troops"]
    assert [one.key for one in side_of(table(numbers=numbers), None).numbers] == ["losses-left", "turns"]


@pytest.mark.parametrize(
    ("seats", "seat", "enemies", "allies"),
    [
        (2, 0, [1], []),
        (2, 1, [0], []),
        (2, None, [1], []),
        (4, 1, [2, 0], [3]),
        (6, 0, [1, 3, 5], [2, 4]),
    ],
)
def test_sides_alternate_around_the_table(seats: int, seat: int | None, enemies: list[int], allies: list[int]) -> None:
    assert ranks_of(table(seats=seats, seat=seat)) == (enemies, allies)
