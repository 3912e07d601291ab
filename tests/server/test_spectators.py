"""Who may watch a table without a seat, and that people know it."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

from grognard.server.storage.rows import SPECTATORS
from grognard.server.tables.live_table import FORGOTTEN_AFTER
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Server, until

HOW = {True: "Only the players can see this table.", False: "can watch, but can't see your cards"}


def private_table(url: str, private: bool = True) -> tuple[str, Guest, Guest, str]:
    """A dealt table of two people; its id, the two, and the page on which the second was invited."""
    host, friend = Guest(url), Guest(url)
    spectators = "nobody" if private else "anyone"
    created = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"], "spectators": spectators}).json()
    path = created["invitations"][0]["path"]
    invitation = friend.page(path).text
    host.leave_to_server(created["id"])
    friend.join(path)
    return created["id"], host, friend, invitation


def test_the_invitation_and_the_table_say_who_may_watch(server: Server) -> None:
    for private in (True, False):
        table, host, friend, invitation = private_table(server.url, private)
        for text in (invitation, host.page(f"/tables/{table}").text, friend.page(f"/tables/{table}").text):
            assert HOW[private] in text.replace("&#39;", "'")
            assert HOW[not private] not in text.replace("&#39;", "'")
        assert Guest(server.url).page(f"/tables/{table}").status == (403 if private else 200)


def test_the_set_up_page_offers_it_and_a_rematch_keeps_it(server: Server) -> None:
    host, friend = Guest(server.url), Guest(server.url)
    for slug in ("fusillade", "green-troops"):
        choice = re.search(r'<select name="spectators">.*?</select>', host.page(f"/games/{slug}").text, re.DOTALL)
        assert choice is not None
        assert tuple(re.findall(r'<option value="([^"]+)"', choice[0])) == SPECTATORS
    table = host.set_up("friend", spectators="nobody", side="0")
    link = re.search(r"/tables/[\w-]+/join/[\w-]+", host.page(f"/tables/{table}/invitation").text)
    assert link is not None
    friend.join(link[0])
    host.do(table, "resign")
    again = friend.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    for id in (table, again):
        assert Guest(server.url).page(f"/tables/{id}").status == 403
        assert host.page(f"/tables/{id}").status == 200
    for wrong in ("some", "late", "late:", "late:0", "late:6", "late:2 ", "late:22"):
        bad = host.post("/games/fusillade/tables", {"with": "friend", "side": "0", "spectators": wrong})
        assert bad.status == 400
        assert f"Spectators can be “anyone”, “late:1” to “late:5”, or “nobody”, not “{wrong}”." in bad.text
        asked = {"game": "outpost", "seats": ["you", "open"], "spectators": wrong}
        assert host.api("/tables", asked).status_code == 400


def test_a_device_that_has_lost_its_seat_is_sent_nothing_more(server: Server) -> None:
    table, host, _friend, _invitation = private_table(server.url)
    link = re.search(r"/tables/[\w-]+/join/[\w-]+", host.page(f"/tables/{table}/my-link").text)
    assert link is not None
    phone = Guest(server.url)
    phone.post(link[0], {"devices": "all"})
    stream = phone.watch(table)
    stream.wait(1)
    host.do(table, "forget-devices", devices="one")
    until(lambda: stream.ended)
    seen = len(stream.events)
    host.do(table, "resign")
    assert len(stream.events) == seen
    assert not any("ending" in event for event in stream.events)


def test_a_browser_without_a_seat_learns_that_it_only_watches(server: Server) -> None:
    asked = 'You only watch here. Is this your game? <a href="/recover">Add this device</a>'
    table, host, friend, _invitation = private_table(server.url, private=False)
    stranger = Guest(server.url)
    assert asked in stranger.page(f"/tables/{table}").text
    for guest in (host, friend):
        assert asked not in guest.page(f"/tables/{table}").text
    host.do(table, "resign")
    assert asked not in stranger.page(f"/tables/{table}").text
    for company in ("computer", "one_screen"):
        assert asked not in stranger.page(f"/tables/{host.set_up(company, side='0')}").text
    undealt = host.set_up("friend", side="0")
    assert asked in stranger.page(f"/tables/{undealt}").text
    assert asked not in host.page(f"/tables/{undealt}").text


def test_players_see_how_many_people_watch(server: Server) -> None:
    table, host, friend, _invitation = private_table(server.url, private=False)
    open_page = host.watch(table)
    open_page.wait(1)
    stranger = Guest(server.url)
    stranger.page("/")  # from now on it is one guest, with a cookie
    streams = [stranger.watch(table), stranger.watch(table), Guest(server.url).watch(table)]
    until(lambda: "(2 watching)" in open_page.events[-1])
    assert "(2 watching)" in friend.page(f"/tables/{table}").text
    assert "watching)" not in stranger.page(f"/tables/{table}").text
    streams[0].close()
    streams[2].close()
    until(lambda: "(1 watching)" in open_page.events[-1])
    streams[1].close()
    until(lambda: "watching)" not in open_page.events[-1])


def test_spectators_of_other_processes_count_until_they_fall_silent(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    moment = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])

    async def played() -> None:
        live = await tables.follow(await create(tables, Setup(game="outpost", options={}, seats=["you", "open"]), "a"))
        live.spectators["b"] += 1
        live.hear_of_spectators("other", 2)
        assert live.watching_now == 3
        live.hear_of_spectators("other", 1)
        assert live.watching_now == 2
        moment[0] += FORGOTTEN_AFTER
        assert live.watching_now == 1

    asyncio.run(played())
