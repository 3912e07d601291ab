"""Personal tokens: a program acts for a guest in the API, as far as its token allows, until the guest ends it."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.server.guests.tokens import PREFIX
from grognard.server.storage.sessions import MOST_TOKENS
from tests.server.support import PLAIN, PROBLEM, Guest, Page, Server, running, taken

DEVICES = "/your-data/devices"


def make(guest: Guest, name: str = "My bot", scope: str = "play") -> Page:
    """Sends the form for a new token."""
    return guest.post(f"{DEVICES}/tokens", {"name": name, "scope": scope})


def token_of(guest: Guest, name: str = "My bot", scope: str = "play") -> str:
    """A new token of a guest."""
    found = re.search(rf"data-link>({PREFIX}[^<]*)</textarea>", make(guest, name, scope).text)
    assert found
    return found[1]


class Program(Guest):
    """A program with a token, and no cookie."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(url)
        self.http.headers["authorization"] = f"Bearer {token}"


def refused(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM)
    assert "set-cookie" not in answer.headers
    return str(answer.json()["detail"])


def test_a_program_plays_for_its_guest(server: Server, guest: Guest) -> None:
    guest.api("/me", {"name": "Anna"})
    table = guest.create("you", "greedy")["id"]
    program = Program(server.url, token_of(guest))
    assert program.api("/me").json() == {"name": "Anna"}
    assert [one["id"] for one in program.api("/tables").json()] == [table]
    assert program.look(table)["for"] == 0
    path = Guest(server.url).create("you", "open")["invitations"][0]["path"]
    assert program.api("/join", {"link": path}).status_code == 200
    assert path.split("/")[2] in [one["id"] for one in guest.api("/tables").json()]
    assert not program.http.cookies


