"""How a browser is known again: by a cookie that names its session, is signed, dated, renewed in use, and can end."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from itsdangerous import TimestampSigner
from litestar.testing import RequestFactory

from grognard.server.config import Config
from grognard.server.guests.cookies import COOKIE, Guests
from grognard.server.guests.devices import device_of
from grognard.server.storage.database import Database
from grognard.server.storage.migrate import migrate
from grognard.server.storage.sessions import SessionStore
from tests.server.support import Guest, Server, running, taken, until

SECRET: Final = "a-secret-of-at-least-thirty-two-characters"
DAY: Final = 24 * 3600
FIREFOX: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"

# -- the cookie --------------------------------------------------------------------------------------------------------


class Door:
    """The part of a server that recognizes browsers."""

    def __init__(self, guests: Guests) -> None:
        self.guests = guests

    def seen(self, cookie: str, changes: bool = False) -> tuple[str | None, str, str | None]:
        """Whom it takes the browser with this cookie for, before and after it asks, and the cookie that it gives.

        `changes`: the request changes something, so that the session is stored.
        """
        request: Any = RequestFactory().get("/", headers={"cookie": f"{COOKIE}={cookie}"} if cookie else None)
        request.scope["state"] = {}

        async def ask() -> tuple[str | None, str, str | None]:
            await self.guests.recognize(request)
            known = self.guests.known(request)
            if changes:
                await self.guests.begin_session(request)
            guest = self.guests.guest(request)
            assert self.guests.guest(request) == guest
            given = self.guests.cookie(request)
            return known, guest, None if given is None else given.value

        return asyncio.run(ask())

    def signed(self, days: float, monkeypatch: pytest.MonkeyPatch) -> str:
        """The cookie that somebody was given so many days ago."""
        given = int(time.time() - days * DAY)
        with monkeypatch.context() as patch:
            patch.setattr(TimestampSigner, "get_timestamp", lambda _self: given)
            found = self.seen("")[2]
        assert found
        return found


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    """A server's, on a database of its own."""
    config = Config(data_dir=str(tmp_path), secret=SECRET)
    migrate(config.url)
    database = Database(config.url)
    yield Door(Guests(config, SessionStore(database)))
    asyncio.run(database.close())


@pytest.fixture
def sign(door: Door, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], str]:
    """Makes the cookie that somebody was given so many days ago."""
    return lambda days: door.signed(days, monkeypatch)


@pytest.mark.parametrize("changes", [False, True])
def test_a_newcomer_gets_a_cookie_that_is_known_again(door: Door, changes: bool) -> None:
    known, guest, cookie = door.seen("", changes)
    assert known is None
    assert cookie is not None
    assert guest not in cookie, "the cookie names the session"
    assert door.seen(cookie, changes) == (guest, guest, None)
    assert door.seen(cookie) == (guest, guest, None)
    assert door.seen("")[1] != guest


@pytest.mark.parametrize("days", [0.0, 0.9, -0.9])
def test_a_young_cookie_stays(door: Door, sign: Callable[[float], str], days: float) -> None:
    assert door.seen(sign(days))[2] is None


@pytest.mark.parametrize("days", [1.1, 30, 364, -1.1, -400])
@pytest.mark.parametrize("stored", [False, True])
def test_a_cookie_in_use_is_renewed_once_a_day_whatever_the_clock_was(
    door: Door, sign: Callable[[float], str], days: float, stored: bool
) -> None:
    cookie = sign(days)
    known, guest, renewed = door.seen(cookie, stored)
    assert known == guest
    assert renewed is not None
    assert renewed != cookie
    assert door.seen(renewed) == (guest, guest, None)


def test_a_cookie_that_was_not_used_for_a_year_is_nobody(door: Door, sign: Callable[[float], str]) -> None:
    known, _guest, other = door.seen(sign(366))
    assert known is None
    assert other is not None


def test_nobody_makes_a_cookie_younger(door: Door, sign: Callable[[float], str]) -> None:
    name, when, signature = sign(366).split(".")
    now = sign(0).split(".")[1]
    assert when != now
    for younger in (f"{name}.{now}.{signature}", f"{name}.{signature}"):
        assert door.seen(younger)[0] is None


def test_a_cookie_that_names_the_guest_becomes_a_session(door: Door) -> None:
    older = TimestampSigner(SECRET, salt="dated guest").sign("anna").decode()
    known, guest, cookie = door.seen(older)
    assert known == guest == "anna"
    assert cookie is not None
    assert "anna" not in cookie
    assert door.seen(cookie) == ("anna", "anna", None)
    assert door.seen(older)[2] is not None, "a browser that ignores the new cookie is still known, by the same session"
    assert len(asyncio.run(door.guests.sessions.of_guest("anna"))) == 1
    asyncio.run(door.guests.sessions.end_all("anna"))
    for ended in (older, cookie):
        assert door.seen(ended)[0] is None
        assert door.seen(ended)[1] != "anna"


@pytest.mark.parametrize(
    ("description", "name"),
    [
        (FIREFOX, "Firefox on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
         "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0",
         "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Mobile Safari/604.1",
         "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
         "Chrome on Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
         "Safari on a Mac"),
        ("python-httpx/0.27", "A program"),
        ("<script>alert(1)</script>", "A program"),
        ("", "A program"),
    ],
)  # fmt: skip
def test_a_browser_is_named_as_its_owner_would(description: str, name: str) -> None:
    assert device_of(description) == name


# -- devices -----------------------------------------------------------------------------------------------------------


def again(guest: Guest, url: str = "") -> Guest:
    """Another browser with a copy of the cookie."""
    return Guest(url or str(guest.http.base_url), dict(guest.http.cookies))


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
    assert player.post("/your-data/devices/end-others", {}).status == 303
    assert seats(thief, table) == ""
    until(lambda: stream.ended, what="the thief's stream goes on")
    assert seats(player, table) != ""
    assert seats(again(player), table) != ""
    assert (player.look(table)["for"], thief.look(table)["for"]) == (0, None)


def test_a_form_made_before_the_others_were_signed_out_is_refused_from_them(player: Guest) -> None:
    player.set_up("computer")
    thief = again(player)
    token = thief.page("/").hidden("_csrf_token")
    player.post("/your-data/devices/end-others", {})
    assert thief.post("/your-data/name", {"name": "Ben"}, token).status == 403
    assert player.post("/your-data/name", {"name": "Anna"}).status == 303


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
    thief.set_up("computer")
    assert index_of(thief)["guest"] != guest
