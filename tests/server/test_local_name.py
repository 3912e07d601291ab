"""On your own machine the address is localhost, as passkeys need a name; nobody loses the games they have already."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from grognard.server.config import Config
from tests.server.support import PLAIN, Guest, Server, free_port, serve

# What a browser sends when a person opens a page.
VISIT: Final = {"accept": "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


def visited(server: Server, path: str, host: str = "127.0.0.1", **headers: str) -> httpx.Response:
    """A new visitor opens a page."""
    return httpx.get(f"http://{host}:{server.port}{path}", headers=VISIT | headers, verify=PLAIN)


@pytest.mark.parametrize("path", ["/", "/games/fusillade", "/games-of-mine?page=2&x=%20y", "/games/no%20game"])
def test_a_new_visitor_is_led_to_the_same_page_at_localhost(server: Server, path: str) -> None:
    answer = visited(server, path)
    assert (answer.status_code, answer.headers["location"]) == (307, f"http://localhost:{server.port}{path}")
    assert not answer.cookies, "they will be a guest only there"
    assert answer.headers["cache-control"] == "no-store"
    assert visited(server, path, "localhost").status_code != 307


def test_both_addresses_of_the_loopback_answer(server: Server) -> None:
    with socket.socket(socket.AF_INET6) as probe:
        if probe.connect_ex(("::1", server.port)):
            pytest.skip("There is no IPv6 here.")
    assert visited(server, "/", "[::1]").headers["location"] == f"http://localhost:{server.port}/"
    assert httpx.get(f"http://[::1]:{server.port}/healthz", verify=PLAIN).text == "ok"


def test_the_port_of_the_visitor_stays(server: Server) -> None:
    """It may be forwarded from another machine."""
    for host, origin in (("127.0.0.1:9000", "http://localhost:9000"), ("127.0.0.1", "http://localhost")):
        assert visited(server, "/daily", Host=host).headers["location"] == f"{origin}/daily"


def test_a_guest_stays_where_their_games_are(server: Server, guest: Guest) -> None:
    table = guest.set_up("computer")
    answer = guest.page(f"/tables/{table}", **VISIT)
    assert answer.status == 200
    assert answer.attribute("seat") == "0"


def test_at_localhost_you_read_where_your_earlier_games_are(server: Server, guest: Guest) -> None:
    numbers = f"http://127.0.0.1:{server.port}"
    assert f'Did you play at <a href="{numbers}">' in visited(server, "/recover", "localhost").text
    assert numbers not in guest.page("/recover").text, "they are there"


def test_only_pages_are_led_on(server: Server, guest: Guest) -> None:
    assert visited(server, "/api/v1/games").status_code == 200
    assert visited(server, "/static/nothing.js").status_code == 404
    assert visited(server, "/", **{"sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}).status_code == 200
    assert guest.page("/").status == 200, "a program"
    assert visited(server, "/", Host="evil.example").status_code == 200


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, True),
        ({"host": "localhost"}, True),
        ({"host": "0.0.0.0"}, True),
        ({"host": "0.0.0.0", "address": "http://192.168.1.7:8000"}, True),  # --lan
        ({"host": "192.168.1.7"}, False),
        ({"host": "::1"}, False),
        # A proxy that does not pass on the name asks for 127.0.0.1 on behalf of anyone.
        ({"proxies": "127.0.0.1"}, False),
        ({"address": "https://play.example.org"}, False),
    ],
)
def test_only_the_own_machine_is_meant(settings: dict[str, Any], named: bool) -> None:
    assert Config(**settings).has_local_name is named


def test_a_port_that_is_taken_on_one_address_of_localhost_is_told(tmp_path: Path) -> None:
    port = free_port()
    with socket.socket(socket.AF_INET6) as other:
        try:
            other.bind(("::1", port))
        except OSError:
            pytest.skip("There is no IPv6 here.")
        code, said = serve(tmp_path, "--port", str(port))
    assert code == 2
    assert said.strip() == f"Port {port} on ::1 cannot be used: Address already in use."
