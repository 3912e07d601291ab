"""Before the first card: everybody has his part in the deal, nobody can choose it, and nothing is dealt early."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.kernel.errors import BadInput, GrognardError
from grognard.play.clock import DAY
from grognard.play.deal import Promise, committed, failures, promised
from grognard.play.journal import parse_journal
from grognard.play.session import replayed
from grognard.server import table_page
from grognard.server.storage.rows import Dealt
from grognard.server.storage.tables import TableStore
from grognard.server.tables import dealing, lobby
from grognard.server.tables.dealing import (
    CALLED_OFF,
    START_OVER_AFTER,
    commit,
    draw,
    lose,
    reveal,
    start_over,
    tend,
    type_in,
)
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render
from tests.play.test_deal import script
from tests.server.support import Guest, Json, Server, lines, running, until

OWN = {0: "aa" * 32, 1: "bb" * 32, 2: "cc" * 32, 3: "dd" * 32}


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
    before = deal(host, table)["steps"]
    assert deal(host, table, "/commit", seat=0, hash=hash)["steps"] == before, "sent again, it changes nothing"
    assert host.api(f"/tables/{table}/deal/commit", {"seat": 0, "hash": "0" * 64}).status_code == 409, "once only"
    deal(friend, table, "/commit", seat=1, hash=hash)  # a copy
    stolen = friend.api(f"/tables/{table}/deal/reveal", {"seat": 1, "bytes": OWN[0]})
    assert "do not match its commitment" in stolen.json()["detail"]
    assert deal(host, table)["steps"][-1]["is"] == "commit"


def invited(url: str) -> tuple[str, Guest, str]:
    """A table that waits for a friend: its id, who set it up, and the path of the invitation."""
    host = Guest(url)
    created = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"]}).json()
    return created["id"], host, created["invitations"][0]["path"]


def test_two_people_who_never_meet_are_dealt_at_the_inviters_second_visit(server: Server) -> None:
    table, host, invitation = invited(server.url)
    assert deal(host, table)["may_commit"] == [0]
    assert commit_by_page(host, table)["waits_for"] == "seats"
    waiting = host.page(f"/tables/{table}").text
    assert "You are ready, and you can close this page." in waiting
    assert '<a href="/your-data/alerts">Get an alert</a>' in waiting
    friend = Guest(server.url)
    friend.post(invitation, {})
    assert deal(friend, table)["may_commit"] == [1]
    assert commit_by_page(friend, table)["waits_for"] == "reveals"
    assert deal(friend, table, "/reveal", seat=1, bytes=OWN[1])["waits_for"] == "reveals"
    assert "Waiting for a guest to open it." in friend.page("/").text
    assert "Open it to start" in host.page("/").text
    assert deal(host, table, "/reveal", seat=0, bytes=OWN[0])["waits_for"] == ""


def test_four_people_are_dealt_although_no_two_of_them_meet(server: Server) -> None:
    host = Guest(server.url)
    asked = {"game": "green-troops", "seats": ["you", "open", "open", "open"], "options": {"seats": 4}}
    created = host.api("/tables", asked).json()
    table, people = created["id"], [host]
    commit_by_page(host, table)
    for invitation in created["invitations"]:
        people.append(Guest(server.url))
        people[-1].post(invitation["path"], {})
        state = commit_by_page(people[-1], table)
    assert state["waits_for"] == "reveals"
    order = [people[-1], *people[:-1]]  # the last one reveals in the same visit
    for number, guest in enumerate(order):
        (seat,) = deal(guest, table)["yours"]
        assert "data-leave" not in guest.page(f"/tables/{table}").text
        assert (deal(guest, table, "/reveal", seat=seat, bytes=OWN[seat])["waits_for"] == "") is (number == 3)
    assert host.look(table)["view"]["seat"] == 0


def test_whoever_leaves_takes_the_commitment_along_until_all_have_committed(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    commit_by_page(friend, table)
    assert friend.post(f"/tables/{table}/leave", {}).answer.headers["location"] == "/"
    state = deal(host, table)
    assert (state["waits_for"], state["steps"][-1]) == ("seats", {"is": "leave", "seat": 1})
    assert friend.page(f"/tables/{table}").text.count("data-leave") == 0
    assert "waiting for a friend" in host.page(f"/tables/{table}").text
    commit_by_page(host, table)
    other = Guest(server.url)
    key = re.search(r"/join/([\w-]+)", host.page(f"/tables/{table}/invitation").text)
    assert key is not None
    other.post(f"/tables/{table}/join/{key[1]}", {})
    assert commit_by_page(other, table)["waits_for"] == "reveals"
    for guest in (host, other):
        refused = guest.post(f"/tables/{table}/leave", {})
        assert refused.status == 403
        assert "Everyone has committed" in refused.text
    link = re.search(r"/join/([\w-]+)", other.page(f"/tables/{table}/my-link").text)
    assert link is not None
    assert Guest(server.url).post(f"/tables/{table}/join/{link[1]}", {}).status == 403, "nobody is replaced"
    deal(host, table, "/reveal", seat=0, bytes=OWN[0])
    assert deal(other, table, "/reveal", seat=1, bytes=OWN[1])["waits_for"] == ""


def test_a_seat_that_moves_to_another_device_commits_there(server: Server) -> None:
    table, _host, friend = sat_down(server.url)
    commit_by_page(friend, table)
    link = re.search(r"/join/([\w-]+)", friend.page(f"/tables/{table}/my-link").text)
    assert link is not None
    phone = Guest(server.url)
    phone.post(f"/tables/{table}/join/{link[1]}", {})
    assert deal(phone, table)["may_commit"] == [1]
    assert deal(friend, table)["yours"] == []


def test_whoever_loses_their_bytes_commits_last_and_the_second_time_the_table_is_called_off(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    for guest in (host, friend):
        commit_by_page(guest, table)
    assert host.api(f"/tables/{table}/deal/lost", {"seat": 1}).status_code == 403, "only your own"
    first = deal(friend, table)["steps"][0]["hash"]
    state = deal(host, table, "/lost", seat=0)
    assert (state["attempt"], state["waits_for"], state["may_commit"]) == (2, "answers", [])
    assert state["steps"][-2] == {"is": "void", "seats": [0], "by": 0}
    assert state["steps"][-1]["hash"] != first
    assert "Deal 1 failed: Blue's browser lost its part." in html.unescape(friend.page(f"/tables/{table}").text)
    assert friend.api(f"/tables/{table}/deal/reveal", {"seat": 1, "bytes": OWN[1]}).status_code == 409
    early = host.api(f"/tables/{table}/deal/commit", {"seat": 0, "hash": "0" * 64})
    assert "commits last in attempt 2" in early.json()["detail"]
    for guest in (friend, host):
        commit_by_page(guest, table)
    assert deal(host, table, "/lost", seat=0)["waits_for"] == "nothing"
    for guest in (host, friend):
        text = guest.page(f"/tables/{table}").text
        assert "No cards were dealt, so nobody won or lost. The deal failed twice because of Blue." in text
        assert f"/tables/{table}" not in guest.page("/").text
        listed = guest.page("/games-of-mine").text
        assert "It was called off before the cards were dealt." in listed
        record = guest.page("/games-of-mine/record").text
        assert "Deal 2 failed: Blue's browser lost its part." in html.unescape(record)
        refused = guest.api(f"/tables/{table}/deal/draw", {"seat": deal(guest, table)["yours"][0]})
        assert refused.json()["detail"] == CALLED_OFF


def test_a_voided_attempt_is_in_the_journal_the_check_and_the_records(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    for guest in (host, friend):
        commit_by_page(guest, table)
    deal(friend, table, "/lost", seat=1)
    for guest in (host, friend):
        commit_by_page(guest, table)
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    deal(host, table, "/reveal", seat=0, bytes=OWN[0])
    void = "Deal 1 failed: Red's browser lost its part."
    page = html.unescape(host.page(f"/tables/{table}").text)
    assert f"It was dealt on attempt 2. {void}" in page
    host.do(table, "resign")
    journal = host.api(f"/tables/{table}/journal").text
    assert lines(journal)[0]["grognard_journal"] == 3
    assert replayed(parse_journal(journal, "it"), grognard.load).outcome() is not None
    assert void in html.unescape(host.page(f"/tables/{table}/check").text)
    for guest in (host, friend):
        assert void in html.unescape(guest.page("/games-of-mine/record").text)


def test_deleting_your_data_before_the_deal_calls_the_table_off(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    for guest in (host, friend):
        commit_by_page(guest, table)
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    token = host.page("/your-data/delete").hidden("_csrf_token")
    assert host.post("/your-data/delete", {}, token).status in (200, 303)
    state = deal(friend, table)
    assert (state["waits_for"], state["steps"][-1]) == ("nothing", {"is": "calloff", "seat": 0})
    assert "Blue deleted their data before the cards were dealt." in friend.page(f"/tables/{table}").text
    assert "Blue deleted their data" in friend.page("/games-of-mine/record").text


def test_a_table_that_was_called_off_takes_nobody_and_does_not_prevent_another_rematch(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    for guest in (host, friend):
        guest.leave_to_server(table)
    friend.do(table, "resign")
    first = host.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    for _ in range(2):
        # The seat that has failed commits last.
        for guest in sorted((host, friend), key=lambda guest: not deal(guest, first)["may_commit"]):
            commit_by_page(guest, first)
        deal(host, first, "/lost", seat=deal(host, first)["yours"][0])
    assert deal(host, first)["waits_for"] == "nothing"
    link = re.search(r"/join/([\w-]+)", host.page(f"/tables/{first}/my-link").text)
    assert link is not None
    refused = Guest(server.url).post(f"/tables/{first}/join/{link[1]}", {})
    assert refused.status == 403
    assert "This table was called off" in refused.text
    again = host.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    assert again != first
    assert deal(friend, again)["may_commit"]


def test_a_rematch_is_dealt_without_meeting_too(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    for guest in (host, friend):
        guest.leave_to_server(table)
    friend.do(table, "resign")
    again = host.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    assert commit_by_page(host, again)["waits_for"] == "answers"
    assert "asks for a rematch" in friend.page("/").text
    own = commit_by_page(friend, again)["yours"][0]
    deal(friend, again, "/reveal", seat=own, bytes=OWN[own])
    other = deal(host, again)["yours"][0]
    assert deal(host, again, "/reveal", seat=other, bytes=OWN[other])["waits_for"] == ""


def test_without_a_script_one_types_or_lets_the_server_draw_and_all_are_told(server: Server) -> None:
    table, host, friend = sat_down(server.url)
    page = host.page(f"/tables/{table}")
    assert '<noscript><meta http-equiv="refresh"' in page.text
    token = page.hidden("_csrf_token")
    short = host.post(f"/tables/{table}/deal-type", {"seat": "0", "text": "x"}, token)
    assert short.status == 422
    assert "at least 8 characters" in short.text
    assert host.post(f"/tables/{table}/deal-type", {"seat": "0", "text": "six dice: 3 1 6 6 2"}, token).status == 303
    assert "ready: typed something" in friend.page(f"/tables/{table}").text
    assert "six dice" not in str(deal(friend, table))
    assert friend.post(f"/tables/{table}/deal-draw", {"seat": "1"}).status == 303
    text = friend.page(f"/tables/{table}").text
    assert "Nobody could have chosen these cards." in text
    assert "The bytes of Blue were typed, so the server knew them early. The server drew for Red." in text


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
    assert host.page("/").text.count(f'href="/tables/{alone}"') == 1
    assert "Waiting for a friend to join." in host.page("/").text
    assert host.post(f"/tables/{alone}/leave", {}).answer.headers["location"] == "/"
    assert host.page(f"/tables/{alone}").status == 404
    shared, first, second = sat_down(server.url)
    assert "Open it to start" in second.page("/").text
    assert Guest(server.url).post(f"/tables/{shared}/leave", {}).status == 403
    assert first.post(f"/tables/{shared}/leave", {}).status == 303
    assert second.post(f"/tables/{shared}/leave", {}).status == 303
    assert second.page(f"/tables/{shared}").status == 404, "nobody is left"


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
    until(lambda: "ready" in stream.events[-1])
    host.leave_to_server(table)
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    until(lambda: '<main id="table"' in stream.events[-1])
    stream.close()


# -- two processes, and what follows by itself -------------------------------------------------------------------------


def apart(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> TableRegistry:
    """Another process on the same database; neither hears of the other."""
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    return TableRegistry(tables.config, TableStore(tables.store._database), tables._news, tables.workers, tables.house)


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


def test_there_is_no_deadline_but_after_three_days_the_others_may_start_over(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    moment = [1000.0]
    monkeypatch.setattr(tables.house, "now", lambda: moment[0])

    async def played() -> None:
        live = await tables.follow(await set_up(tables))
        for guest in ("a", "b"):
            await committing(tables, live, guest)
        await reveal(tables, live, "b", 1, OWN[1])
        moment[0] += START_OVER_AFTER[False] - 60
        with pytest.raises(BadInput, match=r"You can start over from \d\d:\d\d UTC on .*, not before"):
            await start_over(tables, live, "b", 1)
        assert re.search(r"\d\d:\d\d", shown(live, "b"))
        assert "data-start-over" not in shown(live, "b")
        moment[0] += 120
        assert "data-start-over" in shown(live, "b")
        assert "data-start-over" not in shown(live, "a"), "nobody waits for the others here"
        with pytest.raises(BadInput, match="not waiting"):
            await start_over(tables, live, "a", 0)
        await start_over(tables, live, "b", 1)
        assert (live.attempt.number, failures(live.attempts)) == (2, {0: 1})
        assert "Deal 1 failed: Blue did not come back, and Red started over." in shown(live, "a")
        for guest in ("b", "a"):
            await committing(tables, live, guest)
        moment[0] += 365 * DAY
        await reveal(tables, live, "b", 1, OWN[1])
        await reveal(tables, live, "a", 0, OWN[0])
        assert live.dealt, "a reveal counts even a year late"
        assert not re.search(r'"secret', live.session.redacted(0).replace('"secrets":[]', ""))

    def shown(live: LiveTable, guest: str) -> str:
        drawn = table_page.dealing_model(tables, live, guest, "")
        return html.unescape(render("dealing.html", p=drawn, meta=live.game.spec.meta, notice="", csrf=""))

    asyncio.run(played())


def test_nobody_is_asked_twice_what_they_left_to_the_server(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)

    async def played() -> None:
        live = await tables.follow(await set_up(tables))
        await draw(tables, live, "b", 1)
        await committing(tables, live, "a")
        await lose(tables, live, "a", 0)
        assert (live.attempt.number, live.attempt.draws) == (2, {1})
        with pytest.raises(GrognardError, match="has already answered in attempt 2"):
            await type_in(tables, live, "b", 1, "something long")
        await committing(tables, live, "a")
        await reveal(tables, live, "a", 0, OWN[0])
        assert live.dealt

    asyncio.run(played())


def test_a_table_of_an_older_server_begins_anew_under_the_present_protocol(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    monkeypatch.setattr(dealing, "PROTOCOL", 1)
    monkeypatch.setattr(lobby, "promise", old_promise)

    async def played() -> None:
        live = await tables.follow(await set_up(tables))
        assert live.attempt.protocol == 1
        await commit(tables, live, "a", 0, "0" * 64)
        monkeypatch.setattr(dealing, "PROTOCOL", 2)
        await tend(tables, live)
        assert (live.attempt.number, live.attempt.protocol) == (2, 2)
        for guest in ("a", "b"):
            await committing(tables, live, guest)
        for seat, guest in enumerate("ab"):
            await reveal(tables, live, guest, seat, OWN[seat])
        assert live.dealt

    asyncio.run(played())


def old_promise(table: str, attempt: int) -> Dealt:
    """The promise of a server that knew protocol 1 only."""
    return Dealt(Promise(promised(table, attempt, bytes(32), 1)), bytes(32).hex())


def test_the_steps_of_a_deal_are_bounded(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    monkeypatch.setattr(dealing, "MOST_STEPS", 2)

    async def played() -> None:
        live = await tables.follow(await set_up(tables))
        await committing(tables, live, "a")
        with pytest.raises(BadInput, match="Set up a new table"):
            await committing(tables, live, "b")

    asyncio.run(played())
