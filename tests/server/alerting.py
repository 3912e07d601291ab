"""Tables, ways and clocks for tests of how alerts are stored."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from sqlalchemy import Table, insert, select

from grognard.server.config import Config
from grognard.server.storage.alert_ways import AlertStore, Kind, Way, new_id
from grognard.server.storage.database import Database
from grognard.server.storage.rows import Seat, TableRecord
from grognard.server.storage.schema import ALERTED
from grognard.server.storage.tables import TableStore

Found = TypeVar("Found")
BOT: Final = "greedy"


class Clock:
    """A wall clock that moves only as the test says."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def wait(self, **units: float) -> None:
        """Lets time pass."""
        self.moment += timedelta(**units)


def done(address: str, work: Callable[[Database], Awaitable[Found]]) -> Found:
    """Does something with a database, and returns the result."""

    async def do() -> Found:
        database = Database(Config(database=address).url)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(do())


def way(guest: str, address: str, kind: Kind = "mail", **other: Any) -> Way:
    """A way that works."""
    added = other.pop("added", datetime(2026, 11, 1, tzinfo=UTC))
    known = Way(new_id(), guest, kind, address, "", "keys", "", "https://here.example", added, True, 0, "", False)
    return known._replace(**other)


async def seated(database: Database, id: str, *sitting: str, **other: Any) -> TableRecord:
    """Stores a dealt table where these guests sit, or the computer."""
    seats = [
        Seat(
            bot=BOT if guest == BOT else None,
            key=secrets.token_urlsafe(9),
            ask="always",
            guests=frozenset() if guest == BOT else frozenset({guest}),
        )
        for guest in sitting
    ]
    created = datetime(2026, 11, 30, tzinfo=UTC)
    record = TableRecord(id=id, game="fusillade", rules=1, options={}, numbers={}, seed="7", created=created, **other)
    store = TableStore(database)
    await store.create(record, seats, [])
    found = await store.table(id)
    assert found is not None
    return found


async def rows_of(database: Database, table: Table) -> list[Any]:
    """All rows of a table of the database."""
    async with database.reading() as connection:
        return [*await connection.execute(select(table).order_by(*table.primary_key.columns))]


async def furnish(database: Database, guest: str, *tables: str) -> None:
    """Gives a guest three ways, a message that was sent, a feed, and something they know of each table."""
    store = AlertStore(database)
    mail = way(guest, f"{guest}@x.example")
    subscription = way(guest, f"https://push.example/endpoint-{guest}", "push", keys="secret-keys", device="Firefox")
    hook = way(guest, f"https://hook.example/secret-{guest}", "webhook", form="discord", rests=True, why="It is gone.")
    for one in (mail, subscription, hook):
        await store.add(one)
    await store.put(mail, [{"kind": "turn", "game": "Fusillade", "opponent": "Ben", "url": "https://here.example/"}])
    for message in await store.messages(guest):
        await store.done(message)
    await store.put_feed(guest, f"feed-id-{guest}", "feed-seed")
    async with database.writing() as connection:
        for table in tables:
            row = {"table_id": table, "guest": guest, "marks": {"turn": "secret-mark"}}
            await connection.execute(insert(ALERTED).values(row))
