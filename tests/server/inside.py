"""A server inside the test's own process: the test sets its clocks, and copies of its files are worlds of their own."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import httpx
import pytest
from litestar import Litestar
from litestar.channels import Subscriber
from litestar.testing import TestClient

from grognard.bots.workers import Choice
from grognard.kernel.errors import GrognardError
from grognard.server import serve
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.jobs.alerts import AlertJob
from grognard.server.net.stream import Streams
from grognard.server.pages import tables
from grognard.server.storage import rows
from grognard.server.storage.migrate import migrate
from grognard.server.tables import autoplay, presence
from grognard.server.tables.open_table import visit
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Json, guest_in, signed_in, until

BEGIN: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
ADDRESS: Final = "http://127.0.0.1:8000"


class Time:
    """The house time and the wall clock, which move only as the test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1000.0
        real = rows.now
        for module in [*sys.modules.values()]:
            if getattr(module, "now", None) is real:
                monkeypatch.setattr(module, "now", self.wall)

    def wall(self) -> datetime:
        """The time of the wall clock."""
        return BEGIN + timedelta(seconds=self.seconds)

    def house(self) -> float:
        """The house time."""
        return self.seconds


class FirstLegal:
    """Bots that take their first action at once."""

    async def choose(self, session: Any, seat: int, bot: str, thought: float) -> Choice:
        """Returns a choice."""
        del seat, bot, thought
        return Choice(session.state.legal_actions()[0], 0.0)

    def close(self) -> None:
        """Has nothing to end."""


