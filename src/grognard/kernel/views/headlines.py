"""The news: what somebody who comes back to the table has to know, chosen from all that happened meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import dropwhile
from typing import Final

from grognard.kernel.views.view import EventView

MOST: Final = 5
# The word of a `TurnCame` event in every game.
TURN_CAME: Final = "turn came"


def headlines(
    events: Sequence[EventView], seat: int | None, most: int = MOST, also: Collection[int] = ()
) -> list[EventView]:
    """What matters most of what happened since the last choice of a seat, in the order it came: see `foremost`.

    No bookkeeping is among them, and no deed of
    the seat or of those in `also`, which the same person plays; but what came of such deeds is.
    """
    own = {seat, *also}

    def acts(event: EventView) -> bool:
        return event.seat in own and not _is_outcome(event)

    since = dropwhile(acts, events)
    told = [event for event in since if not (acts(event) and event.who)]
    return [told[place] for place in top_events(told, own, most)]


def top_events(events: Sequence[EventView], own: Collection[int | None], most: int = MOST) -> list[int]:
    """Returns the places of at most `most` events to show the holder of the seats `own`, in their order.

    What was lost or done to him comes first, then headlines, of each the last; without a headline, what else a player
    follows.
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
    """Is something lost by one of these seats, or done to a thing of theirs?"""
    if event.against is None or event.against not in own:
        return False
    return event.weight == "headline" or bool(event.whom) or event.seat in own


def _is_outcome(event: EventView) -> bool:
    """Is this what a deed has brought: a sum, or something done to the seat that it is told of?"""
    return bool(event.sums) or (event.against == event.seat and not event.who)
