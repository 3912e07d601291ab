"""What waits for a guest on the start page: their turn, a claim, a seat to take back, a game that has ended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from msgspec.structs import replace

from grognard.play.clock import DAY, HOUR, LIVE, MINUTE, SLOW, Pace
from grognard.server.guests import vacations
from grognard.server.guests.my_games import GameListing, games_list, running_games, your_games
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.storage.vacations import VacationStore
from grognard.server.tables import lobby, pausing, resigning, time_up
from grognard.server.tables.clocks import time_left
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server import test_clocks
from tests.server.support import Guest, Server, seated
from tests.server.test_clocks import BLITZ, GUESTS, House, begun, deciding
from tests.server.test_start_page import main, words

house = test_clocks.house


@dataclass
class Lists:
    """The start pages of two guests, Anna and Ben."""

    tables: TableRegistry
    house: House

    @property
    def people(self) -> PeopleStore:
        """The names of guests."""
        return PeopleStore(self.tables.store._database)

    async def begun(self, pace: Pace = SLOW, game: str = "fusillade") -> tuple[LiveTable, str, str]:
        """A table, the name of the person who has to decide, and the other's."""
        for guest, name in zip(GUESTS, ("Anna", "Ben"), strict=True):
            await self.people.rename(guest, name)
        live = await begun(self.tables, pace, game)
        return (live, "Anna", "Ben") if deciding(live) == 0 else (live, "Ben", "Anna")

    async def html(self, name: str) -> str:
        """The list on somebody's start page."""
        return (await games_list(self.tables, self.people, guest_of(name))).html

    async def says(self, name: str) -> str:
        """Its words."""
        return words(await self.html(name))

    async def count(self, name: str) -> int:
        """The number in the title of that page."""
        return (await your_games(self.tables, self.people, guest_of(name))).waiting

    async def entries(self, name: str) -> list[GameListing]:
        """The running games there."""
        return await running_games(self.tables, self.people, guest_of(name))

    async def last_here(self, live: LiveTable, name: str, ago: timedelta) -> None:
        """Notes that somebody was at a table so long ago."""
        await self.tables.store.note({(live.id, live.seats_of(guest_of(name))[0]): now() - ago})


def guest_of(name: str) -> str:
    """Who has that name."""
    return GUESTS[("Anna", "Ben").index(name)]


@pytest.fixture
def lists(tables: TableRegistry, house: House) -> Lists:
    """The start pages, and the time of the house."""
    return Lists(tables, house)


