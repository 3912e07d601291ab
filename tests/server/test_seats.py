"""Who holds a seat and sees its hand, and whether somebody is there."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import msgspec
import pytest

from grognard.server.storage.rows import StoredTable, now
from grognard.server.tables import presence
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import is_here
from grognard.server.tables.resigning import can_claim
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Json, Server, seated, table_of


def own_link(guest: Guest, table: str) -> str:
    """The link of a guest's own seat."""
    found = re.search(rf"/tables/{table}/join/[\w-]+", guest.page(f"/tables/{table}/my-link").text)
    assert found
    return found[0]


def hand_of(guest: Guest, table: str, seat: int) -> list[Json]:
    """The cards of a hand that the guest sees."""
    zones = guest.look(table)["view"]["zones"]
    return [card for zone in zones if (zone["key"], zone["owner"]) == ("hand", seat) for card in zone["cards"]]


def test_who_sat_in_a_seat_before_does_not_see_the_hand_of_who_takes_it(server: Server, guest: Guest) -> None:
    created = guest.create("you", "open")
    table, second, friend = created["id"], Guest(server.url), Guest(server.url)
    second.join(created["invitations"][0]["path"])
    link = own_link(second, table)
    page = friend.page(link)
    assert "Someone is already sitting there" in page.text
    assert "Ask for a new table" in page.text
    assert friend.join(link).status == 303
    assert hand_of(friend, table, 1)
    assert hand_of(second, table, 1) == []
    assert second.look(table)["view"]["seat"] is None
    # Neither link that he knows leads him back.
    assert [second.join(path).status for path in (link, created["invitations"][0]["path"])] == [403, 403]
    assert hand_of(second, table, 1) == []


def test_who_shares_one_seat_shares_no_other(server: Server, guest: Guest) -> None:
    created = guest.create("you", "open", "greedy", "open", game="green-troops", seats=4)
    table, second, friend = created["id"], Guest(server.url), Guest(server.url)
    first, other = (one["path"] for one in created["invitations"])
    second.join(first)
    friend.post(own_link(second, table), {"devices": "all"})
    friend.join(other)
    third = Guest(server.url)
    third.post(own_link(second, table), {"devices": "all"})
    assert hand_of(third, table, 1)
    assert hand_of(third, table, 3) == []


def test_the_devices_of_a_seat_are_told_and_can_be_forgotten(server: Server) -> None:
    table, host, friend = seated(server.url)
    phone, link = Guest(server.url), own_link(host, table)
    assert "This seat is open on" not in host.page(f"/tables/{table}").text
    phone.post(link, {"devices": "all"})
    for device in (host, phone):
        page = device.page(f"/tables/{table}").text
        assert "This seat is open on 2 devices" in page
        assert "you, on 2 devices" in page
    page = friend.page(f"/tables/{table}").text
    assert "devices" not in page
    assert friend.do(table, "forget-devices").status == 200
    assert phone.look(table)["view"]["seat"] == 0, "another's devices are his own business"
    assert host.do(table, "forget-devices").status == 200
    assert "This seat is open on" not in host.page(f"/tables/{table}").text
    assert hand_of(host, table, 0)
    assert phone.look(table)["view"]["seat"] is None
    assert phone.join(link).status == 403
    assert own_link(host, table) != link


def test_a_clock_that_is_set_makes_nobody_absent_or_present(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = table_of("fusillade", "you", "other")
    decider = live.session.state.current_player()
    started, began = now(), time.monotonic()
    for hours in (0, 2, -1):
        for seconds, gone in ((1, False), (tables.config.claim_after + 1, True)):
            monkeypatch.setattr(presence, "now", lambda hours=hours: started + timedelta(hours=hours))
            monkeypatch.setattr(time, "monotonic", lambda seconds=seconds: began + seconds)
            assert can_claim(tables, live, 1 - decider) is gone, (hours, seconds)


@pytest.mark.parametrize("hours", [2, -1])
def test_a_clock_that_is_set_while_the_server_is_down_makes_nobody_absent_or_present(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    old = table_of("fusillade", "you", "other")
    seats = [msgspec.structs.replace(seat, seen=now() - timedelta(hours=hours)) for seat in old.seats]
    live = LiveTable(old.table)
    live.settle(StoredTable(old.table, seats, []))
    decider, began = live.session.state.current_player(), time.monotonic()
    assert not can_claim(tables, live, 1 - decider)
    assert not is_here(live, decider)
    monkeypatch.setattr(time, "monotonic", lambda: began + tables.config.claim_after + 1)
    assert can_claim(tables, live, 1 - decider)
