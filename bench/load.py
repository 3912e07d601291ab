"""Measures many tables at once: how long an action takes while all of them are watched, and whether any is lost.

    .venv/bin/python bench/load.py --seconds 60
    .venv/bin/python bench/load.py --seconds 60 --tables 1000 --pause 10
    .venv/bin/python bench/load.py --seconds 60 --bots 20 --level marshal

Each table has two players. They commit to bytes and reveal them before the first card, as their pages would; then both
keep their page's stream open, as a browser does. Every two seconds, or --pause, the player to move plays a legal action
through the form of the page. At the end every journal is compared with the acknowledged actions. With --bots that many
people each play the computer instead, as fast as it answers, and one more person loads pages: it measures how long that
takes, and how long a table waits for the computer. The server is a separate process, of another installation if
--python names one; this program needs some processor time, too.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from grognard.kernel.engine.chance import Generator, stream
from grognard.play.deal import BYTES, committed

MOST_MILLISECONDS = 250  # for 95 of 100 actions
FORM = "application/x-www-form-urlencoded"
ROOM = [
    f"GROGNARD_{name}"
    for name in (
        "REQUESTS_PER_MINUTE",
        "GUESTS_PER_MINUTE",
        "CONNECTIONS",
        "CONNECTIONS_PER_ADDRESS",
        "WORK_PER_MINUTE",
        "MOMENTS",
    )
]
ERRORS = "errors"  # the file for a server's error output

Answer = tuple[int, dict[str, str], str]


class Line:
    """One connection to the server, kept open: just enough HTTP for it."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port = port
        self.cookie = cookie

    async def open(self) -> None:
        """Connects."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)

    async def ask(self, method: str, path: str, body: str = "", kind: str = FORM) -> Answer:
        """Sends a request and returns its whole answer."""
        try:
            self.send(method, path, body, kind)
            status, headers = await self.head()
        except (ConnectionError, asyncio.IncompleteReadError):  # the server closes connections silent for a minute
            self.close()
            await self.open()
            self.send(method, path, body, kind)
            status, headers = await self.head()
        text = await self._reader.readexactly(int(headers["content-length"]))
        return status, headers, text.decode()

    async def call(self, path: str, data: object = None) -> tuple[int, Any]:
        """Calls the API, by POST if there is data, and returns the status and the object of the answer."""
        body, method = ("", "GET") if data is None else (json.dumps(data), "POST")
        status, _, text = await self.ask(method, f"/api/v1{path}", body, "application/json")
        return status, json.loads(text)

    def send(self, method: str, path: str, body: str, kind: str) -> None:
        """A request."""
        head = f"{method} {path} HTTP/1.1\r\nHost: load\r\nCookie: {self.cookie}\r\nX-Fragment: 1\r\n"
        data = body.encode()
        self._writer.write(f"{head}Content-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Returns the status and the headers of an answer, and keeps a new cookie."""
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        for line in lines:
            if line.lower().startswith("set-cookie: grognard_guest="):
                self.cookie = line.split(": ", 1)[1].split(";")[0]
        return int(lines[0].split()[1]), headers

    async def chunk(self) -> bytes:
        """Returns the next piece of an endless answer; empty when it has ended."""
        size = int(await self._reader.readline() or b"0", 16)
        return (await self._reader.readexactly(size + 2))[:-2]

    def close(self) -> None:
        """Leaves."""
        self._writer.close()


@dataclass
class Player:
    """One person, with the current state of their page."""

    line: Line
    stream: Line
    token: str = ""
    listens: str = ""  # the address of the stream
    at: str = ""
    actions: list[str] = field(default_factory=list)
    ply: int = 0
    version: int = 0

    def shown(self, fragment: str) -> None:
        """Reads a new picture of the table as the script would: none older than the last, and the past has no `at`."""
        version = re.search(r' data-version="(\d+)"', fragment)
        if version and int(version[1]) < self.version:
            return
        self.version = int(version[1]) if version else self.version
        ply = re.search(r' data-ply="(\d+)"', fragment)
        self.ply = int(ply[1]) if ply else self.ply
        found = re.search(r'name="at" value="(\w*)"', fragment)
        if found and found[1]:
            self.at = found[1]
            self.actions = [html.unescape(action) for action in re.findall(r'data-action="([^"]*)"', fragment)]


