"""Stores the passkeys of guests: public keys, never the private ones."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.kernel.errors import BadInput
from grognard.server.storage.database import Database
from grognard.server.storage.rows import now, zoned
from grognard.server.storage.schema import PASSKEYS

MOST: Final = 10  # of one guest


class Passkey(NamedTuple):
    """A passkey of a guest; `schema.PASSKEYS` explains the fields. Times are in UTC."""

    id: str
    guest: str
    key: str
    sign_count: int
    device: str
    added: datetime
    used: datetime | None

    @classmethod
    def of(cls, row: dict[str, Any]) -> Passkey:
        """Makes a record from a row."""
        used = row["used"]
        return cls(**row | {"added": zoned(row["added"]), "used": None if used is None else zoned(used)})


class PasskeyStore:
    """The stored passkeys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guest(self, guest: str) -> list[Passkey]:
        """Returns a guest's passkeys, the oldest first."""
        asked = select(PASSKEYS).where(PASSKEYS.c.guest == guest).order_by(PASSKEYS.c.added, PASSKEYS.c.id)
        async with self._database.reading() as connection:
            return [Passkey.of(dict(row)) for row in (await connection.execute(asked)).mappings()]

    async def find(self, id: str) -> Passkey | None:
        """Returns the passkey with this id; None if it was removed, or never added."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == id))).mappings().first()
            return None if row is None else Passkey.of(dict(row))

    async def add(self, passkey: Passkey) -> None:
        """Adds a passkey. Raises BadInput if there is one with its id, or if the guest has too many."""
        mine = select(func.count()).where(PASSKEYS.c.guest == passkey.guest)
        try:
            async with self._database.writing() as connection:
                if (await connection.scalar(mine) or 0) >= MOST:
                    raise BadInput(f"You have {MOST} passkeys. Remove one before you add another.")
                await connection.execute(insert(PASSKEYS).values(passkey._asdict()))
        except IntegrityError as error:
            raise BadInput("This passkey has been added already.") from error

    async def note_use(self, passkey: Passkey, sign_count: int) -> bool:
        """Notes that a passkey has signed in, and its new count; returns False if it has changed since it was read."""
        this = update(PASSKEYS).where(PASSKEYS.c.id == passkey.id, PASSKEYS.c.sign_count == passkey.sign_count)
        async with self._database.writing() as connection:
            return (await connection.execute(this.values(sign_count=sign_count, used=now()))).rowcount > 0

    async def remove(self, guest: str, id: str) -> None:
        """Removes a passkey of a guest, if there is one with this id."""
        async with self._database.writing() as connection:
            await connection.execute(delete(PASSKEYS).where(PASSKEYS.c.guest == guest, PASSKEYS.c.id == id))
