"""The deal of the day: one for all, one counted try for each guest, and a day that ends at midnight UTC."""

from __future__ import annotations

import asyncio
import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grognard.kernel.errors import BadInput, NotFound
from grognard.play.daily import daily_deal, day_of
from grognard.registry import spec
from grognard.server.daily import Daily, tallied
from grognard.server.storage.daily import DailyStore, Try
from grognard.server.storage.records import Result
from grognard.server.tables.at_hand import Tables
from tests.server.support import Guest, Server, running

GAME = "fusillade"


class Clock:
    """A clock that is set by hand."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment


def begin(guest: Guest) -> str:
    """Today's deal, begun by the form of its page; the table."""
    page = guest.page(guest.page(f"/daily/{GAME}").answer.headers["location"])
    answer = guest.post(str(page.answer.url.path), {})
    assert answer.status == 303, answer.text
    return str(answer.answer.headers["location"]).removeprefix("/tables/")


def test_anyone_can_compute_a_deal() -> None:
    meta, day = spec(GAME).meta, date(2026, 11, 25)
    text = f"{GAME}:{meta.rules}:2026-11-25"
    wanted = [int(hashlib.sha256(one.encode()).hexdigest(), 16) for one in (text, f"{text}:seat")]
    assert daily_deal(meta, day, 2) == (wanted[0], wanted[1] % 2)
    assert {daily_deal(meta, day + timedelta(days=n), 2).seat for n in range(20)} == {0, 1}


def test_a_day_ends_at_midnight_utc_wherever_the_clock_hangs() -> None:
    assert day_of(datetime(2026, 11, 26, 0, 30, tzinfo=timezone(timedelta(hours=9)))) == date(2026, 11, 25)
    assert day_of(datetime(2026, 11, 25, 20, 0, tzinfo=timezone(timedelta(hours=-5)))) == date(2026, 11, 26)


def test_midnight_turns_the_day_over_and_a_game_counts_for_its_own(tables: Tables) -> None:
    clock = Clock(datetime(2026, 11, 25, 23, 59, 59, tzinfo=UTC))
    daily = Daily(tables, DailyStore(tables.store._database), clock)
    first, second = date(2026, 11, 25), date(2026, 11, 26)

    async def days() -> None:
        table = await daily.start(GAME, first, "anna")
        assert await daily.start(GAME, first, "anna") == table
        other = await daily.start(GAME, first, "bert")
        records = [await tables.store.table(id) for id in (table, other)]
        assert [record and record.seed for record in records] == [str(daily_deal(spec(GAME).meta, first, 2).seed)] * 2
        assert other != table
        with pytest.raises(NotFound):
            daily.read_day("2026-11-26")
        clock.moment += timedelta(seconds=1)
        assert await daily.start(GAME, first, "anna") == table
        with pytest.raises(BadInput, match="is over"):
            await daily.start(GAME, first, "carl")
        assert await daily.start(GAME, second, "anna") != table
        assert [one.table for one in await daily.tries(GAME, first)] == sorted([table, other])

    asyncio.run(days())


def test_one_try_in_two_processes_and_time_zones(tmp_path: Path) -> None:
    with running(tmp_path, {"TZ": "Asia/Tokyo"}) as east, running(tmp_path, {"TZ": "America/Lima"}) as west:
        guest, twin = Guest(east.url), Guest(west.url)
        guest.page("/")
        twin.http.cookies.update(guest.http.cookies)
        with ThreadPoolExecutor(8) as pool:
            found = set(pool.map(begin, [guest, twin] * 4))
        assert len(found) == 1


def test_leaving_and_giving_up_give_no_second_try_and_results_show_afterwards(server: Server) -> None:
    guest, other = Guest(server.url), Guest(server.url)
    table = begin(guest)
    begin(other)
    path = guest.page(f"/daily/{GAME}").answer.headers["location"]
    assert "How others fared is shown once your game is over" in guest.page(path).text
    version = guest.api(f"/tables/{table}").json()["at"]
    asked = guest.api(f"/tables/{table}/hint", {"at": version})
    assert asked.status_code == 403, asked.text
    assert "without advice" in asked.text
    guest.do(table, "resign")
    assert begin(guest) == table
    page = guest.page(path).text
    assert "You lost" in page
    assert 'id="others"' in page
    assert 'id="others"' not in other.page(path).text


def test_results_are_counted() -> None:
    ends = [(1,), (0,), (1,), ()]
    tries = [Try("a", True, Result(turn, won, "")) for turn, won in enumerate(ends, start=2)] + [Try("b", False, None)]
    tally = tallied(tries, 1)
    assert tally == (2, 1, 1, 1, 3.5)
    assert tally.share == 0.625