@dataclass
class Measured:
    """The measured times, in seconds."""

    actions: list[float] = field(default_factory=list)
    arrivals: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))  # by the seat that sees it
    refused: int = 0


class Table:
    """A table with its two players."""

    def __init__(self, port: int, number: int, pause: float, measured: Measured) -> None:
        self.id = ""
        self._pause = pause  # seconds between two actions
        self.players = [Player(Line(port), Line(port)) for _ in range(2)]
        self.acknowledged: list[str] = []
        self._measured = measured
        self._chance = Generator(stream(number, "load"))
        self._told: list[float | None] = [None, None]
        self.listening: list[asyncio.Task[None]] = []

    async def seat(self) -> None:
        """Sets the table up, lets the friend join, has it dealt, and opens both streams."""
        host, friend = self.players
        await host.line.open()
        await friend.line.open()
        _, created = await host.line.call("/tables", {"game": "fusillade", "seats": ["you", "open"]})
        self.id, path = created["id"], created["invitations"][0]["path"]
        _, _, page = await friend.line.ask("GET", path)
        await friend.line.ask("POST", path, urlencode({"_csrf_token": _token(page)}))
        await self._take_part()
        for seat, player in enumerate(self.players):
            _, _, page = await player.line.ask("GET", f"/tables/{self.id}")
            player.token = _token(page)
            player.listens = html.unescape(re.findall(r' data-stream="([^"]*)"', page)[0])
            player.shown(page)
            self.listening.append(asyncio.create_task(self._listen(seat, player)))

    async def _take_part(self) -> None:
        """Both seats commit to bytes, then both reveal them. A server without such deals has dealt already."""
        path = f"/tables/{self.id}/deal"
        status, deal = await self.players[0].line.call(path)
        if status == 404:
            return
        promise = [step for step in deal["steps"] if step["is"] == "promise"][-1]
        own = [secrets.token_bytes(BYTES) for _ in self.players]
        for seat, player in enumerate(self.players):
            protocol = promise.get("protocol", 1)  # older servers have only the first
            hash = committed(self.id, deal["attempt"], seat, promise["hash"], own[seat], protocol)
            await player.line.call(f"{path}/commit", {"seat": seat, "hash": hash})
        for seat, player in enumerate(self.players):
            _, deal = await player.line.call(f"{path}/reveal", {"seat": seat, "bytes": own[seat].hex()})
        assert deal.get("waits_for") == "", deal

    async def _listen(self, seat: int, player: Player) -> None:
        player.stream.cookie = player.line.cookie
        await player.stream.open()
        player.stream.send("GET", player.listens, "", FORM)
        await player.stream.head()
        event = b""
        while piece := await player.stream.chunk():
            event += piece
            if event.startswith(b":"):  # only checks whether the page is still there
                event = b""
            elif event.endswith((b"\n\n", b"\r\n\r\n")):
                began, self._told[seat] = self._told[seat], None
                if began is not None:
                    self._measured.arrivals[seat].append(time.perf_counter() - began)
                player.shown(event.decode())
                event = b""

    async def play(self, until: float) -> None:
        """Plays an action every few seconds."""
        due = time.perf_counter() + self._pause * int(self._chance.below(1000)) / 1000
        while due < until:
            await asyncio.sleep(due - time.perf_counter())
            due += self._pause
            for seat, player in enumerate(self.players):
                if player.actions:
                    await self._act(seat, player)
                    break

    async def _act(self, seat: int, player: Player) -> None:
        do = player.actions[self._chance.below(len(player.actions))]
        body = urlencode({"_csrf_token": player.token, "at": player.at, "do": do})
        began = time.perf_counter()
        self._told[1 - seat] = began
        status, _, page = await player.line.ask("POST", f"/tables/{self.id}/play", body)
        self._measured.actions.append(time.perf_counter() - began)
        player.shown(page)
        if status == 200 and 'class="notice"' not in page:
            self.acknowledged.append(do)
        else:
            self._measured.refused += 1

    async def lost(self) -> int:
        """Returns how many acknowledged actions are missing or different in the journal."""
        self._told = [None, None]
        host = self.players[0].line
        await host.ask("POST", f"/tables/{self.id}/resign", urlencode({"_csrf_token": self.players[0].token}))
        _, _, journal = await host.ask("GET", f"/tables/{self.id}/journal")
        done = [entry["do"] for entry in map(json.loads, journal.splitlines()[1:]) if entry["is"] == "action"]
        changed = [kept for kept, told in zip(done, self.acknowledged, strict=False) if kept != told]
        return len(changed) + abs(len(done) - len(self.acknowledged))


