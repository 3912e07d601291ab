"""The news: the most important events since a player last decided."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import dropwhile
from typing import Final

from grognard.kernel.views.view import EventView

MOST: Final = 5
# The word of a `TurnCame` event in every game.
TURN_CAME: Final = "turn came"
# The kind of lines that a server adds to a log: what the players did about time. No game has such an event.
ABOUT_TIME: Final = "time"


def headlines(
    events: Sequence[EventView], seat: int | None, most: int = MOST, also: Collection[int] = ()
) -> list[EventView]:
    """Returns the most important events since a seat's last choice, in order: see `top_events`.

    Leaves out bookkeeping, and the actions of the seat and of the seats in `also`, which the same person plays. Results
    of these actions are included.
    """
    own = {seat, *also}

    def acts(event: EventView) -> bool:
        return event.seat in own and not _is_outcome(event)

    since = dropwhile(acts, events)
    told = [event for event in since if not (acts(event) and event.who)]
    return [told[place] for place in top_events(told, own, most)]


def top_events(events: Sequence[EventView], own: Collection[int | None], most: int = MOST) -> list[int]:
    """Returns the indices of at most `most` events to show the holder of the seats `own`, in order.

    The holder's losses and attacks on the holder are preferred, then headlines, and the latest of each. If there is no
    headline, other events are shown.
    """

    def rank(event: EventView) -> int:
        headline = event.weight == "headline"
        return headline + 2 * _befalls(event, own)

    told = [place for place, event in enumerate(events) if event.weight != "bookkeeping"]
    if any(events[place].weight == "headline" for place in told):
        told = [place for place in told if rank(events[place])]
    told.sort(key=lambda place: (rank(events[place]), place))
    return sorted(told[-most:]) if most > 0 else []


def _befalls(event: EventView, own: Collection[int | None]) -> bool:
    """Does one of these seats lose something, or is something done to their cards?"""
    if event.against is None or event.against not in own:
        return False
    return event.weight == "headline" or bool(event.whom) or event.seat in own


def _is_outcome(event: EventView) -> bool:
    """Is this the result of an action: a sum, or something that happens to the seat of the event?"""
    return bool(event.sums) or (event.against == event.seat and not event.who)
