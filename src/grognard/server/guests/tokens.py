"""Personal tokens: with one in a header, a program acts for a guest in the API. Cookies do not count then."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from itsdangerous import BadSignature, TimestampSigner
from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException

from grognard.server.config import Config

PREFIX: Final = "grognard_"  # shows people, and programs that look for leaked secrets, what it is
READ: Final = "read"
PLAY: Final = "play"
SCOPES: Final = (READ, PLAY)
READ_ONLY: Final = "This token may only read. Make one that may play, under “Your devices”."
MOST_LETTERS: Final = 30  # of the name that a guest gives a token

Connection = Request[Any, Any, State]


class ReadToken(NamedTuple):
    """What a token says that this server has made. It may have ended."""

    guest: str
    secret: str
    signed: datetime


class WrongToken(NotAuthorizedException):
    """The token is forged, or it has ended."""

    def __init__(self) -> None:
        sentence = "This token is wrong or has ended. Make a new one under “Your devices”."
        super().__init__(sentence, headers={"www-authenticate": "Bearer"})


class Tokens:
    """Makes tokens and reads them."""

    def __init__(self, config: Config) -> None:
        self._signer = TimestampSigner(config.secret, salt="token of a program")

    def text(self, secret: str, guest: str) -> str:
        """Returns the text of a token."""
        return PREFIX + self._signer.sign(f"{secret}.{guest}").decode()

    def read(self, request: Connection) -> ReadToken | None:
        """Returns what the token of a request says; None if it is forged."""
        text = _credentials(request)[1]
        if not text.startswith(PREFIX):
            return None
        try:
            said, signed = self._signer.unsign(text.removeprefix(PREFIX), return_timestamp=True)
        except BadSignature:
            return None
        secret, _, guest = said.decode().partition(".")
        return ReadToken(guest, secret, signed)


def sends_token(request: Connection) -> bool:
    """Returns whether a request sends a token instead of a cookie, even a forged one: that works only in the API."""
    return request.scope["path"].startswith("/api/") and _credentials(request)[0] == "bearer"


def _credentials(request: Connection) -> tuple[str, str]:
    """Returns the scheme and the credentials in the Authorization header of a request; empty without one."""
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    return scheme.lower(), text.strip()
