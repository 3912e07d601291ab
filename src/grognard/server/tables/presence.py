"""Who is at a table: seen lately, or with a page of it open."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

from grognard.server.storage.records import now
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.live import Live

SEEN_EVERY: Final = 20  # seconds between two notes that somebody is at a page
HERE_SECONDS: Final = 45  # a seat counts as here if it was seen within these


def away(live: Live, number: int) -> timedelta:
    """For how long nobody was seen in a seat, as far as this process can tell.

    It goes by its own steady clock, and by nothing before it had the table at hand: a clock that is set, or a server
    that was down, makes nobody absent.
    """
    return timedelta(seconds=time.monotonic() - live.noticed[number])


def _ago(live: Live, number: int) -> timedelta:
    """How long ago somebody was seen in a seat, by clocks that may have been set since."""
    seen = live.seats[number].seen
    return timedelta.max if seen is None else abs(now() - seen)


def is_here(live: Live, number: int) -> bool:
    """Is somebody at this seat's page?"""
    seat = live.seats[number]
    lately = timedelta(seconds=HERE_SECONDS)
    return seat.bot is not None or live.watching[number] > 0 or max(away(live, number), _ago(live, number)) < lately


async def attend(tables: Tables, live: Live, guest: str) -> None:
    """A guest looks or acts: a page without the script is attended too."""
    for number in live.seats_of(guest):
        lately = timedelta(seconds=min(SEEN_EVERY / 2, tables.config.claim_after / 3))
        if max(away(live, number), _ago(live, number)) > lately:
            await note(tables, live, number)


async def note(tables: Tables, live: Live, number: int) -> None:
    """Somebody is at the page of a seat."""
    moment = now()
    live.note(number, moment)
    await tables.store.set_seat(live.id, number, seen=moment)
