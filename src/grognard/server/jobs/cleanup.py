"""Removes expired tables, and what else nobody has used for the time set by the host. Old alerts go sooner."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from grognard.play.clock import DAY
from grognard.server.errors import traced
from grognard.server.guests.cookies import GOOD_FOR, RENEWED_AFTER
from grognard.server.storage.alert_ways import AlertStore
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.rows import now
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 3600.0  # seconds
ALERTS_KEPT: Final = timedelta(days=30)


async def clean_up(tables: TableRegistry, expiry: Expiry, alerts: AlertStore) -> None:
    """Removes everything unvisited for `unvisited_days`, now and every hour; only old alerts if that is 0."""
    while True:
        try:
            if tables.config.unvisited_days:
                await _remove_unvisited(tables, expiry, tables.config.unvisited_days)
            await alerts.clean_up(now() - ALERTS_KEPT)
        except SQLAlchemyError as error:
            LOGGER.error("could not remove expired tables: %s", traced(error))
        await asyncio.sleep(EVERY)


async def _remove_unvisited(tables: TableRegistry, expiry: Expiry, days: int) -> None:
    before = now() - timedelta(days=days)
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
    await expiry.remove_unused_ways(before)
    await expiry.remove_sessions(min(before, now() - GOOD_FOR - RENEWED_AFTER))
    await expiry.remove_codes(before)
    await expiry.remove_vacations(tables.house.now() - days * DAY)
