"""Limits how many connections are open and how long a request may take to arrive. uvicorn limits neither."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from ipaddress import ip_network
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

from grognard.server.config import Config
from grognard.server.net import metrics
from grognard.server.net.addresses import origin_of, read_address

LOGGER: Final = logging.getLogger("grognard")

# Seconds a client has to send each part; an answer, such as a stream of events, may take any time.
HEADERS: Final = 10
BODY: Final = 30
KEPT: Final = 75  # until the next request begins: people think longer than the usual five seconds

LINE: Final = 2048  # connections that wait to be accepted, if the system allows that many
AT_ONCE: Final = 128  # connections accepted at once: each takes a file before it can be counted
SPARE_FILES: Final = 1000  # for those, the database and everything else

FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain; charset=utf-8\r\n\r\n"
    b"Too many connections are open. Close pages you don't need, or try again in a minute.\n"
)


class Connections(ServerState):
    """All open connections, and those that wait for their client to send something, longest wait first."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self._most = files_for(config.connections)
        self._most_of_one = config.connections_per_address
        self._proxies = [ip_network(proxy) for proxy in config.proxy_list]
        self._open: dict[Bounded, str] = {}
        self._of: Counter[str] = Counter()
        self._waiting: dict[Bounded, None] = {}
        metrics.CONNECTIONS.set_function(lambda: len(self._open))

    def admit(self, new: Bounded, host: str) -> bool:
        """Counts a connection. If there are too many, closes a waiting one; returns False if none is waiting."""
        peer = self._peer(host)
        if peer and self._of[peer] >= self._most_of_one:
            room = self._close_one(peer)
        else:
            room = len(self._open) < self._most or self._close_one("")
        if not room:
            metrics.REFUSED.labels(metrics.FULL).inc()
            LOGGER.warning("connection refused: too many are open (behind a proxy, set GROGNARD_PROXIES)")
            return False
        self._open[new] = peer
        self._of[peer] += 1
        return True

    def wait(self, one: Bounded) -> None:
        """Notes that the client of a connection has to send something."""
        if one in self._open:
            self._waiting.pop(one, None)
            self._waiting[one] = None

    def serve(self, one: Bounded) -> None:
        """Notes that the client of a connection has sent a whole request."""
        self._waiting.pop(one, None)

    def leave(self, one: Bounded) -> None:
        """Forgets a connection that is closed or about to be."""
        self._waiting.pop(one, None)
        peer = self._open.pop(one, None)
        if peer is not None:
            self._of[peer] -= 1
            if not self._of[peer]:
                del self._of[peer]

    def hang_up(self) -> None:
        """Closes the connections that wait for their client to send or read something."""
        for one in [*self._open]:
            if one in self._waiting or one.flow.write_paused or one.transport.is_closing():
                one.transport.abort()

    def _close_one(self, peer: str) -> bool:
        """Closes the connection that has waited longest, of this peer if given; returns False if none is waiting."""
        found = next((one for one in self._waiting if not peer or self._open[one] == peer), None)
        if found is None:
            return False
        self.leave(found)
        found.transport.abort()
        return True

    def _peer(self, host: str) -> str:
        """Returns the origin a host is counted under; empty for a proxy, which many clients share."""
        address = read_address(host)
        if address is not None and any(address in proxy for proxy in self._proxies):
            return ""
        return origin_of(host)


class Bounded(H11Protocol):
    """A connection that is closed if its client takes too long to send a request."""

    server_state: Connections
    _deadline: asyncio.TimerHandle | None = None
    _seconds: int | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts the connection, and waits for a request."""
        super().connection_made(transport)
        if self.server_state.admit(self, self.client[0] if self.client else "0.0.0.0"):
            self._expect(HEADERS)
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self.server_state.leave(self)
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads the data, and sets the deadline for the part still missing."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Waits for the next request."""
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        state = self.conn.their_state
        if state is h11.IDLE:
            self._expect(HEADERS if self.conn.trailing_data[0] else KEPT)
        else:
            self._expect(BODY if state is h11.SEND_BODY else None)

    def _expect(self, seconds: int | None) -> None:
        """Gives the client this many seconds for the current part. Sending some of it does not extend the deadline."""
        if seconds == self._seconds:
            return
        self._seconds = seconds
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is None:
            self.server_state.serve(self)
        else:
            self.server_state.wait(self)
            self._deadline = self.loop.call_later(seconds, self.transport.abort)


def files_for(wanted: int) -> int:
    """Returns the connections to allow: those wanted, or as many as the system has files for."""
    if resource is None:  # on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = wanted + SPARE_FILES
    files = max(soft, enough if hard == resource.RLIM_INFINITY else min(hard, enough))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return min(wanted, files - min(SPARE_FILES, files // 2))
