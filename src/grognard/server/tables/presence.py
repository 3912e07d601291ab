"""Who is at a table: seen lately, or with a page of it open."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import timedelta
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.server.storage.disk import Away
from grognard.server.storage.rows import now
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")
WRITTEN_EVERY: Final = 3  # seconds
SEEN_EVERY: Final = 20  # seconds between two notes that somebody is at a page
HERE_SECONDS: Final = 45  # a seat counts as here if it was seen within these


def away(live: LiveTable, number: int) -> timedelta:
    """For how long nobody was seen in a seat, as far as this process can tell.

    It goes by its own steady clock, and by nothing before it had the table at hand: a clock that is set, or a server
    that was down, makes nobody absent.
    """
    return timedelta(seconds=time.monotonic() - live.noticed[number])


def _ago(live: LiveTable, number: int) -> timedelta:
    """How long ago somebody was seen in a seat, by clocks that may have been set since."""
    seen = live.seats[number].seen
    return timedelta.max if seen is None else abs(now() - seen)


def is_here(live: LiveTable, number: int) -> bool:
    """Is somebody at this seat's page?"""
    seat = live.seats[number]
    lately = timedelta(seconds=HERE_SECONDS)
    return seat.bot is not None or live.watching[number] > 0 or max(away(live, number), _ago(live, number)) < lately


def mark_seen(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """A guest looks, acts, or has a page open: he is seen in his seats."""
    for number in live.seats_of(guest):
        lately = timedelta(seconds=min(SEEN_EVERY - 1, tables.config.claim_after / 3))
        if max(away(live, number), _ago(live, number)) > lately:
            moment = now()
            live.note(number, moment)
            tables.seen[live.id, number] = moment


async def save_seen(tables: TableRegistry) -> None:
    """Keeps who was seen lately, all at once, for other processes and for the next start. A fault costs only that."""
    seen, tables.seen = tables.seen, {}
    try:
        await tables.keep_seen(seen)
    except (SQLAlchemyError, Away) as error:
        LOGGER.error("nobody could be marked as here: %s", type(error).__name__)


async def save_seen_often(tables: TableRegistry) -> None:
    """Does so until the server stops."""
    while True:
        await asyncio.sleep(min(WRITTEN_EVERY, tables.config.claim_after / 3))
        await save_seen(tables)
