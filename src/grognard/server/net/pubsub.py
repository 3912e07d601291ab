"""News between processes, by PostgreSQL, that lasts longer than one connection.

What gets lost while the database is away, pages find out at their next heartbeat.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final, LiteralString

from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from psycopg import AsyncConnection, Error
from psycopg.sql import SQL, Identifier

LOGGER: Final = logging.getLogger("grognard")
PAUSE: Final = 1.0  # seconds between two tries to reach the database


class PostgresNews(PsycoPgChannelsBackend):
    """Litestar's backend, with one connection to publish on, and both made anew when they break."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._address = address
        self._publishing = asyncio.Lock()
        self._publisher: AsyncConnection[Any] | None = None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tells all processes; on a broken connection tries once more with a new one."""
        async with self._publishing:
            for _attempt in range(2):
                try:
                    if self._publisher is None:
                        self._publisher = await AsyncConnection[Any].connect(self._address, autocommit=True)
                    for channel in channels:
                        await self._publisher.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))
                    return
                except Error as error:
                    LOGGER.error("news could not be told: %s", type(error).__name__)
                    self._publisher = None

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listens to channels; where the connection is broken, as soon as there is a new one."""
        async with self._listener_lock:
            fresh = {*channels} - self._subscribed_channels
            self._subscribed_channels |= fresh
            await self._command("LISTEN {}", fresh)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listens to channels no more."""
        async with self._listener_lock:
            known = {*channels} & self._subscribed_channels
            self._subscribed_channels -= known
            await self._command("UNLISTEN {}", known)

    async def _command(self, command: LiteralString, channels: set[str]) -> None:
        await self._stop_listener()
        try:
            for channel in channels:
                await self._listener_conn.execute(SQL(command).format(Identifier(channel)))
        except Error as error:
            LOGGER.error("news cannot be heard: %s", type(error).__name__)
        finally:
            if not self._shutting_down:
                self._start_listener()

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """What other processes tell, across broken connections."""
        while True:
            try:
                async for event in super().stream_events():
                    yield event
            except Error as error:
                LOGGER.error("news could not be heard: %s", type(error).__name__)
                await self._listen_anew()

    async def _listen_anew(self) -> None:
        while not self._shutting_down:
            await asyncio.sleep(PAUSE)
            try:
                async with self._listener_lock:
                    await self._stop_listener()
                    self._listener_conn = await AsyncConnection[Any].connect(self._address, autocommit=True)
                    await self._exit_stack.enter_async_context(self._listener_conn)
                    for channel in self._subscribed_channels:
                        await self._listener_conn.execute(SQL("LISTEN {}").format(Identifier(channel)))
                    self._start_listener()
                return
            except Error as error:
                LOGGER.error("the database is away: %s", type(error).__name__)

    async def on_shutdown(self) -> None:
        """Lets go of both connections."""
        if self._publisher is not None:
            await self._publisher.close()
        await super().on_shutdown()
