"""Stores sessions: the browsers of each guest.

A session is stored once its browser has changed something. Its cookie holds a secret, and the row only a hash of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server.storage.database import Database
from grognard.server.storage.rows import now, zoned
from grognard.server.storage.schema import SESSIONS

MOST_LISTED: Final = 100


class StoredSession(NamedTuple):
    """A browser of a guest. Times are in UTC. `ended` is when somebody signed it out, if they did."""

    id: str
    guest: str
    device: str
    began: datetime
    used: datetime
    ended: datetime | None


class SessionStore:
    """The stored sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, id: str) -> StoredSession | None:
        """Returns a session, even one that has ended; None if it is not stored."""
        found = await self._found(SESSIONS.c.id == id)
        return found[0] if found else None

    async def is_running(self, id: str) -> bool:
        """Returns whether a session has not ended. One that is not stored yet has not."""
        found = await self.find(id)
        return found is None or found.ended is None

    async def of_guest(self, guest: str) -> list[StoredSession]:
        """Returns the sessions of a guest that have not ended, the last one used first."""
        return await self._found(SESSIONS.c.guest == guest, SESSIONS.c.ended.is_(None))

    async def _found(self, *which: ColumnElement[bool]) -> list[StoredSession]:
        asked = select(SESSIONS).where(*which).order_by(SESSIONS.c.used.desc(), SESSIONS.c.id).limit(MOST_LISTED)
        async with self._database.reading() as connection:
            return [_session(dict(row)) for row in (await connection.execute(asked)).mappings()]

    async def begin(self, id: str, guest: str, device: str) -> None:
        """Stores a session that begins now, unless it is stored already."""
        moment = now()
        row = {"id": id, "guest": guest, "device": device, "began": moment, "used": moment}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(SESSIONS).values(row))
        except IntegrityError:  # two requests of a new browser came at the same time
            return

    async def note_use(self, id: str) -> None:
        """Notes that a session is used now."""
        async with self._database.writing() as connection:
            await connection.execute(update(SESSIONS).where(SESSIONS.c.id == id).values(used=now()))

    async def end(self, guest: str, id: str) -> bool:
        """Ends a session of a guest; returns whether there was one."""
        return await self._end(SESSIONS.c.guest == guest, SESSIONS.c.id == id)

    async def end_all(self, guest: str) -> bool:
        """Ends all sessions of a guest; returns whether there were any."""
        return await self._end(SESSIONS.c.guest == guest)

    async def _end(self, *which: ColumnElement[bool]) -> bool:
        # The row stays: without it, the cookie would be taken for a newcomer's, who may get the same guest again.
        running = update(SESSIONS).where(*which, SESSIONS.c.ended.is_(None)).values(ended=now())
        async with self._database.writing() as connection:
            return (await connection.execute(running)).rowcount > 0


def _session(row: dict[str, Any]) -> StoredSession:
    ended = row["ended"]
    times = {"began": zoned(row["began"]), "used": zoned(row["used"]), "ended": None if ended is None else zoned(ended)}
    return StoredSession(**row | times)