def test_a_refused_request_shows_no_program_at_the_seat(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    program = Program(server.url, token_of(guest))
    assert program.api(f"/tables/{table}/actions", {"do": "nonsense", "at": "0"}).status_code == 409
    assert not any(marks(guest, table))


def test_a_token_that_may_read_changes_nothing(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    program = Program(server.url, token_of(guest, scope="read"))
    at = program.look(table)["at"]
    for path, body in {
        "/me": {"name": "Ben"}, f"/tables/{table}/resign": {"at": at},
        "/tables": {"game": "outpost", "seats": ["you", "greedy"]}, "/join": {"link": "/tables/a/join/b"},
    }.items():  # fmt: skip
        assert refused(program.api(path, body), 403).startswith("This token may only read.")
    assert guest.api("/me").json() == {"name": ""}
    assert not guest.look(table)["over"]


@pytest.mark.parametrize("shown", ["", "x", PREFIX, f"{PREFIX}a.b.c.d", "é", f"{PREFIX}é.x", "Bearer"])
def test_a_forged_token_is_refused(server: Server, guest: Guest, shown: str) -> None:
    guest.page("/")
    headers = {b"authorization": f"Bearer {shown}".strip().encode()}
    for path in ("/api/v1/games", "/api/v1/tables", "/api/v1/tables/nothing"):
        answer = guest.http.get(path, headers=headers)
        assert refused(answer, 401).startswith("This token is wrong or has ended.")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_cookie_is_no_token_and_a_token_no_cookie(server: Server, guest: Guest) -> None:
    token = token_of(guest)
    cookie = guest.http.cookies["grognard_guest"]
    for shown in (cookie, PREFIX + cookie):
        assert refused(Program(server.url, shown).api("/tables"), 401)
    for sent in (token, token.removeprefix(PREFIX)):
        stranger = Guest(server.url, {"grognard_guest": sent})
        guest.create("you", "greedy")
        assert stranger.api("/tables").json() == []


def test_an_ended_token_is_refused_and_others_work(server: Server, guest: Guest) -> None:
    first, second = token_of(guest, "First"), token_of(guest, "Second")
    page = guest.page(DEVICES).text
    (id,) = re.findall(r'value="(\w+)" aria-label="End the token “First”"', page)
    stranger = Guest(server.url)
    stranger.post(f"{DEVICES}/end", {"device": id})
    assert Program(server.url, first).api("/tables").status_code == 200
    assert guest.post(f"{DEVICES}/end", {"device": id}).status == 303
    assert refused(Program(server.url, first).api("/tables"), 401)
    assert refused(Program(server.url, first).api("/games"), 401)
    assert Program(server.url, second).api("/tables").status_code == 200
    assert "First" not in guest.page(DEVICES).text


def test_a_token_without_a_row_is_refused(server: Server, guest: Guest) -> None:
    token = token_of(guest)
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        connection.execute("DELETE FROM sessions WHERE kind = 'token'")
        connection.commit()
    assert refused(Program(server.url, token).api("/tables"), 401)


def test_signing_out_everywhere_else_and_deleting_end_tokens(server: Server, guest: Guest) -> None:
    first = token_of(guest)
    guest.post(f"{DEVICES}/end-others", {"form": "1"})
    guest.page("/")
    assert refused(Program(server.url, first).api("/tables"), 401)
    second = token_of(guest)
    guest.post("/your-data/delete", {})
    assert refused(Program(server.url, second).api("/tables"), 401)


def test_a_token_works_only_in_the_api(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    program = Program(server.url, token_of(guest))
    assert program.page(f"/tables/{table}").attribute("seat") == ""
    form = {"name": "Another", "scope": "play"}
    assert make(program).status == 200  # as a stranger, who has got a cookie from the page before
    assert "Another" not in guest.page(DEVICES).text
    assert guest.http.post("/api/v1/your-data/devices/tokens", json=form).status_code == 404


def test_with_a_token_the_cookie_does_not_count(server: Server, guest: Guest) -> None:
    mine = guest.create("you", "greedy")["id"]
    program = Program(server.url, token_of(guest))
    other = Guest(server.url)
    other.create("you", "greedy")
    program.http.cookies.update(other.http.cookies)
    assert [one["id"] for one in program.api("/tables").json()] == [mine]


def test_the_token_is_shown_once_and_kept_as_a_hash(server: Server, guest: Guest) -> None:
    token = token_of(guest)
    assert token not in guest.page(DEVICES).text
    secret = token.removeprefix(PREFIX).partition(".")[0]
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection:
        dump = "\n".join(connection.iterdump())
    assert secret not in dump
    index = json.loads(taken(guest)["index.json"])
    assert [(one["name"], one["scope"]) for one in index["tokens"]] == [("My bot", "play")]
    assert secret not in json.dumps(index)


def test_the_list_shows_whether_a_token_was_used(server: Server, guest: Guest) -> None:
    token = token_of(guest, "<Bot> & Co", "read")

    def listed() -> str:
        text = guest.page(DEVICES).text
        found = re.search(r"<b>&lt;Bot&gt; &amp; Co</b>(.*?)</span></span>", text)
        assert found
        return " ".join(re.sub("<[^>]*>", "", found[1]).split())

    assert listed() == "May only read. Not used yet"
    Program(server.url, token).api("/games")
    assert listed().startswith("May only read. Last used on ")


@pytest.mark.parametrize(
    ("name", "scope", "sentence"),
    [
        ("", "play", "Type a name"),
        (" ", "play", "Type a name"),
        ("x" * 31, "play", "This name is too long: 31 characters. Use at most 30."),
        ("a\nb", "read", "A name must be one line"),
        ("Bot", "", "Choose what the program may do."),
        ("Bot", "all", "Choose what the program may do."),
    ],
)
def test_a_bad_form_makes_no_token(guest: Guest, name: str, scope: str, sentence: str) -> None:
    page = make(guest, name, scope)
    assert page.status == 400
    assert sentence in html.unescape(page.text)
    assert PREFIX not in page.text


def test_a_guest_has_at_most_so_many_tokens(server: Server, guest: Guest) -> None:
    for number in range(MOST_TOKENS):
        assert make(guest, f"Bot {number}").status == 200
    full = make(guest, "One more")
    assert (full.status, "You have 20 tokens." in full.text) == (400, True)
    (id,) = re.findall(r'value="(\w+)" aria-label="End the token “Bot 0”"', guest.page(DEVICES).text)
    guest.post(f"{DEVICES}/end", {"device": id})
    assert make(guest, "One more").status == 200


def test_the_scheme_is_read_as_http_says(server: Server, guest: Guest) -> None:
    token = token_of(guest)
    for header in (f"bearer {token}", f"BEARER  {token}"):
        answer = httpx.get(f"{server.url}/api/v1/me", headers={"authorization": header}, verify=PLAIN)
        assert answer.status_code == 200
    other: Any = httpx.get(f"{server.url}/api/v1/games", headers={"authorization": "Basic eDp5"}, verify=PLAIN)
    assert other.status_code == 200  # a proxy's own password is not ours


def test_requests_with_tokens_are_counted(tmp_path: Path) -> None:
    settings = {"GROGNARD_REQUESTS_PER_MINUTE": "20", "GROGNARD_GUESTS_PER_MINUTE": "10"}
    with running(tmp_path, settings) as server:
        guest = Guest(server.url)
        program, forger = Program(server.url, token_of(guest)), Program(server.url, f"{PREFIX}a.b.c.d")
        # A new minute may begin in between, once.
        assert 429 in [program.api("/games").status_code for _ in range(41)]
        assert 429 in [forger.api("/games").status_code for _ in range(21)]
        assert forger.api("/games").status_code in (401, 429)


def marks(looker: Guest, table: str) -> list[bool]:
    """Which seats are a program's: the API and the page say the same."""
    seats = [bool(seat["program"]) for seat in looker.look(table)["seats"]]
    text = looker.page(f"/tables/{table}").text
    drawn = {int(part[0]): ">program<" in part for part in re.split(r'<div class="seat seat-', text)[1:]}
    assert drawn == dict(enumerate(seats))
    return seats


def test_everyone_sees_which_seat_a_program_plays(server: Server, guest: Guest) -> None:
    created = guest.create("you", "open")
    table, path = created["id"], created["invitations"][0]["path"]
    friend = Guest(server.url)
    program = Program(server.url, token_of(friend))
    assert program.api("/join", {"link": path}).status_code == 200
    assert "(program)" in guest.page(f"/tables/{table}").text
    program.leave_to_server(table)
    for looker in (guest, friend, Guest(server.url)):
        assert marks(looker, table) == [False, True]
    # A program that only reads does not play.
    reader = Program(server.url, token_of(guest, scope="read"))
    assert [seat["program"] for seat in reader.look(table)["seats"]] == [False, True]
    # A person's seat becomes a program's when a program first acts there.
    own = Program(server.url, token_of(guest))
    assert own.api(f"/tables/{table}/resign", {"at": own.look(table)["at"]}).status_code == 200
    for looker in (guest, friend, Guest(server.url)):
        assert marks(looker, table) == [True, True]


def test_a_table_that_a_program_sets_up_is_marked_and_a_strangers_is_not(server: Server, guest: Guest) -> None:
    program = Program(server.url, token_of(guest))
    assert marks(guest, program.create("you", "greedy")["id"]) == [True, False]
    host = Guest(server.url)
    other = host.create("you", "greedy")["id"]
    assert program.api(f"/tables/{other}/resign", {"at": host.look(other)["at"]}).status_code == 403
    assert marks(host, other) == [False, False]


def test_deleted_data_takes_the_mark_away(server: Server, guest: Guest) -> None:
    created = guest.create("you", "open")
    friend = Guest(server.url)
    program = Program(server.url, token_of(friend))
    program.api("/join", {"link": created["invitations"][0]["path"]})
    program.leave_to_server(created["id"])
    friend.post("/your-data/delete", {})
    assert marks(guest, created["id"]) == [False, False]
