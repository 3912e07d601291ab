"""Nobody looks into the hands of two sides where other people sit, or may sit."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from itertools import product
from typing import Final

import msgspec
import pytest

import grognard
from grognard.kernel.errors import BadInput
from grognard.play.clock import LIVE
from grognard.registry import load
from grognard.server.errors import Forbidden
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create, join
from grognard.server.tables.resigning import can_claim
from grognard.server.tables.settings import set_open_hands
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import viewpoint
from tests.server.support import Guest, Server, seated, table_of
from tests.server.test_seats import own_link

FOUR: Final[tuple[str, dict[str, str | int]]] = ("green-troops", {"seats": 4})
SIZES: Final[list[tuple[str, dict[str, str | int]]]] = [*((slug, {}) for slug in grognard.registered_names()), FOUR]
WHO: Final = ("you", "open", "greedy")


def looks_into_both(live: LiveTable, guest: str) -> bool:
    """Does a guest hold seats of two sides, while somebody else sits at the table or may sit down?"""
    sides = {live.game.sides[seat] for seat in live.seats_of(guest)}
    return len(sides) > 1 and (live.has_company(guest) or any(seat.open for seat in live.seats))


async def seated_by_every_link(tables: TableRegistry, id: str, guest: str) -> LiveTable:
    """The table, once a guest has opened every link to it, to sit alone and next to anyone who sits there."""
    for beside in (False, True):
        for seat in range(len((await tables.follow(id)).seats)):
            live = await tables.follow(id)
            with suppress(Forbidden):
                await join(tables, live, live.seats[seat].key, guest, beside)
    return await tables.follow(id)


@pytest.mark.parametrize(("slug", "options"), SIZES, ids=str)
def test_nobody_takes_both_sides_beside_other_people(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch, slug: str, options: dict[str, str | int]
) -> None:
    """All ways to give out the seats of a table, and then to open its links. A side's seats are alike."""
    monkeypatch.setattr(TableRegistry, "notify", lambda *_told: None)
    found, sides = Counter[str](), load(slug, options).sides

    async def check(seats: tuple[str, ...], host: str) -> None:
        setup = Setup(game=slug, options=options, seats=seats, pace=LIVE)
        own = {sides[seat] for seat, who in enumerate(seats) if who == "you"}
        if len(own) > 1 and "open" in seats:
            found["refused"] += 1
            with pytest.raises(BadInput, match="both hands"):
                await create(tables, setup, host)
            return
        id = await create(tables, setup, host)
        live = await tables.follow(id)
        assert not looks_into_both(live, host)
        found["one screen" if live.one_screen else "others"] += 1
        for guest in (host, "friend"):
            live = await seated_by_every_link(tables, id, guest)
            assert not looks_into_both(live, guest), (seats, guest)

    async def check_all() -> None:
        for number, seats in enumerate(product(WHO, repeat=len(sides))):
            alike = [[seats[seat] for seat in range(len(seats)) if sides[seat] == side] for side in set(sides)]
            if {*seats} != {"greedy"} and all(names == sorted(names) for names in alike):
                await check(seats, f"host {number}")

    asyncio.run(check_all())
    assert found["others"]
    assert found["one screen"]
    assert bool(found["refused"]) is bool(options), "only larger tables can have such seats"


def test_both_sides_are_refused_with_a_reason(guest: Guest) -> None:
    fields = {"seats": "4", "seat-0": "you", "seat-1": "you", "seat-2": "open", "seat-3": "open"}
    answer = guest.post("/games/green-troops/tables", fields)
    assert answer.status == 400
    assert "You can&#39;t take both sides of a table with other people" in answer.text
    asked = {"game": "green-troops", "seats": ["you", "you", "open", "open"], "options": {"seats": 4}}
    refused = guest.api("/tables", asked)
    assert refused.status_code == 409
    assert "both hands" in refused.json()["detail"]


def test_the_host_is_told_that_a_link_is_for_a_friend(guest: Guest) -> None:
    path = guest.create("you", "open")["invitations"][0]["path"]
    shown = guest.page(path)
    assert shown.status == 403
    assert "This link is for a friend" in shown.text
    taken = guest.post(path, {})
    assert taken.status == 403
    assert "This link is for a friend" in taken.text


def test_two_players_cannot_be_one_by_a_link_of_his_own(server: Server) -> None:
    """Neither on this device alone nor on this one too."""
    table, host, friend = seated(server.url)
    link = own_link(friend, table)
    assert [host.post(link, fields).status for fields in ({}, {"devices": "all"})] == [403, 403]
    assert [one.sits(table) for one in (host, friend)] == [[0], [1]]


# -- tables from before ----------------------------------------------------------------------------------------------


def before(*seats: str) -> LiveTable:
    """A table with four seats that was set up when one person could have both sides next to others."""
    live = table_of("green-troops", *seats, seats=4)
    live.table = msgspec.structs.replace(live.table, one_screen=True, open_hands=True)
    return live


@pytest.mark.parametrize("seats", [("you", "you", "other", "other"), ("you", "you", "open", "greedy")])
def test_an_old_table_is_one_of_people_whatever_it_says(tables: TableRegistry, seats: tuple[str, ...]) -> None:
    live = before(*seats)
    assert live.against_people, "so a pass takes as long as a person might"
    assert not live.one_screen
    assert {live.game.sides[seat] for seat in viewpoint(live, "a").open_seats} <= {0}
    with pytest.raises(BadInput, match="one screen"):
        asyncio.run(set_open_hands(tables, live, "a", open=True))


def test_a_game_can_be_claimed_at_an_old_table(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    live = before("you", "you", "other", "other")
    decider = live.session.state.current_player()
    waiting = next(seat for seat, side in enumerate(live.game.sides) if side != live.game.sides[decider])
    assert not can_claim(tables, live, waiting)
    later = time.monotonic() + tables.config.claim_after + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert can_claim(tables, live, waiting)
