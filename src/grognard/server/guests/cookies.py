"""Guests: no account, only a signed cookie that names one and says when it was signed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast

from itsdangerous import BadSignature, TimestampSigner
from litestar import Request
from litestar.datastructures import Cookie, State

from grognard.server.config import Config
from grognard.server.net.addresses import is_secure

COOKIE: Final = "grognard_guest"
# Under TLS. Browsers keep a cookie of such a name only from this very host, so no neighboring host can plant one.
HOST_COOKIE: Final = f"__Host-{COOKIE}"
READ: Final = "what the cookie says"
GOOD_FOR: Final = timedelta(days=365)
RENEWED_AFTER: Final = timedelta(days=1)

Connection = Request[Any, Any, State]


class Guests:
    """Gives every browser a name of its own and knows it again."""

    def __init__(self, config: Config) -> None:
        self._signer = TimestampSigner(config.secret, salt="dated guest")
        self._secret = config.secret.encode()

    def known(self, request: Connection) -> str | None:
        """The guest that the cookie names; None without one, or with one that is not ours or too old."""
        return self._read(request)[0]

    def sent_cookie(self, request: Connection) -> bool:
        """Returns whether a request brings a guest's cookie, be it ours, forged or too old."""
        return not {COOKIE, HOST_COOKIE}.isdisjoint(request.cookies)

    def _read(self, request: Connection) -> tuple[str | None, bool]:
        """What `_unsigned` says of the cookie of a request: several ask, and one reads."""
        given = request.scope["state"]
        if READ not in given:
            given[READ] = self._read_cookies(request)
        return cast(tuple[str | None, bool], given[READ])

    def _read_cookies(self, request: Connection) -> tuple[str | None, bool]:
        """What the cookies say; the one from before TLS, or before it had a prefix, still counts and is replaced."""
        for name in (HOST_COOKIE, COOKIE):
            found, due = self._unsigned(request.cookies.get(name, ""))
            if found is not None:
                return found, due or name != _name(request)
        return None, True

    def _unsigned(self, cookie: str) -> tuple[str | None, bool]:
        """The guest that the cookie names, as `known` says, and whether it is time for a new one."""
        now = datetime.now(UTC)
        try:
            name, signed = self._signer.unsign(cookie, return_timestamp=True)
        except BadSignature:
            return None, True
        # A clock that was ahead, here or in another process, must cost nobody his seats.
        return (name.decode() if now - signed <= GOOD_FOR else None), abs(now - signed) > RENEWED_AFTER

    def guest(self, request: Connection) -> str:
        """The guest of a request; a newcomer gets a name. With the answer goes a cookie where it is time for one."""
        given = request.scope["state"]
        found, due = self._read(request)
        if due and COOKIE not in given:
            given[COOKIE] = found or secrets.token_urlsafe(12)
        return str(given.get(COOKIE, found))

    def form_token(self, request: Connection) -> str:
        """What the forms of this guest's pages have to bring back: no foreign page can know it."""
        return hmac.new(self._secret, b"form " + self.guest(request).encode(), hashlib.sha256).hexdigest()

    def knows_form(self, request: Connection, token: object) -> bool:
        """Is this the token of the guest who sends the form?"""
        if self.known(request) is None or not isinstance(token, str):
            return False
        return hmac.compare_digest(token.encode(errors="replace"), self.form_token(request).encode())

    def cookie(self, request: Connection) -> Cookie | None:
        """What to send to a newcomer, and to a guest whose cookie is renewed."""
        name = request.scope["state"].get(COOKIE)
        if name is None:
            return None
        return _cookie(request, self._signer.sign(name).decode(), int(GOOD_FOR.total_seconds()))

    @staticmethod
    def no_cookies(request: Connection) -> list[Cookie]:
        """What to send to a guest who goes: the browser forgets every cookie that names the guest."""
        names = (HOST_COOKIE, COOKIE) if is_secure(request) else (COOKIE,)
        return [_cookie(request, "", 0, name) for name in names]


def _name(request: Connection) -> str:
    return HOST_COOKIE if is_secure(request) else COOKIE


def _cookie(request: Connection, value: str, seconds: int, name: str = "") -> Cookie:
    secure = is_secure(request)
    return Cookie(
        key=name or _name(request), value=value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/"
    )
