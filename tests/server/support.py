"""A real server in a process of its own, and guests that use it as browsers and programs do."""

from __future__ import annotations

import errno
import html
import json
import os
import re
import signal
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Self
from zipfile import ZipFile

import httpx

from grognard.server.storage.rows import Seat, StoredTable, TableRecord, now
from grognard.server.tables.dealing import draw
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from tests.server.nursery import Child, Metas, clean_environment

READY_SECONDS: Final = 60
PROBLEM: Final = "application/problem+json"
METRICS_TOKEN: Final = "a-token-of-at-least-thirty-two-characters"
ROOMY: Final = {
    f"GROGNARD_{name}": "1000000" for name in ("REQUESTS_PER_MINUTE", "GUESTS_PER_MINUTE", "WORK_PER_MINUTE", "MOMENTS")
}

# Nothing here speaks TLS; httpx would read all certificates of the system for each client.
PLAIN: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

Json = dict[str, Any]

# What tests have opened and the fixture `tidy` closes.
OPENED: Final[list[Guest | Stream]] = []


def environment(settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a server: nothing of ours that it would read, except for the games, and these settings."""
    kept = clean_environment()
    if "PYTHONPATH" in kept:  # the server runs in another directory
        kept["PYTHONPATH"] = os.pathsep.join(str(Path(entry).resolve()) for entry in kept["PYTHONPATH"].split(":"))
    return kept | dict(settings or {})


def serve(folder: Path, *arguments: str) -> tuple[int, str]:
    """`grognard serve` where it is not expected to stay: its exit code, and all that it printed."""
    output = folder / "output"
    ended = Child(["--data-dir", str(folder), *arguments], environment(), folder, output, {}).wait(60)
    return ended, output.read_text()


def free_port() -> int:
    """A port that nobody uses at the moment, neither on 127.0.0.1 nor on ::1: a server listens on both."""
    while True:
        with socket.socket() as probe, socket.socket(socket.AF_INET6) as other:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
            try:
                other.bind(("::1", port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
            return port


def guest_in(cookie: str) -> str:
    """Returns the guest that a cookie names."""
    return cookie.partition(".")[0].partition(":")[2]


async def signed_in() -> bool:
    """Says that a browser is signed in, for a stream that nobody signs out."""
    return True


class Server:
    """One process of the server. It can be killed, stopped and started again."""

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        port: int | None = None,
        metas: Metas | None = None,
    ) -> None:
        self.folder = folder
        self.metas = metas or {}
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = ROOMY | dict(settings or {})
        self.process: Child | None = None

    def start(self) -> Self:
        """Starts it and waits until it answers."""
        arguments = ["--port", str(self.port), "--data-dir", str(self.folder)]
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = Child(arguments, environment(self._settings), self.folder, self.folder / "output", self.metas)
        until(self._is_ready, READY_SECONDS, f"the server did not start: {self.output()}")
        return self

    def _is_ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"the server ended: {self.output()}"
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5, verify=PLAIN).status_code == 200
        except httpx.TransportError:
            return False

    def output(self) -> str:
        """All that it has printed."""
        path = self.folder / "output"
        return path.read_text() if path.exists() else ""

    def log(self) -> str:
        """What it has printed, without the list of games that are not part of Grognard."""
        lines = self.output().splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith("Your own game: "))

    def kill(self) -> None:
        """Ends it on the spot."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Asks it to end; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(20)
        self.process = None
        return code


@contextmanager
def running(
    folder: Path, settings: Mapping[str, str] | None = None, port: int | None = None, metas: Metas | None = None
) -> Iterator[Server]:
    """A server as long as the block lasts."""
    server = Server(folder, settings, port, metas).start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()


def until(holds: Callable[[], bool], seconds: float = 10, what: str = "it never came to pass") -> None:
    """Waits for something."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@dataclass(frozen=True)
class Page:
    """A page or fragment, and what a browser finds in it."""

    answer: httpx.Response

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self.answer.status_code

    @property
    def text(self) -> str:
        """The page itself."""
        return self.answer.text

    def hidden(self, name: str) -> str:
        """The value of a hidden field of its form."""
        found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', self.text)
        assert found, f"no field {name} in {self.answer.url}"
        return html.unescape(found[1])

    def attribute(self, name: str) -> str | None:
        """An attribute of the table's root element."""
        found = re.search(rf'<main id="table"[^>]* data-{name}="([^"]*)"', self.text)
        return html.unescape(found[1]) if found else None

    @property
    def actions(self) -> list[str]:
        """The buttons that play something."""
        return [html.unescape(found) for found in re.findall(r'data-action="([^"]*)"', self.text)]


class Guest:
    """Somebody at a server, known by his cookies. `url` may change: another process, the same cookies."""

    def __init__(self, url: str, cookies: Mapping[str, str] | None = None) -> None:
        self.http = httpx.Client(base_url=url, timeout=30, cookies=dict(cookies or {}), verify=PLAIN)
        OPENED.append(self)

    def close(self) -> None:
        """Lets go of the connection."""
        self.http.close()

    # -- as a browser ----------------------------------------------------------------------------------------------

    def page(self, path: str, **headers: str) -> Page:
        """Loads a page."""
        return Page(self.http.get(path, headers={"accept": "text/html", **headers}))

    def post(self, path: str, data: Mapping[str, str], token: str | None = None, fragment: bool = False) -> Page:
        """Sends a form with the token of the start page, or another."""
        token = self.page("/").hidden("_csrf_token") if token is None else token
        headers = {"accept": "text/html"} | ({"x-fragment": "1"} if fragment else {})
        return Page(self.http.post(path, data={"_csrf_token": token, **data}, headers=headers))

    def set_up(self, company: str, **fields: str) -> str:
        """A new table by the form; its id."""
        answer = self.post("/games/fusillade/tables", {"with": company, "pace": "live", **fields})
        assert answer.status == 303, answer.text
        table = answer.answer.headers["location"].split("/")[2]
        if company == "friend":
            self.leave_to_server(table)
        return table

    def do(self, table: str, deed: str, **fields: str) -> Page:
        """A click on the table, on the page as it is now; the page that follows."""
        path = f"/tables/{table}"
        page = self.page(path)
        data = {"at": page.hidden("at") if 'name="at"' in page.text else "", **fields}
        answer = self.post(f"{path}/{deed}", data, page.hidden("_csrf_token"))
        return self.page(path) if answer.status == 303 and answer.answer.headers["location"] == path else answer

    # -- as a program ----------------------------------------------------------------------------------------------

    def api(self, path: str, body: object | None = None) -> httpx.Response:
        """Calls the API: a GET, or with a body a POST."""
        address = f"/api/v1{path}"
        return self.http.get(address) if body is None else self.http.post(address, json=body)

    def create(self, *seats: str, game: str = "fusillade", pace: str = "live", **options: Any) -> Json:
        """A new table by the API."""
        answer = self.api("/tables", {"game": game, "seats": list(seats), "options": options, "pace": pace})
        assert answer.status_code == 201, answer.text
        created: Json = answer.json()
        if "open" in seats:
            self.leave_to_server(created["id"])
        return created

    def sits(self, table: str) -> list[int]:
        """The guest's seats at a table, dealt or not."""
        answer = self.api(f"/tables/{table}/deal")
        assert answer.status_code == 200, answer.text
        held: list[int] = answer.json()["yours"]
        return held

    def leave_to_server(self, table: str) -> None:
        """Has no part in the deal, so that the table is dealt as soon as all have said so."""
        for seat in self.sits(table):
            assert self.api(f"/tables/{table}/deal/draw", {"seat": seat}).status_code in (200, 409)

    def look(self, table: str) -> Json:
        """The table as the guest sees it."""
        answer = self.api(f"/tables/{table}")
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    def play(self, table: str, do: str, at: str) -> httpx.Response:
        """Plays an action."""
        return self.api(f"/tables/{table}/actions", {"do": do, "at": at})

    def join(self, path: str) -> Page:
        """Takes the seat of an invitation, and leaves the deal to the server."""
        answer = self.post(path, {})
        if answer.status == 303:
            self.leave_to_server(path.split("/")[2])
        return answer

    def watch(self, *tables: str) -> Stream:
        """Opens a stream of tables, each as `<id>` or `<id>:<version>`."""
        return Stream(str(self.http.base_url), tables, dict(self.http.cookies))


@dataclass
class Stream:
    """The events of tables, collected by a thread."""

    url: str
    tables: tuple[str, ...]
    cookies: dict[str, str]
    events: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the events: the tables
    house_times: list[float] = field(default_factory=list)  # that came with the heartbeats
    size: int = 0
    ended: bool = False
    headers: httpx.Headers = field(default_factory=httpx.Headers)

    def __post_init__(self) -> None:
        timeout = httpx.Timeout(10, read=None)
        self._client = httpx.Client(base_url=self.url, cookies=self.cookies, timeout=timeout, verify=PLAIN)
        OPENED.append(self)
        self._open = threading.Event()
        self._response: httpx.Response | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self._open.wait(10), "the stream did not open"

    def _read(self) -> None:
        address = f"/stream?{'&'.join(f'table={table}' for table in self.tables)}"
        try:
            with self._client.stream("GET", address) as response:
                self.headers, self._response = response.headers, response
                self._open.set()
                self._collect(response)
        except (httpx.HTTPError, OSError):
            pass
        finally:
            self.ended = True

    def _collect(self, response: httpx.Response) -> None:
        data: list[str] = []
        name = ""
        for line in response.iter_lines():
            self.size += len(line) + 1
            if line.startswith("event:"):
                name = line[6:].strip()
            elif line.startswith("data:"):
                data.append(line[5:].removeprefix(" "))
            elif not line and data:
                if name:
                    self.names.append(name)
                    self.events.append("\n".join(data))
                else:
                    self.house_times.append(float(data[0]))
                data, name = [], ""

    def wait(self, count: int, seconds: float = 10) -> None:
        """Waits until so many events have come."""
        until(lambda: len(self.events) >= count, seconds, f"{len(self.events)} of {count} events came")

    def close(self) -> None:
        """Leaves, as a closed tab does."""
        sock = self._response.extensions["network_stream"].get_extra_info("socket") if self._response else None
        if sock is not None:
            _shut_down(sock)
        self._thread.join(5)
        self._client.close()


def _shut_down(sock: socket.socket) -> None:
    """Ends a connection under a thread that reads from it."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def taken(guest: Guest) -> dict[str, str]:
    """The files of the zip that a guest downloads, by name."""
    answer = guest.post("/your-data/download", {}).answer
    assert answer.status_code == 200, answer.text
    with ZipFile(BytesIO(answer.content)) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def seated(url: str, **options: Any) -> tuple[str, Guest, Guest]:
    """A table with two people: the one who set it up (seat 0), and his friend."""
    host, friend = Guest(url), Guest(url)
    created = host.create("you", "open", **options)
    answer = friend.join(created["invitations"][0]["path"])
    assert answer.status == 303, answer.text
    return created["id"], host, friend


class Whim:
    """Chooses among actions without rhyme or reason, always the same way."""

    def __init__(self, seed: int = 1) -> None:
        self._number = seed

    def __call__(self, actions: list[Json]) -> Json:
        """One of them."""
        self._number = (self._number * 1103515245 + 12345) & 0x7FFFFFFF
        return actions[(self._number >> 8) % len(actions)]


def sorted_by_turn(table: str, guests: tuple[Guest, Guest]) -> tuple[Guest, Guest]:
    """Who decides now, and the other."""
    return guests if guests[0].look(table)["view"]["to_move"] == 0 else (guests[1], guests[0])


def play_on(
    table: str, guests: tuple[Guest, Guest], choose: Callable[[list[Json]], Json], stop: Callable[[Json], bool]
) -> Json:
    """Both play by the API until the table as the one who decides sees it is such, or the game is over; that table."""
    seen = guests[0].look(table)
    while seen["view"]["to_move"] is not None:
        mover = guests[seen["view"]["to_move"]]
        seen = mover.look(table)
        if stop(seen):
            return seen
        answer = mover.play(table, choose(seen["view"]["actions"])["notation"], seen["at"])
        assert answer.status_code == 200, answer.text
        seen = answer.json()
    return seen


def table_of(slug: str, *seats: str, seed: int = 11, ask: str = "when_useful", **options: Any) -> LiveTable:
    """A table in memory alone: "you" is one guest, "other" another, "open" nobody, and else there sit bots."""
    record = TableRecord(id="table", game=slug, rules=1, options=options, numbers={}, seed=str(seed), created=now())
    live = LiveTable(record)
    people = {"you": frozenset({"a"}), "other": frozenset({"b"}), "open": frozenset[str]()}
    rows = [
        Seat(bot=None if who in people else who, key="", ask=ask, seen=now(), guests=people.get(who, frozenset()))
        for who in seats
    ]
    live.settle(StoredTable(record, rows, []))
    return live


async def dealt(tables: TableRegistry, id: str, *guests: str) -> LiveTable:
    """A table at which each of these has left it to the server to draw; dealt, if they are all."""
    live = await tables.follow(id)
    for guest in guests:
        for seat in live.seats_of(guest):
            await draw(tables, live, guest, seat)
    return live


def never(_seen: Json) -> bool:
    """Play to the end."""
    return False


def may_step_back(seen: Json) -> bool:
    """A choice is half made."""
    return bool(seen["view"]["can_step_back"])


def lines(journal: str) -> list[Json]:
    """The lines of a journal."""
    return [json.loads(line) for line in journal.splitlines()]
