"""What nobody visits is removed in the end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import delete, exists, or_, select, update

from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.schema import ANALYSES, DEEDS, HOLDERS, RECORDS, SEATS, TABLES, VERDICTS

AT_ONCE: Final = 100  # so that nobody waits for long


class Lifetime:
    """Removes what was not visited since some moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remove_tables(self, before: datetime) -> Sequence[str]:
        """Removes some tables where nothing was done and no holder of a seat was seen since; their ids."""
        seen = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.seen >= before)
        done = exists().where(DEEDS.c.table_id == TABLES.c.id, DEEDS.c.done >= before)
        old = select(TABLES.c.id).where(TABLES.c.created < before, ~seen, ~done).limit(AT_ONCE)
        async with self._database.writing() as connection:
            # Who comes to one of them just now is either seen above or finds it gone.
            found = [id for (id,) in await connection.execute(old.with_for_update(skip_locked=True))]
            if found:
                await _remove_analyses(connection, "table", found)
                for table in (DEEDS, HOLDERS, SEATS):
                    await connection.execute(delete(table).where(table.c.table_id.in_(found)))
                await connection.execute(update(TABLES).where(TABLES.c.rematch.in_(found)).values(rematch=None))
                await connection.execute(delete(TABLES).where(TABLES.c.id.in_(found)))
            return found

    async def remove_journals(self, before: datetime) -> Sequence[str]:
        """Removes some journals that nobody has brought or looked at since; their ids."""
        old = select(RECORDS.c.id).where(RECORDS.c.brought < before).limit(AT_ONCE)
        async with self._database.writing() as connection:
            found = [id for (id,) in await connection.execute(old.with_for_update(skip_locked=True))]
            if found:
                await _remove_analyses(connection, "record", found)
                await connection.execute(delete(RECORDS).where(RECORDS.c.id.in_(found)))
            return found


async def _remove_analyses(connection: AnyConnection, kind: str, ids: Sequence[str]) -> None:
    # A name begins with the version of how it was thought.
    these = or_(*(ANALYSES.c.id.endswith(f"-{kind}-{id}", autoescape=True) for id in ids))
    await connection.execute(delete(VERDICTS).where(VERDICTS.c.analysis_id.in_(select(ANALYSES.c.id).where(these))))
    await connection.execute(delete(ANALYSES).where(these))