class Inside:
    """A server in this process."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.tables: TableRegistry = client.app.state.tables
        self._beats: list[int] = []
        self._streams: Streams = cast(Any, client.app.dependencies["streams"]).dependency()

    def click(self, table: str, guest: str, deed: str, **fields: str) -> bool:
        """A click at a table as its page handles it, without the page that follows; whether the server agreed."""

        async def clicked() -> bool:
            live = await visit(self.tables, table, guest)
            with suppress(GrognardError):
                await tables._done(self.tables, live, guest, deed, {"at": self.tables.token(live, guest)} | fields)
                while live.driver is not None and not live.driver.done():  # the computer plays on
                    await asyncio.wait([live.driver])
                return True
            return False

        return self.client.blocking_portal.call(clicked)

    def flush(self) -> None:
        """Waits until the streams have handled all news so far, without letting them find out what time has changed."""
        message = json.dumps({"table": "nothing", "deeds": 0, "of": []}).encode()
        listeners = [*self.tables.listening]
        for listener in listeners:
            self.client.blocking_portal.call(listener.put_nowait, message)
        until(lambda: all(cast(Subscriber, listener).qsize == 0 for listener in listeners))

    def beat(self) -> None:
        """Lets the streams find out what time has changed, as they do every few seconds."""
        for _ in range(2):  # once the second heartbeat comes, all that belongs to the first is there
            before = [*self._beats]
            for listener in [*self.tables.listening]:
                message = json.dumps({"table": "", "deeds": None, "of": []}).encode()
                self.client.blocking_portal.call(listener.put_nowait, message)
            until(partial(self._has_beaten, before))

    def _has_beaten(self, before: Sequence[int]) -> bool:
        return all(now > then for now, then in zip(self._beats, before, strict=True))

    def collect(self, guest: str, *wanted: str) -> list[tuple[str, str]]:
        """Opens a stream of a guest; the list that its events are added to, without the heartbeats."""
        events: list[tuple[str, str]] = []

        number = len(self._beats)
        self._beats.append(0)

        async def read() -> None:
            async for id, fragment in await self._streams.opened(guest, "token", dict.fromkeys(wanted), signed_in):
                if id:
                    events.append((id, fragment))
                else:
                    self._beats[number] += 1

        self.client.blocking_portal.start_task_soon(read)
        return events


async def _nothing(_job: AlertJob) -> None:
    """Does nothing."""


@contextmanager
def inside(folder: Path, time: Time, monkeypatch: pytest.MonkeyPatch, **settings: str) -> Iterator[Inside]:
    """A server on the files of this folder, with these settings, as long as the block lasts."""
    roomy = dict.fromkeys(("requests_per_minute", "guests_per_minute", "work_per_minute"), 1_000_000)
    config = Config(data_dir=str(folder), secret="s" * 32, **cast(Any, roomy | settings))
    folder.mkdir(exist_ok=True)
    migrate(config.url)
    monkeypatch.setattr(autoplay, "seconds_left", lambda *_: 0)
    # Presence goes by real time. Here only an open page counts.
    monkeypatch.setattr(presence, "HERE_SECONDS", 0)
    monkeypatch.setattr(presence, "SEEN_EVERY", 1_000_000)
    for part in ("tend_tables", "tend_messages"):  # tests that need alerts run the job themselves
        monkeypatch.setattr(AlertJob, part, _nothing)
    app = create_app(config)
    app.state.tables.workers = FirstLegal()
    monkeypatch.setattr(app.state.tables.house, "now", time.house)
    with TestClient(app, base_url=ADDRESS) as client:
        try:
            yield Inside(client)
        finally:
            app.state.tables.hang_up()  # open streams would keep the server from ending


class Visitor:
    """A guest of such a server. The same cookies mean the same guest in a copy of its files."""

    def __init__(self, server: Inside, cookies: Mapping[str, str] | None = None) -> None:
        self.server = server
        self.cookies = dict(cookies or {})
        if not self.cookies:
            server.client.cookies.clear()
            self.cookies = dict(self.get("/").cookies)

    @property
    def name(self) -> str:
        """What the server calls the guest."""
        return guest_in(self.cookies["grognard_guest"])

    def send(self, method: str, path: str, **content: Any) -> httpx.Response:
        """Sends a request as a browser does; the answer, without following where it leads."""
        self.server.client.cookies.clear()
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"accept": "text/html", "cookie": cookie}
        answer = self.server.client.request(method, path, headers=headers, follow_redirects=False, **content)
        assert answer.status_code < 500, f"{method} {path}: {answer.text}"
        return answer

    def get(self, path: str) -> httpx.Response:
        """Opens a page."""
        return self.send("GET", path)

    def api(self, path: str, body: object | None = None) -> Json:
        """Calls the API, which must agree."""
        answer = self.send("POST" if body is not None else "GET", f"/api/v1{path}", json=body)
        assert answer.status_code < 300, answer.text
        found: Json = answer.json()
        return found

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Sends a form."""
        (token, *_) = re.findall(r'name="_csrf_token" value="(\w+)"', self.get("/your-data/name").text)
        return self.send("POST", path, data={"_csrf_token": token, **fields})

    def do(self, table: str, deed: str, **fields: str) -> bool:
        """Clicks something at a table, on the page as it is now; whether the server agreed."""
        return self.server.click(table, self.name, deed, **fields)


def sat_down(server: Inside, **asked: object) -> tuple[str, Visitor, Visitor]:
    """A dealt table of two people; its id."""
    host, friend = Visitor(server), Visitor(server)
    made = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"]} | asked)
    friend.post(made["invitations"][0]["path"])
    for seat, guest in enumerate((host, friend)):
        guest.api(f"/tables/{made['id']}/deal/draw", {"seat": seat})
    return made["id"], host, friend


def begin_and_end(config: Config, monkeypatch: pytest.MonkeyPatch, opens: bool = False) -> None:
    """Serves until the server is ready."""
    startup: Callable[..., Any] = serve._Server.startup

    async def at_once(server: Any, sockets: Any = None) -> None:
        await startup(server, sockets)
        server.should_exit = True

    monkeypatch.setattr(serve._Server, "startup", at_once)
    monkeypatch.setattr(signal, "signal", lambda *_arguments: None)
    interval = sys.getswitchinterval()
    try:
        serve.run(config, opens=opens)
    finally:
        sys.setswitchinterval(interval)
        asyncio.set_event_loop(None)
