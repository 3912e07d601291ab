"""A guest gives himself a name: what may be in it, where others read it, and how it goes."""

from __future__ import annotations

import asyncio
import html
import json
from datetime import timedelta

import pytest

from grognard.kernel.errors import BadInput
from grognard.server.names import MOST, cleaned
from grognard.server.storage.database import Database
from grognard.server.storage.lifetime import Lifetime
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.records import now
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.lobby import Setup, create
from tests.server.support import Guest, Server, play_on, seated, taken, until
from tests.server.test_your_data import deleted, name_of, stored, table_in

NASTY = "<b>&\"'Ann"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoe\u0308", "Zoë"),
        (NASTY, NASTY),
        ("Жуков 1812", "Жуков 1812"),
        ("Marshal Ney", "Marshal Ney"),
        ("x" * MOST, "x" * MOST),
        ("   ", ""),
    ],
)
def test_a_name_is_kept_as_it_reads(typed: str, kept: str) -> None:
    assert cleaned(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "x" * (MOST + 1), "a\nb", "a\tb", "a\x00b", "a\u202eb", "a\u2066b", "a\u200bb", "a\ufeffb", "\u3164",
        "a\u2028b", "a\ue000b", "...", "a\u0301\u0302\u0303\u0304", "computer", "The  Computer", "\uff23omputer",
        "greedy (computer)", "Marshal", "greedy!", "you", "Nobody yet", "a guest who has left",
    ],
)  # fmt: skip
def test_what_hides_or_pretends_is_no_name(typed: str) -> None:
    with pytest.raises(BadInput):
        cleaned(typed)


def test_a_name_stands_wherever_others_meet_its_guest(server: Server) -> None:
    table, host, friend = seated(server.url, troops=50)
    watching = friend.watch(table)
    watching.wait(1)
    assert host.post("/your-data/name", {"name": f" {NASTY} "}).status == 303
    shown = html.escape(NASTY, quote=False).replace('"', "&#34;").replace("'", "&#39;")
    until(lambda: shown in watching.events[-1], what="the opponent was not told")
    assert [seat["who"] for seat in friend.look(table)["seats"]] == [NASTY, "you"]
    assert [seat["who"] for seat in host.look(table)["seats"]] == ["you", "your opponent"]
    for path in ("/", f"/tables/{table}"):
        page = friend.page(path).text
        assert shown in page
        assert NASTY not in page
    play_on(table, (host, friend), lambda actions: actions[0], lambda seen: seen["view"]["turn"] > 1)
    host.do(table, "resign")
    for path in ("/games-of-mine", f"/tables/{table}/replay", f"/tables/{table}/analysis"):
        assert shown in friend.page(path).text, path
    assert [seat["who"] for seat in table_in(taken(friend), table)["seats"]] == [NASTY, "you"]
    assert NASTY not in friend.api(f"/tables/{table}/journal").text
    # Later he is somebody else, everywhere at once.
    assert host.post("/your-data/name", {"name": "Ben"}).status == 303
    assert "Ben" in friend.page("/games-of-mine").text
    assert shown not in friend.page(f"/tables/{table}").text


def test_who_is_invited_can_take_his_seat_under_a_name(server: Server, guest: Guest) -> None:
    guest.api("/me", {"name": "Anna"})
    created = guest.create("you", "open")
    path = created["invitations"][0]["path"]
    friend = Guest(server.url)
    page = friend.page(path)
    assert "Anna invites you." in page.text
    assert 'name="name"' in page.text
    refused = friend.post(path, {"name": "computer"})
    assert refused.status == 400
    assert friend.sits(created["id"]) == [], "he can choose another name first"
    assert friend.post(path, {"name": "Ben"}).status == 303
    assert [seat["who"] for seat in guest.look(created["id"])["seats"]] == ["you", "Ben"]
    assert 'value="Ben"' in friend.page("/your-data").text


def test_the_api_gives_and_takes_names(server: Server, guest: Guest) -> None:
    assert guest.api("/me").json() == {"name": ""}
    assert guest.api("/me", {"name": " Anna "}).json() == {"name": "Anna"}
    assert guest.api("/me").json() == {"name": "Anna"}
    assert Guest(server.url).api("/me").json() == {"name": ""}
    assert guest.api("/me", {"name": "x" * 25}).status_code == 400
    assert guest.api("/me", {"name": ""}).json() == {"name": ""}
    assert name_of(guest) not in stored(server), "nothing is kept of a guest without a table and a name"


def test_a_name_is_in_the_download_and_goes_with_the_rest(server: Server) -> None:
    table, guest, friend = seated(server.url)
    guest.post("/your-data/name", {"name": "Annabella"})
    assert json.loads(taken(guest)["index.json"])["name"] == "Annabella"
    assert "Annabella" in stored(server)
    assert deleted(guest).status_code == 303
    assert "Annabella" not in stored(server)
    assert "Annabella" not in friend.page(f"/tables/{table}").text


def test_a_form_of_another_site_names_nobody(guest: Guest) -> None:
    assert guest.post("/your-data/name", {"name": "Anna"}, token="forged").status == 403


def test_a_name_goes_once_its_guest_sits_nowhere(tables: Tables) -> None:
    async def left() -> tuple[int, int, list[str]]:
        database = Database(tables.config.url)
        people, lifetime = PeopleStore(database), Lifetime(database)
        await create(tables, Setup(game="fusillade", options={}, seats=["you", "greedy"]), "sits")
        for guest in ("sits", "gone"):
            await people.rename(guest, guest.capitalize())
        early = await lifetime.remove_names(now() - timedelta(hours=1))
        late = await lifetime.remove_names(now() + timedelta(hours=1))
        found = early, late, [await people.name(guest) for guest in ("sits", "gone")]
        await database.close()
        return found

    assert asyncio.run(left()) == (0, 1, ["Sits", ""])
