"""Stores the guests' attempts at daily deals, and the secret from which the deals are made.

An attempt is stored with its table (`TableStore.create`), the secret with the database (migration 0011).
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from grognard.play.daily import DailySecret
from grognard.server.storage.database import Database
from grognard.server.storage.rows import DailyTry
from grognard.server.storage.schema import DAILY, DAILY_SECRET, TABLES

COLUMNS = DAILY.c.game, DAILY.c.day, DAILY.c.table_id, DAILY.c.late, TABLES.c.rules, TABLES.c.result


class DailyStore:
    """The stored attempts at daily deals: at most one for each guest, game and day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self) -> DailySecret:
        """Returns the secret of this database, so that every process using it deals the same cards."""
        async with self._database.reading() as connection:
            found = (await connection.execute(select(DAILY_SECRET))).one()
            return DailySecret(bytes.fromhex(found.secret), date.fromisoformat(found.since))

    async def tries(self, guest: str, day: str = "") -> list[DailyTry]:
        """Returns the attempts of a guest, on one day or on all days."""
        asked = select(*COLUMNS).outerjoin(TABLES, TABLES.c.id == DAILY.c.table_id).where(DAILY.c.guest == guest)
        if day:
            asked = asked.where(DAILY.c.day == day)
        async with self._database.reading() as connection:
            found = await connection.execute(asked.order_by(DAILY.c.day, DAILY.c.game))
            return [DailyTry.of(dict(row)) for row in found.mappings()]

    async def of_others(self, guest: str, game: str, day: str, rules: int) -> list[DailyTry]:
        """Returns the finished attempts of other guests that began on the day, in an order that reveals nothing."""
        this = DAILY.c.guest != guest, DAILY.c.game == game, DAILY.c.day == day, DAILY.c.late.is_(False)
        asked = select(*COLUMNS).join(TABLES, TABLES.c.id == DAILY.c.table_id)
        over = TABLES.c.rules == rules, TABLES.c.ended.is_not(None)
        async with self._database.reading() as connection:
            found = await connection.execute(asked.where(*this, *over).order_by(DAILY.c.table_id))
            return [DailyTry.of(dict(row)) for row in found.mappings()]
