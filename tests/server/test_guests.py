"""How a guest is recognized: by a signed, dated cookie that names a session, which can be ended."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from itsdangerous import TimestampSigner
from litestar.datastructures import Cookie
from litestar.testing import RequestFactory
from sqlalchemy import delete, insert
from sqlalchemy.exc import OperationalError

from grognard.server.config import Config
from grognard.server.errors import Forbidden
from grognard.server.guests import cookies
from grognard.server.guests.cookies import COOKIE, HOST_COOKIE, Guests
from grognard.server.guests.devices import device_of
from grognard.server.storage.database import Database
from grognard.server.storage.migrate import migrate
from grognard.server.storage.rows import now
from grognard.server.storage.schema import SESSIONS
from grognard.server.storage.sessions import BROWSER, Claim, SessionStore
from tests.server.support import guest_in

SECRET: Final = "a-secret-of-at-least-thirty-two-characters"
DAY: Final = 24 * 3600
T = TypeVar("T")


@dataclass(frozen=True)
class Seen:
    """How a server answered: whom it recognized, which guest it served, and the cookies it gave."""

    known: str | None
    guest: str
    given: tuple[Cookie, ...]
    token: str

    @property
    def cookie(self) -> str:
        """The new cookie of the guest; empty if there is none."""
        return next((str(cookie.value) for cookie in self.given if cookie.value), "")


class House:
    """A server's guests, with a database."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.sqlite"
        config = Config(data_dir=str(folder), secret=SECRET)
        migrate(config.url)
        self.database = Database(config.url)
        self.store = SessionStore(self.database)
        self.guests = Guests(config, self.store)

    def ask(
        self,
        cookie: str = "",
        *,
        method: str = "GET",
        cookies: dict[str, str] | None = None,
        secure: bool = False,
        greets: bool = True,
        act: Callable[[Any], Awaitable[object]] | None = None,
    ) -> Seen:
        """Sends a request with a cookie, and does something in the middle of it."""
        sent = cookies or ({COOKIE: cookie} if cookie else {})
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in sent.items())} if sent else None
        make = RequestFactory()
        request: Any = make.post("/", headers=headers) if method == "POST" else make.get("/", headers=headers)
        request.scope |= {"state": {}, "scheme": "https" if secure else "http"}

        async def asked() -> Seen:
            await self.guests.recognize(request)
            known, guest, token = self.guests.known(request), self.guests.guest(request), ""
            token = self.guests.form_token(request)
            if act is not None:
                await act(request)
            return Seen(known, guest, tuple(await self.guests.cookies(request, greets)), token)

        return asyncio.run(asked())

    def post(self, cookie: str = "") -> Seen:
        """Changes something."""
        return self.ask(cookie, method="POST")

    def rows(self, guest: str) -> list[str]:
        """The ids of a guest's running sessions."""
        return [session.id for session in asyncio.run(self.store.of_guest(guest))]

    def forget(self) -> None:
        """Loses all sessions, as a backup from before them does."""
        with closing(sqlite3.connect(self.file)) as connection:
            connection.execute("DELETE FROM sessions WHERE kind = 'browser'")
            connection.commit()

    def end(self, owner: str, id: str) -> bool:
        """Ends a session of the guest whose cookie this is, on another of their devices."""
        guest = guest_in(owner)
        own = Claim("another device", guest, datetime.now(UTC), self.guests.mark(guest))
        return asyncio.run(self.store.end(own, id))

    def sign_out_others(self, cookie: str, form: str = "a form") -> Seen:
        """Signs out everywhere else."""
        return self.ask(cookie, method="POST", act=lambda request: self.guests.sign_out_others(request, form))

    def sign_in(self, cookie: str, guest: str) -> Seen:
        """Makes a browser another guest's device."""
        return self.ask(cookie, method="POST", act=lambda request: self.guests.sign_in(request, guest))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    asyncio.run(found.database.close())


Sign = Callable[[float], str]


