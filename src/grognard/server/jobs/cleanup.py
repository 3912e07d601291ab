"""Removes expired tables, journals, names, sessions, passkeys and puzzle attempts, after the time set by the host."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.play.clock import DAY
from grognard.server.errors import traced
from grognard.server.guests.cookies import GOOD_FOR, RENEWED_AFTER
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.rows import now
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 3600.0  # seconds


async def clean_up(tables: TableRegistry, expiry: Expiry) -> None:
    """Removes everything unvisited for `unvisited_days`, now and every hour; never removes anything if that is 0."""
    days = tables.config.unvisited_days
    while days:
        before = now() - timedelta(days=days)
        try:
            while removed := await expiry.remove_tables(before):
                tables.forget(removed)
                await asyncio.sleep(0)
            while await expiry.remove_journals(before):
                await asyncio.sleep(0)
            while await expiry.remove_names(before):
                await asyncio.sleep(0)
            while await expiry.remove_puzzles(before):
                await asyncio.sleep(0)
            await expiry.remove_daily(before)
            await expiry.remove_passkeys(before)
            await expiry.remove_sessions(min(before, now() - GOOD_FOR - RENEWED_AFTER))
            await expiry.remove_codes(before)
            await expiry.remove_vacations(tables.house.now() - days * DAY)
        except SQLAlchemyError as error:
            LOGGER.error("could not remove expired tables: %s", traced(error))
        await asyncio.sleep(EVERY)
