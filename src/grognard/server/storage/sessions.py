"""Stores sessions: the browsers of each guest, and their programs' tokens.

A cookie holds a secret, and the id of its session is a hash of that. A browser without a row has changed nothing yet.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server.storage.alert_ways import remove_push
from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.rows import FORGOTTEN, now, zoned
from grognard.server.storage.schema import ALERT_WAYS, SESSIONS

BROWSER: Final = "browser"
TOKEN: Final = "token"
# Marks when a guest signed out everywhere: earlier cookies without a row are void.
ALL: Final = "all"
# The scope of a session that was ended from elsewhere, unlike one that a newer session of the same browser replaced.
ENDED_ELSEWHERE: Final = "signed out"
MOST_LISTED: Final = 100
MOST_TOKENS: Final = 20  # of a guest
MOST_KEPT: Final = 10_000  # lookups in memory
FIND: Final = select(SESSIONS).where(or_(SESSIONS.c.id == bindparam("session"), SESSIONS.c.id == bindparam("mark")))
RUNS: Final = SESSIONS.c.ended.is_(None)

T = TypeVar("T")


class TooManyTokens(Exception):
    """The guest has as many tokens as allowed."""


class Claim(NamedTuple):
    """What a cookie says: its session and guest, when it was signed, and the id of the guest's mark (see `ALL`)."""

    id: str
    guest: str
    signed: datetime
    mark: str


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


# A session, and the time of its guest's mark.
Found = tuple[StoredSession | None, datetime | None]


