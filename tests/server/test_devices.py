"""The page of your devices: browsers are listed, and signed out."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.server.support import Guest, Server, running, taken, until
from tests.server.test_recovery import made, recovered
from tests.server.test_seats import own_link

SIGNED_OUT: Final = "You were signed out of this browser."
FIREFOX: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"


def again(guest: Guest, url: str = "") -> Guest:
    """Another browser with a copy of the cookie."""
    return Guest(url or str(guest.http.base_url), dict(guest.http.cookies))


def second(guest: Guest) -> Guest:
    """Another device of the same guest."""
    found = Guest(str(guest.http.base_url))
    recovered(found, made(guest))
    return found


def index_of(guest: Guest) -> Any:
    """The index of the guest's download."""
    return json.loads(taken(guest)["index.json"])


def seats(guest: Guest, table: str) -> str | None:
    """The seats that somebody holds at a table, as its page says."""
    return guest.page(f"/tables/{table}").attribute("seat")


@pytest.fixture
def player(server: Server) -> Guest:
    """Somebody with a table, on Firefox."""
    found = Guest(server.url)
    found.http.headers["user-agent"] = FIREFOX
    return found


def test_a_stolen_cookie_is_shut_out(player: Guest) -> None:
    table = player.set_up("computer")
    thief = again(player)
    assert seats(thief, table) == seats(player, table) != ""
    stream = thief.watch(table)
    stream.wait(1)
    assert player.post("/your-data/devices/end-others", {"form": "1"}).status == 303
    assert seats(player, table) != ""  # the new cookie has arrived
    assert seats(thief, table) == ""
    until(lambda: stream.ended, what="the thief's stream continues")
    assert seats(again(player), table) != ""
    assert (player.look(table)["for"], thief.look(table)["for"]) == (0, None)


def test_a_signed_out_browser_gets_a_form_that_works(player: Guest) -> None:
    player.set_up("computer")
    other = second(player)
    player.post("/your-data/devices/end-others", {"form": "1"})
    assert other.page("/").status == 200
    assert other.set_up("computer")


@pytest.mark.parametrize("company", ["computer", "one_screen"])
def test_signing_out_everywhere_else_also_closes_seats_opened_by_a_tables_link(player: Guest, company: str) -> None:
    table = player.set_up(company)
    link, shelf = own_link(player, table), "data-shared"
    thief, late = Guest(str(player.http.base_url)), Guest(str(player.http.base_url))
    assert shelf not in player.page("/your-data/devices").text
    assert thief.post(link, {"devices": "all"}).status == 303
    assert shelf in thief.page("/your-data/devices").text  # a second holder
    stream = thief.watch(table)
    stream.wait(1)
    assert shelf in player.page("/your-data/devices").text
    player.post("/your-data/devices/end-others", {"form": "1"})
    assert shelf not in player.page("/your-data/devices").text
    until(lambda: 'data-seat=""' in stream.events[-1], what="the thief's stream shows a hand")
    assert seats(thief, table) == ""
    assert thief.post(f"/tables/{table}/resign", {}).status == 403
    assert late.post(link, {"devices": "all"}).status == 403  # it may be known from before


@pytest.mark.parametrize("where", ["start page", "table"])
def test_a_signed_out_browser_is_told_once(player: Guest, where: str) -> None:
    player.post("/your-data/name", {"name": "Anna"})
    path = f"/tables/{player.set_up('computer')}" if where == "table" else "/"
    other = second(player)
    player.post("/your-data/devices/end-others", {"form": "1"})
    assert SIGNED_OUT not in player.page(path).text
    told = other.page(path).text
    assert told.count(SIGNED_OUT) == 1
    assert 'href="/recover">Sign in again</a>' in told
    assert "</span>Anna</a>" not in told
    assert SIGNED_OUT not in other.page(path).text


def test_a_form_made_before_the_others_were_signed_out_is_refused_from_them(player: Guest) -> None:
    player.set_up("computer")
    thief = again(player)
    token = thief.page("/").hidden("_csrf_token")
    player.post("/your-data/devices/end-others", {"form": "1"})
    player.page("/")
    assert thief.post("/your-data/name", {"name": "Ben"}, token).status == 403
    assert player.post("/your-data/name", {"name": "Anna"}).status == 303


