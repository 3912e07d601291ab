"""Answers HEAD wherever there is a GET route: the same status and headers, without a body."""

from __future__ import annotations

from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send


def with_heads(app: ASGIApp) -> ASGIApp:
    """Returns an application that also answers HEAD, as the given one answers GET."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            await app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                # End it at once: a stream of events never ends on its own.
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        await app(cast(HTTPScope, {**scope, "method": "GET"}), receive, send_head)

    return answer
