"""A guest hides runs and ratings, on every page and in this browser, and shows them again."""

from __future__ import annotations

import json

import pytest

from grognard.server.guests.preferences import COOKIE, HIDDEN
from tests.server.support import Guest, Server, taken
from tests.server.test_your_data import deleted

CHECKED = 'aria-describedby="scores-help" checked'


def hide(guest: Guest, page: str = "name") -> str:
    """Where the form without its tick leads."""
    answer = guest.post("/your-data/scores", {"from": page})
    assert answer.status == 303
    return str(answer.answer.headers["location"])


@pytest.mark.parametrize("path", ["/your-data", "/your-data/name"])
def test_both_pages_show_the_choice_and_lead_back(guest: Guest, path: str) -> None:
    assert CHECKED in guest.page(path).text, "shown unless you choose otherwise"
    assert hide(guest, path.rpartition("/")[2]) == path
    assert CHECKED not in guest.page(path).text
    guest.post("/your-data/scores", {"show": "yes"})
    assert CHECKED in guest.page(path).text
    assert COOKIE not in guest.http.cookies


def test_it_is_downloaded_and_deleted_with_the_rest(guest: Guest) -> None:
    guest.page("/")
    assert json.loads(taken(guest)["index.json"])["hides_scores"] is False
    hide(guest)
    index = json.loads(taken(guest)["index.json"])
    assert index["hides_scores"] is True
    assert COOKIE in index["cookies"]
    deleted(guest)
    assert not guest.http.cookies


def test_another_guest_still_sees_theirs_and_nonsense_hides_nothing(server: Server, guest: Guest) -> None:
    hide(guest)
    assert guest.http.cookies[COOKIE] == HIDDEN
    assert CHECKED in Guest(server.url).page("/your-data").text
    assert CHECKED in Guest(server.url, {COOKIE: "perhaps"}).page("/your-data").text


def test_the_choice_is_renewed_with_the_cookie_of_the_guest(server: Server) -> None:
    assert Guest(server.url, {COOKIE: HIDDEN}).page("/").answer.headers.get_list("set-cookie")[1].startswith(COOKIE)
    assert len(Guest(server.url).page("/").answer.headers.get_list("set-cookie")) == 1
