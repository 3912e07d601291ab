"""What nobody has visited for long is removed, as often as the host has said."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.server.errors import traced
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.rows import now
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 3600.0  # seconds


async def clean_up(tables: TableRegistry, expiry: Expiry) -> None:
    """Removes now and every hour what was not visited for `unvisited_days`; for 0 days nothing, ever."""
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
        except SQLAlchemyError as error:
            LOGGER.error("what is unvisited could not be removed: %s", traced(error))
        await asyncio.sleep(EVERY)
