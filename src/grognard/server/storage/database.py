"""The way to the database, SQLite or PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import Connection, CursorResult, Engine, Executable, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from grognard.kernel.errors import BadInput


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


class Database:
    """Connections to read from, and transactions."""

    def __init__(self, url: URL) -> None:
        self._direct: Engine | None = None
        self._remote: AsyncEngine | None = None
        if url.get_backend_name() == "sqlite":
            self._direct = create_engine(url)
            event.listen(self._direct, "connect", _prepare_sqlite)
        else:
            self._remote = create_async_engine(url, pool_pre_ping=True)

    async def close(self) -> None:
        """Lets go of the database."""
        if self._direct is not None:
            self._direct.dispose()
        if self._remote is not None:
            await self._remote.dispose()

    async def ready(self) -> None:
        """Raises if the database does not answer."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    def reading(self) -> AbstractAsyncContextManager[AnyConnection]:
        """A connection to read from."""
        return self._connected(to_write=False)

    def writing(self) -> AbstractAsyncContextManager[AnyConnection]:
        """A transaction: all or nothing."""
        return self._connected(to_write=True)

    @asynccontextmanager
    async def _connected(self, to_write: bool) -> AsyncIterator[AnyConnection]:
        if self._direct is not None:
            with self._direct.begin() if to_write else self._direct.connect() as here:
                yield Direct(here)
        elif self._remote is not None:
            async with self._remote.begin() if to_write else self._remote.connect() as there:
                yield there


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # Readers and the writer do not wait for each other; a commit survives a killed process.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(url: URL) -> None:
    """Creates the database or brings it up to date; raises BadInput where it cannot be used."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    # A percent sign in a password is no placeholder.
    config.set_main_option("sqlalchemy.url", url.render_as_string(hide_password=False).replace("%", "%%"))
    logging.getLogger("alembic").setLevel(logging.WARNING)
    shown = url.render_as_string(hide_password=True)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadInput(f"The database {shown} was made by a later Grognard: {error}.") from error
    except SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise BadInput(f"The database {shown} cannot be used: {reason}.") from error