@pytest.fixture
def signed(house: House, monkeypatch: pytest.MonkeyPatch) -> Sign:
    """Makes a cookie as a browser got it a number of days ago."""

    def sign(days: float) -> str:
        given = int(time.time() - days * DAY)
        with monkeypatch.context() as patch:
            patch.setattr(TimestampSigner, "get_timestamp", lambda _self: given)
            return house.ask().cookie

    return sign


def older(guest: str) -> str:
    """A cookie from before there were sessions."""
    return TimestampSigner(SECRET, salt="dated guest").sign(guest).decode()


def id_of(cookie: str) -> str:
    """The id of the session that a cookie names."""
    return hashlib.sha256(cookie.partition(":")[0].encode()).hexdigest()


# -- cookies -------------------------------------------------------------------------------------------------------


def test_a_newcomer_gets_a_cookie_that_is_known_again(house: House) -> None:
    first = house.ask()
    assert first.known is None
    assert guest_in(first.cookie) == first.guest
    again = house.ask(first.cookie)
    assert (again.known, again.guest, again.given) == (first.guest, first.guest, ())
    assert again.token == first.token
    assert house.ask().guest != first.guest


@pytest.mark.parametrize("days", [0.0, 0.9, -0.9])
def test_a_young_cookie_stays(house: House, signed: Sign, days: float) -> None:
    cookie = signed(days)
    seen = house.ask(cookie)
    assert (seen.known, seen.given) == (guest_in(cookie), ())


@pytest.mark.parametrize("days", [1.1, 30, 364, -1.1, -400])
def test_a_cookie_in_use_is_renewed_once_a_day_whatever_the_clock_was(house: House, signed: Sign, days: float) -> None:
    cookie = signed(days)
    seen = house.ask(cookie)
    assert seen.known == guest_in(cookie) == guest_in(seen.cookie)
    assert seen.cookie != cookie
    assert id_of(seen.cookie) == id_of(cookie)
    assert house.ask(seen.cookie).given == ()
    assert house.rows(seen.guest) == [id_of(cookie)], "who comes back on another day is listed"


def test_a_cookie_that_was_not_used_for_a_year_is_nobody(house: House, signed: Sign) -> None:
    cookie = signed(366)
    seen = house.ask(cookie)
    assert seen.known is None
    assert seen.guest == guest_in(seen.cookie) != guest_in(cookie)


def test_nobody_makes_a_cookie_younger(house: House, signed: Sign) -> None:
    name, when, signature = signed(366).split(".")
    now = signed(0).split(".")[1]
    assert when != now
    for younger in (f"{name}.{now}.{signature}", f"{name}.{signature}"):
        assert house.ask(younger).known is None


def test_nobody_takes_another_guests_name(house: House) -> None:
    anna, ben = house.ask(), house.ask()
    swapped = anna.cookie.replace(anna.guest, ben.guest)
    assert house.ask(swapped).known is None


def test_an_answer_that_greets_nobody_gives_a_newcomer_no_cookie_but_renews_one(house: House, signed: Sign) -> None:
    assert house.ask(greets=False).given == ()
    assert house.ask(signed(2), greets=False).cookie


def test_over_tls_the_cookie_gets_its_prefix_and_the_plain_one_goes(house: House) -> None:
    plain = house.ask().cookie
    seen = house.ask(plain, secure=True)
    assert seen.known == guest_in(plain)
    assert [(cookie.key, bool(cookie.value)) for cookie in seen.given] == [(HOST_COOKIE, True), (COOKIE, False)]


def test_a_planted_cookie_does_not_replace_a_session_that_has_ended(house: House) -> None:
    mine, planted = house.post(), house.post()
    both = {HOST_COOKIE: mine.cookie, COOKIE: planted.cookie}
    assert house.ask(cookies=both, secure=True).known == mine.guest
    assert house.end(mine.cookie, id_of(mine.cookie))
    seen = house.ask(cookies=both, secure=True)
    assert seen.known is None
    assert seen.guest not in (mine.guest, planted.guest)


# -- sessions ------------------------------------------------------------------------------------------------------


def test_a_session_is_stored_once_its_browser_has_changed_something(house: House) -> None:
    first = house.ask()
    assert house.rows(first.guest) == []
    assert house.ask(first.cookie).given == ()
    assert house.rows(first.guest) == []
    house.post(first.cookie)
    assert house.rows(first.guest) == [id_of(first.cookie)]
    house.post(first.cookie)
    assert house.rows(first.guest) == [id_of(first.cookie)]


