"""Leads the browser of this machine from 127.0.0.1 to localhost, because passkeys need a name."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from grognard.server.config import Config
from grognard.server.guests.cookies import Guests
from grognard.server.net.addresses import is_forwarded, lone_host

Connection = Request[Any, Any, State]

NAME: Final = "localhost"
NUMBERS: Final = "127.0.0.1"
# What a browser sends, and no program, when a person opens a page.
VISIT: Final = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
NO_PAGES: Final = ("/api/", "/static/")


class LocalName(ASGIMiddleware):
    """Redirects a new visitor's browser to the name of this machine.

    A browser that is a guest here stays: its cookie would not come along, and the guest would lose their seats.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, config: Config, guests: Guests) -> None:
        self._applies = config.has_local_name
        self._guests = guests

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Redirects a request for a page, or lets it through."""
        request: Connection = Request(scope)
        if not (self._applies and self._leads_on(request)):
            await next_app(scope, receive, send)
            return
        headers = [(b"location", _named(request).encode("latin-1")), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 307, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _leads_on(self, request: Connection) -> bool:
        if request.method != "GET" or request.scope["path"].startswith(NO_PAGES):
            return False
        if any(request.headers.get(name) != value for name, value in VISIT.items()):
            return False
        if is_forwarded(request):  # the visitor is on another machine
            return False
        host = lone_host(str(request.base_url))
        return host in (NUMBERS, "::1") and self._guests.claimed(request) is None


def on_this_machine(request: Connection, host: str = NAME) -> str:
    """Returns the origin of a request with this host. The port stays: it may be forwarded from another one."""
    port = request.base_url.port
    return f"http://{host}{f':{port}' if port else ''}"


def _named(request: Connection) -> str:
    query = request.scope["query_string"]
    asked = request.scope["raw_path"] + (b"?" + query if query else b"")
    return on_this_machine(request) + str(asked, "latin-1")
