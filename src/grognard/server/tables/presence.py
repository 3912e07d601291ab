"""Who is at a table: seen lately, or with a page of it open."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from grognard.server.storage.records import Seat, now
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.live import Live

SEEN_EVERY: Final = 20  # seconds between two notes that somebody is at a page
HERE_SECONDS: Final = 45  # a seat counts as here if it was seen within these


def away(seat: Seat) -> timedelta:
    """For how long nobody was seen in a seat."""
    return timedelta.max if seat.seen is None else now() - seat.seen


def is_here(live: Live, number: int) -> bool:
    """Is somebody at this seat's page?"""
    seat = live.seats[number]
    return seat.bot is not None or live.watching[number] > 0 or away(seat) < timedelta(seconds=HERE_SECONDS)


async def attend(tables: Tables, live: Live, guest: str) -> None:
    """A guest looks or acts: a page without the script is attended too."""
    for number in live.seats_of(guest):
        if away(live.seats[number]) > timedelta(seconds=min(SEEN_EVERY, tables.config.claim_after / 3)):
            await note(tables, live, number)


async def note(tables: Tables, live: Live, number: int) -> None:
    """Somebody is at the page of a seat."""
    moment = now()
    live.seats[number] = msgspec.structs.replace(live.seats[number], seen=moment)
    await tables.store.set_seat(live.id, number, seen=moment)
