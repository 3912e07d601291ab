"""How a guest is known again: by a cookie that is signed, says when, is renewed in use and grows old without it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from itsdangerous import TimestampSigner
from litestar.testing import RequestFactory

from grognard.server.config import Config
from grognard.server.guests.cookies import COOKIE, Guests

SECRET: Final = "a-secret-of-at-least-thirty-two-characters"
DAY: Final = 24 * 3600

Sign = Callable[[float], str]


def seen(cookie: str) -> tuple[str | None, str, str | None]:
    """Whom a server takes the browser with this cookie for, before and after it asks, and the cookie that it gives."""
    guests = Guests(Config(secret=SECRET))
    request: Any = RequestFactory().get("/", headers={"cookie": f"{COOKIE}={cookie}"} if cookie else None)
    request.scope["state"] = {}
    assert guests.cookie(request) is None
    known, guest = guests.known(request), guests.guest(request)
    assert guests.guest(request) == guest
    given = guests.cookie(request)
    return known, guest, None if given is None else given.value


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> Sign:
    """Makes the cookie that somebody was given so many days ago."""

    def sign(days: float) -> str:
        given = int(time.time() - days * DAY)
        with monkeypatch.context() as patch:
            patch.setattr(TimestampSigner, "get_timestamp", lambda _self: given)
            found = seen("")[2]
        assert found
        return found

    return sign


def named(cookie: str | None) -> str:
    """The name in a cookie."""
    return (cookie or "").split(".")[0]


def test_a_newcomer_gets_a_cookie_that_is_known_again() -> None:
    known, guest, cookie = seen("")
    assert known is None
    assert cookie is not None
    assert named(cookie) == guest
    assert seen(cookie) == (guest, guest, None)
    assert named(seen("")[2]) != guest


@pytest.mark.parametrize("days", [0.0, 0.9, -0.9])
def test_a_young_cookie_stays(signed: Sign, days: float) -> None:
    cookie = signed(days)
    assert seen(cookie) == (named(cookie), named(cookie), None)


@pytest.mark.parametrize("days", [1.1, 30, 364, -1.1, -400])
def test_a_cookie_in_use_is_renewed_once_a_day_whatever_the_clock_was(signed: Sign, days: float) -> None:
    cookie = signed(days)
    known, guest, renewed = seen(cookie)
    assert known == guest == named(cookie) == named(renewed)
    assert renewed is not None
    assert renewed != cookie
    assert seen(renewed) == (guest, guest, None)


def test_a_cookie_that_was_not_used_for_a_year_is_nobody(signed: Sign) -> None:
    cookie = signed(366)
    known, guest, other = seen(cookie)
    assert known is None
    assert guest == named(other) != named(cookie)


def test_nobody_makes_a_cookie_younger(signed: Sign) -> None:
    name, when, signature = signed(366).split(".")
    now = signed(0).split(".")[1]
    assert when != now
    for younger in (f"{name}.{now}.{signature}", f"{name}.{signature}"):
        assert seen(younger)[0] is None
