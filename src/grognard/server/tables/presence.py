"""Tracks who is at a table: seen lately, or with its page open."""

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
SEEN_EVERY: Final = 20  # seconds between notes that a guest has a page open
HERE_SECONDS: Final = 45  # a seat counts as present if its guest was seen this recently


def away(live: LiveTable, number: int) -> timedelta:
    """Returns how long a seat's guest has been away, as far as this process knows.

    Uses a monotonic clock, and counts only time since this process loaded the table. So neither a changed clock nor a
    server that was down makes anyone absent.
    """
    return timedelta(seconds=time.monotonic() - live.noticed[number])


def _ago(live: LiveTable, number: int) -> timedelta:
    """Returns how long ago a seat's guest was seen, by clocks that may have been changed since."""
    seen = live.seats[number].seen
    return timedelta.max if seen is None else abs(now() - seen)


def is_here(live: LiveTable, number: int) -> bool:
    """Returns whether a seat's player is present; bots always are."""
    seat = live.seats[number]
    lately = timedelta(seconds=HERE_SECONDS)
    return seat.bot is not None or live.watching[number] > 0 or max(away(live, number), _ago(live, number)) < lately


def mark_seen(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Marks a guest's seats as seen, because the guest looks, acts, or has a page open."""
    for number in live.seats_of(guest):
        lately = timedelta(seconds=min(SEEN_EVERY - 1, tables.config.claim_after / 3))
        if max(away(live, number), _ago(live, number)) > lately:
            moment = now()
            live.note(number, moment)
            tables.seen[live.id, number] = moment


def mark_looked(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Notes that a guest looks at a table where others play too, so that no alert tells them what they know."""
    if live.against_people and live.seats_of(guest):
        tables.looked[live.id, guest] = now()


async def save_seen(tables: TableRegistry) -> None:
    """Saves who was seen lately, for other processes and for the next start. If this fails, nothing else is lost."""
    seen, tables.seen = tables.seen, {}
    looked, tables.looked = tables.looked, {}
    try:
        await tables.keep_seen(seen)
        if looked:
            await tables.store.look(looked)
    except (SQLAlchemyError, Away) as error:
        tables.looked = looked | tables.looked  # otherwise alerts would tell people what they know
        LOGGER.error("could not save presence: %s", type(error).__name__)


async def save_seen_often(tables: TableRegistry) -> None:
    """Saves who was seen, every few seconds until the server stops."""
    while True:
        await asyncio.sleep(min(WRITTEN_EVERY, tables.config.claim_after / 3))
        await save_seen(tables)