def test_the_database_holds_no_cookie(house: House) -> None:
    seen = house.post()
    kept = b"".join(path.read_bytes() for path in house.file.parent.glob("tables.sqlite*"))
    assert seen.guest.encode() in kept
    assert seen.cookie.partition(":")[0].encode() not in kept


def test_a_lost_row_loses_nobody(house: House) -> None:
    seen = house.post()
    house.forget()
    again = house.post(seen.cookie)
    assert again.known == seen.guest
    assert house.rows(seen.guest) == [id_of(seen.cookie)]


def test_an_older_cookie_becomes_a_session_at_first_sight(house: House) -> None:
    seen = house.ask(older("anna"))
    assert (seen.known, guest_in(seen.cookie)) == ("anna", "anna")
    assert house.rows("anna") == [id_of(seen.cookie)]
    assert house.ask(older("anna")).known == "anna", "the answer with the new cookie may have been lost"
    assert house.rows("anna") == [id_of(seen.cookie)]


def test_a_browser_that_was_signed_out_is_a_newcomer_at_once(house: House) -> None:
    seen = house.post()
    assert house.end(seen.cookie, id_of(seen.cookie))
    again = house.ask(seen.cookie)
    assert again.known is None
    assert again.guest == guest_in(again.cookie) != seen.guest
    assert again.token != seen.token
    assert house.ask(again.cookie).token == again.token


