"""House time: the seconds during which the server was up, as one or several processes count them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import URL

from grognard.server.config import Config
from grognard.server.storage.database import Database
from grognard.server.storage.house_time import LONGEST, HouseTime
from grognard.server.storage.migrate import migrate
from tests.server.postgres import postgres


class Monotonic:
    """A monotonic clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 500.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[URL]:
    """The address of a new database."""
    with ExitStack() as stack:
        address = stack.enter_context(postgres()).address if request.param == "postgres" else ""
        found = Config(data_dir=str(tmp_path), database=address).url
        migrate(found)
        yield found


@pytest.fixture
def database(url: URL) -> Iterator[Database]:
    """A connection to it."""
    found = Database(url)
    yield found
    asyncio.run(found.close())


def test_time_runs_between_two_writes_but_not_for_long(database: Database) -> None:
    clock = Monotonic()
    house = HouseTime(database, clock)
    assert house.now() == 0
    clock.seconds += 7
    assert house.now() == 7
    clock.seconds += 3600
    assert house.now() == LONGEST, "the process, or its machine, was stopped"
    clock.seconds -= 5000
    assert house.now() == LONGEST, "it never goes back"


def test_a_restart_or_a_night_without_the_server_costs_nobody_anything(database: Database) -> None:
    clock = Monotonic()

    async def counted() -> list[float]:
        house = HouseTime(database, clock)
        await house.tick()
        for _ in range(4):
            clock.seconds += 5
            await house.tick()
        before = house.now()
        clock.seconds += 3  # it is killed before it writes again
        assert house.now() == before + 3
        clock.seconds += 8 * 3600
        again = HouseTime(database, clock)
        await again.tick()
        found = [before, again.now()]
        clock.seconds += 4
        return [*found, again.now()]

    assert asyncio.run(counted()) == [20, 20, 24]


def test_two_processes_do_not_count_the_same_seconds_twice(url: URL) -> None:
    clock, databases = Monotonic(), [Database(url) for _ in range(2)]

    async def counted() -> list[float]:
        houses = [HouseTime(database, clock) for database in databases]
        for house in houses:
            await house.tick()
        for turn in range(20):
            clock.seconds += 2.5
            await houses[turn % 2].tick()
        last = [house.now() for house in houses]
        await asyncio.gather(*(house.tick() for house in houses))
        assert last == [house.now() for house in houses] == [50, 50]
        # One of them was stopped for a while: the other has counted on.
        for _ in range(20):
            clock.seconds += 5
            await houses[0].tick()
        await houses[1].tick()
        found = [house.now() for house in houses]
        for database in databases:
            await database.close()
        return found

    assert asyncio.run(counted()) == [150, 150]
