"""The same places lead from every page, the one you are at is marked, and only you see the name you play under."""

from __future__ import annotations

import html
import re
from importlib import resources
from pathlib import Path
from typing import Final

import pytest
from jinja2 import nodes
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.pages.common import FRAGMENT
from grognard.server.storage.migrate import migrate
from grognard.server.storage.people import PeopleStore
from grognard.web.navigation import NAME, PLACES
from grognard.web.pages import ENVIRONMENT, render
from tests.server.support import Guest, Server
from tests.server.test_replays import WHOLE, opened

TEMPLATES: Final = resources.files("grognard.web") / "templates"
LINK: Final = re.compile(r'<a(?: class="own-name")? href="([^"]*)"(?: aria-current="(\w+)")?>(.*?)</a>')
# Values for the parts of addresses that differ; the test adds the ids.
VALUES: Final = {"slug": "fusillade", "number": "1", "clause": "FUS-1.1", "key": "none", "token": "none"}
OTHER: Final = (
    "/api/", "/schema", "/static/", "/metrics", "/healthz", "/readyz", "/version", "/stream", "/service-worker.js",
    "/offline", "/manifest.webmanifest",
)  # fmt: skip
NASTY: Final = '<b>Ann"a'


def navigation(page: str) -> dict[str, tuple[str, str]]:
    """The links of the navigation: by the address, the value of `aria-current` and the words."""
    found = re.findall(r'<nav class="places" aria-label="Main">(.*?)</nav>', page, re.DOTALL)
    assert len(found) == 1, "a page has one navigation"
    links = LINK.findall(found[0])
    return {address: (mark, " ".join(re.sub("<[^>]*>", "", words).split())) for address, mark, words in links}


def pages(app: Litestar) -> list[str]:
    """The addresses that answer to GET, without those of programs."""
    routes = (route for route in app.routes if isinstance(route, HTTPRoute) and "GET" in route.methods)
    return sorted(route.path_format for route in routes if not f"{route.path_format}/".startswith(OTHER))


# -- on every page ---------------------------------------------------------------------------------------------------


def test_every_template_of_a_page_has_the_header_of_all_pages() -> None:
    names = [entry.name for entry in TEMPLATES.iterdir() if entry.name.endswith(".html")]
    # A picture is drawn inside another page; without a connection, no link leads anywhere.
    others = "base.html", "picture.html", "offline.html"
    whole = [name for name in names if not name.startswith("_") and name not in others]
    assert len(whole) > 20
    for name in whole:
        tree = ENVIRONMENT.parse((TEMPLATES / name).read_text(encoding="utf-8"))
        assert [found.template.value for found in tree.find_all(nodes.Extends)] == ["base.html"], name  # type: ignore[attr-defined]
    assert set(navigation(render("problem.html", sentence="", clause=""))) == {
        *(p.address for p in PLACES),
        NAME.address,
    }


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_every_address_of_a_page_shows_the_navigation(server: Server, guest: Guest, tmp_path: Path) -> None:
    replay = opened(guest, WHOLE).partition("?")[0].rpartition("/")[2]
    table = guest.set_up("computer")
    guest.do(table, "resign")
    shown = []
    config = Config(data_dir=str(tmp_path), secret="s" * 32)
    migrate(config.url)
    for path in pages(create_app(config)):
        id = replay if path.startswith("/replays") else table
        address = path.format(**VALUES, id=id) if "{" in path else path
        page = guest.page(address)
        if page.text.startswith("<!doctype html>") and '<html lang="en" class="picture' not in page.text:
            assert set(navigation(page.text)) == {*(place.address for place in PLACES), NAME.address}, address
            shown.append(path)
    assert len(shown) > 20
    assert {"/", "/daily", "/puzzles", "/games-of-mine/record", "/tables/{id}", "/games/{slug}"} <= {*shown}


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/", {"/": "page"}),
        ("/daily", {"/daily": "page"}),
        ("/puzzles", {"/puzzles": "page"}),
        ("/puzzles/fusillade/1", {"/puzzles": "true"}),
        ("/games-of-mine/record", {"/games-of-mine/record": "page"}),
        ("/games-of-mine", {"/games-of-mine/record": "true"}),
        ("/games/fusillade/rules", {"/": "true"}),
        ("/your-data", {NAME.address: "true"}),
        ("/your-data/name", {NAME.address: "page"}),
        ("/tables/none", {"/": "true"}),
        ("/vacation", {"/": "true"}),
        ("/nowhere", {}),
        ("/dailyish", {}),
    ],
)
def test_the_place_you_are_at_is_marked(guest: Guest, path: str, current: dict[str, str]) -> None:
    links = navigation(guest.page(path).text)
    assert {address: mark for address, (mark, _) in links.items() if mark} == current


