"""What nobody has visited for long is removed, as often as the host has said."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.server.errors import traced
from grognard.server.storage.lifetime import Lifetime
from grognard.server.storage.records import now
from grognard.server.tables.at_hand import Tables

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 3600.0  # seconds


async def clean_up(tables: Tables, lifetime: Lifetime) -> None:
    """Removes now and every hour what was not visited for `unvisited_days`; for 0 days nothing, ever."""
    days = tables.config.unvisited_days
    while days:
        before = now() - timedelta(days=days)
        try:
            while removed := await lifetime.remove_tables(before):
                tables.forget(removed)
                await asyncio.sleep(0)
            while await lifetime.remove_journals(before):
                await asyncio.sleep(0)
            while await lifetime.remove_names(before):
                await asyncio.sleep(0)
            while await lifetime.remove_puzzles(before):
                await asyncio.sleep(0)
            await lifetime.remove_daily(before)
        except SQLAlchemyError as error:
            LOGGER.error("what is unvisited could not be removed: %s", traced(error))
        await asyncio.sleep(EVERY)
