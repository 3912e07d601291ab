"""Vacations: how many days there are, what they stop, and who learns of them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import to_builtins

from grognard.kernel.errors import BadInput
from grognard.play.clock import DAY, MINUTE, SLOW
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.errors import TooMuch
from grognard.server.guests import vacations
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import migrate
from grognard.server.storage.vacations import DAYS_A_YEAR, Vacation, VacationStore, current, days_left
from grognard.server.tables import clocks, resigning
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import VACATIONS_PER_HOUR, TableRegistry
from tests.server.support import Guest, Server, dealt, seated, sorted_by_turn, taken
from tests.server.test_seats import own_link
from tests.server.test_your_data import deleted, name_of, stored

MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


class House:
    """A house time that runs as the test says."""

    def __init__(self) -> None:
        self.moment = 1000.0

    def __call__(self) -> float:
        return self.moment

    def pass_days(self, days: float) -> None:
        """Lets days pass."""
        self.moment += days * DAY


@pytest.fixture
def house() -> House:
    """The house time of a test."""
    return House()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The wall clock, which shows a Monday until the test sets it."""
    found = SimpleNamespace(now=MONDAY)
    monkeypatch.setattr(vacations, "now", lambda: found.now)
    return found


@pytest.fixture
def store(tables: TableRegistry, house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[VacationStore]:
    """The vacations beside the tables, with the test's house time; nobody is told of anything."""
    monkeypatch.setattr(tables.house, "now", house)
    monkeypatch.setattr(tables, "notify", lambda *_of: None)
    database = Database(tables.config.url)
    yield VacationStore(database)
    asyncio.run(database.close())


def left(store: VacationStore, guest: str, moment: float, year: int = 2026) -> int:
    """The days that a guest has left."""
    return days_left(asyncio.run(store.of_person(guest)), moment, year)


def refused(work: Awaitable[Any]) -> str:
    """The sentence with which something is refused."""

    async def tried() -> str:
        with pytest.raises(BadInput) as error:
            await work
        return error.value.sentence

    return asyncio.run(tried())


async def shared_table(tables: TableRegistry, guest: str = "me", friend: str = "friend") -> LiveTable:
    """A dealt table of two people over days, where the clock runs."""
    setup = Setup(game="fusillade", options={}, seats=["you", "open"], holders={1: {friend}}, pace=SLOW)
    return await dealt(tables, await create(tables, setup, guest), guest, friend)


# -- the days --------------------------------------------------------------------------------------------------------


def test_a_year_has_so_many_days_and_no_more(store: VacationStore) -> None:
    assert left(store, "me", 0) == DAYS_A_YEAR
    assert refused(store.begin("me", 0, 22, 2026)) == "You have 21 vacation days left this year."
    assert refused(store.begin("me", 0, 0, 2026)) == "A vacation lasts at least 1 day."
    asyncio.run(store.begin("me", 0, 20, 2026))
    assert refused(store.begin("me", DAY, 1, 2026)) == "You are already on vacation."
    assert refused(store.begin("me", 20 * DAY, 2, 2026)) == "You have 1 vacation day left this year."
    asyncio.run(store.begin("me", 20 * DAY, 1, 2026))
    assert refused(store.begin("me", 21 * DAY, 1, 2026)) == "You have no vacation days left this year."
    assert left(store, "other", 21 * DAY) == DAYS_A_YEAR


def test_who_comes_back_early_keeps_the_other_days(store: VacationStore) -> None:
    begins = 1234.567
    asyncio.run(store.begin("me", begins, 21, 2026))
    asyncio.run(store.end("me", begins + 4 * DAY))
    assert asyncio.run(store.of_guest("me")) == [Vacation(begins, begins + 4 * DAY, 2026)]
    assert left(store, "me", begins + 4 * DAY) == 17
    assert asyncio.run(store.end("me", begins + 5 * DAY)) == [], "there is no vacation to end"
    assert left(store, "me", begins + 5 * DAY) == 17


def test_a_vacation_begun_by_mistake_costs_no_day(store: VacationStore) -> None:
    for moment, minutes, days in ((0, 9, 21), (DAY, 2, 20)):
        asyncio.run(store.begin("me", moment, 7, 2026))
        asyncio.run(store.end("me", moment + minutes * MINUTE))
        assert left(store, "me", moment + minutes * MINUTE) == days


def test_a_vacation_without_any_time_leaves_nothing(store: VacationStore) -> None:
    for _ in range(2):
        asyncio.run(store.begin("me", 100, 3, 2026))
        asyncio.run(store.end("me", 100))
    assert asyncio.run(store.of_guest("me")) == []


def test_the_end_can_be_moved_both_ways_within_the_days_of_the_year(store: VacationStore) -> None:
    assert refused(store.change("me", 0, 1)) == "Your vacation is over."
    asyncio.run(store.begin("me", 0, 5, 2026))
    asyncio.run(store.change("me", 2 * DAY, 19))
    assert left(store, "me", 2 * DAY) == 19, "the days from now on"
    assert refused(store.change("me", 2 * DAY, 20)) == "You can stay on vacation for 1 to 19 more days."
    assert refused(store.change("me", 2 * DAY, 0)) == "You can stay on vacation for 1 to 19 more days."
    asyncio.run(store.change("me", 2 * DAY, 1))
    assert asyncio.run(store.of_guest("me")) == [Vacation(0, 3 * DAY, 2026)]
    assert left(store, "me", 3 * DAY) == 18


def test_a_new_year_has_new_days(store: VacationStore) -> None:
    asyncio.run(store.begin("me", 0, 21, 2026))
    assert current(asyncio.run(store.of_guest("me")), 20 * DAY) is not None
    assert left(store, "me", 21 * DAY, 2026) == 0
    asyncio.run(store.begin("me", 21 * DAY, 21, 2027))
    assert left(store, "me", 42 * DAY, 2027) == 0
    assert left(store, "me", 42 * DAY, 2028) == DAYS_A_YEAR


@pytest.mark.parametrize("deed", ["begin", "change"])
def test_of_two_requests_at_once_none_overdraws(store: VacationStore, deed: str) -> None:
    async def both() -> list[Any]:
        await store.begin("me", 0, 15, 2026)
        if deed == "begin":
            work = [store.begin("me", 15 * DAY, 6, 2026) for _ in range(2)]
        else:
            work = [store.change("me", 10 * DAY, 11) for _ in range(2)]
        return await asyncio.gather(*work, return_exceptions=True)

    answers = asyncio.run(both())
    assert [isinstance(one, BadInput) for one in answers].count(False) == (1 if deed == "begin" else 2)
    rows = asyncio.run(store.of_guest("me"))
    assert sum(one.until - one.begins for one in rows) == 21 * DAY


def test_the_devices_of_a_person_are_away_and_back_together(tables: TableRegistry, store: VacationStore) -> None:
    async def seen() -> tuple[LiveTable, int]:
        setup = Setup(
            game="fusillade", options={}, seats=["you", "open"], holders={0: {"me", "phone"}, 1: {"friend"}}, pace=SLOW
        )
        id = await create(tables, setup, "me")
        await dealt(tables, id, "me", "friend")
        await store.begin("me", 0, 10, 2026)
        return await tables.follow(id), days_left(await store.of_person("friend"), 0, 2026)

    live, of_friend = asyncio.run(seen())
    assert live.seats[0].vacations == ((0, 10 * DAY),)
    assert live.seats[1].vacations == ()
    assert of_friend == DAYS_A_YEAR
    assert refused(store.begin("phone", DAY, 1, 2026)) == "You are already on vacation."
    assert asyncio.run(store.end("phone", 4 * DAY)) == [live.id]
    for device in ("me", "phone"):
        assert asyncio.run(store.of_guest(device)) == [Vacation(0, 4 * DAY, 2026)]
        assert left(store, device, 4 * DAY) == 17


# -- what it stops ---------------------------------------------------------------------------------------------------


def test_a_vacation_stops_the_clock_and_nobody_can_claim_the_game(
    tables: TableRegistry, store: VacationStore, house: House, clock: SimpleNamespace
) -> None:
    async def watched() -> None:
        live = await shared_table(tables)
        await tables.change(live, clock=to_builtins(clocks.initial(live, house.moment)))
        decider = clocks.decider(live)
        assert decider is not None
        guest, other = ("me", "friend") if decider == 0 else ("friend", "me")
        (waiting,) = live.seats_of(other)
        house.pass_days(1)
        await vacations.begin(tables, store, guest, 21)
        assert clocks.on_vacation_until(live, decider, house.moment) == house.moment + 21 * DAY
        for _ in range(21):
            assert clocks.time_left(live, decider, house.moment) == 2 * DAY
            assert not resigning.can_claim(tables, live, waiting)
            house.pass_days(0.999)
        await vacations.end(tables, store, guest)
        assert clocks.on_vacation_until(live, decider, house.moment) is None
        assert clocks.time_left(live, decider, house.moment) == 2 * DAY
        house.pass_days(1)
        assert clocks.time_left(live, decider, house.moment) == 1 * DAY

    asyncio.run(watched())


def test_running_tables_hear_of_it_at_once_and_no_others(
    tables: TableRegistry, store: VacationStore, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    async def heard() -> tuple[LiveTable, list[str]]:
        shared = await shared_table(tables)
        await shared_table(tables, "somebody", "friend")
        over = await shared_table(tables)
        await tables.change(over, ended=MONDAY)
        monkeypatch.setattr(tables, "notify", told.append)
        await vacations.begin(tables, store, "me", 5)
        after = [*told]
        await vacations.change(tables, store, "me", 7)
        await vacations.end(tables, store, "me")
        await vacations.end(tables, store, "me")
        return shared, after

    shared, after = asyncio.run(heard())
    assert after == [shared.id]
    assert told == [shared.id] * 3


def test_it_can_be_changed_only_so_often_in_an_hour(
    tables: TableRegistry, store: VacationStore, clock: SimpleNamespace
) -> None:
    async def often() -> None:
        for _ in range(VACATIONS_PER_HOUR):
            await vacations.end(tables, store, "me")
        for deed in (vacations.begin(tables, store, "me", 1), vacations.end(tables, store, "me")):
            with pytest.raises(TooMuch):
                await deed
        await vacations.begin(tables, store, "other", 1)
        tables.forget_guest("me")
        await vacations.end(tables, store, "me")

    asyncio.run(often())


def test_it_goes_some_time_after_its_end_once_its_guest_sits_nowhere(
    tables: TableRegistry, store: VacationStore
) -> None:
    async def kept() -> list[int]:
        database = Database(tables.config.url)
        await shared_table(tables, "sits")
        for guest in ("sits", "gone"):
            await store.begin(guest, 0, 5, 2026)
        found = []
        for before in (5 * DAY, 5 * DAY + 1):
            await Expiry(database).remove_vacations(before)
            found += [len(await store.of_guest(guest)) for guest in ("sits", "gone")]
        await database.close()
        return found

    assert asyncio.run(kept()) == [1, 1, 1, 0]


# -- the page --------------------------------------------------------------------------------------------------------


class Visitor:
    """A guest of an app in this process."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.client.headers["accept"] = "text/html"

    def get(self, path: str) -> str:
        """The words and marks of a page."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """The status of the answer to a form, and where it leads or what it says."""
        token = re.findall(r'name="_csrf_token" value="(\w+)"', self.get("/"))[0]
        answer = self.client.post(path, data={"_csrf_token": token, **fields}, follow_redirects=False)
        return answer.status_code, answer.headers.get("location", answer.text)


@pytest.fixture
def visitor(tmp_path: Path, house: House, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """A guest of an app with the test's clocks."""
    config = Config(data_dir=str(tmp_path), secret="s" * 32)
    migrate(config.url)
    app = create_app(config)
    monkeypatch.setattr(app.state.tables.house, "now", house)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield Visitor(client)


def filled_in(page: str) -> int:
    """The days that the form begins with."""
    [days] = re.findall(r'name="days"[^>]* value="(\d+)"', page)
    return int(days)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_page_tells_the_days_left_and_when_you_will_be_back(
    visitor: Visitor, house: House, clock: SimpleNamespace
) -> None:
    assert "You have 21 vacation days left this year." in visitor.get("/vacation")
    assert visitor.post("/vacation", days="5") == (303, "/vacation")
    page = visitor.get("/vacation")
    assert '<time datetime="2026-12-05">Saturday 5 December</time>. Until then, the clocks of your games over' in page
    assert "I'm back" in page
    assert "Live games don&#39;t stop. Ask for a pause there." in page
    assert filled_in(page) == 5
    house.pass_days(2)
    assert filled_in(visitor.get("/vacation")) == 3
    house.pass_days(0.5)
    assert filled_in(visitor.get("/vacation")) == 3, "whole days"
    house.pass_days(-2.5)
    # Setting the wall clock changes the date, not the vacation.
    clock.now = MONDAY.replace(day=28)
    assert "Thursday 3 December" in visitor.get("/vacation")
    clock.now = MONDAY
    assert visitor.post("/vacation/change", days="2") == (303, "/vacation")
    assert "Wednesday 2 December" in visitor.get("/vacation")
    house.pass_days(1)
    assert visitor.post("/vacation/end") == (303, "/")
    assert "You have 20 vacation days left this year." in visitor.get("/vacation")
    assert filled_in(visitor.get("/vacation")) == 7
    assert visitor.post("/vacation/end") == (303, "/"), "to be back twice does no harm"
    assert visitor.post("/vacation", days="20") == (303, "/vacation")
    house.pass_days(20)
    page = visitor.get("/vacation")
    assert "You have no vacation days left this year. On 1 January you get 21 new ones." in page
    assert "<button>Go on vacation" not in page
    clock.now = MONDAY.replace(year=2027)
    assert "You have 21 vacation days left this year." in visitor.get("/vacation")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        ("22", "You have 21 vacation days left this year."),
        ("0", "A vacation lasts at least 1 day."),
        ("1.5", "“1.5” should be a number."),
        ("-1", "“-1” should be a number."),
        ("", "“” should be a number."),
    ],
)
def test_a_number_of_days_that_cannot_be_is_refused(visitor: Visitor, days: str, sentence: str) -> None:
    status, page = visitor.post("/vacation", days=days)
    assert status == 400
    assert sentence in page
    assert "You have 21 vacation days left this year." in visitor.get("/vacation")


