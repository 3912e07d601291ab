"""Nothing that was acknowledged is lost and nothing lands twice, whatever happens to processes."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.server.postgres import postgres, two_servers
from tests.server.support import Guest, Json, Server, Whim, lines, running, seated, sorted_by_turn, until

CLICKS = 6
ROUNDS = 12


def at_once(guests: list[Guest], table: str, seen: Json) -> list[int]:
    """Every guest plays the same action on the same table in the same moment; the answers."""
    gate = threading.Barrier(len(guests))
    do = seen["view"]["actions"][-1]["notation"]

    def click(guest: Guest) -> int:
        gate.wait(10)
        return guest.play(table, do, seen["at"]).status_code

    with ThreadPoolExecutor(len(guests)) as pool:
        return sorted(pool.map(click, guests))


def copies(guest: Guest, url: str, count: int) -> list[Guest]:
    """A guest in several windows."""
    found = [Guest(url, dict(guest.http.cookies)) for _ in range(count)]
    for copy in found:
        copy.api("/games")  # the connections stand before the race begins
    return found


def deeds(guest: Guest, table: str) -> list[Json]:
    """What was done at a table that is over."""
    return [
        line for line in lines(guest.api(f"/tables/{table}/journal").text)[1:] if line["is"] not in ("check", "end")
    ]


def test_of_many_clicks_at_once_exactly_one_lands(server: Server) -> None:
    table, *both = seated(server.url)
    windows = [copies(guest, server.url, CLICKS) for guest in both]
    for _ in range(ROUNDS):
        seat = both[0].look(table)["view"]["to_move"]
        assert at_once(windows[seat], table, both[seat].look(table)) == [200] + [409] * (CLICKS - 1)
    both[0].do(table, "resign")
    assert len(deeds(both[0], table)) == ROUNDS + 1


def test_across_two_processes_on_one_database_exactly_one_lands(tmp_path: Path) -> None:
    with postgres() as database, two_servers(tmp_path, database) as (one, two):
        table, *both = seated(one.url)
        windows = [copies(guest, one.url, 3) + copies(guest, two.url, 3) for guest in both]
        for _ in range(ROUNDS):
            seat = both[0].look(table)["view"]["to_move"]
            assert at_once(windows[seat], table, windows[seat][-1].look(table)) == [200] + [409] * (CLICKS - 1)
            views = [guest.look(table) for guest in windows[0]]
            assert all(view == views[0] for view in views), "both processes show the same table"
        both[0].do(table, "resign")
        journals = {guest.api(f"/tables/{table}/journal").text for guest in windows[0]}
        assert len(journals) == 1
        assert len(deeds(both[0], table)) == ROUNDS + 1


class Match(threading.Thread):
    """A game of two people that goes on until the server is gone."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(daemon=True)
        self.table, *self.both = seated(url)
        self.acknowledged: list[str] = []
        self._whim = Whim(number)

    def run(self) -> None:
        """Plays; what was answered with success counts as done."""
        try:
            seen = self.both[0].look(self.table)
            while seen["view"]["to_move"] is not None:
                mover = self.both[seen["view"]["to_move"]]
                seen = mover.look(self.table)
                do = self._whim(seen["view"]["actions"])["notation"]
                answer = mover.play(self.table, do, seen["at"])
                assert answer.status_code == 200
                self.acknowledged.append(do)
                seen = answer.json()
        except (httpx.TransportError, AssertionError):
            pass  # the server was killed


def test_a_killed_server_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        matches = [Match(server.url, number) for number in range(6)]
        for match in matches:
            match.start()
        for least in (8, 20):
            until(lambda least=least: all(len(match.acknowledged) >= least for match in matches), 30)  # type: ignore[misc]
        server.kill()
        for match in matches:
            match.join(10)
        server.start()
        for match in matches:
            assert match.both[0].do(match.table, "resign").status == 200
            *kept, last = deeds(match.both[0], match.table)
            assert last["is"] == "resign"
            done = [deed["do"] for deed in kept]
            assert done[: len(match.acknowledged)] == match.acknowledged
            assert len(done) <= len(match.acknowledged) + 1, "one action at most was on its way"


def test_a_restarted_server_shows_the_same_table(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, *both = seated(server.url)
        mover, other = sorted_by_turn(table, (both[0], both[1]))
        seen = mover.look(table)
        mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
        before = [mover.look(table), other.look(table)]
        page = mover.page(f"/tables/{table}")
        server.kill()
        server.start()
        assert [mover.look(table), other.look(table)] == before
        data = {"do": page.actions[0], "at": page.hidden("at")}
        # A page that was loaded before goes on working.
        assert mover.post(f"/tables/{table}/play", data, page.hidden("_csrf_token")).status == 303


@contextmanager
def thinking(folder: Path) -> Iterator[tuple[Server, Guest, str]]:
    """A server whose bot process runs."""
    with running(folder) as server:
        guest = Guest(server.url)
        table = guest.set_up("computer")
        until(lambda: bool(guest.look(table)["view"]["actions"]))
        guest.do(table, "play", do="END_DEPLOY")
        until(lambda: bool(_children(server)), 20)
        yield server, guest, table


def _children(server: Server) -> list[int]:
    """The processes that a process has started."""
    assert server.process is not None
    path = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(child) for child in path.read_text().split()]


def test_sigterm_ends_with_open_pages_within_seconds(tmp_path: Path) -> None:
    with thinking(tmp_path) as (server, guest, table):
        streams = [guest.watch(table) for _ in range(5)]
        children = _children(server)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 3, "an open stream keeps nobody waiting"
        until(lambda: all(stream.ended for stream in streams))
        until(lambda: not any(_alive(child) for child in children), 5, "a bot's process was left behind")
        assert server.log() == f"Grognard is at http://localhost:{server.port} (Ctrl-C stops it).\n"
        server.start()
        assert guest.look(table)["over"] is False


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    with thinking(tmp_path) as (server, _guest, _table):
        children = _children(server)
        server.kill()
        until(lambda: not any(_alive(child) for child in children), 10, "a bot's process was left behind")


def _alive(process: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def test_a_dead_bot_process_is_replaced(tmp_path: Path) -> None:
    with thinking(tmp_path) as (server, guest, table):
        for child in _children(server):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(child, signal.SIGKILL)
        whim = Whim(4)
        for _ in range(12):
            until(lambda: bool(guest.look(table)["view"]["actions"]), 20)
            seen = guest.look(table)
            guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"])
