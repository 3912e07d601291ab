"""The tries of guests at daily deals, and the secret behind the deals.

A try is written down with its table (`TableStore.create`), the secret with the database (migration 0011).
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from grognard.play.daily import DailySecret
from grognard.server.storage.database import Database
from grognard.server.storage.rows import DailyTry
from grognard.server.storage.schema import DAILY, DAILY_SECRET, TABLES

COLUMNS = DAILY.c.game, DAILY.c.day, DAILY.c.table_id, TABLES.c.rules, TABLES.c.result


class DailyStore:
    """For each guest, game and day one try at most."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self) -> DailySecret:
        """Returns the secret of this database: every process that works with it deals the same."""
        async with self._database.reading() as connection:
            found = (await connection.execute(select(DAILY_SECRET))).one()
            return DailySecret(bytes.fromhex(found.secret), date.fromisoformat(found.since))

    async def tries(self, guest: str, day: str = "") -> list[DailyTry]:
        """The tries of a guest, on one day or all."""
        asked = select(*COLUMNS).outerjoin(TABLES, TABLES.c.id == DAILY.c.table_id).where(DAILY.c.guest == guest)
        if day:
            asked = asked.where(DAILY.c.day == day)
        async with self._database.reading() as connection:
            found = await connection.execute(asked.order_by(DAILY.c.day, DAILY.c.game))
            return [DailyTry.of(dict(row)) for row in found.mappings()]

    async def of_others(self, guest: str, game: str, day: str, rules: int) -> list[DailyTry]:
        """The finished tries of all other guests at one deal, in no order that tells anything of them."""
        this = DAILY.c.guest != guest, DAILY.c.game == game, DAILY.c.day == day
        asked = select(*COLUMNS).join(TABLES, TABLES.c.id == DAILY.c.table_id)
        over = TABLES.c.rules == rules, TABLES.c.ended.is_not(None)
        async with self._database.reading() as connection:
            found = await connection.execute(asked.where(*this, *over).order_by(DAILY.c.table_id))
            return [DailyTry.of(dict(row)) for row in found.mappings()]
