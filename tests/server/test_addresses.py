"""Strangers are counted by one function, and a link never leads where the server knows that it is not."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from litestar.exceptions import TooManyRequestsException

import grognard.server
from grognard.bots.turns import WHOSE
from grognard.server.config import Config
from grognard.server.errors import TooMuch
from grognard.server.guests.budgets import Work
from grognard.server.guests.cookies import Guests
from grognard.server.net.addresses import origin_of
from grognard.server.net.connections import Connections
from grognard.server.net.middleware import Budgeted, RateLimit
from tests.server.support import Guest, running

SERVER: Final = Path(grognard.server.__file__).parent
# They read an address and may: the functions themselves, and the socket of a connection.
READERS: Final = {"net/addresses.py", "net/connections.py"}
ADDRESSES: Final = {"ipaddress", "get_remote_address", "x-forwarded-for", "x-real-ip", "forwarded"}
SECRET: Final = "x" * 32


# -- one function for all ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_is_counted_by_the_network_of_one_customer(host: str, counted: str) -> None:
    assert origin_of(host) == counted


def _reads_addresses(path: Path) -> bool:
    """Whether a module reads an address by itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "client":
            return True
        names = [node.module] if isinstance(node, ast.ImportFrom) else []
        names += [name.name for name in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        names += [node.value.lower()] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
        if ADDRESSES.intersection(names):
            return True
    return False


def test_nothing_else_reads_the_address_of_a_stranger() -> None:
    found = {str(path.relative_to(SERVER)) for path in SERVER.rglob("*.py") if _reads_addresses(path)}
    assert found == READERS


def _request(host: str) -> Any:
    app = SimpleNamespace(state=SimpleNamespace(guests=Guests(Config(secret=SECRET), cast(Any, None))))
    return SimpleNamespace(client=SimpleNamespace(host=host), app=app, cookies={}, scope={"state": {}, "path": "/"})


def _limited(config: Config) -> Callable[[str], bool]:
    limit = RateLimit(config, Guests(config, cast(Any, None)))

    def admits(host: str) -> bool:
        try:
            limit.count(_request(host))
        except TooManyRequestsException:
            return False
        return True

    return admits


def _connected(config: Config) -> Callable[[str], bool]:
    connections = Connections(config)
    return lambda host: connections.admit(cast(Any, object()), host)


def _worked(config: Config) -> Callable[[str], bool]:
    """The budget of work; turns, memory and analyses are counted by the same name."""
    work = Work(1)
    budgeted = Budgeted(work, Guests(config, cast(Any, None)))

    async def heavy(_scope: object, _receive: object, _send: object) -> None:
        work.charge(WHOSE.get(), 100_000)

    def admits(host: str) -> bool:
        scope = {"type": "http", "path": "/", "client": (host, 1), "headers": [], "state": {}}
        try:
            asyncio.run(budgeted.handle(cast(Any, scope), cast(Any, None), cast(Any, None), cast(Any, heavy)))
        except TooMuch:
            return False
        return True

    return admits


@pytest.mark.parametrize("counter", [_limited, _connected, _worked])
def test_every_limit_counts_a_network_of_ipv6_as_one_stranger(
    counter: Callable[[Config], Callable[[str], bool]],
) -> None:
    admits = counter(Config(secret=SECRET, guests_per_minute=1, connections_per_address=1))
    assert admits("2001:db8:1:2::1")
    assert not any(admits(f"2001:db8:1:2::{number:x}") for number in range(2, 60))
    assert admits("2001:db8:1:3::1")
    assert admits("192.0.2.7")
    assert not admits("::ffff:192.0.2.7")
    assert admits("192.0.2.8")


# -- where links lead ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "local"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "localhost"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "::"}, False),
        ({"host": "192.168.1.7"}, False),
        ({"proxies": "127.0.0.1"}, False),
    ],
)
def test_a_server_knows_whether_others_reach_it(settings: dict[str, Any], local: bool) -> None:
    assert Config(**settings).is_local is local


SETTINGS: Final[tuple[tuple[dict[str, str], str], ...]] = (
    ({}, "http://localhost:{port}"),
    ({"GROGNARD_PROXIES": "10.0.0.1"}, "http://evil.example"),
    ({"GROGNARD_ADDRESS": "https://play.example.org"}, "https://play.example.org"),
)


@pytest.fixture(params=SETTINGS, ids=["local", "proxy", "address"], scope="module")
def linked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Guest, str]]:
    """A guest of a server with such settings, and what its links begin with under a strange Host header."""
    settings, origin = request.param
    with running(tmp_path_factory.mktemp("linked"), settings) as server:
        yield Guest(server.url), origin.format(port=server.port)


def test_a_link_names_what_the_server_knows_and_else_what_was_asked_for(linked: tuple[Guest, str]) -> None:
    guest, origin = linked
    table = guest.create("you", "open")["id"]
    for path in ("invitation", "my-link"):
        page = guest.page(f"/tables/{table}/{path}", host="evil.example").text
        assert f'value="{origin}/tables/{table}/join/' in page
        assert ("evil.example" in page) is ("evil.example" in origin)
