"""The tries at deals of a day: one for each guest, game and day."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import or_, select

from grognard.server.storage.database import Database
from grognard.server.storage.records import Result
from grognard.server.storage.schema import DAILY, HOLDERS, TABLES


class Try(NamedTuple):
    """A try: its table, whether that is over, and what came of it; a game that could not be judged has no result."""

    table: str
    over: bool
    result: Result | None


class DailyStore:
    """What is kept of deals of a day. `TableStore.create` begins a try."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def table_of(self, guest: str, game: str, day: str) -> str | None:
        """The table of a guest's try, also where he came to it from another device."""
        held = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        asked = select(DAILY.c.table_id).where(
            DAILY.c.game == game, DAILY.c.day == day, or_(DAILY.c.guest == guest, DAILY.c.table_id.in_(held))
        )
        async with self._database.reading() as connection:
            return await connection.scalar(asked.order_by(DAILY.c.guest != guest, DAILY.c.table_id).limit(1))

    async def tries(self, game: str, day: str, rules: int) -> list[Try]:
        """All tries at a deal, under these rules; in no order that would tell whose they are."""
        asked = (
            select(TABLES.c.id, TABLES.c.ended, TABLES.c.result)
            .join(DAILY, DAILY.c.table_id == TABLES.c.id)
            .where(DAILY.c.game == game, DAILY.c.day == day, TABLES.c.rules == rules)
            .order_by(TABLES.c.id)
        )
        async with self._database.reading() as connection:
            found = await connection.execute(asked)
            return [
                Try(row.id, row.ended is not None, row.result and msgspec.convert(row.result, Result)) for row in found
            ]

    async def days_of(self, guest: str) -> list[tuple[str, str, str]]:
        """The game, the day and the table of each try of a guest, by day."""
        asked = select(DAILY.c.game, DAILY.c.day, DAILY.c.table_id).where(DAILY.c.guest == guest)
        async with self._database.reading() as connection:
            found = await connection.execute(asked.order_by(DAILY.c.day, DAILY.c.game))
            return [(row.game, row.day, row.table_id) for row in found]
