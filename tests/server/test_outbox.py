"""Every change at a table with others is noted for the alerts, once and for all, and no process does it twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import delete, insert, select, update

from grognard.play.clock import DAY
from grognard.play.deal import Draw
from grognard.play.journal import Resign
from grognard.server.config import Config
from grognard.server.storage import outbox
from grognard.server.storage.alert_ways import AlertStore
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.outbox import QUIET, TAKEN_FOR, DueTable, NewAlert, News, OutboxStore, note_due
from grognard.server.storage.rows import Dealt, TableRecord
from grognard.server.storage.schema import ALERTED, HOLDERS, OUTBOX, SEATS
from grognard.server.storage.tables import TableStore
from grognard.server.storage.vacations import VacationStore
from tests.server.alerting import BOT, Clock, done, rows_of, seated, way

Change = Callable[[TableStore, TableRecord, str], Awaitable[object]]
QUESTION: Final = {"kind": "pause", "seat": 0}
# Every kind of change that someone may have to be alerted of, given the store, the table and the key of its first seat.
CHANGES: Final[dict[str, Change]] = {
    "append": lambda store, table, _key: store.append(table.id, 0, [Resign(0)], table.checksum, None, with_people=True),
    "set_table": lambda store, table, _key: store.set_table(table.id, question=QUESTION),
    "set_at_rest": lambda store, table, _key: store.set_at_rest(table, question=QUESTION),
    "take_seat": lambda store, table, key: store.take_seat(table.id, 0, key, "fresh", "c", ()),
    "add_dealing": lambda store, table, _key: store.add_dealing(table.id, 0, [Dealt(Draw(0))], table.checksum),
}
ASKED: Final = {"set_table", "set_at_rest", "add_dealing"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the outbox."""
    found = Clock()
    monkeypatch.setattr(outbox, "now", found)
    return found


async def emptied(database: Database) -> None:
    """Removes all entries."""
    async with database.writing() as connection:
        await connection.execute(delete(OUTBOX))


async def changed(database: Database, change: str, *sitting: str, **other: Any) -> list[Any]:
    """The outbox after one change of a new table."""
    record = await seated(database, "table", *sitting, **other)
    await emptied(database)
    async with database.reading() as connection:
        key = str(await connection.scalar(select(SEATS.c.key).where(SEATS.c.seat == 0)))
    if change == "take_seat":  # somebody joins only where nobody sits yet
        async with database.writing() as connection:
            await connection.execute(delete(HOLDERS).where(HOLDERS.c.seat == 0))
    await CHANGES[change](TableStore(database), record, key)
    return await rows_of(database, OUTBOX)


async def noted(database: Database, table: str = "table", **of: bool) -> None:
    """Notes a change of a table."""
    async with database.writing() as connection:
        await note_due(connection, table, **of)


async def entry(database: Database) -> DueTable:
    """The only entry."""
    [row] = await rows_of(database, OUTBOX)
    return outbox._due_table(row)


# -- what is noted -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_with_others_is_noted(address: str, clock: Clock, change: str) -> None:
    [row] = done(address, lambda database: changed(database, change, "a", "b"))
    found = outbox._due_table(row)
    assert (found.id, found.due, found.entries) == ("table", clock.moment + QUIET, 1)
    assert (found.asked is not None, found.joined is not None) == (change in ASKED, change == "take_seat")


def test_a_new_table_is_noted(address: str) -> None:
    async def work(database: Database) -> DueTable:
        await seated(database, "table", "a", "b")
        return await entry(database)

    assert done(address, work).entries == 1


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("sitting", "one_screen"), [(("a", BOT), False), (("a", "a"), True)])
def test_no_change_is_noted_where_nobody_else_plays(
    address: str, change: str, sitting: tuple[str, str], one_screen: bool
) -> None:
    assert done(address, lambda database: changed(database, change, *sitting, one_screen=one_screen)) == []


def test_a_change_that_fails_is_not_noted(address: str) -> None:
    async def work(database: Database) -> list[Any]:
        await seated(database, "table", "a", "b")
        await emptied(database)
        with suppress(ZeroDivisionError):
            async with database.writing() as connection:
                await note_due(connection, "table")
                raise ZeroDivisionError
        return await rows_of(database, OUTBOX)

    assert done(address, work) == []


