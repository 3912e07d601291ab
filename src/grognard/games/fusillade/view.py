"""The view one seat may have of Fusillade (FUS-8); only the parts named here are shown."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.games.fusillade import text
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.names import COUNTER, EXCHANGE, MORALE, SUPPORT, TARGET, TRIM, UNITS
from grognard.games.fusillade.rules import Fusillade
from grognard.kernel.content.wording import plural
from grognard.kernel.cardsets.cards import members, size, union
from grognard.kernel.views.view_builder import Viewer, build_view, hands
from grognard.kernel.views.view import (
    ActionView, MemoryView, NumberView, View, ZoneView, action_views, card_views, number_view, refused_views,
)  # fmt: skip


def view(position: Fusillade, viewer: Viewer) -> View:
    """Returns the table as the viewer sees it."""
    return build_view(
        viewer,
        zones=_zones(position, viewer),
        numbers=_numbers(position, viewer.deciding),
        actions=lambda: [_action(position, action) for action in action_views(position)],
        refused=lambda: refused_views(position, members(position.army(position.decider()).hand)),
        memory=_memory(position, viewer.seat),
    )


def _action(position: Fusillade, action: ActionView) -> ActionView:
    """A legal action; halving is hopeless if it saves no troops (FUS-5.2)."""
    hopeless = position.phase() == MORALE and action.card is not None and text.halves_in_vain(position)
    return msgspec.structs.replace(action, hopeless=hopeless)


# Titles that say what the picked cards are for.
_PICKED: Final = {UNITS: "To the line", SUPPORT: "In support", EXCHANGE: "To exchange", TRIM: "To discard"}


def _zones(position: Fusillade, viewer: Viewer) -> tuple[ZoneView, ...]:
    zones = [
        ZoneView("deck", "Deck", None, size(position.deck), ()),
        ZoneView("discard", "Discard pile", None, size(position.discard), card_views(position, position.discard), True),
        ZoneView(
            "line", "Attack line", position.attacker.seat, size(position.line), card_views(position, position.line)
        ),
    ]
    if viewer.deciding and position.picks() > 0:
        title = _PICKED.get(position.phase(), "Picked")
        zones.append(ZoneView("picked", title, viewer.seat, position.picks(), card_views(position, position.picked)))
    return (*zones, *hands(viewer, [position.army(owner).hand for owner in range(2)], position.picked))


def _numbers(position: Fusillade, deciding: bool) -> tuple[NumberView, ...]:
    numbers = [
        number_view("troops", "{whose} troops", owner, position.army(owner).troops, "FUS-1.4", who=name)
        for owner, name in enumerate(META.seats)
    ]
    quiet, clock = f"{plural(position.quiet, 'Turn')} without a loss", _clock(position)
    note = "" if clock is None else f"of {clock}"
    numbers.append(number_view("quiet", quiet, None, position.quiet, "FUS-7.2", note=note, of=clock))
    shown = position.line
    if deciding and position.phase() != TARGET:
        shown = union(shown, position.picked)
    if position.phase() in (UNITS, COUNTER, TARGET, SUPPORT) and size(shown) > 0:
        total = position.attack_total(shown)
        numbers.append(number_view("attack", "Force of the attack so far", None, total, "FUS-5.1"))
    if position.phase() == MORALE:
        numbers.append(number_view("attack", "Casualties", None, position.casualties, "FUS-5.1"))
    return tuple(numbers)


def _clock(position: Fusillade) -> int | None:
    """Returns the number of quiet turns that ends the game (FUS-7.2)."""
    return int(position.tables.clock) if position.tables.has_clock else None


def _memory(position: Fusillade, seat: int | None) -> tuple[MemoryView, ...]:
    """Returns the notepad of FUS-8.1: cards seen with a look that are still in the hand."""
    if seat is None:
        return ()
    other = position.army(1 - seat)
    if size(other.seen) == 0:
        return ()
    return (MemoryView(1 - seat, other.seen_turn, card_views(position, other.seen)),)
