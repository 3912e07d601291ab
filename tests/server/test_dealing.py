"""Before the first card: everybody has his part in the deal, nobody can choose it, and nothing is dealt early."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.kernel.errors import BadInput, GrognardError
from grognard.play.deal import committed
from grognard.play.journal import parse_journal
from grognard.play.session import replayed
from grognard.server import table_page
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.tables import TableStore
from grognard.server.tables.dealing import commit, leave, reveal, tend, type_in
from grognard.server.tables.live_table import GIVEN_UP, MOST_ATTEMPTS, LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render
from tests.play.test_deal import script
from tests.server.support import Guest, Json, Server, lines, running, until

OWN = {0: "aa" * 32, 1: "bb" * 32}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second for what is to be revealed."""
    with running(tmp_path_factory.mktemp("hasty"), {"GROGNARD_REVEAL_SECONDS": "1"}) as found:
        yield found


def sat_down(url: str) -> tuple[str, Guest, Guest]:
    """A table of two people where nobody has had his part in the deal."""
    host, friend = Guest(url), Guest(url)
    created = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"]}).json()
    assert friend.post(created["invitations"][0]["path"], {}).status == 303
    return created["id"], host, friend


def deal(guest: Guest, table: str, what: str = "", **body: Any) -> Json:
    """How the table is dealt, once a guest has done something about that."""
    answer = guest.api(f"/tables/{table}/deal{what}", body or None)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def commit_by_page(guest: Guest, table: str) -> Json:
    """Commits as a page does; how it is dealt then."""
    state = deal(guest, table)
    seat = state["yours"][0]
    promise = [step["hash"] for step in state["steps"] if step["is"] == "promise"][-1]
    hash = committed(table, state["attempt"], seat, promise, bytes.fromhex(OWN[seat]))
    return deal(guest, table, "/commit", seat=seat, hash=hash)


