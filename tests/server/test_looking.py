"""Nothing about a puzzle or a daily deal is learned by looking: only what a guest posts is judged, and it counts."""

from __future__ import annotations

import inspect
import re
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from litestar.routes import HTTPRoute

from grognard.bots.puzzles import position, puzzle, puzzles
from grognard.registry import load, registered_names
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.storage.rows import now
from tests.server.support import Guest, Page, Server, running

SLUGS = [slug for slug in registered_names() if puzzles(slug)]
NAMES = {slug: load(slug).spec.meta.title for slug in SLUGS}
DAYS = range(-2, 3)


@pytest.fixture(scope="module")
def parameters(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """Every GET address of puzzles and daily deals that takes a parameter, with that parameter."""
    file = tmp_path_factory.mktemp("routes") / "unused.sqlite"
    file.touch()
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        app = create_app(Config(secret="x" * 32, database=f"sqlite:///{file}"))
    given = {"request", "self", *app.dependencies}
    return {
        (route.path_format, name)
        for route in app.routes
        if isinstance(route, HTTPRoute) and re.match(r"/(puzzles|daily)\b", route.path_format)
        for handler in route.route_handlers
        if "GET" in handler.http_methods
        for name in {*inspect.signature(handler.fn).parameters} - given - {*route.path_parameters}
    }


def choices() -> Iterator[tuple[str, str]]:
    """The address of the first puzzle of each game, and each choice there."""
    for slug in SLUGS:
        asked = puzzle(slug, 1)
        for action in position(slug, asked).view(asked.seat).actions:
            yield f"/puzzles/{slug}/1", action.notation


def days() -> Iterator[tuple[str, str]]:
    """The address of the daily deals, and days around today."""
    for number in DAYS:
        yield "/daily", (now() + timedelta(days=number)).date().isoformat()


# The parameters that the tests below give each value.
TRIED = {
    ("/puzzles/{slug}/{number}", "chose"),
    ("/puzzles/{slug}/{number}", "today"),
    ("/daily", "day"),
    *(("/puzzles/{slug}/{number}/line", name) for name in ("do", "step", "today")),
}


def kept(server: Server) -> list[Any]:
    """All that the server stores of attempts."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        return [connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("puzzles", "daily", "tables")]


def test_every_address_with_a_parameter_is_tried_here(parameters: set[tuple[str, str]]) -> None:
    assert parameters == TRIED


def test_a_parameter_shows_nothing_and_counts_as_nothing(server: Server, guest: Guest) -> None:
    before = kept(server)
    plain = {path: guest.page(path).text for path, _ in choices()}
    for path, do in choices():
        assert guest.page(f"{path}?chose={quote(do)}").text == plain[path], f"{path} says something about {do}"
        today = guest.page(f"{path}?today=true").text
        assert guest.page(f"{path}?today=true&chose={quote(do)}").text == today, f"{path} says something about {do}"
        assert guest.page(f"{path}/line?do={quote(do)}&step=1&today=true").status == 400
    for path, day in days():
        _knows_no_deal(guest.page(f"{path}?day={day}"), day)
    assert plain.keys() == {f"/puzzles/{slug}/1" for slug in SLUGS}
    assert kept(server) == before


def _knows_no_deal(page: Page, day: str) -> None:
    """The page of a day shows no deal to come, and no result."""
    assert page.status == (400 if day > now().date().isoformat() else 200)
    assert "Others" not in page.text
    assert not re.search(r'href="/tables/', page.text)


def is_judged(page: Page) -> bool:
    """Does a page say what a wrong choice is worth?"""
    return bool(re.search('Not the best:|is much weaker here|[ "]wrong[ "]', page.text))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_choice_is_judged_once_it_was_posted_and_for_whom(server: Server, guest: Guest, slug: str) -> None:
    path, asked = f"/puzzles/{slug}/1", puzzle(slug, 1)
    address = guest.post(f"{path}/play", {"do": asked.second}).answer.headers["location"]
    assert is_judged(guest.page(address))
    assert not is_judged(guest.page(path))
    assert not is_judged(Guest(server.url).page(address))
    found = f"{path}?chose={quote(asked.solution)}"
    assert "Solved:" not in guest.page(found).text
    assert f"{NAMES[slug]}, puzzle 1, tried, not solved yet" in guest.page("/puzzles").text
    guest.post(f"{path}/play", {"do": asked.solution})
    assert "Solved:" in guest.page(found).text
    informed = Guest(server.url)
    informed.post(f"{path}/show", {})
    assert "The solution:" in informed.page(path).text
    assert not is_judged(informed.page(address)), "who knows the solution still learns nothing by looking"


def test_earlier_attempts_count_although_their_choices_are_unknown(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        guest, path, asked = Guest(server.url), f"/puzzles/{SLUGS[0]}/1", puzzle(SLUGS[0], 1)
        address = guest.post(f"{path}/play", {"do": asked.second}).answer.headers["location"]
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
            connection.execute("UPDATE puzzles SET choices = '[]'")
        assert not is_judged(guest.page(address))
        guest.post(f"{path}/play", {"do": asked.solution})
        assert "solved on the second try" in guest.page("/puzzles").text
