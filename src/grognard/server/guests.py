"""Guests: no account, only a signed cookie that names one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any, Final

from itsdangerous import BadSignature, Signer
from litestar import Request
from litestar.datastructures import Cookie, State

from grognard.server.config import Config

COOKIE: Final = "grognard_guest"
YEAR: Final = 365 * 24 * 3600

Connection = Request[Any, Any, State]


class Guests:
    """Gives every browser a name of its own and knows it again."""

    def __init__(self, config: Config) -> None:
        self._signer = Signer(config.secret, salt="guest")
        self._secret = config.secret.encode()

    def known(self, request: Connection) -> str | None:
        """The guest that the cookie names; None without one, or with one that is not ours."""
        try:
            return self._signer.unsign(request.cookies.get(COOKIE, "")).decode()
        except BadSignature:
            return None

    def guest(self, request: Connection) -> str:
        """The guest of a request; a newcomer gets a name, and a cookie with the answer."""
        found = self.known(request) or request.scope["state"].get(COOKIE)
        if found is None:
            found = secrets.token_urlsafe(12)
            request.scope["state"][COOKIE] = found
        return str(found)

    def form_token(self, request: Connection) -> str:
        """What the forms of this guest's pages have to bring back: no foreign page can know it."""
        return hmac.new(self._secret, b"form " + self.guest(request).encode(), hashlib.sha256).hexdigest()

    def knows_form(self, request: Connection, token: object) -> bool:
        """Is this the token of the guest who sends the form?"""
        if self.known(request) is None or not isinstance(token, str):
            return False
        return hmac.compare_digest(token.encode(errors="replace"), self.form_token(request).encode())

    def cookie(self, request: Connection) -> Cookie | None:
        """What to send to a newcomer."""
        newcomer = request.scope["state"].get(COOKIE)
        if newcomer is None:
            return None
        return _cookie(request, self._signer.sign(newcomer).decode(), YEAR)

    @staticmethod
    def no_cookie(request: Connection) -> Cookie:
        """What to send to a guest who goes: his browser forgets him."""
        return _cookie(request, "", 0)


def _cookie(request: Connection, value: str, seconds: int) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(key=COOKIE, value=value, max_age=seconds, httponly=True, samesite="lax", secure=secure)
