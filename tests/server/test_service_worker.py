"""The service worker, the offline page, the manifest and its icons, and the note that someone has seen the news."""

from __future__ import annotations

import re
import struct
from typing import Any, Final

import httpx
import pytest

from grognard.web import assets
from grognard.web.pages import render
from grognard.web.theme import PAPER, THEME
from tests.server.support import PLAIN, Guest, Server
from tests.server.test_middleware import has_headers

FILES: Final = {
    "/service-worker.js": "text/javascript",
    "/offline": "text/html",
    "/manifest.webmanifest": "application/manifest+json",
}
COLOR: Final = re.compile(r"--(\w+): (#\w+);")
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def asked(server: Server, path: str, **headers: str) -> httpx.Response:
    """What someone gets who was never here."""
    return httpx.get(f"{server.url}{path}", headers=headers, verify=PLAIN)


def manifest(server: Server) -> dict[str, Any]:
    """The manifest."""
    return dict(asked(server, "/manifest.webmanifest").json())


# -- what everyone gets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES)
def test_it_is_the_same_for_everyone_and_makes_nobody_a_guest(server: Server, guest: Guest, path: str) -> None:
    guest.api("/me", {"name": "Anna"})
    before = dict(guest.http.cookies)
    answers = [asked(server, path), asked(server, path, accept="text/html"), guest.page(path).answer]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.headers["content-type"].partition(";")[0] == FILES[path]
        assert answer.headers["cache-control"] == "no-cache"
        assert "set-cookie" not in answer.headers
        assert has_headers(answer.headers)
    assert len({answer.text for answer in answers}) == 1
    assert dict(guest.http.cookies) == before


def test_the_worker_names_files_of_this_release(server: Server) -> None:
    script = asked(server, "/service-worker.js").text
    assert assets.release() in script
    for path in re.findall(r'"(/static/[^"]*)"', script):
        assert asked(server, path).headers["cache-control"].endswith("immutable")
    assert "{{" not in script
    assert len(script.splitlines()) < 100


def test_the_offline_page_needs_one_stylesheet_and_no_script(server: Server) -> None:
    page = asked(server, "/offline").text
    assert re.findall(r'<link rel="stylesheet" href="([^"]*)">', page) == [assets.address("grognard.css")]
    assert "<script" not in page
    assert "<style" not in page
    assert re.findall(r'<a [^>]*href="([^"]*)"', page) == [""]  # the same address again


# -- like an app -------------------------------------------------------------------------------------------------------


def test_every_page_names_the_manifest_and_the_color_of_its_header() -> None:
    page = render("problem.html", sentence="", clause="")
    assert page.count('<link rel="manifest" href="/manifest.webmanifest">') == 1
    assert re.findall(r'<meta name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)">', page) == [
        ("light", THEME.light),
        ("dark", THEME.dark),
    ]


def test_the_colors_are_those_of_the_stylesheet() -> None:
    light, dark = (
        dict(COLOR.findall(part))
        for part in assets.files()["grognard.css"].content.decode().split("prefers-color-scheme: dark", 1)
    )
    assert (light["sheet"], light["paper"]) == (THEME.light, PAPER)
    assert dark["sheet"] == THEME.dark


def test_the_manifest_installs_the_whole_site(server: Server) -> None:
    found = manifest(server)
    kept = ("id", "start_url", "scope", "display", "theme_color", "background_color")
    assert [found[name] for name in kept] == ["/", "/", "/", "standalone", THEME.light, PAPER]
    assert found["name"] == found["short_name"] == "Grognard"


def test_every_icon_is_there_in_the_size_it_claims(server: Server) -> None:
    icons = manifest(server)["icons"]
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}
    (touch,) = re.findall(
        r'<link rel="apple-touch-icon" href="([^"]*)">', render("problem.html", sentence="", clause="")
    )
    for icon in [*icons, {"src": touch, "sizes": "180x180", "type": "image/png"}]:
        answer = asked(server, icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert answer.content.startswith(SIGNATURE)
            assert "{}x{}".format(*struct.unpack(">II", answer.content[16:24])) == icon["sizes"]


# -- the note that someone has looked ----------------------------------------------------------------------------------


def test_a_player_and_a_spectator_may_say_that_they_looked(server: Server, guest: Guest) -> None:
    table = guest.set_up("computer")
    for someone in (guest, Guest(server.url)):
        answer = someone.post(f"/tables/{table}/looked", {}, fragment=True).answer
        assert (answer.status_code, answer.content) == (204, b"")


def test_nobody_looks_at_a_table_that_they_may_not_see(server: Server, guest: Guest) -> None:
    table = guest.set_up("friend", spectators="nobody", side="0")
    assert guest.post(f"/tables/{table}/looked", {}).status == 204
    assert Guest(server.url).post(f"/tables/{table}/looked", {}).status == 403
    assert guest.post("/tables/nothing/looked", {}).status == 404
    assert guest.post(f"/tables/{table}/looked", {}, token="forged").status == 403


# -- the button that alerts this browser -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "secure", "mail", "told"),
    [
        ("", True, True, "can't send alerts to browsers. A webhook, mail and the calendar feed work here."),
        ("", False, False, "can't send alerts to browsers. A webhook and the calendar feed work here."),
        ("key", False, True, "only at addresses with HTTPS, so they don't work at this one. A webhook, mail and"),
        ("key", True, False, "need scripts. A webhook and the calendar feed work here."),
    ],
)
def test_where_browsers_get_no_alerts_the_page_says_what_works(key: str, secure: bool, mail: bool, told: str) -> None:
    push = {"key": key, "secure": secure, "mail": mail}
    found = render("_push.html", csrf="token", push=push)
    assert told in found
    assert ('data-push="key"' in found) == (key != "" and secure)
