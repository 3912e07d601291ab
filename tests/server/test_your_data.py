"""A guest reads what is kept of him, takes it away and has it deleted; nobody else's secrets or games go with it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import MetaData, create_engine, select

from grognard.bots.review import Verdict
from grognard.bots.turns import Whose
from grognard.bots.workers import Weighed
from grognard.play.journal import Resign
from grognard.server.config import Config
from grognard.server.guests.erase_guest import erase_guest
from grognard.server.jobs import analysis
from grognard.server.jobs.analysis import Analyses
from grognard.server.storage.analyses import AnalysisStore
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry, Parted
from grognard.server.storage.rows import GONE, StoredTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render
from tests.server.alerting import done, furnish
from tests.server.support import (
    Guest,
    Json,
    Server,
    Whim,
    dealt,
    guest_in,
    lines,
    play_on,
    running,
    seated,
    table_of,
    taken,
    until,
)
from tests.server.test_seats import own_link
from tests.server.test_secrecy import can_pick, pick


def name_of(guest: Guest) -> str:
    """What the server calls a guest."""
    return guest_in(guest.http.cookies["grognard_guest"])


def everything(address: str) -> str:
    """All that stands in a database, whatever tables and columns it has."""
    engine = create_engine(Config(database=address).url)
    found = MetaData()
    found.reflect(engine)
    assert len(found.tables) > 7
    with engine.connect() as connection:
        text = "\n".join(str(row) for table in found.sorted_tables for row in connection.execute(select(table)))
    engine.dispose()
    return text


def address_of(server: Server) -> str:
    """The address of the database of a server."""
    return f"sqlite:///{server.folder}/tables.sqlite"


def stored(server: Server) -> str:
    """All that stands in the database of a server."""
    return everything(address_of(server))


def table_in(files: dict[str, str], table: str) -> Json:
    """The file of a table."""
    found: Json = json.loads(files[f"tables/{table}.json"])
    return found


def unvisited(guest: Guest, table: str) -> Json:
    """The file of a table without when its guest looked at it last, which is saved a little later."""
    return table_in(taken(guest), table) | {"looked": None}


def deleted(guest: Guest) -> httpx.Response:
    """The answer to the form of the second page."""
    page = guest.page("/your-data/delete")
    assert page.status == 200
    return guest.post("/your-data/delete", {}, page.hidden("_csrf_token")).answer


# -- the page --------------------------------------------------------------------------------------------------------


def test_the_page_is_found_from_the_start_and_tells_how_many_tables_there_are(guest: Guest) -> None:
    assert '<a href="/your-data">' in guest.page("/").text
    assert "You have no seat at any table" in guest.page("/your-data").text
    guest.set_up("computer")
    assert "You have a seat at 1 table." in guest.page("/your-data").text
    guest.set_up("friend")
    assert "You have a seat at 2 tables." in guest.page("/your-data").text
    assert "This server removes none automatically" in guest.page("/your-data").text


def test_the_page_tells_for_how_long_a_host_keeps_what_nobody_visits() -> None:
    told: dict[str, Any] = {"csrf": "", "name": "", "parted": Parted([], [], []), "statistics": False}
    assert "visited it for 30 days." in render("your-data.html", **told, days=30)
    assert "Your name is removed 30 days after you set it" in render("your-data.html", **told, days=30)
    assert "visited it for 1 day." in render("your-data.html", **told, days=1)


# -- taking it away --------------------------------------------------------------------------------------------------


def test_of_a_running_game_the_zip_has_what_the_own_seat_was_told(server: Server) -> None:
    table, *both = seated(server.url)
    stranger = Guest(server.url)
    play_on(table, (both[0], both[1]), Whim(3), lambda seen: seen["view"]["turn"] > 3)
    for guest in both:
        files = taken(guest)
        found = table_in(files, table)
        assert found["journal"] == lines(guest.api(f"/tables/{table}/journal").text)
        assert found["ended"] is None
        assert len(found["yours"]) == 1
        assert found["yours"][0]["acted"]
        assert [seat["who"] for seat in found["seats"]].count("you") == 1
        index = json.loads(files["index.json"])
        assert index["guest"] == name_of(guest)
        assert [entry["file"] for entry in index["tables"]] == [f"tables/{table}.json"]
    assert list(taken(stranger)) == ["index.json"]


def test_the_other_seats_unfinished_choice_changes_nothing_in_the_zip(server: Server) -> None:
    table, *found = seated(server.url)
    both = found[0], found[1]
    seen = play_on(table, both, Whim(7), lambda seen: seen["may_undo"] and can_pick(seen))
    mover, other = both[seen["view"]["to_move"]], both[1 - seen["view"]["to_move"]]
    before, mine = unvisited(other, table), unvisited(mover, table)
    picked = mover.look(table)
    assert mover.play(table, pick(picked), picked["at"]).status_code == 200
    assert unvisited(other, table) == before
    assert unvisited(mover, table) != mine, "his own deed is his to know"


def test_on_one_screen_the_zip_has_only_what_both_may_know(guest: Guest) -> None:
    table = guest.set_up("one_screen")
    until(lambda: guest.page(f"/tables/{table}").status == 200)
    found = table_in(taken(guest), table)
    assert found["journal"][0]["seat"] is None
    assert found["journal"] == lines(guest.api(f"/tables/{table}/journal").text)
    assert [sorted(seat) for seat in found["yours"]] == [["devices", "seat", "seen"]] * 2


def test_of_a_finished_game_the_zip_has_the_whole_journal_and_the_analysis(server: Server) -> None:
    table, host, friend = seated(server.url, troops=50)
    play_on(table, (host, friend), Whim(2), lambda seen: seen["view"]["turn"] > 1)
    host.do(table, "resign")
    verdict = Verdict(1, 0, 1, (Weighed("A", "a", 9, 0.5),), Weighed("B", "b", 1, 0.25), 1.0, 0.25, 0.1, 0.25, 2)
    id = analysis.name_of("table", table)
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=10)) as connection, connection:
        connection.execute("INSERT INTO analyses VALUES (?, 1, 0, '2026-01-02 03:04:05.000000')", (id,))
        connection.execute("INSERT INTO verdicts VALUES (?, 1, ?)", (id, msgspec.json.encode(verdict).decode()))
    for guest in (host, friend):
        found = table_in(taken(guest), table)
        assert found["journal"] == lines(guest.api(f"/tables/{table}/journal").text)
        assert found["journal"][0]["seed"]
        assert found["ended"]
        assert found["analysis"]["ended"] == "2026-01-02T03:04:05+00:00"
        assert msgspec.convert(found["analysis"]["verdicts"], list[Verdict]) == [verdict]
    own = [line for line in found["journal"] if line.get("seat") == found["yours"][0]["seat"]]
    assert len(found["yours"][0]["acted"]) == len(own)


def test_the_zip_says_where_alerts_go_and_has_no_key_to_them(server: Server) -> None:
    table, guest, _friend = seated(server.url)
    name = name_of(guest)
    done(address_of(server), lambda database: furnish(database, name, table))
    until(lambda: table_in(taken(guest), table)["looked"] is not None)
    files = taken(guest)
    alerts = json.loads(files["index.json"])["alerts"]
    ways = {way["kind"]: way for way in alerts["ways"]}
    assert {kind: way["where"] for kind, way in ways.items()} == {
        "mail": f"{name}@x.example", "webhook": "hook.example", "push": "Firefox",
    }  # fmt: skip
    assert ways["webhook"]["form"] == "discord"
    assert (ways["webhook"]["rests"], ways["webhook"]["why"]) == (True, "It is gone.")
    assert ways["mail"]["confirmed"]
    [message] = alerts["messages"]
    assert message["about"] == [{"kind": "turn", "game": "Fusillade"}]
    assert message["sent"]
    assert alerts["calendar_feed"]["made"]
    assert table_in(files, table)["alerted"] == ["turn"]
    for secret in ("secret-", "endpoint-", "feed-id", "feed-seed"):
        assert not any(secret in text for text in files.values())


# -- having it deleted -----------------------------------------------------------------------------------------------


def test_all_that_names_a_guest_is_deleted_and_what_is_others_stays(server: Server) -> None:
    over, guest, friend = seated(server.url, troops=50)
    name = name_of(guest)
    play_on(over, (guest, friend), Whim(2), lambda seen: seen["view"]["turn"] > 1)
    friend.do(over, "resign")
    journal = friend.api(f"/tables/{over}/journal").text
    link = own_link(guest, over)
    created = guest.create("you", "open")
    runs = created["id"]
    assert friend.join(created["invitations"][0]["path"]).status == 303
    alone = [guest.set_up(company) for company in ("computer", "friend", "one_screen")]
    lost = guest.set_up("computer")
    guest.do(lost, "resign")
    spectated, *_others = seated(server.url)
    guest.page(f"/tables/{spectated}")
    watching = friend.watch(runs)
    watching.wait(1)
    asked = guest.page("/your-data/delete").text
    assert "You give up 1 unfinished game with others" in asked
    assert "4 tables with no other guest are removed" in asked
    assert name in stored(server)

    answer = deleted(guest)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/your-data/deleted"
    assert name not in stored(server)
    for table in (*alone, lost):
        assert friend.page(f"/tables/{table}").status == 404
        assert table not in stored(server)
    # The opponent's games are his as before.
    assert friend.api(f"/tables/{over}/journal").text == journal
    assert friend.page(f"/tables/{over}/replay").status == 200
    assert friend.page(f"/tables/{over}/analysis").status == 200
    assert 'data-outcome="resigned"' in friend.page(f"/tables/{runs}").text
    until(lambda: "a guest who has left" in watching.events[-1], what="the opponent was not told")
    assert Guest(server.url).page(f"/tables/{spectated}").status == 200
    assert Guest(server.url).join(link).status == 403, "no link leads back"


def test_alerts_are_deleted_and_those_of_others_stay(server: Server) -> None:
    shared, guest, friend = seated(server.url)
    alone = guest.set_up("computer")
    name, other = name_of(guest), name_of(friend)
    done(address_of(server), lambda database: furnish(database, name, shared, alone))
    done(address_of(server), lambda database: furnish(database, other, shared))
    assert deleted(guest).status_code == 303
    assert name not in stored(server), "neither as a guest, nor in an address"
    assert alone not in stored(server)
    for kept in (f"{other}@x.example", f"feed-id-{other}", "secret-mark"):
        assert kept in stored(server)
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        gone = connection.execute("SELECT looked FROM holders WHERE table_id = ? AND seat = 0", (shared,)).fetchall()
    assert gone == [(None,)]


def test_the_cookie_goes_and_the_last_page_gives_no_other(server: Server, guest: Guest) -> None:
    guest.set_up("computer")
    answer = deleted(guest)
    (cookie,) = answer.headers.get_list("set-cookie")
    assert cookie.startswith(('grognard_guest=""; ', "grognard_guest=; "))
    assert "Max-Age=0" in cookie
    assert "Path=/" in cookie
    assert not guest.http.cookies
    last = guest.page("/your-data/deleted")
    assert last.status == 200
    assert "Your data is deleted" in last.text
    assert not guest.http.cookies


def test_a_rematch_with_somebody_who_has_left_waits_for_a_friend(server: Server) -> None:
    table, guest, friend = seated(server.url)
    guest.do(table, "resign")
    deleted(guest)
    again = friend.do(table, "rematch").answer.headers["location"].removeprefix("/tables/")
    assert friend.page(f"/tables/{again}/invitation").status == 200
    assert "nobody yet" in friend.page(f"/tables/{again}").text


def test_another_device_of_the_seat_keeps_it_and_plays_on(server: Server) -> None:
    table, guest, friend = seated(server.url)
    phone, alone = Guest(server.url), guest.create("you", "greedy")["id"]
    for id in (table, alone):
        phone.post(own_link(guest, id), {"devices": "all"})
    name = name_of(guest)
    assert deleted(guest).status_code == 303
    assert name not in stored(server)
    assert phone.look(table)["over"] is False
    assert phone.look(alone)["over"] is False
    assert [one.look(table)["view"]["seat"] for one in (phone, friend)] == [0, 1]
    assert "This seat is open on" not in phone.page(f"/tables/{table}").text


def test_once_both_have_gone_the_table_is_removed(server: Server) -> None:
    table, host, friend = seated(server.url)
    assert deleted(host).status_code == 303
    assert GONE in stored(server)
    assert friend.page(f"/tables/{table}").status == 200
    assert deleted(friend).status_code == 303
    assert Guest(server.url).page(f"/tables/{table}").status == 404
    assert table not in stored(server)


@pytest.mark.parametrize("retired", [False, True])
def test_a_team_plays_on_without_who_has_gone(server: Server, retired: bool) -> None:
    guest, ally = Guest(server.url), Guest(server.url)
    created = guest.create("you", "random", "open", "random", game="green-troops", seats=4)
    table, name = created["id"], name_of(guest)
    ally.join(created["invitations"][0]["path"])
    if retired:
        guest.do(table, "resign")
    assert deleted(guest).status_code == 303
    assert name not in stored(server)
    seen = ally.look(table)
    assert (seen["over"], seen["view"]["seat"]) == (False, 2)
    assert "a guest who has left" in ally.page(f"/tables/{table}").text


def test_an_open_page_of_a_table_that_is_removed_ends(server: Server, guest: Guest) -> None:
    table = guest.set_up("computer")
    stream = guest.watch(table)
    stream.wait(1)
    before = server.output()
    deleted(guest)
    until(lambda: stream.ended)
    guest.page("/")
    assert server.output() == before, "no fault is logged"


def test_nobody_deletes_what_is_anothers(server: Server, guest: Guest) -> None:
    table = guest.set_up("computer")
    name = name_of(guest)
    other = Guest(server.url)
    foreign = other.page("/").hidden("_csrf_token")
    for path in ("/your-data/delete", "/your-data/download"):
        for token in ("", "forged", foreign):
            assert guest.post(path, {}, token=token).status == 403
    # Nor by a name that is no secret: the opponent might have it from somewhere.
    own = guest.page("/").hidden("_csrf_token")
    for cookie in (name, f"{name}.", f"{name}.{other.http.cookies['grognard_guest'].rpartition('.')[2]}"):
        assert Guest(server.url, {"grognard_guest": cookie}).post("/your-data/delete", {}, token=own).status == 403
    assert other.post("/your-data/delete", {"guest": name}).status == 303
    # To look at the question answers it not.
    guest.page("/your-data/delete")
    assert guest.page(f"/tables/{table}").status == 200
    assert name in stored(server)


def test_nothing_in_memory_knows_the_guest_any_more(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(tables, "notify", lambda *told_now: told.append(told_now))

    async def gone() -> None:
        database = Database(tables.config.url)
        analyses = Analyses(tables, AnalysisStore(database))
        shared = await create(
            tables, Setup(game="fusillade", options={}, seats=["you", "open"], holders={1: {"b"}}), "me"
        )
        alone = await create(tables, Setup(game="fusillade", options={}, seats=["you", "greedy"]), "me")
        watched = await create(tables, Setup(game="fusillade", options={}, seats=["you", "open"]), "b")
        await dealt(tables, shared, "me", "b")
        told.clear()
        lives = [await tables.follow(id) for id in (shared, alone, watched)]
        for live in lives:
            live.shown["me"] = live.shown["b"] = None, ""
        analyses._running["x"] = Whose("here", "me")
        tables.work.charge(Whose("here", "me"), 1)
        await erase_guest(tables, analyses, Expiry(database), "me", "mark")
        assert "me" not in tables.work._owed
        assert [whose.guest for whose in analyses._running.values()] == [""]
        assert lives[1].void
        for live in (lives[0], lives[2]):
            assert list(live.shown) == ["b"]
            assert not live.seats_of("me")
        assert lives[0].session.journal.entries[-2] == Resign(0)
        assert {one[0] for one in told} == {shared, alone}
        await database.close()

    asyncio.run(gone())


def test_what_is_still_thought_about_a_removed_game_is_dropped(tables: TableRegistry) -> None:
    async def found() -> list[str]:
        database = Database(tables.config.url)
        store = AnalysisStore(database)
        await store.keep("2-table-gone", Verdict(1, 0, 1, (), Weighed("B", "b", 1, 0.25), 1.0, 0.25, 0.1, 0.25, 2))
        left = await store.verdicts("2-table-gone")
        await database.close()
        return left

    assert asyncio.run(found()) == []


def test_what_was_shown_to_who_has_lost_his_seat_is_dropped_wherever_the_table_is_at_hand() -> None:
    live = table_of("fusillade", "you", "other")
    live.shown["a"] = live.shown["b"] = None, ""
    left = [msgspec.structs.replace(live.seats[0], guests=frozenset({GONE})), live.seats[1]]
    live.settle(StoredTable(live.table, left, []))
    assert list(live.shown) == ["b"]


def test_more_tables_than_are_removed_at_once_are_all_removed(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "notify", lambda *_: None)
    monkeypatch.setattr("grognard.server.storage.expiry.AT_ONCE", 2)

    async def gone() -> tuple[Parted, Parted, list[Any]]:
        database = Database(tables.config.url)
        lifetime = Expiry(database)
        for number in range(5):
            holders = {1: {"b"}} if number % 2 else {}
            seats = ["you", "open" if holders else "greedy"]
            id = await create(tables, Setup(game="fusillade", options={}, seats=seats, holders=holders), "me")
            if holders:
                await dealt(tables, id, "me", "b")
        before = await lifetime.prospect("me")
        await erase_guest(tables, Analyses(tables, AnalysisStore(database)), lifetime, "me", "mark")
        found = before, await lifetime.prospect("me"), await tables.store.all_of("b")
        await database.close()
        return found

    before, after, others = asyncio.run(gone())
    assert [len(part) for part in before] == [3, 2, 0]
    assert after == Parted([], [], [])
    assert len(others) == 2


def test_a_table_that_cannot_be_opened_is_taken_away_and_deleted_and_no_byte_is_left(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        over, host, friend = seated(server.url)
        runs, other, _friend = seated(server.url)
        host.do(over, "resign")
        server.kill()
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
            connection.execute("UPDATE tables SET rules = 999")
        server.start()
        found = table_in(taken(host), over)
        assert (found["rules"], found["yours"]) == (999, [{"seat": 0}])
        assert [deed["is"] for deed in found["deeds"]] == ["resign"]
        assert "deeds" not in table_in(taken(other), runs), "what others hold is in it"
        names, kept = [name_of(host), name_of(other)], name_of(friend)
        assert all(name in stored(server) for name in names)
        assert [deleted(guest).status_code for guest in (host, other)] == [303, 303]
        assert server.stop() == 0
        left = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite*"))
        assert kept.encode() in left
        assert not any(name.encode() in left for name in names)