def test_cards_are_dealt_once_all_have_committed_and_revealed(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    assert deal(host, table)["waits_for"] == "answers"
    assert commit_by_page(host, table)["waits_for"] == "answers"
    early = host.api(f"/tables/{table}/deal/reveal", {"seat": 0, "bytes": OWN[0]})
    assert early.status_code == 409
    assert "before all seats had committed" in early.json()["detail"]
    assert commit_by_page(friend, table)["waits_for"] == "reveals"
    assert deal(host, table, "/reveal", seat=0, bytes=OWN[0])["waits_for"] == "reveals"
    for guest in (host, friend):
        assert guest.look(table)["view"] is None
        assert guest.page(f"/tables/{table}").attribute("version") is None
        assert guest.api(f"/tables/{table}/journal").status_code == 409
    assert deal(friend, table, "/reveal", seat=1, bytes=OWN[1])["waits_for"] == ""
    assert host.look(table)["view"]["seat"] == 0
    page = host.page(f"/tables/{table}").text
    assert "Nobody could have chosen these cards." in page
    assert "It was dealt on the first attempt." in page
    assert host.page(f"/tables/{table}/check").status == 403, "the secret is still one"
    seen = host.api(f"/tables/{table}/journal").text
    assert lines(seen)[0]["deal"]["secrets"] == []
    host.do(table, "resign")
    journal = friend.api(f"/tables/{table}/journal").text
    assert replayed(parse_journal(journal, "it"), grognard.load).outcome() is not None
    assert script(journal).stdout.startswith("The deal checks out: attempt 1, bytes of 2 of 2 people.")
    checked = friend.page(f"/tables/{table}/check").text
    assert "The deal checks out" in checked
    assert OWN[0] in checked
    assert lines(journal)[0]["deal"]["secrets"][0] in checked


def test_other_bytes_than_were_committed_and_another_seat_are_refused(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    hash = commit_by_page(host, table)["steps"][-1]["hash"]
    assert friend.api(f"/tables/{table}/deal/draw", {"seat": 0}).status_code == 403
    assert Guest(server.url).api(f"/tables/{table}/deal/draw", {"seat": 0}).status_code == 403
    assert host.api(f"/tables/{table}/deal/commit", {"seat": 0, "hash": hash}).status_code == 409, "once only"
    deal(friend, table, "/commit", seat=1, hash=hash)  # a copy
    stolen = friend.api(f"/tables/{table}/deal/reveal", {"seat": 1, "bytes": OWN[0]})
    assert "do not match its commitment" in stolen.json()["detail"]
    assert deal(host, table)["steps"][-1]["is"] == "commit"


def test_nobody_commits_while_a_seat_is_free_but_may_leave_it_to_the_server(server: Server) -> None:
    host = Guest(server.url)
    table = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"]}).json()["id"]
    refused = host.api(f"/tables/{table}/deal/commit", {"seat": 0, "hash": "0" * 64})
    assert "once all seats are taken" in refused.json()["detail"]
    assert deal(host, table, "/draw", seat=0)["waits_for"] == "seats"
    assert "lets the server draw" in host.page(f"/tables/{table}").text


def test_without_a_script_one_types_or_lets_the_server_draw_and_all_are_told(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    page = host.page(f"/tables/{table}")
    assert '<noscript><meta http-equiv="refresh"' in page.text
    token = page.hidden("_csrf_token")
    short = host.post(f"/tables/{table}/deal-type", {"seat": "0", "text": "x"}, token)
    assert short.status == 422
    assert "at least 8 characters" in short.text
    assert host.post(f"/tables/{table}/deal-type", {"seat": "0", "text": "six dice: 3 1 6 6 2"}, token).status == 303
    assert "has typed something" in friend.page(f"/tables/{table}").text
    assert "six dice" not in str(deal(friend, table))
    assert friend.post(f"/tables/{table}/deal-draw", {"seat": "1"}).status == 303
    text = friend.page(f"/tables/{table}").text
    assert "Nobody could have chosen these cards." in text
    assert "The bytes of Blue were typed, so the server knew them early. The server drew for Red." in text


def test_whoever_is_late_makes_the_table_start_over_in_public(hasty: Server) -> None:
    table, host, friend = sat_down(hasty.url)
    first = commit_by_page(host, table)["steps"][0]["hash"]
    commit_by_page(friend, table)
    deal(host, table, "/reveal", seat=0, bytes=OWN[0])
    until(lambda: deal(host, table)["attempt"] == 2)
    state = deal(friend, table)
    assert state["waits_for"] == "answers"
    assert state["steps"][-1]["is"] == "promise"
    assert state["steps"][-1]["hash"] != first
    assert "This is attempt 2" in friend.page(f"/tables/{table}").text
    late = friend.api(f"/tables/{table}/deal/reveal", {"seat": 1, "bytes": OWN[1]})
    assert late.status_code == 409
    for guest in (host, friend):
        commit_by_page(guest, table)
    deal(host, table, "/reveal", seat=0, bytes=OWN[0])
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    assert "It was dealt on attempt 2." in host.page(f"/tables/{table}").text
    host.do(table, "resign")
    assert "attempt 2, bytes of 2 of 2" in script(host.api(f"/tables/{table}/journal").text).stdout


def test_where_nobody_has_a_part_the_table_says_so(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    for guest in (host, friend):
        guest.leave_to_server(table)
    text = host.page(f"/tables/{table}").text
    assert "Only the server took part in this deal. The server drew for Blue and Red." in text


def test_a_table_against_the_computer_says_that_its_deal_is_given(server: Server, guest: Guest) -> None:
    for table in (guest.set_up("computer"), guest.set_up("one_screen", open_hands="on")):
        assert deal(guest, table)["steps"] == []
        assert "The cards were fixed, so no seat took part in the deal." in guest.page(f"/tables/{table}").text


def test_a_table_that_nobody_has_joined_can_be_called_off(server: Server) -> None:
    host = Guest(server.url)
    alone = host.set_up("friend")
    assert host.page("/").text.count(f"/tables/{alone}") == 1
    assert "Waiting for a friend to join." in host.page("/").text
    assert host.post(f"/tables/{alone}/call-off", {}).answer.headers["location"] == "/"
    assert host.page(f"/tables/{alone}").status == 404
    shared, first, second = sat_down(server.url)
    assert "Join the deal" in second.page("/").text
    for guest in (first, second, Guest(server.url)):
        assert guest.post(f"/tables/{shared}/call-off", {}).status == 403


def test_a_kill_loses_no_step(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, host, friend = sat_down(server.url)
        commit_by_page(host, table)
        commit_by_page(friend, table)
        before = deal(host, table, "/reveal", seat=0, bytes=OWN[0])
        server.kill()
        server.start()
        assert deal(host, table) == before
        assert deal(friend, table, "/reveal", seat=1, bytes=OWN[1])["waits_for"] == ""
        hand = host.look(table)["view"]["zones"]
        server.kill()
        server.start()
        assert host.look(table)["view"]["zones"] == hand, "it is not dealt again"


def test_a_stream_tells_of_each_step_and_then_brings_the_table(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    stream = host.watch(table)
    stream.wait(1)
    assert 'id="dealing"' in stream.events[0]
    commit_by_page(friend, table)
    until(lambda: "has committed" in stream.events[-1])
    host.leave_to_server(table)
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    until(lambda: '<main id="table"' in stream.events[-1])
    stream.close()


# -- two processes, and what follows by itself -------------------------------------------------------------------------


def apart(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> TableRegistry:
    """Another process on the same database; neither hears of the other."""
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    return TableRegistry(tables.config, TableStore(tables.store._database), tables._news, tables.workers)


async def set_up(tables: TableRegistry) -> str:
    """A table of two guests, a and b."""
    return await create(tables, Setup(game="fusillade", options={}, seats=["you", "open"], holders={1: {"b"}}), "a")


async def committing(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """A guest commits as a page does."""
    seat = live.seats_of(guest)[0]
    hash = committed(live.id, live.attempt.number, seat, live.attempt.promise, bytes.fromhex(OWN[seat]))
    await commit(tables, live, guest, seat, hash)


def test_two_processes_deal_one_table_once(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    other = apart(tables, monkeypatch)

    async def played() -> tuple[str, str]:
        id = await set_up(tables)
        here, there = await tables.follow(id), await other.follow(id)
        await asyncio.gather(committing(tables, here, "a"), committing(other, there, "b"))
        await asyncio.gather(reveal(tables, here, "a", 0, OWN[0]), reveal(other, there, "b", 1, OWN[1]))
        lives = [await side.follow(id) for side in (tables, other)]
        return lives[0].session.state.serialize(), lives[1].session.state.serialize()

    here, there = asyncio.run(played())
    assert here == there


def test_a_seat_that_is_left_for_good_does_not_keep_the_others_waiting(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.server.storage.database import Database

    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)

    async def played() -> LiveTable:
        id = await set_up(tables)
        live = await tables.follow(id)
        await leave(tables, live, "b", 1)
        database = Database(tables.config.url)
        await Expiry(database).remove_guest("a", ())
        await database.close()
        live = await tables.follow(id)
        await tend(tables, live)
        return live

    assert asyncio.run(played()).dealt


def test_the_clock_runs_from_the_last_commitment_and_no_seat_is_asked_twice_what_it_left(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    moment = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])

    async def played() -> None:
        live = await tables.follow(await set_up(tables))
        await leave(tables, live, "b", 1)
        moment[0] += 3600
        await tend(tables, live)
        assert len(live.attempts) == 1, "nobody has committed yet: nobody is late"
        await committing(tables, live, "a")
        moment[0] += tables.config.reveal_seconds - 1
        await tend(tables, live)
        assert len(live.attempts) == 1
        moment[0] += 2
        await tend(tables, live)
        assert len(live.attempts) == 2
        assert live.attempt.draws == {1}
        with pytest.raises(GrognardError, match="has already answered in attempt 2"):
            await type_in(tables, live, "b", 1, "something long")
        await committing(tables, live, "a")
        await reveal(tables, live, "a", 0, OWN[0])
        assert live.dealt
        assert not re.search(r'"secret', live.session.redacted(0).replace('"secrets":[]', ""))

    asyncio.run(played())


def test_attempts_to_deal_are_bounded_and_the_table_says_so(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the last attempt nothing more is stored, and each player can call the table off."""
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    moment = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])

    async def failed(live: LiveTable) -> None:
        for guest in ("a", "b"):
            await committing(tables, live, guest)
        moment[0] += tables.config.reveal_seconds + 1
        await tend(tables, live)

    async def played() -> None:
        live = await tables.follow(await set_up(tables))
        for number in range(1, MOST_ATTEMPTS + 1):
            assert (live.attempt.number, live.given_up) == (number, False)
            await failed(live)
        assert (len(live.attempts), live.given_up, live.waits_for, live.dealt) == (
            MOST_ATTEMPTS,
            True,
            "nothing",
            False,
        )
        steps = len(live.dealing)
        for late in (
            committing(tables, live, "a"), reveal(tables, live, "a", 0, OWN[0]), leave(tables, live, "b", 1),
            type_in(tables, live, "b", 1, "something long"),
        ):  # fmt: skip
            with pytest.raises(BadInput, match="In each of 10 attempts, someone did not reveal in time"):
                await late
        moment[0] += 3600
        await tend(tables, live)
        live = await tables.looked_at(live.id)
        assert len(live.dealing) == steps, "nothing is added any more"
        await called_off(live)

    async def called_off(live: LiveTable) -> None:
        lifetime = Expiry(tables.store._database)
        for guest, may in (("a", True), ("b", True), ("stranger", False)):
            shown = table_page.dealing_model(tables, live, guest, "")
            text = render("dealing.html", p=shown, meta=live.game.spec.meta, notice="", csrf="")
            assert GIVEN_UP in html.unescape(text)
            assert ("data-call-off" in text) is may
        assert not await lifetime.call_off(live.id, "stranger", live.given_up)
        assert not await lifetime.call_off(live.id, "b"), "only because it is given up"
        assert await lifetime.call_off(live.id, "b", live.given_up)
        assert await tables.store.table(live.id) is None

    asyncio.run(played())
