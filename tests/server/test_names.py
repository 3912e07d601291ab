"""A guest gives himself a name: what may be in it, where others read it, and how it goes."""

from __future__ import annotations

import asyncio
import html
import json
import re
from datetime import timedelta

import pytest

from grognard.kernel.errors import BadInput
from grognard.server.guests.names import MOST, clean_name
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Server, play_on, seated, taken, until
from tests.server.test_your_data import deleted, name_of, stored, table_in

NASTY = "<b>&\"'Ann"


# Persian, Sinhala, Hindi; emoji of several characters; a flag; an emoji newer than Python's tables; a Japanese variant.
JOINED = (
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0915\u094d\u200d\u0937",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f469\U0001f3fd\u200d\U0001f680", "\u2764\ufe0f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U0001fa77", "1\ufe0f\u20e3",
    "\u8fbb\U000e0100",
)  # fmt: skip


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
        ("Anna\u00a0Maria\u3000", "Anna Maria"),
        ("\uff21nna", "Anna"),
        ("\u00a8x", "\u0308x"),
        *((name, name) for name in JOINED),
    ],
)
def test_a_name_is_kept_as_it_reads(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "x" * (MOST + 1), "a\nb", "a\tb", "a\x00b", "a\u202eb", "a\u2066b", "a\u200bb", "a\ufeffb", "\u3164",
        "a\u2028b", "a\ue000b", "...", "a\u0301\u0302\u0303\u0304", "computer", "The  Computer", "\uff23omputer",
        "greedy (computer)", "Marshal", "greedy!", "you", "Nobody yet", "a guest who has left", "Bob (admin)",
        "Admin 2", "A d m i n", "\u00c1dmin", "An\u200cna", "An\u200dna", "\u200dAnna", "Anna\u200d", "Anna\ufe0f",
        "\U0001f468\u200d", "a\u061cb", "a\U000e0062b", "x\u034fy",
    ],
)  # fmt: skip
def test_what_hides_or_pretends_is_no_name(typed: str) -> None:
    with pytest.raises(BadInput):
        clean_name(typed)


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
    assert "<h1>Anna invites you to Fusillade</h1>" in page.text
    assert 'name="name"' in page.text
    refused = friend.post(path, {"name": "computer"})
    assert refused.status == 400
    assert friend.sits(created["id"]) == [], "he can choose another name first"
    assert friend.post(path, {"name": "Ben"}).status == 303
    assert [seat["who"] for seat in guest.look(created["id"])["seats"]] == ["you", "Ben"]
    assert 'value="Ben"' in friend.page("/your-data").text


def field(page: str) -> str:
    """Returns what is in the field for the name."""
    (found,) = re.findall(r'<input id="name" name="name" value="([^"]*)"', page)
    return html.unescape(found)


@pytest.mark.parametrize("origin", ["start", "your-data"])
def test_a_refused_name_stays_in_the_field_with_the_reason(server: Server, guest: Guest, origin: str) -> None:
    for name in ("\u0410dmin", "x" * (MOST + 1), "An\u200dna", NASTY * 4):
        page = guest.post("/your-data/name", {"name": name, "from": origin})
        assert page.status == 400
        assert field(page.text) == name
        assert 'id="name-refused" role="alert"' in page.text
        assert f'name="from" value="{origin}"' in page.text
    assert field(guest.page("/your-data").text) == ""


def test_two_people_at_one_table_are_known_apart_and_elsewhere_may_share_a_name(server: Server) -> None:
    table, host, friend = seated(server.url)
    assert host.api("/me", {"name": "Anna"}).status_code == 200
    for name in ("Anna", "anna", "\u0410nna", "A n n a"):
        refused = friend.api("/me", {"name": name})
        assert refused.status_code == 409
        assert "sits at the same table" in refused.json()["detail"]
        page = friend.post("/your-data/name", {"name": name, "from": "start"})
        assert page.status == 400
        assert field(page.text) == name
    assert friend.api("/me", {"name": "Anna Maria"}).status_code == 200
    assert Guest(server.url).api("/me", {"name": "Anna"}).status_code == 200, "a stranger"
    host.do(table, "resign")
    assert friend.api("/me", {"name": "Anna"}).status_code == 200, "the game is over"


def test_nobody_joins_a_table_under_the_name_of_somebody_there(server: Server, guest: Guest) -> None:
    guest.api("/me", {"name": "Anna"})
    created = guest.create("you", "open")
    table, path = created["id"], created["invitations"][0]["path"]
    namesake, newcomer = Guest(server.url), Guest(server.url)
    namesake.api("/me", {"name": "ANNA"})
    for friend, typed, shown in ((namesake, {}, "ANNA"), (newcomer, {"name": "\u0410nna"}, "\u0410nna")):
        page = friend.post(path, typed)
        assert page.status == 400
        assert field(page.text) == shown
        assert "looks like “Anna”, who sits at the same table" in page.text
        assert friend.sits(table) == []
    assert namesake.post(path, {"name": "Anneliese"}).status == 303
    assert [seat["who"] for seat in guest.look(table)["seats"]] == ["you", "Anneliese"]


def test_the_devices_of_one_person_share_a_name(server: Server) -> None:
    table, host, _ = seated(server.url)
    phone = Guest(server.url)
    for device in (host, phone):
        assert device.api("/me", {"name": "Anna"}).status_code == 200
    link = re.findall(rf"/tables/{table}/join/[\w-]+", host.page(f"/tables/{table}/my-link").text)[0]
    assert phone.post(link, {"devices": "all"}).status == 303
    assert phone.api("/me", {"name": "Anna K."}).status_code == 200
    assert phone.api("/me", {"name": "Anna"}).status_code == 200


def test_the_api_gives_and_takes_names(server: Server, guest: Guest) -> None:
    assert guest.api("/me").json() == {"name": ""}
    assert guest.api("/me", {"name": " Anna "}).json() == {"name": "Anna"}
    assert guest.api("/me").json() == {"name": "Anna"}
    assert Guest(server.url).api("/me").json() == {"name": ""}
    assert guest.api("/me", {"name": "x" * 25}).status_code == 400
    assert guest.api("/me", {"name": ""}).json() == {"name": ""}
    assert stored(server).count(name_of(guest)) == 1, "of a guest without a table and a name, only the session is kept"


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


def test_a_name_goes_once_its_guest_sits_nowhere(tables: TableRegistry) -> None:
    async def left() -> tuple[int, int, list[str]]:
        database = Database(tables.config.url)
        people, lifetime = PeopleStore(database), Expiry(database)
        await create(tables, Setup(game="fusillade", options={}, seats=["you", "greedy"]), "sits")
        for guest in ("sits", "gone"):
            await people.rename(guest, guest.capitalize())
        early = await lifetime.remove_names(now() - timedelta(hours=1))
        late = await lifetime.remove_names(now() + timedelta(hours=1))
        found = early, late, [await people.name(guest) for guest in ("sits", "gone")]
        await database.close()
        return found

    assert asyncio.run(left()) == (0, 1, ["Sits", ""])