class BotTable:
    """A person against the computer, who chooses immediately."""

    def __init__(self, port: int, number: int, level: str, waits: list[float]) -> None:
        self.player = Player(Line(port), Line(port))
        self.path = ""
        self._level = level
        self._waits = waits
        self._chance = Generator(stream(number, "load"))
        self.moves = 0
        self._met = False  # whether the computer has decided

    async def seat(self) -> None:
        """Sets a table up."""
        line = self.player.line
        await line.open()
        await self._new_table()

    async def _new_table(self) -> None:
        line = self.player.line
        _, created = await line.call("/tables", {"game": "fusillade", "seats": ["you", self._level]})
        self.path = created["path"]
        _, _, page = await line.ask("GET", self.path)
        self.player.token = _token(page)
        self.player.actions = []
        self.player.version = 0
        self.player.shown(page)

    async def play(self, until: float) -> None:
        """Acts, and polls until the computer has; until the time is up and it has at least once."""
        asked, ply = time.perf_counter(), self.player.ply
        while (now := time.perf_counter()) < until or not self._met:
            player = self.player
            if not player.actions:
                await asyncio.sleep(0.05)
                _, _, page = await player.line.ask("GET", self.path)
                if "data-outcome" in page:
                    await self._new_table()
                    asked, ply = time.perf_counter(), player.ply
                else:
                    player.shown(page)
                continue
            if player.ply > ply:
                self._waits.append((now - asked) / (player.ply - ply))
                self._met = True
            do = player.actions[self._chance.below(len(player.actions))]
            body = urlencode({"_csrf_token": player.token, "at": player.at, "do": do})
            player.actions = []
            _, _, page = await player.line.ask("POST", f"{self.path}/play", body)
            player.shown(page)
            asked, ply = time.perf_counter(), player.ply
            self.moves += 1
            await asyncio.sleep(0.05)


async def _against_bots(port: int, count: int, level: str, seconds: float, server: int) -> dict[str, float]:
    waits: list[float] = []
    loads: list[float] = []
    tables = [BotTable(port, number, level, waits) for number in range(count)]
    for table in tables:
        await table.seat()
    visitor = Line(port)
    await visitor.open()
    burnt = processor(server)
    began = time.perf_counter()

    async def visit() -> None:
        paths = ["/", "/games/fusillade", *(table.path for table in tables)]
        while (now := time.perf_counter()) < began + seconds:
            await visitor.ask("GET", paths[len(loads) % len(paths)])
            loads.append(time.perf_counter() - now)
            await asyncio.sleep(0.05)

    await asyncio.gather(visit(), *(table.play(began + seconds) for table in tables))
    took = time.perf_counter() - began
    return {
        "tables": count,
        "seconds": took,
        "moves_of_people": sum(table.moves for table in tables),
        "pages": len(loads),
        **_percentiles("page", loads),
        **_percentiles("computer_decides", waits),
        "server_busy": (processor(server) - burnt) / took,
    }


def _token(page: str) -> str:
    found = re.search(r'name="_csrf_token" value="(\w+)"', page)
    assert found, page
    return found[1]


