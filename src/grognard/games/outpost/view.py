"""The view one seat may have of Outpost (OUT-6.1); only the parts named here are shown."""

from __future__ import annotations

from mypy_extensions import i64

from grognard.games.outpost.meta import META
from grognard.games.outpost.rules import Outpost
from grognard.kernel.cardsets.cards import members, size
from grognard.kernel.views.view_builder import Viewer, build_view, hands
from grognard.kernel.views.view import NumberView, View, ZoneView, card_views, number_view, refused_views


def view(position: Outpost, viewer: Viewer) -> View:
    """Returns the table as the viewer sees it."""
    return build_view(
        viewer,
        zones=_zones(position, viewer),
        numbers=_numbers(position),
        refused=lambda: refused_views(position, members(position.army(position.decider()).hand)),
    )


def _zones(position: Outpost, viewer: Viewer) -> tuple[ZoneView, ...]:
    def zone(key: str, label: str, owner: int | None, pile: tuple[i64, i64], is_open: bool = True) -> ZoneView:
        return ZoneView(key, label, owner, size(pile), card_views(position, pile) if is_open else ())

    return (
        zone("attack", "Attack", None, position.attack),
        zone("discard", "Discards", None, position.discard),
        zone("deck", "Set aside", None, position.deck, viewer.over),
        *hands(viewer, [position.army(owner).hand for owner in range(2)], position.picked),
    )


def _numbers(position: Outpost) -> tuple[NumberView, ...]:
    start = position.tables.morale
    return tuple(
        number_view("morale", "{whose} Morale", owner, position.army(owner).morale, "OUT-2.3", who=name, of=start)
        for owner, name in enumerate(META.seats)
    )
