"""The news: what somebody who comes back to the table has to know, chosen from all that happened meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import dropwhile
from typing import Final

from grognard.kernel.shown.view import EventView

MOST: Final = 5
# What `names.TURN_CAME` is called in every game.
TURN_CAME: Final = "turn came"


def news(
    events: Sequence[EventView], seat: int | None, most: int = MOST, also: Collection[int] = ()
) -> list[EventView]:
    """The last `most` headlines of what happened since the last choice of a seat, in the order they came.

    Where there was no headline, the last of what else a player follows. No bookkeeping is among them, and no deed of
    the seat or of those in `also`, which the same person plays; but what came of such deeds is.
    """
    own = {seat, *also}

    def acts(event: EventView) -> bool:
        return event.seat in own and not _is_outcome(event)

    since = dropwhile(acts, events)
    told = [event for event in since if not (acts(event) and event.who)]
    return [told[place] for place in foremost(told, most)]


def foremost(events: Sequence[EventView], most: int = MOST) -> list[int]:
    """The places of the last `most` headlines among events; without a headline, of what else a player follows."""
    headlines = [place for place, event in enumerate(events) if event.weight == "headline"]
    usual = [place for place, event in enumerate(events) if event.weight == "normal"]
    return (headlines or usual)[-most:] if most > 0 else []


def _is_outcome(event: EventView) -> bool:
    """Is this what a deed has brought: a sum, or something done to the seat that it is told of?"""
    return bool(event.sums) or (event.against == event.seat and not event.who)