class SessionStore:
    """The stored sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # What was found since the last change of a session.
        self._kept: dict[tuple[str, str], Found] = {}
        self._kept_since = -1

    async def find(self, id: str, mark: str) -> Found:
        """Returns a session, even an ended one, and the time of its guest's mark. Each is None if it is not stored.

        Every request needs this, so it is read once after each change, unless other processes may change sessions.
        """
        changes = self._database.changes_of(SESSIONS.name)
        if changes is None:
            return await self._read(id, mark)
        if changes != self._kept_since or len(self._kept) >= MOST_KEPT:
            self._kept.clear()
            self._kept_since = changes
        found = self._kept.get((id, mark))
        if found is None:
            found = await self._read(id, mark)
            if self._kept_since == changes == self._database.changes_of(SESSIONS.name):
                self._kept[id, mark] = found
        return found

    async def _read(self, id: str, mark: str) -> Found:
        async with self._database.reading() as connection:
            rows = (await connection.execute(FIND, {"session": id, "mark": mark})).mappings()
            found = {row["id"]: StoredSession.of(dict(row)) for row in rows}
        return found.get(id), found[mark].ended if mark in found else None

    async def of_guest(self, guest: str, kind: str = BROWSER) -> list[StoredSession]:
        """Returns the sessions of a guest that have not ended, the last one used first."""
        wanted = SESSIONS.c.guest == guest, RUNS, SESSIONS.c.kind == kind
        asked = select(SESSIONS).where(*wanted).order_by(SESSIONS.c.used.desc(), SESSIONS.c.id).limit(MOST_LISTED)
        async with self._database.reading() as connection:
            return [StoredSession.of(dict(row)) for row in (await connection.execute(asked)).mappings()]

    async def may_renew(self, claim: Claim) -> bool:
        """Returns whether a session still runs, and no other is about to replace it."""
        async with self._database.reading() as connection:
            replaced = select(exists().where(SESSIONS.c.replaces == claim.id, RUNS))
            return await _is_valid(connection, claim, locks=False) and not await connection.scalar(replaced)

    async def note_use(self, claim: Claim, device: str) -> None:
        """Notes that a browser is used now. Stores its session if this is the first time."""

        async def noted(connection: AnyConnection) -> None:
            if await _is_valid(connection, claim):
                await _keep(connection, claim.id, claim.guest, device)
                await connection.execute(update(SESSIONS).where(SESSIONS.c.id == claim.id).values(used=now()))

        await self._write(noted)

    async def add_token(self, own: Claim, id: str, name: str, scope: str) -> bool:
        """Stores a token of a guest; returns False if the session that asks for it has ended. Raises TooManyTokens."""
        asked = select(func.count()).where(SESSIONS.c.guest == own.guest, RUNS, SESSIONS.c.kind == TOKEN)

        async def added(connection: AnyConnection) -> bool:
            if not await _is_valid(connection, own):
                return False
            if (await connection.scalar(asked) or 0) >= MOST_TOKENS:
                raise TooManyTokens
            await _keep(connection, id, own.guest, name, kind=TOKEN, scope=scope)
            return True

        return await self._write(added)

    async def note_token(self, id: str) -> None:
        """Notes that a token is used now."""
        async with self._database.writing() as connection:
            await connection.execute(update(SESSIONS).where(SESSIONS.c.id == id).values(used=now()))

    async def confirm(self, id: str, old: str) -> set[str]:
        """Notes the first use of a session that replaces `old`. Ends that one, and all others meant to replace it.

        Returns the guests whose sessions have ended.
        """

        async def confirmed(connection: AnyConnection) -> set[str]:
            await connection.execute(select(SESSIONS.c.id).where(SESSIONS.c.id == old).with_for_update())
            this = update(SESSIONS).where(SESSIONS.c.id == id, SESSIONS.c.replaces == old, RUNS)
            if not (await connection.execute(this.values(replaces=None, used=now()))).rowcount:
                return set()
            ways = update(ALERT_WAYS).where(ALERT_WAYS.c.session == old)
            await connection.execute(ways.values(session=id))  # the same browser
            others = or_(SESSIONS.c.id == old, SESSIONS.c.replaces == old) & RUNS
            guests = {guest for (guest,) in await connection.execute(select(SESSIONS.c.guest).where(others))}
            await _end(connection, others)
            return guests

        return await self._write(confirmed)

    async def replace(self, old: Claim, new: str, guest: str, device: str) -> bool:
        """Stores a session that ends an older one when it is first used. Until then, both are valid.

        Returns False, without any change, if the older session has ended. The next two methods do the same.
        """

        async def replaced(connection: AnyConnection) -> bool:
            if not await _is_valid(connection, old):
                return False
            # Without a row, the older session could not end.
            await _keep(connection, old.id, old.guest, device)
            await _keep(connection, new, guest, device, replaces=old.id)
            return True

        return await self._write(replaced)

    async def end_others(self, own: Claim, new: str, device: str) -> bool:
        """Replaces a browser's session, and ends all other sessions of the guest, even those without a row.

        Alerts in their browsers end too.
        """

        async def ended(connection: AnyConnection) -> bool:
            if not await _is_valid(connection, own):
                return False
            await _keep(connection, own.id, own.guest, device)
            await _keep(connection, new, own.guest, device, replaces=own.id)
            # Of several sessions meant to replace this one, the first that is used ends the others.
            heirs = SESSIONS.c.replaces.is_not(None) & (SESSIONS.c.replaces == own.id)
            others = (SESSIONS.c.guest == own.guest) & (SESSIONS.c.id != own.id) & ~heirs & RUNS
            await _end(connection, others, ENDED_ELSEWHERE)
            await set_mark(connection, own.mark)
            # A copy of this browser's cookie has the same session, but often another browser.
            strange = or_(ALERT_WAYS.c.session != own.id, ALERT_WAYS.c.device != device)
            await remove_push(connection, own.guest, strange)
            return True

        return await self._write(ended)

    async def end(self, own: Claim, id: str) -> bool:
        """Ends another session of the guest, and alerts in its browser; returns whether there was one."""

        async def ended(connection: AnyConnection) -> bool:
            other = (SESSIONS.c.guest == own.guest) & (SESSIONS.c.id == id) & (SESSIONS.c.id != own.id) & RUNS
            if not (await _is_valid(connection, own) and await _end(connection, other, ENDED_ELSEWHERE)):
                return False
            await remove_push(connection, own.guest, ALERT_WAYS.c.session == id)
            return True

        return await self._write(ended)

    async def end_own(self, own: Claim, device: str) -> None:
        """Ends the session that asks for it, and alerts in its browser."""

        async def ended(connection: AnyConnection) -> None:
            if await _is_valid(connection, own):
                # Without a row, the session could not end.
                await _keep(connection, own.id, own.guest, device)
                await _end(connection, SESSIONS.c.id == own.id)
                await remove_push(connection, own.guest, ALERT_WAYS.c.session == own.id)

        await self._write(ended)

    async def _write(self, work: Callable[[AnyConnection], Awaitable[T]]) -> T:
        """Does some work in a transaction; once more if another request has just stored the same session."""
        try:
            async with self._database.writing() as connection:
                return await work(connection)
        except IntegrityError:
            async with self._database.writing() as connection:
                return await work(connection)


async def set_mark(connection: AnyConnection, mark: str) -> None:
    """Voids a guest's earlier cookies that have no row."""
    await _keep(connection, mark, "", "", kind=ALL)
    await connection.execute(update(SESSIONS).where(SESSIONS.c.id == mark).values(ended=now()))


async def _is_valid(connection: AnyConnection, claim: Claim, locks: bool = True) -> bool:
    """Returns whether a session has not ended. `locks`: it does not end before this transaction does."""
    asked = select(SESSIONS.c.id, SESSIONS.c.ended).where(SESSIONS.c.id.in_((claim.id, claim.mark)))
    rows = await connection.execute(asked.with_for_update() if locks else asked)
    found: dict[str, datetime | None] = {row.id: row.ended for row in rows}
    if claim.id in found:
        return found[claim.id] is None
    marked = found.get(claim.mark)
    return marked is None or zoned(marked) <= claim.signed


async def _keep(connection: AnyConnection, id: str, guest: str, device: str, **more: object) -> None:
    """Stores a session, unless it is stored already."""
    if await connection.scalar(select(exists().where(SESSIONS.c.id == id))):
        return
    moment = now()
    row = {"id": id, "guest": guest, "kind": BROWSER, "device": device, "scope": "", "began": moment, "used": moment}
    await connection.execute(insert(SESSIONS).values(row | more))


async def _end(connection: AnyConnection, which: ColumnElement[bool], scope: str = "") -> bool:
    ended = update(SESSIONS).where(which).values({**FORGOTTEN, "ended": now(), "scope": scope})
    return (await connection.execute(ended)).rowcount > 0
