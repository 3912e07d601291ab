"""Journals that somebody brought along."""

from __future__ import annotations

from sqlalchemy import insert, select

from grognard.server.storage.database import Database
from grognard.server.storage.records import now
from grognard.server.storage.schema import RECORDS


class JournalStore:
    """What is kept of them: their text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, id: str, journal: str) -> None:
        """A journal that somebody brought; brought twice, it is one record."""
        async with self._database.writing() as connection:
            if await connection.scalar(select(RECORDS.c.id).where(RECORDS.c.id == id)) is None:
                await connection.execute(insert(RECORDS).values(id=id, journal=journal, brought=now()))

    async def text(self, id: str) -> str | None:
        """The text of a journal."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(RECORDS.c.journal).where(RECORDS.c.id == id))