@pytest.mark.parametrize("end", ["", "/rules", "/cards", "/print"])
def test_the_pages_of_a_game_link_to_each_other_in_a_row_of_their_own(guest: Guest, end: str) -> None:
    page = guest.page(f"/games/fusillade{end}").text
    (local,) = re.findall(r'<nav class="local" aria-label="This page">(.*?)</nav>', page, re.DOTALL)
    links = {address.removeprefix("/games/fusillade"): mark for address, mark, _ in LINK.findall(local)}
    assert links == {other: "page" if other == end else "" for other in ("", "/guide", "/rules", "/cards", "/print")}


# -- the name --------------------------------------------------------------------------------------------------------


def test_the_navigation_shows_the_name_you_play_under_to_you_alone(server: Server, guest: Guest) -> None:
    table = guest.set_up("computer")
    guest.api("/me", {"name": "Anna"})
    for path in ("/", "/daily", f"/tables/{table}", "/games/fusillade/rules", "/tables/none"):
        page = guest.page(path)
        assert navigation(page.text)[NAME.address][1] == "Your name: Anna", path
        assert page.answer.headers["cache-control"] == "no-store"
    stranger = Guest(server.url)
    for path in ("/", "/games/fusillade/rules", f"/tables/{table}"):
        for _ in range(2):  # without a cookie, and then with one
            assert navigation(stranger.page(path).text)[NAME.address][1] == NAME.title, path
    assert navigation(guest.page("/nowhere").text)[NAME.address][1] == NAME.title, "nobody looks up names for no page"


def test_a_fragment_of_a_table_has_no_name(guest: Guest) -> None:
    table = guest.set_up("one_screen")
    guest.api("/me", {"name": "Anneliese"})
    assert "Anneliese" in guest.page(f"/tables/{table}").text
    fragment = guest.page(f"/tables/{table}", **{FRAGMENT: "1"}).text
    assert "own-name" not in fragment


def test_a_name_cannot_write_into_the_page(guest: Guest) -> None:
    guest.api("/me", {"name": NASTY})
    page = guest.page("/puzzles").text
    assert NASTY not in page
    assert html.unescape(page).count(NASTY) == 1


def test_the_link_to_your_name_shows_the_form_and_a_save_shows_the_new_name(guest: Guest) -> None:
    page = guest.page(NAME.address)
    assert page.status == 200
    assert '<input id="name" name="name" value=""' in page.text
    assert guest.post("/your-data/name", {"name": "Ben", "from": "start"}).status == 303
    assert '<input id="name" name="name" value="Ben"' in guest.page(NAME.address).text
    assert navigation(guest.page("/").text)[NAME.address][1] == "Your name: Ben"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_page_that_needs_no_database_is_shown_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(_people: PeopleStore, _guest: str) -> str:
        raise OperationalError("SELECT", {}, Exception("away"))

    config = Config(data_dir=str(tmp_path), secret="s" * 32)
    migrate(config.url)
    with TestClient(create_app(config), base_url="http://127.0.0.1:8000") as client:
        client.get("/games/fusillade/rules")  # leaves a cookie
        monkeypatch.setattr(PeopleStore, "name", away)
        found = client.get("/games/fusillade/rules", headers={"accept": "text/html"})
    assert found.status_code == 200
    assert navigation(found.text)[NAME.address][1] == NAME.title