def test_the_earlier_time_counts_and_questions_stay(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[DueTable, DueTable]:
        await seated(database, "table", "a", "b")
        await noted(database, asked=True)
        clock.wait(seconds=30)
        await noted(database, joined=True)
        await noted(database)
        first = await entry(database)
        async with database.writing() as connection:
            await connection.execute(update(OUTBOX).values(due=clock.moment + timedelta(days=2)))
        await noted(database)
        return first, await entry(database)

    start = clock.moment
    first, second = done(address, work)
    later = start + timedelta(seconds=30)
    assert first == DueTable("table", start + QUIET, 4, start, later)
    assert second == DueTable("table", later + QUIET, 5, start, later)


@pytest.mark.parametrize("device", ["a", "other device"])
def test_a_vacation_is_noted_at_running_tables(address: str, device: str) -> None:
    async def work(database: Database) -> list[list[str]]:
        for id, sitting in (("mine", ("a", "b")), ("others", ("b", "c")), ("alone", ("a", BOT))):
            await seated(database, id, *sitting)
        async with database.writing() as connection:
            await connection.execute(insert(HOLDERS).values(table_id="mine", seat=0, guest="other device"))
        store, found = VacationStore(database), []
        steps: list[Callable[[], Awaitable[object]]] = [
            lambda: store.begin(device, 1000.0, 3, 2026),
            lambda: store.change(device, 1000.0 + DAY, 1),
            lambda: store.end(device, 1000.0 + 1.5 * DAY),
            lambda: store.end(device, 1000.0 + 1.6 * DAY),
        ]
        for step in steps:
            await emptied(database)
            await step()
            found.append([row.table_id for row in await rows_of(database, OUTBOX)])
        return found

    assert done(address, work) == [["mine"], ["mine"], ["mine"], []]


# -- taking and finishing ----------------------------------------------------------------------------------------------


def test_a_table_is_taken_once_it_is_due_and_again_if_that_process_dies(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[int]:
        store, found = OutboxStore(database), []
        await seated(database, "table", "a", "b")
        for pause in (timedelta(0), QUIET, timedelta(seconds=1), TAKEN_FOR):
            clock.moment += pause
            found.append(len(await store.take()))
        return found

    assert done(address, work) == [0, 1, 0, 1]


def test_two_processes_take_different_tables(address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "AT_ONCE", 3)

    async def work(database: Database) -> list[list[str]]:
        for number in range(6):
            await seated(database, f"table {number}", "a", "b")
        clock.wait(minutes=5)
        other = Database(Config(database=address).url)
        try:
            taken = await asyncio.gather(OutboxStore(database).take(), OutboxStore(other).take())
        finally:
            await other.close()
        return [[one.id for one in some] for some in taken]

    first, second = done(address, work)
    assert sorted(first + second) == [f"table {number}" for number in range(6)]
    assert first
    assert second


async def taken_of(database: Database, clock: Clock) -> tuple[OutboxStore, DueTable]:
    """A table with a question, taken."""
    await seated(database, "table", "a", "b")
    await noted(database, asked=True, joined=True)
    clock.wait(minutes=5)
    store = OutboxStore(database)
    [table] = await store.take()
    return store, table


def test_a_change_of_a_taken_table_is_not_lost(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[bool, DueTable, list[DueTable], int]:
        store, table = await taken_of(database, clock)
        await AlertStore(database).add(way("a", "a@x.example"))
        await noted(database)
        alert = NewAlert("a", {"table": News([{"kind": "turn"}], {"turn": "1"})})
        finished = await store.finish({table: None}, [alert])
        clock.wait(seconds=TAKEN_FOR.seconds)
        return finished, table, await store.take(), len(await AlertStore(database).messages("a"))

    finished, table, again, messages = done(address, work)
    assert not finished
    assert [(one.id, one.entries, one.asked) for one in again] == [("table", table.entries + 1, table.asked)]
    assert messages == 0


@pytest.mark.parametrize(("pause", "kept"), [(QUIET / 2, True), (QUIET * 2, False)])
def test_questions_are_kept_until_they_were_told(address: str, clock: Clock, pause: timedelta, kept: bool) -> None:
    async def work(database: Database) -> DueTable:
        store, table = await taken_of(database, clock)
        assert await store.finish({table: clock.moment + pause}, [])
        return await entry(database)

    found = done(address, work)
    assert found.due == clock.moment + pause
    assert (found.asked is not None, found.joined is not None) == (kept, kept)


def test_a_finished_table_leaves_a_message_for_each_way_and_what_it_was_about(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[list[Any], list[Any], list[str], datetime | None]:
        store, table = await taken_of(database, clock)
        ways = AlertStore(database)
        working = [way("a", "a@x.example"), way("a", "https://hook.example", "webhook")]
        broken = [way("a", "b@x.example", confirmed=False), way("a", "c@x.example", rests=True)]
        for one in (*working, *broken, way("b", "a@x.example")):
            await ways.add(one)
        for reason in ("turn", "time"):
            alert = NewAlert("a", {"table": News([{"kind": reason}], {reason: "1"})})
            assert await store.finish({}, [alert])
        assert await store.finish({table: None}, [])
        messages = [message.way_id for message in await ways.messages("a")]
        assert {*messages} == {one.id for one in working}
        return (
            await rows_of(database, OUTBOX), await rows_of(database, ALERTED), messages, await store.last_alert("a")
        )  # fmt: skip

    left, alerted, messages, last = done(address, work)
    assert left == []
    assert [(*row,) for row in alerted] == [("table", "a", {"time": "1"})]
    assert len(messages) == 4
    assert last == clock.moment


def test_a_guest_who_left_meanwhile_gets_no_message(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[bool, list[Any], int]:
        store, table = await taken_of(database, clock)
        ways = AlertStore(database)
        await ways.add(way("a", "a@x.example"))
        assert (await Expiry(database).remove_guest("a", ["table"])).shared == ["table"]
        finished = await store.finish(
            {table: None}, [NewAlert("a", {"table": News([{"kind": "turn"}], {"turn": "1"})})]
        )
        return finished, await rows_of(database, ALERTED), len(await ways.messages("a"))

    assert done(address, work) == (True, [], 0)


def test_a_removed_table_leaves_nothing(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[bool, list[Any], list[Any]]:
        store, table = await taken_of(database, clock)
        await AlertStore(database).add(way("a", "a@x.example"))
        alert = NewAlert("a", {"table": News([{"kind": "turn"}], {"turn": "1"})})
        assert await store.finish({}, [alert])
        assert list(await Expiry(database).remove_tables(clock.moment + timedelta(days=9999))) == ["table"]
        finished = await store.finish({table: None}, [alert])
        return finished, await rows_of(database, OUTBOX), await rows_of(database, ALERTED)

    assert done(address, work) == (False, [], [])


# -- who gets alerts ---------------------------------------------------------------------------------------------------


def test_a_guest_has_looked_on_any_of_their_devices(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[outbox.Holder]:
        await seated(database, "table", "a", "b")
        async with database.writing() as connection:
            row = {"table_id": "table", "seat": 0, "guest": "phone", "looked": clock.moment}
            await connection.execute(insert(HOLDERS).values(row))
        ways = AlertStore(database)
        for one in (way("a", "a@x.example"), way("b", "b@x.example", rests=True)):
            await ways.add(one)
        return await OutboxStore(database).holders("table")

    assert done(address, work) == [outbox.Holder("a", clock.moment, {})]


def test_a_new_way_has_running_tables_looked_at(address: str) -> None:
    async def work(database: Database) -> list[str]:
        for id, sitting in (("mine", ("a", "b")), ("others", ("b", "c")), ("alone", ("a", BOT))):
            await seated(database, id, *sitting)
        await emptied(database)
        await OutboxStore(database).watch("a")
        return [row.table_id for row in await rows_of(database, OUTBOX)]

    assert done(address, work) == ["mine"]