async def _load(port: int, count: int, pause: float, seconds: float, server: int) -> dict[str, float]:
    measured = Measured()
    tables = [Table(port, number, pause, measured) for number in range(count)]
    for first in range(0, count, 20):
        await asyncio.gather(*(table.seat() for table in tables[first : first + 20]))
    await asyncio.sleep(2)
    burnt = processor(server), processor(os.getpid())
    began = time.perf_counter()
    await asyncio.gather(*(table.play(began + seconds) for table in tables))
    took = time.perf_counter() - began
    busy = processor(server) - burnt[0], processor(os.getpid()) - burnt[1]
    await asyncio.sleep(1)
    lost = [await table.lost() for table in tables]
    for listening in [task for table in tables for task in table.listening]:
        listening.cancel()
    return {
        "tables": count,
        "streams": 2 * count,
        "seconds": took,
        "actions": len(measured.actions),
        "actions_per_second": len(measured.actions) / took,
        **_percentiles("answer", measured.actions),
        "shown_to_host": len(measured.arrivals[0]),
        "shown_to_friend": len(measured.arrivals[1]),
        **_percentiles("stream", [*measured.arrivals[0], *measured.arrivals[1]]),
        "refused": measured.refused,
        "lost": sum(lost),
        "server_busy": busy[0] / took,
        "load_busy": busy[1] / took,
        "server_peak_mb": _peak(server),
    }


def _percentiles(name: str, seconds: list[float]) -> dict[str, float]:
    if not seconds:
        raise SystemExit(f"There are no measurements for “{name}”. Use more --seconds.")
    ordered = sorted(seconds)
    found = {part: ordered[int(len(ordered) * part / 100)] * 1000 for part in (50, 95, 99)}
    return {f"{name}_p{part}_ms": value for part, value in found.items()} | {f"{name}_max_ms": ordered[-1] * 1000}


def processor(process: int) -> float:
    """Returns the processor seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak(process: int) -> float:
    """Returns the most memory that a process has had, in megabytes."""
    kilobytes = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="utf-8"))[0]
    return int(kilobytes) / 1024


@contextmanager
def serving(python: str, port: int) -> Iterator[int]:
    """Runs an installation's server in a new folder; yields its process id. Prints its errors at the end."""
    with tempfile.TemporaryDirectory() as folder:
        process = _started(python, folder, port)
        try:
            yield process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)
            sys.stderr.write(Path(folder, ERRORS).read_text(encoding="utf-8"))


def _started(python: str, folder: str, port: int) -> subprocess.Popen[bytes]:
    """Starts a server with room for everybody, leaving out settings that an older server does not know."""
    command = [python, "-m", "grognard", "serve", "--port", str(port), "--data-dir", folder]
    room = dict.fromkeys(ROOM, "1000000")
    while True:
        with Path(folder, ERRORS).open("wb") as errors:
            process = subprocess.Popen(command, env=os.environ | room, stdout=subprocess.DEVNULL, stderr=errors)
        if _answers(process, port):
            return process
        process.kill()
        told = Path(folder, ERRORS).read_text(encoding="utf-8")
        unknown = re.match(r"There is no setting (\w+)\.", told)
        if unknown is None or room.pop(unknown[1], None) is None:
            raise SystemExit(f"The server did not start. {told}")


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Waits for a server; false if it ends or takes two minutes."""
    for _ in range(1200):
        if process.poll() is not None:
            return False
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.1)
    return False


def main() -> int:
    """Measures and prints; returns 1 if an action is refused, lost or, without --any-speed, slow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2, help="seconds between two actions at a table")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs the server")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--bots", type=int, default=0, help="tables against the computer, instead of the others")
    parser.add_argument("--level", default="marshal", help="the computer's level")
    parser.add_argument("--any-speed", action="store_true", help="exit with 0 even if answers are slow")
    parser.add_argument("--json", action="store_true", help="print one object")
    given = parser.parse_args()
    with serving(given.python, given.port) as server:
        if given.bots:
            found = asyncio.run(_against_bots(given.port, given.bots, given.level, given.seconds, server))
        else:
            found = asyncio.run(_load(given.port, given.tables, given.pause, given.seconds, server))
    found["load_average"] = os.getloadavg()[0]
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:28} {value:12,.2f}" if isinstance(value, float) else f"{name:28} {value:9,}")
    slow = found["page_p95_ms" if given.bots else "answer_p95_ms"] > MOST_MILLISECONDS
    return 1 if found.get("lost") or found.get("refused") or (slow and not given.any_speed) else 0


if __name__ == "__main__":
    sys.exit(main())
