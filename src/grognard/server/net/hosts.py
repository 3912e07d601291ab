"""Checks the Host header, which a client can fill with anything: requests without a valid host are refused early."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

ADDRESS: Final = re.compile(r"(\[[\da-f:.]+\]|[\w.-]+)(:(\d{1,5}))?", re.ASCII | re.IGNORECASE)
MOST: Final = 65535  # the highest port
REFUSED: Final = "Your request has no valid host. Check the address you typed."

# From the sentence and the request, makes the content type and the body of an answer.
Refusal = Callable[[str, HTTPScope], tuple[str, bytes]]


def is_host(text: str) -> bool:
    """Returns whether a text is a name or an IP address, with or without a port."""
    found = ADDRESS.fullmatch(text)
    return found is not None and int(found[3] or 0) <= MOST


def with_hosts(app: ASGIApp, refusal: Refusal) -> ASGIApp:
    """Returns an application like the given one that answers 400 if the Host header is invalid (RFC 9112)."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        hosts = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"]
        if scope["type"] != ScopeType.HTTP or (len(hosts) <= 1 and all(map(is_host, hosts))):
            await app(scope, receive, send)
            return
        kind, body = refusal(REFUSED, scope)
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 400, "headers": headers})
        content = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": content, "more_body": False})

    return answer
