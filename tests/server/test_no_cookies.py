"""Every form says when a browser keeps no cookies; to one with a stale form it says that the form has expired."""

from __future__ import annotations

import html
import re
import warnings
from http.cookiejar import DefaultCookiePolicy

import httpx
import pytest
from litestar.routes import HTTPRoute

from grognard.server.app import NO_COOKIE, create_app
from grognard.server.config import Config
from grognard.server.net.middleware import BY_MAIL
from tests.server.support import PLAIN, PROBLEM, Guest, Page, Server

PARAMETERS = {"slug": "fusillade", "number": "1", "deed": "resign", "key": "nothing"}
EXPIRED = "This form has expired"


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every path that a form can be sent to, except those in mail, which need neither a cookie nor a token."""
    file = tmp_path_factory.mktemp("routes") / "unused.sqlite"
    file.touch()
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        app = create_app(Config(secret="x" * 32, database=f"sqlite:///{file}"))
    found = {
        route.path_format
        for route in app.routes
        if isinstance(route, HTTPRoute) and "POST" in route.methods and not route.path_format.startswith("/api/")
    }
    assert found > {*BY_MAIL}
    return sorted(found - {*BY_MAIL})


@pytest.fixture
def strict(server: Server) -> Guest:
    """A browser that refuses cookies."""
    found = Guest(server.url)
    found.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return found


def said(page: Page) -> str:
    """The sentence of a page that refuses."""
    (found,) = re.findall(r'role="alert">([^<]*)<', page.text)
    return html.unescape(found)


def test_every_form_says_that_a_cookie_is_needed(server: Server, strict: Guest, forms: list[str]) -> None:
    table = Guest(server.url).create("you", "greedy")["id"]
    assert len(forms) > 15
    for form in forms:
        path = form.format(**PARAMETERS, id=table)
        answer = strict.post(path, {})
        assert (answer.status, said(answer)) == (403, NO_COOKIE), path
        again = strict.post(path, {}, fragment=True).answer
        assert again.headers["content-type"] == PROBLEM
        assert (again.status_code, again.json()["detail"]) == (403, NO_COOKIE), path
        token = strict.page("/").hidden("_csrf_token")
        sent = strict.http.post(path, data={"_csrf_token": token}, files={"journal": b"{}"})
        assert (sent.status_code, said(Page(sent))) == (403, NO_COOKIE), path
    assert not strict.http.cookies


def test_a_stale_form_has_expired(guest: Guest, forms: list[str]) -> None:
    guest.page("/")
    for form in forms:
        answer = guest.post(form.format(**PARAMETERS, id="nothing"), {}, token="forged")
        assert answer.status == 403
        assert said(answer).startswith(EXPIRED), form


def test_with_cookies_allowed_the_same_form_works(server: Server) -> None:
    assert Guest(server.url).post("/games/fusillade/tables", {"with": "computer"}).status == 303


def test_a_program_needs_no_cookie_to_look(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/v1/games", verify=PLAIN).status_code == 200
