"""Limits how often a client may send requests, and checks that changes come from our own pages."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any, Final, cast

from litestar import Request
from litestar.datastructures import State
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import (
    ClientException,
    PermissionDeniedException,
    SerializationException,
    TooManyRequestsException,
)
from litestar.middleware import ASGIMiddleware
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_415_UNSUPPORTED_MEDIA_TYPE,
)
from litestar.types import ASGIApp, Receive, Scope, Send

from grognard.bots.turns import WHOSE, Whose
from grognard.server.config import Config
from grognard.server.guests.budgets import Work
from grognard.server.guests.cookies import Guests
from grognard.server.guests.tokens import WrongToken
from grognard.server.net.addresses import origin_of_request

Connection = Request[Any, Any, State]

FIELD: Final = "_csrf_token"
FORMS: Final = (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART)
SAFE: Final = ("GET", "HEAD", "OPTIONS")
# The secret in these paths is known only from a mail. A mail provider's request comes without a cookie (RFC 8058).
BY_MAIL: Final = ("/alerts/confirm/{id}/{token}", "/alerts/stop/{id}/{token}")
UNLIMITED: Final = (
    "/healthz", "/readyz", "/version", "/metrics", "/service-worker.js", "/offline", "/manifest.webmanifest"
)  # fmt: skip
WINDOW: Final = 60  # seconds
MOST_FIELDS: Final = 100  # in a form


def is_unlimited(path: str) -> bool:
    """Returns whether requests for this path are not counted, and the server does not look up who sends them."""
    return path in UNLIMITED or path.startswith("/static/")


class RateLimit(ASGIMiddleware):
    """Limits the requests per minute of each guest, and of all newcomers from one address together.

    First, each session counts for itself, by its cookie alone, so it costs nothing to refuse a request. Then the server
    looks up who sends it, and counts their guest, or a newcomer if the session has ended.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, config: Config, guests: Guests) -> None:
        self._each = config.requests_per_minute
        self._newcomers = config.guests_per_minute
        self._guests = guests
        self._window = 0
        self._asked: Counter[str] = Counter()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Counts a request, and refuses it if there were too many."""
        if not is_unlimited(scope["path"]):
            request: Connection = Request(scope)
            self.count(request)
            try:
                await self._guests.recognize(request)
            except WrongToken:
                self._count_newcomer(request)
                raise
            if self._guests.has_ended(request):
                self._count_newcomer(request)
            elif guest := self._guests.charged(request):
                self._count(guest, self._each)
        await next_app(scope, receive, send)

    def count(self, request: Connection) -> None:
        """Counts a request by its cookie; raises TooManyRequestsException if there were too many."""
        caller = self._guests.claimed(request)
        if caller is None:
            self._count_newcomer(request)
        else:
            self._count(caller.id, self._each)

    def _count_newcomer(self, request: Connection) -> None:
        self._count(f"from {origin_of_request(request)}", self._newcomers)

    def _count(self, name: str, most: int) -> None:
        window, into = divmod(time.monotonic(), WINDOW)
        if window != self._window:
            # All counts start over together, so that nobody is remembered for longer than a minute.
            self._window = int(window)
            self._asked.clear()
        self._asked[name] += 1
        if self._asked[name] > most:
            raise TooManyRequestsException(headers={"retry-after": str(int(WINDOW - into) + 1)})


class Budgeted(ASGIMiddleware):
    """Charges the work that a request causes to its guest's budget, or for a newcomer to that of their address."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, work: Work, guests: Guests) -> None:
        self._work = work
        self._guests = guests

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Refuses a request if its guest has no budget left; otherwise handles it and charges for the work."""
        if not is_unlimited(scope["path"]):
            request: Connection = Request(scope)
            WHOSE.set(Whose(origin_of_request(request), self._guests.charged(request)))
            self._work.must_have_room()
        await self._work.metered(cast(Coroutine[Any, Any, None], next_app(scope, receive, send)))


class CookieNeeded(PermissionDeniedException):
    """The browser keeps no cookies: reloading the page does not help."""


class OwnPagesOnly(ASGIMiddleware):
    """Prevents foreign pages from making a browser change anything here.

    A form must send back the token of the guest it was made for; the API accepts only JSON, which forms cannot send.
    The addresses in mail need no token, as no foreign page knows them.

    Each route sets the largest size of its body; a longer body is refused before it is read. A body may come slowly, so
    this looks up again who sends it: they may have been signed out by then.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, guests: Guests) -> None:
        self._guests = guests

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Lets a request through if it changes nothing or comes from our own pages."""
        request: Connection = Request(scope, receive)
        if request.method not in SAFE:
            kind, _ = request.content_type
            if scope["path"].startswith("/api/"):
                if kind != RequestEncodingType.JSON:
                    raise ClientException(
                        "Send application/json to the API.", status_code=HTTP_415_UNSUPPORTED_MEDIA_TYPE
                    )
                await _must_be_json(request)
                await self._guests.recognize(request)
            elif scope.get("path_template") in BY_MAIL:
                await request.body()  # refused if it is too long
            elif not await self._is_own_form(request, kind):
                raise PermissionDeniedException() if self._guests.sent_cookie(request) else CookieNeeded()
        await next_app(scope, receive, send)

    async def _is_own_form(self, request: Connection, kind: str) -> bool:
        if kind not in FORMS:
            return False
        token = await _token(request, kind)
        await self._guests.recognize(request)
        return self._guests.knows_form(request, token)


async def _must_be_json(request: Connection) -> None:
    try:
        await request.json()
    except (SerializationException, UnicodeDecodeError) as error:  # the latter inside a string
        raise ClientException("The body is not valid JSON.") from error
    except RecursionError as error:
        raise ClientException("The body is nested too deeply.") from error


async def _token(request: Connection, kind: str) -> object:
    """Returns the token of a form; refuses a form that is too large to read."""
    if kind == RequestEncodingType.URL_ENCODED and (await request.body()).count(b"&") >= MOST_FIELDS:
        raise ClientException(status_code=HTTP_413_REQUEST_ENTITY_TOO_LARGE)
    try:
        return (await request.form()).get(FIELD)
    except (ClientException, LookupError, ValueError) as error:  # the last two: not in the encoding it claims
        large = isinstance(error, ClientException) and "Too Large" in str(error.detail)
        status = HTTP_413_REQUEST_ENTITY_TOO_LARGE if large else HTTP_400_BAD_REQUEST
        raise ClientException("The form is malformed.", status_code=status) from error