def test_a_form_of_another_site_sends_nobody_on_vacation(server: Server) -> None:
    guest = Guest(server.url)
    for path in ("/vacation", "/vacation/change", "/vacation/end"):
        assert guest.post(path, {"days": "1"}, token="forged").status == 403


def test_the_start_page_and_the_table_lead_there_if_other_people_play(server: Server, guest: Guest) -> None:
    alone = guest.set_up("computer")
    for path in ("/", f"/tables/{alone}"):
        assert 'href="/vacation"' not in guest.page(path).text
    table, host, friend = seated(server.url)
    for path in ("/", f"/tables/{table}"):
        assert '<a href="/vacation">' in host.page(path).text
    assert 'href="/vacation"' not in guest.page(f"/tables/{table}").text, "a spectator has no clock"
    assert host.post("/vacation", {"days": "3"}).status == 303
    assert re.search(r"You are on vacation until \w+day \d+ \w+\.", host.page("/").text)
    assert "on vacation" not in friend.page("/").text
    host.do(table, "resign")
    assert 'href="/vacation"' not in host.page(f"/tables/{table}").text


@pytest.mark.parametrize(("pace", "runs"), [("slow", False), ("clock", True)])
def test_a_program_reads_whether_a_vacation_stops_the_time(server: Server, pace: str, runs: bool) -> None:
    table, host, friend = seated(server.url, pace=pace)
    mover, _ = sorted_by_turn(table, (host, friend))
    seen = mover.look(table)
    assert mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"]).status_code == 200
    for guest in (host, friend):
        assert guest.post("/vacation", {"days": "3"}).status == 303
    seen = friend.look(table)
    decides = seen["seats"][seen["view"]["to_move"]]
    assert (decides["on_vacation"], decides["runs"]) == (True, runs)
    assert decides["seconds_left"] is not None


