"""House time: the seconds during which the server was up. Clocks of games run on it.

Neither setting the machine's clock nor a night in which the server is down costs anybody any time. The time comes from
a monotonic clock, which on Linux and macOS stands still while the machine sleeps.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.errors import traced
from grognard.server.storage.database import Database
from grognard.server.storage.schema import HOUSE_TIME

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 5.0  # seconds between two times that are written
# The time between two writes that counts at most: after more than this, the process or its machine was stopped.
LONGEST: Final = 10.0
LOCK: Final = 1017  # stands for house time among PostgreSQL's advisory locks
ROW: Final = 1


class HouseTime:
    """The clock of the house, which all processes of a server share."""

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._monotonic = monotonic
        self._known, self._read = 0.0, monotonic()
        self._told = 0.0

    def now(self) -> float:
        """Returns the house time. It never goes back while this process runs."""
        since = min(max(0.0, self._monotonic() - self._read), LONGEST)
        self._told = max(self._told, self._known + since)
        return self._told

    async def tick(self) -> None:
        """Writes the time, and reads what other processes have written.

        Every process counts the same seconds, so the latest time is right, no matter which of them wrote it. On
        PostgreSQL, one process writes at a time; the others only read.
        """
        mine = self.now()
        async with self._database.writing() as connection:
            mine_to_write = not self._database.is_remote or await connection.scalar(
                select(func.pg_try_advisory_xact_lock(LOCK))
            )
            if mine_to_write:
                later = update(HOUSE_TIME).where(HOUSE_TIME.c.id == ROW, HOUSE_TIME.c.seconds < mine)
                await connection.execute(later.values(seconds=mine))
            known = await connection.scalar(select(HOUSE_TIME.c.seconds).where(HOUSE_TIME.c.id == ROW))
            if known is None:
                await connection.execute(insert(HOUSE_TIME).values(id=ROW, seconds=mine))
        # Another process may have written in the meantime: its seconds and those of this process are the same.
        self._known, self._read = max(self.now(), known or 0.0), self._monotonic()

    async def tend(self) -> None:
        """Keeps the time until the server stops."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.tick()
            except SQLAlchemyError as error:
                LOGGER.error("could not write the house time: %s", traced(error))
