"""Servers on this machine that record all messages and give a test's answers, and a certificate for them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from grognard.server.alerts.outgoing import Outgoing
from grognard.server.net.addresses import read_networks

NAME: Final = "hooks.example"
HERE: Final = "127.0.0.0/8,::1"

Answering = Callable[[asyncio.StreamWriter], Awaitable[None]]


class Received(NamedTuple):
    """A request: its first line, its headers with small names, and its body."""

    line: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """What a server on this machine was sent."""

    def __init__(self) -> None:
        self.port = 0
        self.connections = 0
        self.received: list[Received] = []

    def url(self, path: str = "/", name: str = NAME, scheme: str = "https") -> str:
        """An address of this server."""
        return f"{scheme}://{name}:{self.port}{path}"


class Names:
    """Names on this machine, instead of those of the internet; counts the look-ups."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses or ("127.0.0.1",)
        self.looked_up: list[str] = []

    async def __call__(self, host: str, port: int) -> Collection[str]:
        self.looked_up.append(host)
        return self._addresses


class Trust(NamedTuple):
    """The context of a server whose certificate is for `NAME`, and that of a client which trusts it."""

    server: ssl.SSLContext
    client: ssl.SSLContext


def answer(status: int, headers: str = "", body: bytes = b"") -> Answering:
    """Answers with this status, these headers and this body."""

    async def write(writer: asyncio.StreamWriter) -> None:
        head = f"HTTP/1.1 {status} Because\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)

    return write


async def silence(writer: asyncio.StreamWriter) -> None:
    """Never answers."""
    await asyncio.Event().wait()


def endless(first: bytes, again: bytes) -> Answering:
    """Writes for as long as someone reads."""

    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(first)
        while True:
            writer.write(again)
            await writer.drain()

    return write


def trust(folder: Path) -> Trust:
    """Makes a certificate for `NAME`, and what trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    moment = datetime.now(UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    built = built.not_valid_before(moment - timedelta(days=1)).not_valid_after(moment + timedelta(days=1))
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    built = built.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    built = built.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    made, file = built.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM), folder / "own.pem"
    file.write_bytes(made + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return Trust(server, ssl.create_default_context(cadata=made.decode()))


def to_here(trust: Trust, names: Names | None = None) -> Outgoing:
    """What posts to servers on this machine."""
    return Outgoing(read_networks(HERE), trust.client, names or Names())


@asynccontextmanager
async def receiving(context: ssl.SSLContext | None, answering: Answering) -> AsyncIterator[Receiver]:
    """A server that answers every request in this way."""
    found, tasks = Receiver(), set[asyncio.Task[None]]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found.connections += 1
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            line, *rest = head.strip().split("\r\n")
            headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in rest)}
            body = await reader.readexactly(int(headers["content-length"]))
            found.received.append(Received(line, headers, body))
            await answering(writer)
            await writer.drain()
        writer.transport.abort() if task.cancelling() else writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    found.port = server.sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class MailServer:
    """A mail server that keeps its mails, and gives a test's answers to commands."""

    def __init__(self, answers: Mapping[str, str], context: ssl.SSLContext | None = None) -> None:
        self.port = 0
        self.commands: list[str] = []
        self.mails: list[bytes] = []
        self._answers, self._context = answers, context
        self.tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        with suppress(OSError):  # the client left
            await self._serve(reader, writer)
        writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).decode().strip():
            self.commands.append(line)
            command = line.split()[0].upper()
            extensions = "250-here\r\n250-AUTH PLAIN\r\n250 STARTTLS" if self._context else "250 here"
            usual = {"EHLO": extensions, "DATA": "354 continue", "STARTTLS": "220 continue", "AUTH": "235 fine"}
            writer.write(f"{self._answers.get(command, usual.get(command, '250 fine'))}\r\n".encode())
            if command == "STARTTLS" and self._context:
                await writer.drain()
                await writer.start_tls(self._context)
            if command == "DATA" and command not in self._answers:
                self.mails.append(await reader.readuntil(b"\r\n.\r\n"))
                writer.write(b"250 kept\r\n")
            await writer.drain()
            if command == "QUIT":
                return


@asynccontextmanager
async def mail_server(
    context: ssl.SSLContext | None = None, answers: Mapping[str, str] | None = None
) -> AsyncIterator[MailServer]:
    found = MailServer(answers or {}, context)
    async with await asyncio.start_server(found.serve, "127.0.0.1", 0) as server:
        found.port = server.sockets[0].getsockname()[1]
        yield found
        await asyncio.gather(*found.tasks)
