"""Recognizes guests by a signed, dated cookie; there are no accounts."""

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
# Used with TLS. Browsers accept a cookie with this prefix only from this very host, so no other host can plant one.
HOST_COOKIE: Final = f"__Host-{COOKIE}"
READ: Final = "what the cookie says"
GOOD_FOR: Final = timedelta(days=365)
RENEWED_AFTER: Final = timedelta(days=1)

Connection = Request[Any, Any, State]


class Guests:
    """Gives every browser an id of its own, and recognizes it later."""

    def __init__(self, config: Config) -> None:
        self._signer = TimestampSigner(config.secret, salt="dated guest")
        self._secret = config.secret.encode()

    def known(self, request: Connection) -> str | None:
        """Returns the guest named by the cookie; None if the cookie is missing, forged or too old."""
        return self._read(request)[0]

    def sent_cookie(self, request: Connection) -> bool:
        """Returns whether a request has a guest's cookie, even a forged or expired one."""
        return not {COOKIE, HOST_COOKIE}.isdisjoint(request.cookies)

    def _read(self, request: Connection) -> tuple[str | None, bool]:
        """Returns the result of `_read_cookies`, computed once for each request."""
        given = request.scope["state"]
        if READ not in given:
            given[READ] = self._read_cookies(request)
        return cast(tuple[str | None, bool], given[READ])

    def _read_cookies(self, request: Connection) -> tuple[str | None, bool]:
        """Returns the guest, and whether a new cookie is due. Replaces the older cookie without TLS or prefix."""
        for name in (HOST_COOKIE, COOKIE):
            found, due = self._unsigned(request.cookies.get(name, ""))
            if found is not None:
                return found, due or name != _name(request)
        return None, True

    def _unsigned(self, cookie: str) -> tuple[str | None, bool]:
        """Returns the guest named by a cookie, as `known` does, and whether a new cookie is due."""
        now = datetime.now(UTC)
        try:
            name, signed = self._signer.unsign(cookie, return_timestamp=True)
        except BadSignature:
            return None, True
        # If a clock was ahead, here or in another process, no guest must lose their seats.
        return (name.decode() if now - signed <= GOOD_FOR else None), abs(now - signed) > RENEWED_AFTER

    def guest(self, request: Connection) -> str:
        """Returns the guest of a request; a newcomer gets an id. If a new cookie is due, the answer will set it."""
        given = request.scope["state"]
        found, due = self._read(request)
        if due and COOKIE not in given:
            given[COOKIE] = found or secrets.token_urlsafe(12)
        return str(given.get(COOKIE, found))

    def form_token(self, request: Connection) -> str:
        """Returns the token that forms on this guest's pages must send back: no foreign page can know it."""
        return hmac.new(self._secret, b"form " + self.guest(request).encode(), hashlib.sha256).hexdigest()

    def knows_form(self, request: Connection, token: object) -> bool:
        """Returns whether this is the token of the guest who sends the form."""
        if self.known(request) is None or not isinstance(token, str):
            return False
        return hmac.compare_digest(token.encode(errors="replace"), self.form_token(request).encode())

    def cookie(self, request: Connection) -> Cookie | None:
        """Returns the cookie for a newcomer, or for a guest whose cookie is due; None if none is due."""
        name = request.scope["state"].get(COOKIE)
        if name is None:
            return None
        return _cookie(request, self._signer.sign(name).decode(), int(GOOD_FOR.total_seconds()))

    @staticmethod
    def no_cookies(request: Connection) -> list[Cookie]:
        """Returns cookies that make the browser forget the guest, once their data is deleted."""
        names = (HOST_COOKIE, COOKIE) if is_secure(request) else (COOKIE,)
        return [_cookie(request, "", 0, name) for name in names]


def _name(request: Connection) -> str:
    return HOST_COOKIE if is_secure(request) else COOKIE


def _cookie(request: Connection, value: str, seconds: int, name: str = "") -> Cookie:
    secure = is_secure(request)
    return Cookie(
        key=name or _name(request), value=value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/"
    )
