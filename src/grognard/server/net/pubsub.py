"""Sends news between processes through PostgreSQL, and survives broken connections.

If news gets lost while the database is away, pages catch up at their next heartbeat.
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
PAUSE: Final = 1.0  # seconds between attempts to reach the database


class PostgresNews(PsycoPgChannelsBackend):
    """Litestar's backend, with one connection to publish on; opens broken connections again."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._address = address
        self._publishing = asyncio.Lock()
        self._publisher: AsyncConnection[Any] | None = None

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Sends data to all processes; if the connection is broken, tries once more with a new one."""
        async with self._publishing:
            for _attempt in range(2):
                try:
                    if self._publisher is None:
                        self._publisher = await AsyncConnection[Any].connect(self._address, autocommit=True)
                    for channel in channels:
                        await self._publisher.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))
                    return
                except Error as error:
                    LOGGER.error("could not send news to other processes: %s", type(error).__name__)
                    self._publisher = None

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listens to channels; if the connection is broken, as soon as there is a new one."""
        async with self._listener_lock:
            fresh = {*channels} - self._subscribed_channels
            self._subscribed_channels |= fresh
            await self._command("LISTEN {}", fresh)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Stops listening to channels."""
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
            LOGGER.error("could not listen for news from other processes: %s", type(error).__name__)
        finally:
            if not self._shutting_down:
                self._start_listener()

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Yields the news from other processes, across broken connections."""
        while True:
            try:
                async for event in super().stream_events():
                    yield event
            except Error as error:
                LOGGER.error("lost the connection for news from other processes: %s", type(error).__name__)
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
                LOGGER.error("the database is unreachable: %s", type(error).__name__)

    async def on_shutdown(self) -> None:
        """Closes both connections."""
        if self._publisher is not None:
            await self._publisher.close()
        await super().on_shutdown()
