"""Connects to the database, SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    CursorResult,
    Engine,
    Executable,
    Select,
    UpdateBase,
    create_engine,
    event,
    text,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from grognard.kernel.errors import GrognardError
from grognard.server.errors import DAMAGE, Unreadable, is_damage
from grognard.server.storage.disk import Disk, address_of, file_of

LOGGER: Final = logging.getLogger("grognard")
# A transaction that will write begins with this: it may wait for a lock when it begins, but not later.
TO_WRITE: Final = {"begin": "BEGIN IMMEDIATE"}
TRIES: Final = 50
PAUSE: Final = 0.02  # seconds between two tries
DAMAGED: Final = "The database is damaged. Ask the host to restore a backup."
# The errors raised by reading a value that Grognard did not write, as a number, a time, JSON or a record.
READING: Final = (ValueError, TypeError, AttributeError, OverflowError, msgspec.MsgspecError)
UNREADABLE: Final = "The database holds a value that cannot be read."
PATIENCE: Final = 5.0  # seconds that a health check waits for an answer


class Direct:
    """A connection to SQLite that runs each query at once, in the event loop's thread.

    A separate thread would cost more than the query: the two would wait for each other several times per query.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, values: Any = None) -> CursorResult[Any]:
        """Runs a statement."""
        return self._connection.execute(statement, values)

    async def scalar(self, statement: Executable) -> Any:
        """Runs a statement; returns the first value of its first row."""
        return self._connection.scalar(statement)


class ChangeCounter:
    """Counts the changes of each table through an engine, so that rows can be kept in memory until the next one."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()

    def follow(self, engine: Engine) -> None:
        """Counts from now on."""
        event.listen(engine, "after_execute", self._note)
        event.listen(engine, "commit", self._count_again)

    def _note(self, connection: Connection, statement: Executable, *_given: object) -> None:
        if isinstance(statement, UpdateBase):
            table = str(statement.entity_description["name"])
            self.of[table] += 1
            connection.info.setdefault(self, set()).add(table)

    def _count_again(self, connection: Connection) -> None:
        """Counts a change again: rows that were read between the change and its commit are out of date now."""
        self.of.update(connection.info.pop(self, ()))


AnyConnection = AsyncConnection | Direct
Row = TypeVar("Row")


class Database:
    """The database: connections for reading, and transactions for writing."""

    def __init__(self, url: URL) -> None:
        self._direct: Engine | None = None
        self._disk: Disk | None = None
        self._remote: AsyncEngine | None = None
        self._is_damaged = False
        self._changes = ChangeCounter()
        file = file_of(url)
        if file is None:
            self._remote = create_async_engine(url, pool_pre_ping=True)
            self._reading = self._remote.execution_options(isolation_level="REPEATABLE READ")
        else:
            self._direct = sqlite_engine(url, file, wait=0)
            self._changes.follow(self._direct)
            # A connection stays open from here on, as a sign to other processes that the file is in use.
            self._direct.connect().close()
            self._disk = Disk(file)

    @property
    def is_remote(self) -> bool:
        """Whether the database is PostgreSQL, where several processes write at once."""
        return self._remote is not None

    def changes_of(self, table: str) -> int | None:
        """Returns a number that grows with each change of a table; None if other processes may change it, too."""
        return None if self.is_remote else self._changes.of[table]

    async def close(self) -> None:
        """Closes all connections to the database."""
        if self._disk is not None:
            await self._disk.close()
        if self._direct is not None:
            self._direct.dispose()
        if self._remote is not None:
            await self._remote.dispose()

    def damaged(self) -> None:
        """Notes that the database is damaged, which `obstacles` then reports. Any thread may call this."""
        if not self._is_damaged:
            self._is_damaged = True
            LOGGER.error(DAMAGE)

    async def obstacles(self, head: str) -> list[str]:
        """Returns what keeps the server (at revision `head`) from using the database, as public sentences."""
        found = [DAMAGED] if self._is_damaged else []
        try:
            async with asyncio.timeout(PATIENCE):
                revision = await self._revision()
        except (SQLAlchemyError, OSError):  # a timeout is an OSError too
            found.append("The database does not answer.")
        else:
            if revision != head:
                found.append(f"The database has revision {revision}, but this Grognard needs revision {head}.")
        if self._disk is not None:
            found += await asyncio.to_thread(self._disk.obstacles)
        return found

    async def _revision(self) -> str:
        if self._disk is not None:
            self._disk.check()
        async with self.reading() as connection:
            return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))

    def reading(self) -> AbstractAsyncContextManager[AnyConnection]:
        """Returns a connection for reading, which sees the database as of one moment."""
        return self._connected(to_write=False)

    def writing(self) -> AbstractAsyncContextManager[AnyConnection]:
        """Returns a transaction: all or nothing. Once it ends without an error, it is on the disk."""
        return self._connected(to_write=True)

    async def readable(
        self, read: Callable[[Select[Any]], Awaitable[list[Row]]], asked: Select[Any], key: Column[str]
    ) -> list[Row]:
        """Returns what `read` makes of the rows asked for, leaving out rows with unreadable values."""
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
    """Returns whether this is Python's error for a text that is not UTF-8. SQLite's own errors have a code."""
    found = getattr(error, "orig", None)
    return isinstance(found, sqlite3.OperationalError) and not hasattr(found, "sqlite_errorcode")


async def _begun(engine: Engine) -> Connection:
    """Returns a connection that may write. While another process writes, other tasks here keep running.

    Raises OperationalError after too many tries.
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
    """Returns an engine for a SQLite file, which must exist. A statement waits `wait` milliseconds for a lock."""
    address, _, mode = address_of(file).partition("?")
    engine = create_engine(url.set(database=address).update_query_string(f"{mode}&uri=true"))

    def prepare(connection: Any, _record: object) -> None:
        # The driver would not begin a transaction before it changes a schema, so it is kept from beginning any.
        connection.isolation_level = None
        # Readers and the writer do not wait for each other. NORMAL: `Disk` writes the log to the disk. Deleted data is
        # overwritten at once, so that nothing a guest wanted deleted is left in the file.
        pragmas = "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"
        for pragma in (f"busy_timeout={wait}", *pragmas):
            connection.execute(f"PRAGMA {pragma}")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine
