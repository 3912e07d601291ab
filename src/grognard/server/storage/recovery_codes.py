"""Stores the recovery codes of guests. A code is known here only by its HMAC."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server.storage.database import Database
from grognard.server.storage.rows import now, zoned
from grognard.server.storage.schema import RECOVERY_CODES

REPEATABLE: Final = timedelta(days=1)  # how long a browser may send a used code again, if the answer was lost


class CodeMade(NamedTuple):
    """How many recovery codes a guest has had, and when they got the one that works now."""

    number: int = 0
    made: datetime | None = None


class RecoveryCodeStore:
    """The stored recovery codes: at most one for each guest."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guest(self, guest: str) -> CodeMade:
        """Returns which code a guest has, but not the code itself."""
        asked = select(RECOVERY_CODES.c.number, RECOVERY_CODES.c.made).where(RECOVERY_CODES.c.guest == guest)
        async with self._database.reading() as connection:
            found = (await connection.execute(asked)).first()
            return CodeMade() if found is None else CodeMade(found.number, zoned(found.made))

    async def put(self, guest: str, number: int, code: str) -> bool:
        """Stores a guest's new code after this number of earlier ones; returns False if they have another by now.

        Storing the same code twice changes nothing.
        """
        try:
            return await self._put(guest, number, code)
        except IntegrityError:  # the guest clicked twice, and the other click has just written the row
            return await self._put(guest, number, code)

    async def _put(self, guest: str, number: int, code: str) -> bool:
        row = {"number": number + 1, "code": code, "made": now(), "used": None, "used_by": None}
        mine = RECOVERY_CODES.c.guest == guest
        async with self._database.writing() as connection:
            changed = update(RECOVERY_CODES).where(mine, RECOVERY_CODES.c.number == number)
            if (await connection.execute(changed.values(row))).rowcount == 1:
                return True
            known = (await connection.execute(select(RECOVERY_CODES).where(mine))).first()
            if known is None and number == 0:
                await connection.execute(insert(RECOVERY_CODES).values(row | {"guest": guest}))
                return True
            return known is not None and (known.number, known.code) == (number + 1, code)

    async def find(self, code: str, session: str) -> str | None:
        """Returns the guest whom a code signs in; None if it is unknown. The browser that used it may repeat it."""
        asked = select(RECOVERY_CODES.c.guest).where(or_(RECOVERY_CODES.c.code == code, _repeated(code, session)))
        async with self._database.reading() as connection:
            return await connection.scalar(asked)

    async def use(self, code: str, session: str, following: str) -> str | None:
        """Replaces a code by the following one; returns its guest, or None if the code is unknown.

        Nothing changes if the same browser sends the code again.
        """
        row = {"code": following, "number": RECOVERY_CODES.c.number + 1, "made": now(), "used": code}
        changed = update(RECOVERY_CODES).where(RECOVERY_CODES.c.code == code).values(row | {"used_by": session})
        again = select(RECOVERY_CODES.c.guest).where(_repeated(code, session), RECOVERY_CODES.c.code == following)
        async with self._database.writing() as connection:
            guest = await connection.scalar(changed.returning(RECOVERY_CODES.c.guest))
            return guest or await connection.scalar(again)


def _repeated(code: str, session: str) -> ColumnElement[bool]:
    row = RECOVERY_CODES.c
    return and_(row.used == code, row.used_by == session, row.made > now() - REPEATABLE)