def run(played: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await played()

    asyncio.run(whole())


def test_who_is_out_of_time_reads_that_the_other_can_claim_the_game(lists: Lists) -> None:
    async def played() -> None:
        _live, mover, other = await lists.begun()
        lists.house.moment += 3 * DAY - 1
        assert "Your turn less than a minute left" in await lists.says(mover)
        assert f"{mover} decides. less than a minute left" in await lists.says(other)
        assert await lists.count(other) == 0
        lists.house.moment += 5 * HOUR
        told = await lists.says(mover)
        assert f"Your time is up: {other} can claim the game" in told
        assert "left" not in told.replace("Last", "")
        assert f'<strong class="badge">{mover} is out of time</strong>' in await lists.html(other)
        assert (await lists.count(mover), await lists.count(other)) == (1, 1), "a claim is a decision"
        assert 'data-waiting="1"' in await lists.html(other)
        assert "Waiting for you" in await lists.says(other)

    run(played)


def test_a_time_that_is_up_without_a_claim_is_no_decision(lists: Lists) -> None:
    async def played() -> None:
        _live, mover, other = await lists.begun(Pace("days", start=2 * HOUR))
        lists.house.moment += 3 * HOUR
        assert "Your time is up Last move" in (await lists.says(mover)).replace("Set up", "Last move")
        assert f"{mover} is out of time." in await lists.says(other)
        assert (await lists.count(mover), await lists.count(other)) == (1, 0)

    run(played)


def test_how_long_the_time_of_others_is_up_does_not_order_the_games(lists: Lists) -> None:
    async def played() -> None:
        _live, mover, other = await lists.begun()
        for _ in range(2):
            lists.house.moment += 4 * DAY
            [entry] = await lists.entries(other)
            assert (entry.seconds, entry.time) == (0, "less than a minute")
        [entry] = await lists.entries(mover)
        assert entry.seconds < 0

    run(played)


def test_a_seat_that_the_computer_plays_waits_for_its_person(lists: Lists) -> None:
    async def played() -> None:
        live, mover, other = await lists.begun(replace(SLOW, stand_in=True))
        lists.house.moment += 3 * DAY
        await lists.tables.change(live, stand_ins=[deciding(live)])
        told = await lists.says(mover)
        assert "The computer is playing for you" in told
        assert "decides" not in told
        assert await lists.count(mover) == 1
        assert f'href="/tables/{live.id}"' in await lists.html(mover)
        assert f"The computer is playing for {mover}." in await lists.says(other)
        assert await lists.count(other) == 0
        await time_up.take_back(lists.tables, live, guest_of(mover))
        assert "The computer" not in await lists.says(mover) + await lists.says(other)

    run(played)


@pytest.mark.parametrize("how", ["claim", "resign"])
def test_a_game_that_ended_while_you_were_away_is_listed_until_you_open_it(lists: Lists, how: str) -> None:
    async def played() -> None:
        live, mover, other = await lists.begun()
        lists.house.moment += 3 * DAY
        away = mover if how == "claim" else other
        await lists.last_here(live, away, timedelta(days=3))
        if how == "claim":
            await resigning.claim(lists.tables, live, guest_of(other))
            how_told = f"You lost to {other}: you ran out of time."
        else:
            await resigning.resign(lists.tables, live, guest_of(mover))
            how_told = f"You won against {mover}: {live.game.seats[live.seats_of(guest_of(mover))[0]]} resigned."
        assert f"{how_told} See it" in await lists.says(away)
        assert f'href="/tables/{live.id}"' in await lists.html(away)
        assert await lists.count(away) == 0, "there is nothing to decide"
        here = mover if away == other else other
        assert live.id not in await lists.html(here), "they were there"
        await lists.tables.change(live, ended=now() - timedelta(days=8))
        await lists.last_here(live, away, timedelta(days=10))
        assert live.id not in await lists.html(away), "that is old"
        await lists.tables.change(live, ended=now())
        assert live.id in await lists.html(away)
        await lists.last_here(live, away, timedelta(0))
        assert live.id not in await lists.html(away), "they have seen it"

    run(played)


def test_only_a_few_ended_games_are_listed_and_none_against_the_computer(lists: Lists) -> None:
    async def played() -> None:
        for _ in range(5):
            live, mover, other = await lists.begun()
            await resigning.resign(lists.tables, live, guest_of(mover))
            for name in (mover, other):
                await lists.last_here(live, name, timedelta(hours=1))
        for name in ("Anna", "Ben"):
            assert (await lists.says(name)).count("See it") == 3
        alone = await create(lists.tables, Setup(game="fusillade", options={}, seats=["you", "greedy"]), "a")
        await lists.tables.change(await lists.tables.follow(alone), ended=now() + timedelta(hours=1))
        assert (await lists.says("Anna")).count("See it") == 3

    run(played)


def test_a_match_that_is_not_over_keeps_its_line(lists: Lists) -> None:
    async def played() -> None:
        live, mover, other = await lists.begun(game="outpost")
        await resigning.resign(lists.tables, live, guest_of(mover))
        for name, against in ((mover, other), (other, mover)):
            assert f"Game 2 of 3 against {against}" in await lists.says(name)
            assert f'href="/tables/{live.id}">Game 2 of 3' in await lists.html(name)
            assert await lists.count(name) == 0
        again = await lobby.rematch(lists.tables, live, guest_of(mover))
        for name in (mover, other):
            html = await lists.html(name)
            assert live.id not in html
            assert f"/tables/{again}" in html
            assert "Game 2 of 3." in words(html)

    run(played)


def test_a_vacation_stands_in_place_of_the_time(lists: Lists) -> None:
    async def played() -> None:
        _live, mover, other = await lists.begun()
        store = VacationStore(lists.tables.store._database)
        await vacations.begin(lists.tables, store, guest_of(mover), 5)
        day = r"on vacation until [A-Z]\w+day \d+ [A-Z]\w+\."
        assert re.search(rf"{mover} is {day}", await lists.says(other))
        assert re.search(rf"Your turn You are {day}", await lists.says(mover))
        assert " left" not in await lists.says(mover) + await lists.says(other)
        await vacations.end(lists.tables, store, guest_of(mover))
        assert "vacation" not in await lists.says(mover) + await lists.says(other)

    run(played)


def test_a_live_game_that_can_be_claimed_is_first_and_says_so(lists: Lists) -> None:
    async def played() -> None:
        for _ in range(3):
            _live, mover, _other = await lists.begun()
        live, mover, other = await lists.begun(LIVE)
        first, *_rest = await lists.entries(mover)
        assert (first.id, first.late) == (live.id, "")
        live.noticed[deciding(live)] -= lists.tables.config.claim_after
        told = f'<strong class="badge urgent">{other} is waiting, and can claim the game</strong>'
        assert told in await lists.html(mover)
        assert f"{mover} has left the table" in await lists.says(other)
        lists.house.moment += 3 * DAY
        assert all(entry.late for entry in await lists.entries(mover) if entry.moves)

    run(played)


@pytest.mark.parametrize(("pace", "notice"), [(SLOW, DAY), (BLITZ, MINUTE)])
def test_little_time_looks_urgent_to_who_has_it(lists: Lists, pace: Pace, notice: int) -> None:
    async def played() -> None:
        live, mover, other = await lists.begun(pace)
        if pace.is_live:
            await test_clocks.move(lists.tables, live)
            mover, other = ("Anna", "Ben") if deciding(live) == 0 else ("Ben", "Anna")
        left = time_left(live, deciding(live), lists.house.moment)
        assert left is not None
        lists.house.moment += left - notice - 1
        assert "urgent" not in await lists.html(mover)
        lists.house.moment += 1
        assert '<span class="left urgent">' in await lists.html(mover)
        assert "urgent" not in await lists.html(other)

    run(played)


def test_a_question_leaves_the_turn_and_the_time_in_sight(lists: Lists) -> None:
    async def played() -> None:
        live, mover, other = await lists.begun()
        await pausing.ask(lists.tables, live, guest_of(other))
        assert f"{other} asks for a pause Your turn 3 days left" in await lists.says(mover)
        await pausing.answer(lists.tables, live, guest_of(mover), False)
        await test_clocks.move(lists.tables, live)
        assert "Last move just now" in await lists.says(mover)

    run(played)


def test_games_with_people_come_before_the_last_game_against_the_computer(server: Server) -> None:
    table, *two = seated(server.url, pace="slow")
    mover = next(guest for guest in two if guest.look(table)["view"]["actions"])
    other = next(guest for guest in two if guest is not mover)
    other.do(other.create("you", "greedy", game="green-troops")["id"], "resign")
    page = main(other)
    assert page.index(f"/tables/{table}") < page.index("Play Green Troops again")
    alone = Guest(server.url)
    alone.do(alone.create("you", "greedy")["id"], "resign")
    alone.create("you", "greedy", game="outpost")
    assert "Last move" not in words(main(alone)), "only games with people have a clock next to it"


def test_the_invitation_is_one_click_away_until_a_friend_joins(server: Server) -> None:
    host = Guest(server.url)
    created = host.create("you", "open")
    link = f'href="/tables/{created["id"]}/invitation">Invitation</a>'
    assert link in main(host)
    assert host.page(f"/tables/{created['id']}/invitation").status == 200
    Guest(server.url).join(created["invitations"][0]["path"])
    assert link not in main(host)