def test_a_late_request_of_a_replaced_session_gets_no_cookie(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = house.post()
    assert house.ask(house.sign_in(seen.cookie, "ben").cookie).known == "ben"
    late = house.ask(seen.cookie)
    assert (late.known, late.given) == (None, ()), "the browser has a newer cookie by now"
    monkeypatch.setattr(cookies, "JUST_NOW", timedelta(0))
    assert guest_in(house.ask(seen.cookie).cookie) not in ("", seen.guest)


def test_nobody_ends_a_strangers_session(house: House) -> None:
    anna, ben = house.post(), house.post()
    assert not house.end(ben.cookie, id_of(anna.cookie))
    assert house.ask(anna.cookie).known == anna.guest


# -- signing in and out --------------------------------------------------------------------------------------------


def test_signing_out_everywhere_else_shuts_out_a_copied_cookie(house: House) -> None:
    mine = house.post()
    after = house.sign_out_others(mine.cookie)
    assert id_of(after.cookie) != id_of(mine.cookie)
    assert house.ask(mine.cookie).known == mine.guest, "until the new cookie has arrived"
    assert house.ask(after.cookie).known == mine.guest
    assert house.ask(mine.cookie).known is None
    assert house.rows(mine.guest) == [id_of(after.cookie)]


def test_signing_out_everywhere_else_ends_other_devices_at_once(house: House) -> None:
    mine = house.post()
    other = house.sign_in("", mine.guest)
    assert house.ask(other.cookie).known == mine.guest
    house.sign_out_others(mine.cookie)
    assert house.ask(other.cookie).known is None


@pytest.mark.parametrize("copied", ["older", "unstored"])
def test_signing_out_everywhere_else_ends_sessions_that_have_no_row(
    house: House, monkeypatch: pytest.MonkeyPatch, copied: str
) -> None:
    mine = house.ask(older("anna"))
    with monkeypatch.context() as patch:  # a second ago
        patch.setattr(TimestampSigner, "get_timestamp", lambda _self: int(time.time()) - 1)
        stolen = older("anna") if copied == "older" else house.sign_in("", "anna").cookie
    house.forget()
    assert house.ask(stolen).known == "anna"
    house.forget()
    after = house.sign_out_others(mine.cookie)
    assert house.ask(after.cookie).known == "anna"
    assert house.ask(stolen).known is None


def test_a_lost_answer_locks_nobody_out(house: House) -> None:
    mine = house.post()
    house.sign_out_others(mine.cookie, "first try")
    after = house.sign_out_others(mine.cookie, "second try")
    assert house.ask(after.cookie).known == mine.guest
    assert house.rows(mine.guest) == [id_of(after.cookie)]


def test_a_lost_answer_locks_nobody_out_whose_session_was_not_stored(house: House) -> None:
    mine = house.ask()
    house.sign_out_others(mine.cookie)
    assert house.ask(mine.cookie).known == mine.guest


def test_a_double_click_gives_the_same_session_twice(house: House) -> None:
    mine = house.post()
    first, second = house.sign_out_others(mine.cookie), house.sign_out_others(mine.cookie)
    assert id_of(first.cookie) == id_of(second.cookie)
    assert house.ask(second.cookie).known == mine.guest


def test_whoever_copied_the_cookie_cannot_keep_a_session_in_reserve(house: House) -> None:
    mine = house.post()
    reserve = house.sign_out_others(mine.cookie, "a thief's form")
    after = house.sign_out_others(mine.cookie, "my form")
    assert house.ask(after.cookie).known == mine.guest
    assert house.ask(reserve.cookie).known is None


def test_of_two_new_sessions_the_first_one_used_stays(house: House) -> None:
    mine = house.post()
    first, second = house.sign_in(mine.cookie, "anna"), house.sign_in(mine.cookie, "anna")
    assert house.ask(first.cookie).known == "anna"
    assert house.ask(second.cookie).known is None
    assert house.ask(mine.cookie).known is None
    assert house.ask(first.cookie).known == "anna"


def test_a_request_held_open_does_not_undo_a_sign_out(house: House) -> None:
    mine = house.post()

    async def meanwhile(request: Any, act: Callable[[Any], Awaitable[object]]) -> None:
        claim = house.guests._claim(house.guests._caller(request))
        await house.store.end_others(claim, "another session", "")
        await house.store.confirm("another session", claim.id)
        await act(request)

    forms: list[Callable[[Any], Awaitable[object]]] = [
        lambda request: house.guests.sign_out_others(request, "held open"),
        lambda request: house.guests.sign_in(request, "anna"),
        lambda request: house.guests.sign_out(request, "0" * 64),
    ]
    for act in forms:
        copied = house.sign_in("", mine.guest)
        with suppress(Forbidden):
            house.ask(copied.cookie, method="POST", act=partial(meanwhile, act=act))
        assert house.rows(mine.guest) == ["another session"], act
        house.forget()


def test_the_answer_to_an_earlier_form_ends_no_later_session(house: House) -> None:
    mine = house.post()
    later = house.sign_out_others(mine.cookie, "reloaded")
    house.sign_out_others(mine.cookie, "slow")
    assert house.ask(later.cookie).known == mine.guest
    assert house.ask(mine.cookie).known is None
    assert house.ask(later.cookie).known == mine.guest


@pytest.mark.parametrize("is_used", [True, False])
def test_a_late_answer_does_not_put_the_old_cookie_back(house: House, signed: Sign, is_used: bool) -> None:
    old = signed(2)

    async def meanwhile(request: Any) -> None:
        claim = house.guests._claim(house.guests._caller(request))
        await house.store.end_others(claim, "another session", "")
        if is_used:
            await house.store.confirm("another session", claim.id)

    assert house.ask(old, act=meanwhile).given == ()
    assert (house.ask(old).known is None) == is_used


def test_a_late_request_stores_no_session_that_was_signed_out_before_it_had_a_row(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TimestampSigner, "get_timestamp", lambda _self: int(time.time()) - 1)
        copied = house.ask().cookie
    guest = guest_in(copied)

    async def meanwhile(_request: Any) -> None:
        claim = Claim("mine", guest, datetime.now(UTC), house.guests.mark(guest))
        await house.store.end_others(claim, "another session", "")

    house.ask(copied, method="POST", act=meanwhile)
    assert house.ask(copied).known is None
    assert id_of(copied) not in house.rows(guest)


def test_nobody_signs_out_the_browser_they_use(house: House) -> None:
    mine = house.post()
    house.ask(mine.cookie, method="POST", act=lambda request: house.guests.sign_out(request, id_of(mine.cookie)))
    assert house.ask(mine.cookie).known == mine.guest


def test_signing_in_as_another_guest(house: House) -> None:
    anna, ben = house.post(), house.ask()
    after = house.sign_in(ben.cookie, anna.guest)
    assert guest_in(after.cookie) == anna.guest
    assert house.ask(ben.cookie).known == ben.guest, "until the new cookie has arrived"
    assert house.ask(after.cookie).known == anna.guest
    assert house.ask(ben.cookie).known is None
    assert set(house.rows(anna.guest)) == {id_of(anna.cookie), id_of(after.cookie)}


# -- what is kept in memory ----------------------------------------------------------------------------------------


def test_a_session_is_read_again_after_each_change_only(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read = house.database.reading

    def reading() -> Any:
        reads.append("read")
        return read()

    monkeypatch.setattr(house.database, "reading", reading)
    own, other = (Claim(letter * 64, letter, now(), "m" * 64) for letter in "ab")

    async def found(claim: Claim) -> tuple[bool, bool]:
        session, _marked = await house.store.find(claim.id, claim.mark)
        return session is not None, session is not None and session.ended is not None

    async def changed() -> None:
        assert [await found(own), await found(own), await found(other)] == [(False, False)] * 3
        assert len(reads) == 2
        await house.store.note_use(own, "Firefox")
        assert await found(own) == (True, False)
        await house.store.end_own(own, "Firefox")
        assert await found(own) == (True, True)
        async with house.database.writing() as connection:
            await connection.execute(delete(SESSIONS))
        assert await found(own) == (False, False)
        before = len(reads)
        assert await found(own) == (False, False)
        assert len(reads) == before

    asyncio.run(changed())


def test_what_is_read_during_a_change_is_not_kept(house: House) -> None:
    claim = Claim("a" * 64, "a", now(), "m" * 64)

    async def changed() -> None:
        async with house.database.writing() as connection:
            row = {"id": claim.id, "guest": "a", "kind": BROWSER, "device": "", "scope": ""}
            await connection.execute(insert(SESSIONS).values(row | {"began": now(), "used": now()}))
            assert await house.store.find(claim.id, claim.mark) == (None, None)  # it is not committed yet
        session, _marked = await house.store.find(claim.id, claim.mark)
        assert session is not None

    asyncio.run(changed())


# -- a database that does not answer -------------------------------------------------------------------------------


class Away:
    """A database that does not answer."""

    def reading(self) -> Any:
        """Fails."""
        raise OperationalError("", {}, Exception())

    writing = reading

    def changes_of(self, table: str) -> int | None:
        """Returns None, as of a database that other processes change."""
        return None


def test_a_database_that_is_away_makes_nobody_a_stranger(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = house.post()
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "_database", Away())
        with pytest.raises(OperationalError):
            house.ask(seen.cookie)
    assert house.ask(seen.cookie).known == seen.guest


def test_the_page_that_says_so_has_the_guests_own_token_and_gives_no_cookie(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = house.post()
    monkeypatch.setattr(house.store, "_database", Away())
    request: Any = RequestFactory().get("/", headers={"cookie": f"{COOKIE}={seen.cookie}"})
    request.scope["state"] = {}

    async def asked() -> tuple[str, list[Cookie]]:
        await house.guests.recognize(request)
        return house.guests.form_token(request), await house.guests.cookies(request, greets=True)

    assert asyncio.run(asked()) == (seen.token, [])


def test_a_newcomer_who_has_changed_something_gets_a_cookie_even_if_no_session_can_be_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.store._database, "writing", Away().writing)
    seen = house.post()
    assert guest_in(seen.cookie) == seen.guest


def test_a_cookie_is_not_renewed_while_nothing_can_be_stored(
    house: House, signed: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = signed(2)
    monkeypatch.setattr(house.store._database, "writing", Away().writing)
    seen = house.ask(cookie)
    assert (seen.known, seen.given) == (guest_in(cookie), ())


# -- devices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("description", "device"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
            "Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("python-httpx/0.28", "A program"),
        ("", "A program"),
    ],
)
def test_a_browser_is_named_as_its_owner_would(description: str, device: str) -> None:
    assert device_of(description) == device
