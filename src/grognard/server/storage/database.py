"""The way to the database, SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Column, Connection, CursorResult, Engine, Executable, Select, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from grognard.kernel.errors import GrognardError
from grognard.server.errors import DAMAGE, Unreadable, is_damage
from grognard.server.storage.disk import Disk, address_of, file_of

LOGGER: Final = logging.getLogger("grognard")
# What a transaction begins with that will write: it waits at its beginning, and nowhere else.
TO_WRITE: Final = {"begin": "BEGIN IMMEDIATE"}
TRIES: Final = 50
PAUSE: Final = 0.02  # seconds between two
DAMAGED: Final = "The database is damaged. Ask the host to restore a backup."
# What a value raises that no Grognard has written, when it is read as a number, a time, JSON or a record.
READING: Final = (ValueError, TypeError, AttributeError, OverflowError, msgspec.MsgspecError)
UNREADABLE: Final = "The database holds a value that cannot be read."
PATIENCE: Final = 5.0  # seconds for an answer to whoever asks whether all is well


class Direct:
    """A connection to SQLite, which answers on the spot.

    A thread for it would cost more than the query: it and the event loop wait for each other several times in each.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, values: Any = None) -> CursorResult[Any]:
        """Runs a statement."""
        return self._connection.execute(statement, values)

    async def scalar(self, statement: Executable) -> Any:
        """Runs a statement; the first value of its first row."""
        return self._connection.scalar(statement)


AnyConnection = AsyncConnection | Direct
Row = TypeVar("Row")


class Database:
    """Connections to read from, and transactions."""

    def __init__(self, url: URL) -> None:
        self._direct: Engine | None = None
        self._disk: Disk | None = None
        self._remote: AsyncEngine | None = None
        self._is_damaged = False
        file = file_of(url)
        if file is None:
            self._remote = create_async_engine(url, pool_pre_ping=True)
            self._reading = self._remote.execution_options(isolation_level="REPEATABLE READ")
        else:
            self._direct = sqlite_engine(url, file, wait=0)
            # A connection stays open from here on: it shows others that the file is in use.
            self._direct.connect().close()
            self._disk = Disk(file)

    @property
    def is_remote(self) -> bool:
        """Is it PostgreSQL, where several processes write at once?"""
        return self._remote is not None

    async def close(self) -> None:
        """Lets go of the database."""
        if self._disk is not None:
            await self._disk.close()
        if self._direct is not None:
            self._direct.dispose()
        if self._remote is not None:
            await self._remote.dispose()

    def damaged(self) -> None:
        """Notes that the database is damaged: from here on it is an obstacle. Any thread may call this."""
        if not self._is_damaged:
            self._is_damaged = True
            LOGGER.error(DAMAGE)

    async def obstacles(self, head: str) -> list[str]:
        """What keeps a Grognard of this revision from working with the database: sentences that everybody may read."""
        found = [DAMAGED] if self._is_damaged else []
        try:
            async with asyncio.timeout(PATIENCE):
                revision = await self._revision()
        except (SQLAlchemyError, OSError):  # which a timeout is, too
            found.append("The database does not answer.")
        else:
            if revision != head:
                found.append(f"The database is of revision {revision}, and this Grognard works with {head} only.")
        if self._disk is not None:
            found += await asyncio.to_thread(self._disk.obstacles)
        return found

    async def _revision(self) -> str:
        if self._disk is not None:
            self._disk.check()
        async with self.reading() as connection:
            return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))

    def reading(self) -> AbstractAsyncContextManager[AnyConnection]:
        """A connection to read from: all that it reads is of one moment."""
        return self._connected(to_write=False)

    def writing(self) -> AbstractAsyncContextManager[AnyConnection]:
        """A transaction: all or nothing. Once it is over without an error, it is on the disk."""
        return self._connected(to_write=True)

    async def readable(
        self, read: Callable[[Select[Any]], Awaitable[list[Row]]], asked: Select[Any], key: Column[str]
    ) -> list[Row]:
        """Returns what `read` makes of the rows asked for; those that hold unreadable values are left out."""
        try:
            return await read(asked)
        except Unreadable:
            async with self.reading() as connection:
                keys = [one for (one,) in await connection.execute(asked.with_only_columns(key))]
        found: list[Row] = []
        for one in keys:
            with suppress(Unreadable):
                found += await read(asked.where(key == one))
        return found

    @asynccontextmanager
    async def _connected(self, to_write: bool) -> AsyncIterator[AnyConnection]:
        try:
            async with self._open(to_write) as connection:
                yield connection
        except (SQLAlchemyError, GrognardError) as error:
            if _is_undecoded(error):
                raise Unreadable(UNREADABLE) from error
            if is_damage(error) and not isinstance(error, Unreadable):
                self.damaged()
            raise
        except READING as error:
            raise Unreadable(UNREADABLE) from error

    @asynccontextmanager
    async def _open(self, to_write: bool) -> AsyncIterator[AnyConnection]:
        if self._direct is not None and self._disk is not None:
            with await _begun(self._direct) if to_write else self._direct.connect() as here:
                yield Direct(here)
                if to_write:
                    here.commit()
            if to_write:
                await self._disk.flushed()
        elif self._remote is not None:
            async with self._remote.begin() if to_write else self._reading.connect() as there:
                yield there


def _is_undecoded(error: Exception) -> bool:
    """Is this what Python says of a text that is not UTF-8? SQLite's own errors have a code."""
    found = getattr(error, "orig", None)
    return isinstance(found, sqlite3.OperationalError) and not hasattr(found, "sqlite_errorcode")


async def _begun(engine: Engine) -> Connection:
    """A connection that may write; while another process does, everything else here goes on.

    Raises OperationalError once patience is over.
    """
    for tries in reversed(range(TRIES)):
        connection = engine.connect().execution_options(**TO_WRITE)
        try:
            connection.begin()
        except OperationalError:
            connection.close()
            if not tries:
                raise
        else:
            return connection
        await asyncio.sleep(PAUSE)
    raise AssertionError


def sqlite_engine(url: URL, file: Path, wait: int) -> Engine:
    """The way to a SQLite file, which must exist; a statement waits so many milliseconds for a lock."""
    address, _, mode = address_of(file).partition("?")
    engine = create_engine(url.set(database=address).update_query_string(f"{mode}&uri=true"))

    def prepare(connection: Any, _record: object) -> None:
        # The driver begins no transaction by itself before it changes a table's form, so it shall begin none at all.
        connection.isolation_level = None
        # Readers and the writer do not wait for each other. NORMAL: the log is brought to the disk by `Disk`. What a
        # guest wants to be deleted shall not lie in the file until something else is written there.
        pragmas = "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"
        for pragma in (f"busy_timeout={wait}", *pragmas):
            connection.execute(f"PRAGMA {pragma}")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine
