"""Posts to addresses that users gave, which must not lead into the host's own network.

A name is looked up once, every address found is checked, and the connection goes to a checked address. So a name that
points elsewhere a moment later gains nothing. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

import h11
import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.server.alerts.outcomes import SENT, Outcome
from grognard.server.net.addresses import Networks, is_public, is_within, read_address
from grognard.server.net.hosts import is_host

SECONDS: Final = 6.0  # for everything, from the look-up of the name to the answer
MOST_TRIED: Final = 4  # addresses of a name
MOST_HEAD: Final = 16 << 10  # bytes of an answer's status and headers
MOST_INTERIM: Final = 5  # answers before the final one
MOST_BODY: Final = 4 << 10  # bytes of an answer's body; the rest is not read
LONGEST: Final = 2000  # characters of an address
LONGEST_WAIT: Final = 86_400.0  # seconds
USUAL_WAIT: Final = 60.0
PORTS: Final = {"https": 443, "http": 80}
PRIVATE: Final = "{} is in a private network. Only the person who runs this server can allow that."
IN_PATH: Final = "/%:@!$&'()*+,;=~"

# Returns the network addresses of a host's name; raises OSError.
Resolve = Callable[[str, int], Awaitable[Collection[str]]]


class NotSent(GrognardError):
    """A message was not delivered; the sentence says why."""


class Target(NamedTuple):
    """An address to post to, in parts."""

    scheme: str
    host: str
    port: int
    path: str  # with the query

    @property
    def authority(self) -> str:
        """The host and port, as the Host header and origins have them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The address without its path."""
        return f"{self.scheme}://{self.authority}"


class Answer(NamedTuple):
    """The answer to a message: its status, the seconds to wait before the next message, and the start of its body."""

    status: int
    retry_after: float | None
    body: bytes


async def resolved(host: str, port: int) -> Collection[str]:
    """Returns the network addresses of a host's name, in the order in which to try them; raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Outgoing:
    """Posts to addresses that users gave.

    `networks` are those that the host allows besides the public internet. Plain http is allowed only there.
    """

    def __init__(
        self, networks: Networks = (), context: ssl.SSLContext | None = None, resolve: Resolve = resolved
    ) -> None:
        self._networks = networks
        self._given = context
        self._resolve = resolve

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return self._given or ssl.create_default_context()

    def target(self, address: str) -> Target:
        """Returns the parts of an address; raises BadInput if nothing can be posted there."""
        shown = f"“{address}”"
        if len(address) > LONGEST:
            raise BadInput(f"That address is too long: {len(address):,} characters. Use at most {LONGEST:,}.")
        if not address.isprintable() or " " in address:  # urlsplit would drop line breaks
            raise BadInput(f"{shown} is not an address. Copy it again, without spaces.")
        try:
            parts = urlsplit(address)
            host = (parts.hostname or "").encode("idna").decode("ascii").rstrip(".")
            port = parts.port
        except ValueError as error:  # UnicodeError too
            raise BadInput(f"{shown} is not an address. Copy it again.") from error
        if parts.scheme not in PORTS or (parts.scheme == "http" and not self._networks):
            raise BadInput(f"{shown} is not an address that alerts can go to. It must begin with https://.")
        if "@" in parts.netloc:
            raise BadInput("The address must not contain a name or a password.")
        if port == 0 or not (read_address(host) or is_host(host)):
            raise BadInput(f"{shown} has no valid host. Copy it again.")
        path = quote(parts.path or "/", safe=IN_PATH)
        query = f"?{quote(parts.query, safe=IN_PATH + '?')}" if parts.query else ""
        return Target(parts.scheme, host, port or PORTS[parts.scheme], path + query)

    def refuse_private(self, host: str) -> None:
        """Raises BadInput if a host's text alone shows that it is in a private network which is not allowed."""
        found = read_address("127.0.0.1" if host == "localhost" or host.endswith(".localhost") else host)
        if found is not None and not (is_public(found) or is_within(found, self._networks)):
            raise BadInput(PRIVATE.format(host))

    async def deliver(
        self, address: str, body: bytes, headers: Mapping[str, str], gone: Collection[int] = ()
    ) -> Outcome:
        """Posts a message and returns how that ended. A status in `gone` means that the receiver is gone for good."""
        try:
            target = self.target(address)
            answer = await self._posted(target, body, headers)
        except (NotSent, BadInput) as error:
            return Outcome("failed", str(error))
        host = target.host
        if 200 <= answer.status < 300:
            return SENT
        if answer.status in gone:
            return Outcome("gone", f"{host} no longer knows this receiver.")
        if answer.status == 429 or (answer.status == 503 and answer.retry_after is not None):
            return Outcome("later", f"{host} asks to wait.", _wait(answer))
        if 300 <= answer.status < 400:
            return Outcome("failed", f"{host} redirects to another address. Enter that address instead.")
        return Outcome("failed", f"{host} refused the message (status {answer.status}).")

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Posts a message and returns the answer; raises BadInput or NotSent."""
        return await self._posted(self.target(address), body, headers)

    async def _posted(self, target: Target, body: bytes, headers: Mapping[str, str]) -> Answer:
        until = asyncio.get_running_loop().time() + SECONDS
        try:
            async with asyncio.timeout_at(until):
                stream = await self._connected(target)
        except OSError as error:  # TimeoutError and all of TLS too
            raise NotSent(_reason(target.host, error)) from error
        try:
            return await _answered(stream, target, body, headers, until)
        except (OSError, h11.RemoteProtocolError) as error:
            raise NotSent(_reason(target.host, error)) from error
        finally:
            stream[1].transport.abort()  # a polite end could take as long as the other side likes

    async def _connected(self, target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        addresses = list(await self._resolve(target.host, target.port))
        for each in addresses:
            self._must_be_allowed(target, each)
        fault: OSError = socket.gaierror(socket.EAI_NONAME, "no address")
        tried = addresses[:MOST_TRIED]
        for each in tried:
            context, name = (self._context, target.host) if target.scheme == "https" else (None, None)
            try:
                async with asyncio.timeout(SECONDS / len(tried)):
                    # The flag makes sure that this is never a second look-up.
                    return await asyncio.open_connection(
                        each, target.port, ssl=context, server_hostname=name, flags=socket.AI_NUMERICHOST
                    )
            except OSError as error:
                fault = error
        raise fault

    def _must_be_allowed(self, target: Target, found: str) -> None:
        address = read_address(found)
        if address is not None and is_within(address, self._networks):
            return
        if address is None or not is_public(address):
            raise NotSent(PRIVATE.format(target.host))
        if target.scheme != "https":
            raise NotSent(f"{target.host} is on the internet, so its address must begin with https://.")


async def _answered(
    stream: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    until: float,
) -> Answer:
    """Sends a request and reads its answer. What comes of the body too late or beyond the limit is left out."""
    reader, writer = stream
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
    given = {"Host": target.authority, "User-Agent": "Grognard", "Connection": "close", **headers}
    given["Content-Length"] = str(len(body))
    request = h11.Request(method="POST", target=target.path, headers=[*given.items()])
    content = bytearray()
    async with asyncio.timeout_at(until):
        for event in (request, h11.Data(data=body), h11.EndOfMessage()):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        answer = await _head(connection, reader)
    # Once the status is known, the message has arrived.
    with suppress(OSError, h11.RemoteProtocolError):
        async with asyncio.timeout_at(until):
            while len(content) < MOST_BODY and isinstance(data := await _event(connection, reader), h11.Data):
                content += data.data
    waits = [value.decode("latin-1") for name, value in answer.headers if name == b"retry-after"]
    return Answer(answer.status_code, _seconds(waits[0]) if waits else None, bytes(content[:MOST_BODY]))


async def _head(connection: h11.Connection, reader: asyncio.StreamReader) -> h11.Response:
    """Returns the status and headers of an answer, after any interim answers."""
    for _ in range(MOST_INTERIM + 1):
        event = await _event(connection, reader)
        if isinstance(event, h11.Response):
            return event
    raise h11.RemoteProtocolError("too many interim answers")


async def _event(connection: h11.Connection, reader: asyncio.StreamReader) -> object:
    while (event := connection.next_event()) is h11.NEED_DATA:
        connection.receive_data(await reader.read(MOST_BODY))
    return event


def _seconds(text: str) -> float | None:
    """Returns the wait that a Retry-After header asks for, as a number or a date; None if it makes no sense."""
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        return min(float(text), LONGEST_WAIT)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max(0.0, (moment - datetime.now(UTC)).total_seconds()), LONGEST_WAIT)


class _Limited(msgspec.Struct):
    """The body in which Discord says how long to wait."""

    retry_after: float


def _wait(answer: Answer) -> float:
    """Returns the seconds to wait before the next message."""
    if answer.retry_after is not None:
        return answer.retry_after
    try:
        asked = msgspec.json.decode(answer.body, type=_Limited).retry_after
    except (msgspec.DecodeError, RecursionError):
        return USUAL_WAIT
    return min(max(0.0, asked), LONGEST_WAIT)


def _reason(host: str, error: Exception) -> str:
    """Returns why a message could not be delivered."""
    match error:
        case TimeoutError():
            return f"{host} did not answer in time."
        case socket.gaierror():
            return f"There is no server called {host}. Check the address."
        case ssl.SSLCertVerificationError():
            return f"{host} has no valid certificate for its name."
        case ssl.SSLError():
            return f"{host} does not offer a secure connection."
        case h11.RemoteProtocolError():
            return f"{host} did not answer like a web server."
    return f"{host} could not be reached."
