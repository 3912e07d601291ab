"""A client who does not finish what it begins holds nobody up."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from grognard.server.config import Config
from grognard.server.net import connections
from grognard.server.net.connections import Bounded, Connections
from grognard.server.net.logs import Folding
from tests.server.support import PLAIN, Whim, play_on, running, seated

POST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n"
HALF_SENT = [b"", POST, POST + b"content-length: 100\r\n\r\nabc"]
WHOLE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
FILES = 900  # of the server: fewer than the connections that are tried

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


# -- a whole server ------------------------------------------------------------------------------------------------


@contextmanager
def opened(port: int, count: int, first: list[bytes]) -> Iterator[list[socket.socket]]:
    """So many connections, each with the next of the beginnings sent."""
    found: list[socket.socket] = []
    try:
        for number in range(count):
            found.append(socket.create_connection(("127.0.0.1", port), timeout=10))
            with suppress(OSError):
                found[-1].sendall(first[number % len(first)])
        yield found
    finally:
        for one in found:
            one.close()


def test_half_sent_requests_and_a_thousand_connections_keep_nobody_out(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2000 or not hasattr(resource, "prlimit"):
        pytest.skip("too few files may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2000), hard))
    with running(tmp_path) as server:
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        with opened(server.port, 300, HALF_SENT), opened(server.port, 1000, [b""]):
            for path in ("/", "/games/fusillade", "/readyz"):
                assert httpx.get(f"{server.url}{path}", timeout=5, verify=PLAIN).status_code == 200
        assert len(server.output()) < 10_000


def test_a_stop_with_streams_that_nobody_reads_is_quiet(tmp_path: Path) -> None:
    with running(tmp_path, {"GROGNARD_SHUTDOWN_SECONDS": "1"}) as server:
        table, *both = seated(server.url)
        cookie = "; ".join(f"{name}={value}" for name, value in both[0].http.cookies.items())
        ask = f"GET /stream?table={table} HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\n\r\n".encode()
        with opened(server.port, 0, []) as unread:
            for _ in range(10):
                one = socket.socket()
                # So that little fills what the system keeps on the way.
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
                one.connect(("127.0.0.1", server.port))
                one.sendall(ask)
                unread.append(one)
            left = iter(range(40))
            play_on(table, (both[0], both[1]), Whim(), lambda _seen: next(left, None) is None)
            with opened(server.port, 10, HALF_SENT):
                assert server.stop() == 0
        assert server.log() == f"Grognard is at http://localhost:{server.port} (Ctrl-C stops it).\n"


# -- connections alone ---------------------------------------------------------------------------------------------


class Serving:
    """Connections that are bounded, before an application that sends what it is told to."""

    def __init__(self, config: Config) -> None:
        self.port = 0
        self.connections = Connections(config)
        self.writers: list[asyncio.StreamWriter] = []
        self.events: asyncio.Queue[bytes] = asyncio.Queue()
        self.settings = uvicorn.Config(self._answer, http=Bounded, interface="asgi3", lifespan="off", log_config=None)

    async def _answer(self, _scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "http.request" and message["more_body"]:
            pass
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        while event := await self.events.get():
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def open(self, first: bytes = b"") -> Ends:
        """A connection that begins with this."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        writer.write(first)
        return reader, writer


@asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[Serving]:
    """Such an application, as long as the block lasts."""
    found = Serving(Config(**settings))
    found.settings.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Bounded(config=found.settings, server_state=found.connections, app_state={}), "127.0.0.1", 0
    )
    found.port = server.sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        server.close()
        for writer in found.writers:
            writer.transport.abort()
        while found.connections.connections:
            await asyncio.sleep(0)
        for task in found.connections.tasks:  # the streams
            task.cancel()
        await asyncio.gather(*found.connections.tasks, return_exceptions=True)


