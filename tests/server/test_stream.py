"""One stream for all pages of a guest: what it brings, and how many he may have."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest

from grognard.server.net.stream import WatchedTable
from grognard.server.tables import presence
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Server, Stream, running, seated, until


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives each guest few streams."""
    with running(tmp_path_factory.mktemp("small"), {"GROGNARD_STREAMS": "3"}) as server:
        yield server


def version(stream: Stream, table: str) -> int:
    """The version of a table that came last."""
    events = [event for name, event in zip(stream.names, stream.events, strict=False) if name == table]
    return int(re.findall(r'data-version="(\d+)"', events[-1])[0])


def test_one_stream_brings_several_tables_each_under_its_name(server: Server) -> None:
    first, host, friend = seated(server.url)
    second = host.set_up("one_screen", open_hands="on")  # nobody moves there
    stream = host.watch(first, second)
    stream.wait(2)
    friend.do(first, "resign")
    until(lambda: any('data-outcome="resigned"' in event for event in stream.events))
    stream.close()
    brought = list(zip(stream.names, stream.events, strict=True))
    assert {name for name, _event in brought} == {first, second}
    assert all(f'href="/tables/{name}/log"' in event for name, event in brought)
    assert {name for name, event in brought if 'data-outcome="resigned"' in event} == {first}


def test_what_is_shown_already_is_not_sent_again_but_its_changes_are(server: Server) -> None:
    table, host, friend = seated(server.url)
    before = host.watch(table)
    before.wait(1)
    shown, other = version(before, table), host.create("you", "open")["id"]
    stream = host.watch(f"{table}:{shown}", other)
    stream.wait(1)
    assert stream.names == [other]
    friend.do(table, "resign")
    until(lambda: table in stream.names)
    assert 'data-outcome="resigned"' in stream.events[stream.names.index(table)]
    older = host.watch(f"{table}:{shown}")
    older.wait(1)
    for one in (before, stream, older):
        one.close()


def test_a_table_that_is_not_here_leaves_the_others_alone(server: Server) -> None:
    guest = Guest(server.url)
    table = guest.create("you", "open")["id"]
    stream = guest.watch("gone", table)
    stream.wait(1)
    assert stream.names == [table]
    stream.close()
    assert guest.page("/stream?table=gone").status == 404


@pytest.mark.parametrize("query", ["", "?table=", "?table=%00", "?table=a:", "?table=a:-1", "?table=a:" + "9" * 10])
def test_a_stream_of_nothing_is_refused_with_a_sentence(server: Server, query: str) -> None:
    page = Guest(server.url).page(f"/stream{query}")
    assert page.status == 400
    assert re.search(r"Request (a stream with|1 to)", page.text)


def test_a_stream_of_too_many_tables_is_refused(server: Server) -> None:
    page = Guest(server.url).page("/stream?" + "&".join(f"table=a{number}" for number in range(101)))
    assert page.status == 400
    assert "Request 1 to 100 tables in a stream." in page.text


def test_a_guest_has_so_many_streams_and_another_his_own(small: Server) -> None:
    table, host, friend = seated(small.url)
    streams = [host.watch(table) for _ in range(3)]
    for stream in streams:
        stream.wait(1)
    refused = host.page(f"/stream?table={table}")
    assert refused.status == 429
    assert "You have too many table pages open" in refused.text
    others = friend.watch(table)
    others.wait(1)
    streams.pop().close()
    again = []

    def has_room() -> bool:
        again.append(host.watch(table))
        return again[-1].headers["content-type"].startswith("text/event-stream")

    until(has_room)
    for stream in [*streams, *again, others]:
        stream.close()


def test_only_who_comes_anew_is_told_of(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(tables, "notify", lambda id, deeds=None: told.append(id))

    async def opened(count: int) -> None:
        setup = Setup(game="fusillade", options={}, seats=["you", "open"])
        live = await tables.follow(await create(tables, setup, "me"))
        live.noticed[0], told[:] = live.noticed[0] - presence.HERE_SECONDS, []
        watched = [WatchedTable(tables, live, "me", "") for _ in range(count)]
        assert told == [live.id], "each of the others would be drawn anew for nothing"
        for one in watched:
            one.leave()
        assert not live.watching[0]

    asyncio.run(opened(5))
