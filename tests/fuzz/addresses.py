"""Odd addresses, methods, headers and cookies, for each route that there is."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.guests.cookies import COOKIE
from tests.fuzz import served
from tests.fuzz.inputs import ODD, Dice
from tests.fuzz.served import Guest, Served, judge

METHODS: Final = ("GET",) * 8 + ("HEAD", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "POST", "FOO", "get")
HEADERS: Final = (
    "accept", "accept-encoding", "accept-language", "authorization", "content-type", "cookie", "forwarded", "host",
    "if-modified-since", "if-none-match", "last-event-id", "origin", "range", "referer", "sec-fetch-site", "upgrade",
    "user-agent", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-fragment", "x-request-id",
)  # fmt: skip
VALUES: Final = (*ODD, "gzip;q=x", "bytes=5-1", "text/html", "application/json", "*/*", "::1", "\u00ff", "a\tb", ",,,")
# A PDF takes seconds. `grognard print` is fuzzed too.
RARE: Final = ("/games/{slug}/print/document.pdf", "/games/{slug}/print/preview/{number}", "/games/{slug}/print")
SLASHES: Final = ("//", "/./", "/../", "/%2e%2e/", "/%00", "/%ff", "/%", "\\", "/ ", ";x", "?", "#")


def until_a_stream(app: ASGIApp) -> ASGIApp:
    """Returns an application that is left by its client once a stream of events has told something."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        enough, asked, ended = asyncio.Event(), False, False
        streams = False

        async def received() -> Any:
            nonlocal asked
            if asked:
                await enough.wait()
                return {"type": "http.disconnect"}
            asked = True
            return await receive()

        async def sent(message: Message) -> None:
            nonlocal ended, streams
            if message["type"] == "http.response.start":
                streams = any(b"event-stream" in value for _name, value in message["headers"])
            elif streams:
                enough.set()
            ended = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        await app(scope, received, sent)
        if not ended:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return answer


@cache
def routes(app: Litestar) -> list[str]:
    """All paths, in the same order in every process."""
    return sorted({route.path_format for route in app.routes if isinstance(route, HTTPRoute)})


@cache
def _asked(app: Litestar, path: str) -> tuple[str, ...]:
    """What the query of an address may hold, as its handlers declare it."""
    found = set()
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format == path:
            for handler in route.route_handlers:
                for name, field in handler.parsed_fn_signature.parameters.items():
                    if name not in route.path_parameters:
                        found.add(getattr(field.kwarg_definition, "query", None) or name)
    return tuple(sorted(found))


@cache
def _fields(server: Served, path: str) -> tuple[str, ...]:
    """What the query of an address may hold, as the forms of its page send it."""
    page = server.get(path, Guest())
    return tuple(sorted(set(re.findall(r'name="([\w.-]{1,40})"', page.text))))


def take(server: Served, dice: Dice) -> None:
    """Asks for an odd address; raises AssertionError unless the answer is as it should be."""
    world = server.world(dice.number)
    path = _path(server, dice)
    given = served.place(world, dice, path)
    plain = path
    for name, value in given.items():
        plain = plain.replace(f"{{{name}}}", quote(value, safe=""))
    address = served.filled_in(path, given, dice)
    if dice.below(3):
        address += f"?{_query(server, dice, path, plain)}"
    if dice.below(12) == 0:
        at = dice.below(len(address) + 1)
        address = address[:at] + dice.one_of(SLASHES) + address[at:]
    guest = dice.one_of(world.guests)
    headers = [(b"cookie", guest.cookie.encode())]
    while dice.below(3) == 0:
        name = dice.one_of(HEADERS)
        value = dice.one_of(VALUES)[:3000]
        if name == "cookie":
            value = dice.one_of((f"{COOKIE}=", f"{COOKIE}={value}", f"{guest.cookie}; {guest.cookie}x", ";=;", value))
        headers.append((name.encode(), re.sub(r"[\r\n\0]", "", value).encode()))
    method = dice.one_of(METHODS)
    try:
        judged(server, method, address, headers)
    except httpx.InvalidURL:
        return  # no client can send it


def judged(server: Served, method: str, address: str, headers: list[tuple[bytes, bytes]]) -> None:
    """Sends a request without a body; raises AssertionError unless the answer is as it should be."""
    fragment = any(name == b"x-fragment" for name, _value in headers)
    answer = server.run(_answer(server, method, address, headers))
    path = httpx.URL(f"http://fuzz{address}").path  # as the client sends it: without dots, for example
    judge(server, (method, path, f"{address} {headers}", b""), answer, fragment)


async def _answer(server: Served, method: str, address: str, headers: list[tuple[bytes, bytes]]) -> httpx.Response:
    transport = httpx.ASGITransport(until_a_stream(server.app))  # type: ignore[arg-type]
    asked = httpx.Request(method, f"http://fuzz{address}", headers=headers)
    answer = await transport.handle_async_request(asked)  # a client reads the Host header too
    await answer.aread()
    return answer


def _path(server: Served, dice: Dice) -> str:
    for _n in range(3):
        path = str(dice.one_of(routes(server.app)))
        if path not in RARE:
            break
    return path


def _query(server: Served, dice: Dice, path: str, plain: str) -> str:
    names = [*_asked(server.app, path), *_fields(server, plain)] or ["x"]
    pairs = []
    for _n in range(1 + dice.below(4)):
        name = dice.one_of(names) if dice.below(12) else dice.one_of(ODD)[:50]
        value = dice.one_of(ODD)[:2000] if dice.below(2) else str(dice.one_of((*range(9), "yes", "a4", "Red", "won")))
        pairs.append((name, value))
    text = urlencode(pairs, errors="replace")
    return text if dice.below(8) else text.replace("=", dice.one_of(("", "==", "&", "%", "[]=", ";")))