# -- privacy ---------------------------------------------------------------------------------------------------------


def test_it_is_in_the_download_and_goes_with_the_rest(server: Server) -> None:
    _table, guest, friend = seated(server.url)
    assert guest.post("/vacation", {"days": "3"}).status == 303
    found = json.loads(taken(guest)["index.json"])["vacations"]
    (one,) = found["taken"]
    assert one["until"] - one["begins"] == 3 * DAY
    assert one["begins"] <= found["now"] < one["until"]
    assert one["year"] in (datetime.now(UTC).year - 1, datetime.now(UTC).year)
    assert json.loads(taken(friend)["index.json"])["vacations"]["taken"] == []
    name = name_of(guest)
    assert str((name, *one.values())) in stored(server)
    assert deleted(guest).status_code == 303
    assert name not in stored(server)


def test_nobody_elses_pages_change_away_from_the_table(server: Server) -> None:
    """Without a clock, only the table shows it, and the friend learns nothing of the days that are left."""
    # At a live table, the start page changes with time: a game can be claimed a second after somebody has left.
    table, host, friend = seated(server.url, pace="none")
    other_table, stranger, _ = seated(server.url, pace="none")
    for device in (host, friend):
        device.page("/")
    paths = ("/vacation", "/", "/games-of-mine/record", "/your-data")
    before = {(one, path): words(one, path) for one in (friend, stranger) for path in paths}
    seen = stranger.api(f"/tables/{other_table}").json()
    assert host.post("/vacation", {"days": "9"}).status == 303
    for (one, path), text in before.items():
        assert words(one, path) == text, path
    assert stranger.api(f"/tables/{other_table}").json() == seen
    assert "days left" not in friend.page(f"/tables/{table}").text


def words(guest: Guest, path: str) -> str:
    """A page without what differs each time."""
    return re.sub(r"<time.*?</time>", "", guest.page(path).text)


def test_each_device_of_a_seat_shows_the_vacation_and_ends_it(server: Server) -> None:
    table, host, _friend = seated(server.url)
    phone = Guest(server.url)
    assert phone.post(own_link(host, table), {"devices": "all"}).status == 303
    assert host.post("/vacation", {"days": "9"}).status == 303
    assert "You will be back on" in phone.page("/vacation").text
    assert phone.post("/vacation/end", {}).status == 303
    for device in (host, phone):
        assert "You have 21 vacation days left this year." in device.page("/vacation").text
