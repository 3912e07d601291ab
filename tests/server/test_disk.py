"""What is acknowledged is on the disk; where that cannot be, the server says so and goes on."""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, text
from sqlalchemy.engine import URL

from grognard.server.storage.analyses import JournalStore
from grognard.server.storage.database import Database
from grognard.server.storage.disk import Away
from grognard.server.storage.migrate import migrate
from grognard.server.storage.schema import RECORDS
from tests.server.support import PLAIN, PROBLEM, running, seated, sorted_by_turn

WRITERS = 20


def opened(folder: Path) -> Database:
    """A new database."""
    url = URL.create("sqlite", database=str(folder / "tables.sqlite"))
    migrate(url)
    return Database(url)


def test_nothing_is_acknowledged_before_it_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync: Callable[[int], None] = os.fsync

    def noted(file: int) -> None:
        done.append(Path(os.readlink(f"/proc/self/fd/{file}")).name)
        fsync(file)

    async def keep() -> None:
        database = opened(tmp_path)
        store = JournalStore(database)
        monkeypatch.setattr(os, "fsync", noted)
        for number in range(3):
            await store.keep(str(number), "journal")
            assert done == ["tables.sqlite-wal"] * (number + 1)
        done.clear()
        await asyncio.gather(*(store.keep(f"at once {number}", "journal") for number in range(WRITERS)))
        assert 1 <= len(done) <= 2, "those who wait together share"
        await database.close()

    asyncio.run(keep())


def test_a_disk_that_fails_acknowledges_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_file: int) -> None:
        raise OSError(5, "Input/output error")

    async def keep() -> None:
        database = opened(tmp_path)
        monkeypatch.setattr(os, "fsync", broken)
        with pytest.raises(Away, match="Input/output error"):
            await JournalStore(database).keep("one", "journal")
        monkeypatch.undo()
        with pytest.raises(Away, match="Input/output error"):  # the pages of a failed fsync are not tried again
            await JournalStore(database).keep("two", "journal")
        await database.close()

    asyncio.run(keep())


def test_closing_waits_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, may_end = threading.Event(), threading.Event()
    fsync: Callable[[int], None] = os.fsync

    def slow(file: int) -> None:
        begun.set()
        assert may_end.wait(20)
        fsync(file)

    async def keep() -> None:
        database = opened(tmp_path)
        monkeypatch.setattr(os, "fsync", slow)
        waiter = asyncio.create_task(JournalStore(database).keep("one", "journal"))
        assert await asyncio.to_thread(begun.wait, 20)
        waiter.cancel()  # as a stop of the server does it
        await asyncio.wait([waiter])
        closing_down = asyncio.create_task(database.close())
        await asyncio.sleep(0.1)
        may_end.set()
        await closing_down

    asyncio.run(keep())
    gc.collect()  # which reports tasks whose errors nobody asked for
    assert caplog.messages == []
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as later:
        assert later.execute("SELECT id FROM records").fetchall() == [("one",)]


def test_all_that_is_read_at_once_is_of_one_moment(tmp_path: Path) -> None:
    async def read() -> None:
        database = opened(tmp_path)
        async with database.reading() as connection:
            assert await connection.scalar(select(RECORDS.c.id)) is None
            with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as other:
                other.execute("INSERT INTO records VALUES ('one', '', '2026-01-01')")
                other.commit()
            assert await connection.scalar(select(RECORDS.c.id)) is None
        async with database.reading() as connection:
            assert await connection.scalar(select(RECORDS.c.id)) == "one"
        await database.close()

    asyncio.run(read())


def test_a_transaction_of_another_process_is_waited_for(tmp_path: Path) -> None:
    async def write() -> None:
        database = opened(tmp_path)
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            kept = asyncio.create_task(JournalStore(database).keep("one", "journal"))
            async with database.reading() as connection:
                await connection.execute(text("SELECT 1"))
            await asyncio.sleep(0)
            assert not kept.done()
            other.execute("COMMIT")
            await kept
        await database.close()

    asyncio.run(write())


def test_a_locked_database_is_an_honest_refusal_and_all_else_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, *both = seated(server.url)
        elsewhere, at_leisure, _ = seated(server.url)
        mover, _ = sorted_by_turn(table, (both[0], both[1]))
        seen = mover.look(table)
        page = mover.page(f"/tables/{table}")
        do, at, token = page.actions[0], page.hidden("at"), page.hidden("_csrf_token")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as locker:
            locker.execute("BEGIN EXCLUSIVE")
            with ThreadPoolExecutor(1) as pool:
                for send in (
                    lambda: mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"]),
                    lambda: mover.post(f"/tables/{table}/play", {"do": do, "at": at}, token).answer,
                ):
                    asked = pool.submit(send)
                    for _ in range(5):
                        assert httpx.get(f"{server.url}/healthz", verify=PLAIN).text == "ok"
                        assert at_leisure.look(elsewhere)["over"] is False
                    assert not asked.done(), "they were answered while it waited"
                    answer = asked.result(20)
                    assert answer.status_code == 503
                    assert int(answer.headers["retry-after"]) > 0
                    of_the_api = answer.request.url.path.startswith("/api/")
                    assert answer.headers["content-type"].startswith(PROBLEM if of_the_api else "text/html")
                    assert "The database does not answer right now." in answer.text
            locker.execute("ROLLBACK")
        assert mover.look(table) == seen
        assert mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"]).status_code == 200


@pytest.mark.parametrize("beside", ["", "-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_a_deed_that_would_go_into_a_removed_file_is_an_error(tmp_path: Path, beside: str, replaced: bool) -> None:
    with running(tmp_path) as server:
        table, *both = seated(server.url)
        mover, _ = sorted_by_turn(table, (both[0], both[1]))
        seen = mover.look(table)
        file = tmp_path / f"tables.sqlite{beside}"
        file.rename(tmp_path / "elsewhere")
        if replaced:
            file.write_bytes((tmp_path / "elsewhere").read_bytes())
        answer = mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
        assert answer.status_code == 503
        assert answer.headers["content-type"].startswith(PROBLEM)
        ready = httpx.get(f"{server.url}/readyz", verify=PLAIN)
        assert ready.status_code == 503
        assert ready.headers["content-type"].startswith(PROBLEM)
        assert ready.json()["detail"] == "The database does not answer."
        assert httpx.get(f"{server.url}/healthz", verify=PLAIN).status_code == 200
        assert file.exists() == replaced, "no new file takes its place"
