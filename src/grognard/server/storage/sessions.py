"""Stores sessions: the browsers of each guest, and their programs' tokens.

A cookie holds a secret, and the id of its session is a hash of that. A browser without a row has changed nothing yet.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.rows import now, zoned
from grognard.server.storage.schema import SESSIONS

BROWSER: Final = "browser"
# A session of this kind says that all cookies of a guest signed before it ended are void, even those without a row.
ALL: Final = "all"
MOST_LISTED: Final = 100


class StoredSession(NamedTuple):
    """A session of a guest; `schema.SESSIONS` explains the fields. Times are in UTC."""

    id: str
    guest: str
    kind: str
    device: str
    scope: str
    began: datetime
    used: datetime
    ended: datetime | None
    replaces: str | None

    @classmethod
    def of(cls, row: dict[str, Any]) -> StoredSession:
        """Makes a record from a row."""
        ended = row["ended"]
        times = {name: zoned(row[name]) for name in ("began", "used")}
        return cls(**row | times | {"ended": None if ended is None else zoned(ended)})


class SessionStore:
    """The stored sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, *ids: str) -> dict[str, StoredSession]:
        """Returns those of these sessions that are stored, even if they have ended."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(select(SESSIONS).where(SESSIONS.c.id.in_(ids)))).mappings()
            return {row["id"]: StoredSession.of(dict(row)) for row in rows}

    async def of_guest(self, guest: str, kind: str = BROWSER) -> list[StoredSession]:
        """Returns the sessions of a guest that have not ended, the last one used first."""
        wanted = _running(guest), SESSIONS.c.kind == kind
        asked = select(SESSIONS).where(*wanted).order_by(SESSIONS.c.used.desc(), SESSIONS.c.id).limit(MOST_LISTED)
        async with self._database.reading() as connection:
            return [StoredSession.of(dict(row)) for row in (await connection.execute(asked)).mappings()]

    async def note_use(self, id: str, guest: str, device: str) -> None:
        """Notes that a browser is used now. Stores its session if this is the first time."""
        try:
            async with self._database.writing() as connection:
                this = update(SESSIONS).where(SESSIONS.c.id == id)
                if not (await connection.execute(this.values(used=now()))).rowcount:
                    await _insert(connection, id, guest, device)
        except IntegrityError:  # another request of this browser has just stored it
            return

    async def confirm(self, id: str, old: str) -> set[str]:
        """Notes the first use of a session that replaces `old`. Ends that one, and all others meant to replace it.

        Returns the guests whose sessions have ended.
        """
        moment, runs = now(), SESSIONS.c.ended.is_(None)
        others = or_(SESSIONS.c.id == old, SESSIONS.c.replaces == old) & runs
        async with self._database.writing() as connection:
            this = update(SESSIONS).where(SESSIONS.c.id == id, SESSIONS.c.replaces == old, runs)
            if not (await connection.execute(this.values(replaces=None, used=moment))).rowcount:
                return set()
            guests = {guest for (guest,) in await connection.execute(select(SESSIONS.c.guest).where(others))}
            await connection.execute(update(SESSIONS).where(others).values(ended=moment))
            return guests

    async def replace(self, old: str, old_guest: str, new: str, guest: str, device: str) -> None:
        """Stores a session that ends an older one when it is first used. Until then, both are valid."""
        try:
            async with self._database.writing() as connection:
                await _replace(connection, old, old_guest, new, guest, device)
        except IntegrityError:  # the guest clicked twice, and the other click has just stored it
            async with self._database.writing() as connection:
                await _replace(connection, old, old_guest, new, guest, device)

    async def end_others(self, own: str, new: str, guest: str, device: str, mark: str) -> None:
        """Replaces a browser's session, and ends all other sessions of the guest, even those without a row.

        `mark` is the id of the row that says so.
        """
        moment = now()
        async with self._database.writing() as connection:
            await _replace(connection, own, guest, new, guest, device)
            kept = SESSIONS.c.id.not_in((own, new))
            await connection.execute(update(SESSIONS).where(_running(guest), kept).values(ended=moment))
            await end_unstored(connection, mark)

    async def end(self, guest: str, id: str) -> bool:
        """Ends a session of a guest; returns whether there was one."""
        async with self._database.writing() as connection:
            this = update(SESSIONS).where(_running(guest), SESSIONS.c.id == id)
            return (await connection.execute(this.values(ended=now()))).rowcount > 0


async def end_unstored(connection: AnyConnection, mark: str) -> None:
    """Makes void the cookies signed before now of the guest whose mark this is, if their sessions have no row."""
    moment = now()
    if not (await connection.execute(update(SESSIONS).where(SESSIONS.c.id == mark).values(ended=moment))).rowcount:
        await _insert(connection, mark, "", "", kind=ALL, ended=moment)


async def _replace(connection: AnyConnection, old: str, old_guest: str, new: str, guest: str, device: str) -> None:
    # Without a row, the older session could not end.
    for id, whose, replaces in ((old, old_guest, None), (new, guest, old)):
        if not await connection.scalar(select(exists().where(SESSIONS.c.id == id))):
            await _insert(connection, id, whose, device, replaces=replaces)


async def _insert(connection: AnyConnection, id: str, guest: str, device: str, **more: object) -> None:
    moment = now()
    row = {"id": id, "guest": guest, "kind": BROWSER, "device": device, "scope": "", "began": moment, "used": moment}
    await connection.execute(insert(SESSIONS).values(row | more))


def _running(guest: str) -> ColumnElement[bool]:
    return (SESSIONS.c.guest == guest) & SESSIONS.c.ended.is_(None)
