"""Passkeys: a guest adds some, and gets back to every seat with one. Nothing else signs anyone in."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import insert

from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.guests import passkeys
from grognard.server.guests.passkeys import (
    MISSING,
    NOT_HERE,
    OFF,
    REFUSED,
    REMOVED,
    STALE,
    Place,
    are_available,
    place_at,
)
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import migrate
from grognard.server.storage.passkeys import MOST, Passkey, PasskeyStore
from grognard.server.storage.rows import now
from grognard.server.storage.schema import HOLDERS
from tests.server.authenticator import Authenticator, decoded, encoded
from tests.server.inside import begin_and_end
from tests.server.support import Guest, Json, Page, Server, free_port, taken

PAGE: Final = "/your-data/devices"
PASSKEYS: Final = f"{PAGE}/passkeys"
FIREFOX: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"


def at_localhost(server: Server) -> Guest:
    """A new browser at the name of the machine."""
    guest = Guest(f"http://localhost:{server.port}")
    guest.http.headers["user-agent"] = FIREFOX
    guest.page("/")
    return guest


def device(server: Server, **more: Any) -> Authenticator:
    """A new device of somebody who uses this server at localhost."""
    return Authenticator(f"http://localhost:{server.port}", "localhost", **more)


def options(guest: Guest, to: str) -> Json:
    """The options that a browser gets to make a passkey, or to sign in with one."""
    answer = guest.http.get(f"{PASSKEYS}/to-{to}", headers={"x-fragment": "1"})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def added(guest: Guest, key: Authenticator) -> Page:
    """Makes a passkey and adds it."""
    return guest.post(f"{PASSKEYS}/add", {"code": json.dumps(key.made(options(guest, "add")))})


def signed_in(guest: Guest, answer: Json) -> Page:
    """Sends what a passkey has signed."""
    return guest.post(f"{PASSKEYS}/sign-in", {"code": json.dumps(answer)})


def refused(page: Page, status: int, sentence: str) -> None:
    """Checks that a form was refused with this sentence."""
    assert page.status == status
    assert sentence in page.text.replace("&#39;", "'")


@pytest.fixture
def player(server: Server) -> Guest:
    """Somebody with a seat."""
    guest = at_localhost(server)
    guest.set_up("computer")
    return guest


@pytest.fixture
def key(server: Server, player: Guest) -> Authenticator:
    """Their passkey."""
    found = device(server)
    assert added(player, found).status == 303
    return found


# -- adding and using ----------------------------------------------------------------------------------------------


def test_a_lost_phone_costs_no_seat(server: Server, player: Guest, key: Authenticator) -> None:
    tables = [player.set_up("computer") for _ in range(2)]
    found = at_localhost(server)
    assert [found.page(f"/tables/{table}").attribute("seat") for table in tables] == ["", ""]
    assert signed_in(found, key.signed(options(found, "sign-in"))).status == 303
    assert [found.page(f"/tables/{table}").attribute("seat") for table in tables] == ["0", "0"]
    assert player.page(f"/tables/{tables[0]}").attribute("seat") == "0", "the phone may turn up again"


def test_the_page_lists_what_a_guest_has(server: Server, player: Guest, key: Authenticator) -> None:
    text = player.page(PAGE).text
    assert "Add a passkey" in text
    assert "Firefox on Windows" in text
    assert "Never used." in text
    other = at_localhost(server)
    assert "Use a passkey" in other.page(PAGE).text
    signed_in(other, key.signed(options(other, "sign-in")))
    assert "Last used on" in player.page(PAGE).text
    assert "Use a passkey" not in player.page(PAGE).text, "they are here already"


def test_a_passkey_is_discoverable_and_says_nothing_of_its_guest(server: Server, player: Guest) -> None:
    told = options(player, "add")
    assert told["authenticatorSelection"]["residentKey"] == "required"
    assert told["authenticatorSelection"]["userVerification"] == "preferred"
    assert told["attestation"] == "none"
    assert told["rp"]["id"] == "localhost"
    guest = json.loads(taken(player)["index.json"])["guest"]
    assert guest.encode() not in decoded(told["user"]["id"])
    assert guest not in json.dumps(told)
    assert options(player, "sign-in")["allowCredentials"] == []


def test_a_device_keeps_one_passkey_of_a_guest(player: Guest, key: Authenticator) -> None:
    told = options(player, "add")
    assert [one["id"] for one in told["excludeCredentials"]] == [encoded(key.id)]
    assert told["user"]["id"] == options(player, "add")["user"]["id"]


def test_a_guest_has_a_few_passkeys_and_not_many(server: Server, player: Guest) -> None:
    for _ in range(MOST):
        assert added(player, device(server)).status == 303
    refused(added(player, device(server)), 400, f"You have {MOST} passkeys. Remove one before you add another.")


def test_a_device_that_does_not_count_signs_in_again_and_again(server: Server, player: Guest) -> None:
    key = device(server, counts=False)
    added(player, key)
    for _ in range(2):
        other = at_localhost(server)
        assert signed_in(other, key.signed(options(other, "sign-in"))).status == 303


@pytest.mark.parametrize("games", ["bring", "leave"])
def test_a_browser_with_games_is_asked_about_them(
    server: Server, player: Guest, key: Authenticator, games: str
) -> None:
    other = at_localhost(server)
    table = other.set_up("computer")
    assert "Use a passkey" not in other.page(PAGE).text, "only on the page of recovery codes"
    assert "Use a passkey" in other.page("/recover").text
    question = signed_in(other, key.signed(options(other, "sign-in")))
    assert question.status == 200
    assert "Bring your games along?" in question.text
    assert other.page(f"/tables/{table}").attribute("seat") == "0", "nothing has happened yet"
    form = {"code": question.hidden("code"), "games": games}
    assert other.post(f"{PASSKEYS}/sign-in", form).status == 303
    for guest in (player, other):
        assert guest.page(f"/tables/{table}").attribute("seat") == ("0" if games == "bring" else "")


def test_a_passkey_follows_the_games_of_its_guest(server: Server, player: Guest, key: Authenticator) -> None:
    other, second = at_localhost(server), device(server)
    other.set_up("computer")
    added(other, second)
    question = signed_in(other, key.signed(options(other, "sign-in")))
    assert "1 passkey. If you bring it" in question.text
    other.post(f"{PASSKEYS}/sign-in", {"code": question.hidden("code"), "games": "bring"})
    table, third = player.set_up("computer"), at_localhost(server)
    assert signed_in(third, second.signed(options(third, "sign-in"))).status == 303
    assert third.page(f"/tables/{table}").attribute("seat") == "0"


# -- what is refused -----------------------------------------------------------------------------------------------


def test_a_removed_passkey_is_refused(server: Server, player: Guest, key: Authenticator) -> None:
    stranger, other = at_localhost(server), at_localhost(server)
    stranger.post(f"{PASSKEYS}/remove", {"passkey": encoded(key.id)})
    answer = key.signed(options(other, "sign-in"))
    assert player.post(f"{PASSKEYS}/remove", {"passkey": encoded(key.id)}).status == 303
    refused(signed_in(other, answer), 403, REMOVED)


def test_a_stranger_removes_no_passkey(server: Server, player: Guest, key: Authenticator) -> None:
    stranger = at_localhost(server)
    assert stranger.post(f"{PASSKEYS}/remove", {"passkey": encoded(key.id)}).status == 303
    assert signed_in(stranger, key.signed(options(stranger, "sign-in"))).status == 303


def test_deleted_data_leaves_no_passkey(server: Server, player: Guest, key: Authenticator) -> None:
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        this = "SELECT count(*) FROM passkeys WHERE id = ?", (encoded(key.id),)
        assert connection.execute(*this).fetchone() == (1,)
        player.post("/your-data/delete", {})
        assert connection.execute(*this).fetchone() == (0,)
    other = at_localhost(server)
    refused(signed_in(other, key.signed(options(other, "sign-in"))), 403, REMOVED)


def test_a_passkey_is_added_once(server: Server, player: Guest, key: Authenticator) -> None:
    refused(added(player, key), 400, "This passkey has been added already.")
    refused(added(at_localhost(server), key), 400, "This passkey has been added already.")


def test_an_answer_of_another_browser_is_refused(server: Server, player: Guest, key: Authenticator) -> None:
    victim, thief = at_localhost(server), at_localhost(server)
    refused(signed_in(thief, key.signed(options(victim, "sign-in"))), 403, STALE)
    made = device(server).made(options(player, "add"))
    refused(thief.post(f"{PASSKEYS}/add", {"code": json.dumps(made)}), 403, STALE)
    # Nor does a challenge to sign in make a passkey, or the other way round.
    made = device(server).made(options(player, "sign-in"))
    refused(player.post(f"{PASSKEYS}/add", {"code": json.dumps(made)}), 403, STALE)
    refused(signed_in(thief, key.signed(options(thief, "add"))), 403, STALE)


@pytest.mark.parametrize("counts", [True, False])
def test_a_replayed_answer_is_refused(server: Server, player: Guest, counts: bool) -> None:
    key, other = device(server, counts=counts), at_localhost(server)
    added(player, key)
    before, token = dict(other.http.cookies), other.page("/").hidden("_csrf_token")
    answer = key.signed(options(other, "sign-in"))
    assert signed_in(other, answer).status == 303
    assert other.page("/").status == 200  # the new session has begun
    thief = Guest(str(other.http.base_url), before)
    assert thief.post(f"{PASSKEYS}/sign-in", {"code": json.dumps(answer)}, token).status == 403
    refused(signed_in(at_localhost(server), answer), 403, STALE)


def test_an_answer_sent_twice_counts_once(server: Server, key: Authenticator) -> None:
    other = at_localhost(server)
    token = other.page("/").hidden("_csrf_token")
    answer = {"code": json.dumps(key.signed(options(other, "sign-in")))}
    cookies = dict(other.http.cookies)
    assert other.post(f"{PASSKEYS}/sign-in", answer, token).status == 303
    again = Guest(str(other.http.base_url), cookies)
    refused(again.post(f"{PASSKEYS}/sign-in", answer, token), 403, REFUSED)


def flipped(answer: Json, name: str) -> Json:
    """The answer with one bit changed."""
    data = bytearray(decoded(answer["response"][name]))
    data[-1] ^= 1
    return answer | {"response": answer["response"] | {name: encoded(bytes(data))}}


@pytest.mark.parametrize("name", ["authenticatorData", "signature"])
def test_a_tampered_answer_is_refused(server: Server, key: Authenticator, name: str) -> None:
    other = at_localhost(server)
    refused(signed_in(other, flipped(key.signed(options(other, "sign-in")), name)), 403, REFUSED)


WRONG: Final[dict[str, Callable[[Authenticator], object]]] = {
    "another origin": lambda key: setattr(key, "origin", "https://evil.example"),
    "another port": lambda key: setattr(key, "origin", "http://localhost:1"),
    "another host": lambda key: setattr(key, "host", "evil.example"),
    "another key": lambda key: setattr(key, "key", Authenticator("", "").key),
    "a count that went back": lambda key: setattr(key, "signs", -key.counts),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_passkey_of_elsewhere_is_refused(server: Server, player: Guest, key: Authenticator, wrong: str) -> None:
    other = at_localhost(server)
    WRONG[wrong](key)
    refused(signed_in(other, key.signed(options(other, "sign-in"))), 403, REFUSED)
    if wrong.startswith(("another o", "another p", "another h")):
        key.id = b"another"
        refused(added(player, key), 403, REFUSED)


@pytest.mark.parametrize("answer", ["", "x", "[]", "{}", "[" * 5000, '{"id": 1}', '{"id": "AA", "rawId": "AA"}'])
def test_what_is_no_answer_is_refused(player: Guest, answer: str) -> None:
    for address in ("add", "sign-in"):
        page = Guest(str(player.http.base_url)).post(f"{PASSKEYS}/{address}", {"code": answer})
        refused(page, 403, REFUSED)


def test_an_id_that_is_no_text_is_refused(server: Server, key: Authenticator) -> None:
    other = at_localhost(server)
    answer = key.signed(options(other, "sign-in")) | {"id": "\ud800"}
    assert signed_in(other, answer).status in (303, 403)


# -- where they work -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("http://localhost:8000", Place("localhost", "http://localhost:8000")),
        ("http://localhost:80", Place("localhost", "http://localhost")),
        ("https://Play.example.org", Place("play.example.org", "https://play.example.org")),
        ("https://play.example.org:443", Place("play.example.org", "https://play.example.org")),
        ("https://play.example.org:8443", Place("play.example.org", "https://play.example.org:8443")),
        ("http://play.example.org", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.0.2.7", None),
        ("https://[2001:db8::1]", None),
        ("http://[x", None),
        ("", None),
    ],
)
def test_passkeys_need_a_name_and_a_secure_connection(address: str, place: Place | None) -> None:
    assert place_at(address) == place


@contextmanager
def served(folder: Path, asked: str, **settings: Any) -> Iterator[TestClient[Litestar]]:
    """A server with these settings in this process, whose visitor asks for this address."""
    config = Config(data_dir=str(folder), secret="s" * 32, **settings)
    migrate(config.url)
    with TestClient(create_app(config), base_url=asked) as client:
        yield client


ELSEWHERE: Final[tuple[tuple[str, dict[str, str], str], ...]] = (
    ("http://127.0.0.1:9000", {}, "http://localhost:9000"),
    ("http://evil.example", {}, "http://localhost:8000"),
    ("http://127.0.0.1:8000", {"address": "http://192.0.2.7:8000", "host": "0.0.0.0"}, "http://localhost:8000"),
    ("http://192.0.2.7:8000", {"address": "http://192.0.2.7:8000", "host": "0.0.0.0"}, ""),
    ("http://192.0.2.7:8000", {"address": "https://play.example.org"}, "https://play.example.org"),
    ("http://play.example.org", {"proxies": "192.0.2.1"}, ""),
)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("asked", "settings", "elsewhere"), ELSEWHERE)
def test_where_they_do_not_work_the_page_says_where(
    tmp_path: Path, asked: str, settings: dict[str, str], elsewhere: str
) -> None:
    with served(tmp_path, asked, **settings) as client:
        text = client.get(PAGE, headers={"accept": "text/html"}).text
        assert "Add a passkey" not in text
        assert "Passkeys don't work at this address." in text or "need a server with a name and HTTPS" in text
        assert (f'href="{elsewhere}{PAGE}"' in text) is bool(elsewhere)
        answer = client.get(f"{PASSKEYS}/to-add", headers={"x-fragment": "1"})
        assert answer.status_code == (200 if elsewhere and "127.0.0.1" not in asked else 400)
        if answer.status_code == 400:
            assert answer.json()["detail"] == NOT_HERE


# The proxy in front is not named in the settings, so the server takes the connection for an open one.
BEHIND: Final = "http://play.example.org", "https://play.example.org"


def posted(client: TestClient[Litestar]) -> httpx.Response:
    """Makes a passkey there and adds it."""
    token = re.findall(r'name="_csrf_token" value="(\w+)"', client.get(PAGE, headers={"accept": "text/html"}).text)[0]
    made = Authenticator(BEHIND[1], "play.example.org").made(client.get(f"{PASSKEYS}/to-add").json())
    form = {"_csrf_token": token, "code": json.dumps(made)}
    return client.post(f"{PASSKEYS}/add", data=form, follow_redirects=False)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_behind_a_proxy_they_work_for_five_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path, BEHIND[0], address=BEHIND[1]) as client:
        assert posted(client).status_code == 303
        monkeypatch.setattr(passkeys, "GOOD_FOR", -1)
        answer = posted(client)
        assert (answer.status_code, STALE in answer.text) == (403, True)


# -- without the library -------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_without_the_library_the_server_runs_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert are_available()
    monkeypatch.setitem(sys.modules, "webauthn", None)
    assert not are_available()
    begin_and_end(Config(port=free_port(), data_dir=str(tmp_path), secret="s" * 32), monkeypatch)
    assert capsys.readouterr().out.splitlines()[-1] == MISSING
    with served(tmp_path, BEHIND[0], address=BEHIND[1]) as client:
        page = client.get(PAGE, headers={"accept": "text/html"})
        assert page.status_code == 200
        assert "passkey" not in page.text.lower().replace("passkeys.js", "")
        for to in ("add", "sign-in"):
            assert client.get(f"{PASSKEYS}/to-{to}", headers={"x-fragment": "1"}).json()["detail"] == OFF


# -- how long they are kept ----------------------------------------------------------------------------------------


def test_the_download_says_when_and_not_what(player: Guest, key: Authenticator) -> None:
    index = json.loads(taken(player)["index.json"])
    assert [one["device"] for one in index["passkeys"]] == ["Firefox on Windows"]
    assert set(index["passkeys"][0]) == {"device", "added", "used"}
    assert encoded(key.id) not in json.dumps(index)


def test_an_old_passkey_goes_once_its_guest_has_no_seat(tmp_path: Path) -> None:
    async def left() -> list[str]:
        config = Config(data_dir=str(tmp_path))
        migrate(config.url)
        database = Database(config.url)
        store, expiry = PasskeyStore(database), Expiry(database)
        then = now() - timedelta(days=30)
        for guest, used in (("seated", None), ("gone", None), ("recent", now())):
            await store.add(Passkey(guest, guest, "key", 0, "Firefox", added=then, used=used))
        async with database.writing() as connection:
            await connection.execute(insert(HOLDERS).values(table_id="table", seat=0, guest="seated"))
        await expiry.remove_passkeys(now() - timedelta(days=7))
        found = [guest for guest in ("seated", "gone", "recent") if await store.find(guest)]
        await database.close()
        return found

    assert asyncio.run(left()) == ["seated", "recent"]
