"""The view one seat may have of Fusillade (FUS-8); only the parts named here are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.games.fusillade.text.prompts import halves_in_vain
from grognard.games.fusillade.names import COUNTER, EXCHANGE, MORALE, SUPPORT, TARGET, TRIM, UNITS
from grognard.games.fusillade.rules import Fusillade
from grognard.kernel.content.wording import plural
from grognard.kernel.cardsets.cards import members, size, union
from grognard.kernel.views.board_view import both_hands, known_cards, numbers, zones
from grognard.kernel.views.view_builder import Viewer, build_view
from grognard.kernel.views.view import (
    ActionView, NumberView, View, ZoneView, action_views, number_view, refused_views,
)  # fmt: skip


def view(position: Fusillade, viewer: Viewer) -> View:
    """Returns the table as the viewer sees it."""
    return build_view(
        viewer,
        zones=_zones(position, viewer),
        numbers=_numbers(position, viewer.deciding),
        actions=lambda: [_action(position, action) for action in action_views(position)],
        refused=lambda: refused_views(position, members(position.army(position.decider()).hand)),
        memory=known_cards(position, viewer.seat),
    )


def _action(position: Fusillade, action: ActionView) -> ActionView:
    """A legal action; halving is hopeless if it saves no troops (FUS-5.2)."""
    hopeless = position.phase() == MORALE and action.card is not None and halves_in_vain(position)
    return msgspec.structs.replace(action, hopeless=hopeless)


# Titles that say what the picked cards are for.
_PICKED: Final = {UNITS: "To the line", SUPPORT: "In support", EXCHANGE: "To exchange", TRIM: "To discard"}


def _zones(position: Fusillade, viewer: Viewer) -> Iterator[ZoneView]:
    for zone in zones(position, viewer):
        if zone.key == "line":
            yield msgspec.structs.replace(zone, owner=int(position.attacker.seat))
        elif zone.key == "picked":
            yield msgspec.structs.replace(zone, label=_PICKED.get(position.phase(), "Picked"))
        else:
            yield zone
    yield from both_hands(position, viewer)


def _numbers(position: Fusillade, deciding: bool) -> Iterator[NumberView]:
    yield from numbers(position)
    quiet, clock = f"{plural(position.quiet, 'Turn')} without a loss", _clock(position)
    note = "" if clock is None else f"of {clock}"
    yield number_view("quiet", quiet, None, position.quiet, "FUS-7.2", note=note, of=clock)
    shown = position.line
    if deciding and position.phase() != TARGET:
        shown = union(shown, position.picked)
    if position.phase() in (UNITS, COUNTER, TARGET, SUPPORT) and size(shown) > 0:
        total = position.attack_total(shown)
        yield number_view("attack", "Force of the attack so far", None, total, "FUS-5.1")
    if position.phase() == MORALE:
        yield number_view("attack", "Casualties", None, position.casualties, "FUS-5.1")


def _clock(position: Fusillade) -> int | None:
    """Returns the number of quiet turns that ends the game (FUS-7.2)."""
    return int(position.tables.clock) if position.tables.has_clock else None