async def _is_cut_off(ends: Ends) -> bool:
    """Waits for the end of it."""
    with suppress(ConnectionError):
        return await asyncio.wait_for(ends[0].read(), 10) == b""
    return True


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything has to be sent within a moment."""
    for name in ("HEADERS", "BODY", "KEPT"):
        monkeypatch.setattr(connections, name, 0.2)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("first", [*HALF_SENT, b"G", WHOLE[:-2]])
def test_what_is_half_sent_has_a_deadline_that_a_stream_of_events_has_not(first: bytes) -> None:
    async def tried() -> None:
        async with serving() as served:
            stream = await served.open(WHOLE)
            assert b"200 OK" in await stream[0].readuntil(b"\r\n\r\n")
            assert await _is_cut_off(await served.open(first))
            served.events.put_nowait(b"still here")
            assert b"still here" in await stream[0].readuntil(b"here")

    asyncio.run(tried())


@pytest.mark.usefixtures("hasty")
def test_a_little_now_and_then_does_not_prolong_a_deadline() -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.02)

    async def tried() -> None:
        async with serving() as served:
            for first in HALF_SENT:
                ends = await served.open(first)
                dripping = asyncio.create_task(drip(ends[1]))
                assert await _is_cut_off(ends)
                dripping.cancel()

    asyncio.run(tried())


@pytest.mark.usefixtures("hasty")
def test_a_connection_that_is_kept_for_no_further_request_is_closed() -> None:
    async def tried() -> None:
        async with serving() as served:
            served.events.put_nowait(b"")
            reader, _ = await served.open(WHOLE)
            assert (await asyncio.wait_for(reader.read(), 10)).endswith(b"0\r\n\r\n")

    asyncio.run(tried())


@pytest.mark.parametrize("settings", [{"connections": 3}, {"connections_per_address": 3}])
def test_who_waits_longest_makes_room_but_never_a_stream(settings: dict[str, int]) -> None:
    async def tried() -> None:
        async with serving(**settings) as served:
            streams = [await served.open(WHOLE) for _ in range(2)]
            for stream in streams:
                await stream[0].readuntil(b"\r\n\r\n")
            idle = await served.open()
            late = await served.open(WHOLE)
            assert await _is_cut_off(idle)
            assert b"200 OK" in await late[0].readuntil(b"\r\n\r\n")
            refused = await (await served.open(WHOLE))[0].read()
            assert refused.startswith(b"HTTP/1.1 503 ")
            assert b"Too many connections are open" in refused
            streams[0][1].close()
            await streams[0][1].wait_closed()
            while len(served.connections.connections) > 2:
                await asyncio.sleep(0)
            again = await served.open(WHOLE)
            assert b"200 OK" in await again[0].readuntil(b"\r\n\r\n")

    asyncio.run(tried())


def test_a_proxy_that_is_named_may_have_all_connections() -> None:
    async def tried() -> None:
        async with serving(connections_per_address=1, proxies="10.0.0.1, 127.0.0.0/8") as served:
            streams = [await served.open(WHOLE) for _ in range(5)]
            for stream in streams:
                assert b"200 OK" in await stream[0].readuntil(b"\r\n\r\n")

    asyncio.run(tried())


@pytest.mark.parametrize(
    ("soft", "hard", "most", "raised"),
    [(1024, 100_000, 4000, 5000), (1024, resource.RLIM_INFINITY, 4000, 5000), (1024, 1024, 512, 1024)],
)
def test_there_are_never_more_connections_than_files(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, most: int, raised: int
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: given.append(limits))
    assert connections.files_for(4000) == most
    assert given == [(raised, hard)]


# -- the log -------------------------------------------------------------------------------------------------------


def test_a_fault_that_comes_again_and_again_is_one_line_and_a_count(capsys: pytest.CaptureFixture[str]) -> None:
    folding = Folding()
    for number in range(500):
        folding.handle(logging.makeLogRecord({"msg": f"file {number} at {number:#x} is missing"}))
    folding.handle(logging.makeLogRecord({"msg": "another fault"}))
    folding.close()
    assert capsys.readouterr().err.splitlines() == [
        "file 0 at 0x0 is missing",
        "another fault",
        "499 more like this: file # at # is missing",
    ]


def test_not_even_a_thousand_different_faults_fill_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    folding = Folding()
    for number in range(1000):
        folding.handle(logging.makeLogRecord({"msg": "a fault " + "x" * number}))
    folding.close()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) < 110
    assert lines[-1].endswith(" more like this: other faults")