def test_a_cookie_that_has_ended_uses_up_no_requests_of_its_guest(tmp_path: Path) -> None:
    with running(tmp_path, {"GROGNARD_REQUESTS_PER_MINUTE": "40"}) as server:
        player = Guest(server.url)
        player.set_up("computer")
        thief = again(player)
        player.post("/your-data/devices/end-others", {"form": "1"})
        assert player.page("/").status == 200
        # A new minute may begin in between, once.
        assert 429 in [thief.page("/").status for _ in range(81)]
        assert player.page("/").status == 200


def test_the_page_lists_no_browser_that_has_changed_nothing(server: Server) -> None:
    visitor = Guest(server.url)
    text = visitor.page("/your-data/devices").text
    assert text.count("<li>") == 1
    assert "This browser" in text


def test_only_your_own_devices_can_be_signed_out(player: Guest, server: Server) -> None:
    player.set_up("computer")
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        ids = [id for (id,) in connection.execute("SELECT id FROM sessions")]
    other = Guest(server.url)
    other.post("/your-data/name", {"name": "Carl"})
    for id in ids:
        assert other.post("/your-data/devices/end", {"device": id}).status == 303
    assert player.post("/your-data/name", {"name": "Still here"}).status == 303


def test_two_devices_are_listed_and_one_is_signed_out_by_the_other(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        first = Guest(server.url)
        first.http.headers["user-agent"] = FIREFOX
        table = first.set_up("computer")
        second = Guest(server.url)
        second.set_up("computer")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            (guest,) = connection.execute("SELECT guest FROM sessions WHERE device LIKE 'Firefox%'").fetchone()
            connection.execute("UPDATE sessions SET guest = ? WHERE device = 'A program'", (guest,))
            connection.commit()
        assert seats(second, table) == seats(first, table)
        page = second.page("/your-data/devices")
        assert "Firefox on Windows" in page.text
        assert page.text.count("<li>") == 2
        device = page.text.split('name="device" value="')[1].split('"')[0]
        assert second.post("/your-data/devices/end", {"device": device}).status == 303
        assert seats(first, table) == ""
        assert seats(second, table) != ""


def test_this_browser_can_be_signed_out_but_asks_first_if_nothing_leads_back(player: Guest) -> None:
    out = "/your-data/devices/sign-out"
    table = player.set_up("computer")
    thief = again(player)
    assert "Sign out and lose your games?" in player.post(out, {}).text
    assert seats(player, table) != ""
    other = second(player)  # now another device and a code lead back
    answer = player.post(out, {})
    assert (answer.status, answer.answer.headers["location"]) == (303, "/")
    assert seats(player, table) == seats(thief, table) == ""
    assert seats(other, table) != ""
    assert player.set_up("computer")
    assert player.post(out, {"sure": "yes"}).status == 303


def test_the_page_says_once_what_was_done_and_offers_only_what_helps(player: Guest) -> None:
    player.set_up("computer")
    page = player.page("/your-data/devices")
    assert "data-done" not in page.text
    assert "data-done" not in player.page("/your-data/devices?done=other").text
    everywhere = "<summary>Has someone copied your browser's cookie?</summary>"
    assert everywhere in page.text
    second(player)
    page = player.page("/your-data/devices")
    assert everywhere not in page.text
    assert "Added just now. Used in the last 12 hours." in page.text
    device = page.text.split('name="device" value="')[1].split('"')[0]
    answer = player.post("/your-data/devices/end", {"device": device})
    page = player.page(answer.answer.headers["location"])
    assert 'role="status" data-done>That browser is signed out.</p>' in page.text
    assert everywhere in page.text


def test_the_download_names_the_devices_but_no_cookie(player: Guest) -> None:
    player.set_up("computer")
    index = index_of(player)
    assert [device["device"] for device in index["devices"]] == ["Firefox on Windows"]
    assert set(index["devices"][0]) == {"device", "began", "used"}


def test_deleted_data_leaves_no_device_and_no_way_back(player: Guest, server: Server) -> None:
    table = player.set_up("computer")
    thief = again(player)
    guest = index_of(player)["guest"]
    player.post("/your-data/delete", {})
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM sessions WHERE guest = ?", (guest,)).fetchone() == (0,)
    assert thief.page(f"/tables/{table}").status == 404
    assert "set-cookie" not in thief.page("/").answer.headers, "it may come late, and its browser have a newer cookie"
