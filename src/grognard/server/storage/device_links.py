"""Stores the links that add a device, at most one for each guest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server.storage.database import Database
from grognard.server.storage.rows import now, zoned
from grognard.server.storage.schema import DEVICE_LINKS

GOOD_FOR: Final = timedelta(minutes=10)
MOST_WRONG: Final = 5  # digits typed: after that, the link is void


class DeviceLink(NamedTuple):
    """A link that still works: whose it is, the session of the browser that waits, and how far things are."""

    id: str
    guest: str
    seed: str
    expires: datetime
    waiting: str | None
    wrong: int
    approved: bool
    used: bool


COLUMNS: Final = [DEVICE_LINKS.c[name] for name in DeviceLink._fields]


class DeviceLinkStore:
    """The stored links. An expired link, or one with too many wrong digits, counts as none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, id: str, guest: str, seed: str) -> None:
        """Stores a new link of a guest. The one before stops working. Also removes expired links."""
        try:
            await self._put(id, guest, seed)
        except IntegrityError:  # the guest clicked twice, and the other click has just written its link
            await self._put(id, guest, seed)

    async def _put(self, id: str, guest: str, seed: str) -> None:
        async with self._database.writing() as connection:
            gone = or_(DEVICE_LINKS.c.guest == guest, DEVICE_LINKS.c.expires <= now())
            await connection.execute(delete(DEVICE_LINKS).where(gone))
            row = {"id": id, "guest": guest, "seed": seed, "expires": now() + GOOD_FOR}
            await connection.execute(insert(DEVICE_LINKS).values(row))

    async def remove(self, guest: str) -> None:
        """Removes a guest's link."""
        async with self._database.writing() as connection:
            await connection.execute(delete(DEVICE_LINKS).where(DEVICE_LINKS.c.guest == guest))

    async def cancel(self, id: str, session: str) -> None:
        """Removes an unused link for which this browser waits."""
        ours = DEVICE_LINKS.c.waiting == session
        async with self._database.writing() as connection:
            unused = delete(DEVICE_LINKS).where(DEVICE_LINKS.c.id == id, DEVICE_LINKS.c.used.is_(False), ours)
            await connection.execute(unused)

    async def of_guest(self, guest: str) -> DeviceLink | None:
        """Returns a guest's link, if they have one."""
        return await self._found(DEVICE_LINKS.c.guest == guest)

    async def find(self, id: str) -> DeviceLink | None:
        """Returns the link with this id, if there is one."""
        return await self._found(DEVICE_LINKS.c.id == id)

    async def _found(self, which: ColumnElement[bool]) -> DeviceLink | None:
        async with self._database.reading() as connection:
            found = (await connection.execute(select(*COLUMNS).where(which, *_works()))).first()
            return None if found is None else DeviceLink(*found)._replace(expires=zoned(found.expires))

    async def wait(self, id: str, session: str) -> bool:
        """Makes a browser the one that waits; returns False if another does, or if the link no longer works."""
        first = update(DEVICE_LINKS).where(DEVICE_LINKS.c.id == id, DEVICE_LINKS.c.waiting.is_(None), *_works())
        again = select(DEVICE_LINKS.c.id).where(DEVICE_LINKS.c.id == id, DEVICE_LINKS.c.waiting == session, *_works())
        async with self._database.writing() as connection:
            if (await connection.execute(first.values(waiting=session))).rowcount == 1:
                return True
            return await connection.scalar(again) is not None

    async def answer(self, link: DeviceLink, right: bool) -> bool:
        """Counts digits typed for the browser that waits, and approves it if they are right.

        Returns False if the link no longer works. The count comes first, so simultaneous guesses are not free.
        """
        this = DEVICE_LINKS.c.id == link.id, DEVICE_LINKS.c.waiting == link.waiting
        async with self._database.writing() as connection:
            counted = update(DEVICE_LINKS).where(*this, *_works()).values(wrong=DEVICE_LINKS.c.wrong + 1)
            if (await connection.execute(counted)).rowcount != 1:
                return False
            if right:
                values = {"approved": True, "wrong": DEVICE_LINKS.c.wrong - 1}
                await connection.execute(update(DEVICE_LINKS).where(*this).values(values))
            return True

    async def use(self, id: str, session: str) -> str | None:
        """Uses up an approved link for the browser that waits; returns the guest, or None for any other browser.

        The same browser can repeat this, in case the answer was lost.
        """
        this = DEVICE_LINKS.c.id == id, DEVICE_LINKS.c.waiting == session, DEVICE_LINKS.c.approved.is_(True)
        used = update(DEVICE_LINKS).where(*this, *_works()).values(used=True)
        async with self._database.writing() as connection:
            guest: str | None = await connection.scalar(used.returning(DEVICE_LINKS.c.guest))
            return guest


def _works() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return DEVICE_LINKS.c.expires > now(), DEVICE_LINKS.c.wrong < MOST_WRONG
