"""How guests want to get alerts, and the messages to them, as they are stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from grognard.server.storage import alert_ways, expiry
from grognard.server.storage.alert_ways import (
    ASKED_AGAIN,
    ASKS_FOR,
    KEPT,
    MOST_FAILURES,
    MOST_WAYS,
    AlertStore,
    StoredAlert,
    TooManyWays,
    Way,
)
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.outbox import TAKEN_FOR
from grognard.server.storage.schema import ALERT_WAYS, ALERTED, ALERTS, FEEDS, HOLDERS, MAIL_ADDRESSES, OUTBOX
from tests.server.alerting import Clock, done, rows_of, seated, way

NEWS = [{"kind": "turn", "game": "Fusillade"}]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the stores."""
    found = Clock()
    for module in (alert_ways, expiry):
        monkeypatch.setattr(module, "now", found)
    return found


async def sending(database: Database, clock: Clock) -> tuple[AlertStore, Way, StoredAlert]:
    """A store with a way, and a message that is taken to be sent."""
    store, known = AlertStore(database), way("a", "a@x.example", added=clock.moment)
    await store.add(known)
    await store.put(known, NEWS)
    [(message, by)] = await store.take()
    assert by == known
    return store, known, message


# -- ways --------------------------------------------------------------------------------------------------------------


def test_a_way_is_added_once(address: str) -> None:
    async def work(database: Database) -> list[bool]:
        store = AlertStore(database)
        subscription = way("a", "https://push.example/1", "push")
        ways = [
            way("a", "a@x.example"), way("a", "a@x.example"), way("b", "a@x.example"),
            subscription, way("a", "https://push.example/1", "push"),
            way("a", "https://push.example/1", "push", keys="others"),
        ]  # fmt: skip
        added = [await store.add(one) for one in ways]
        assert {one.keys for one in await store.of_guest("a")} == {"keys", "others"}
        assert await store.way(subscription.id) is None, "other keys replace it"
        return added

    assert done(address, work) == [True, False, True, True, False, True]


def test_a_way_that_rests_is_replaced_and_need_not_be_confirmed_again(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[bool, list[Way], list[str]]:
        store, _known, message = await sending(database, clock)
        await store.failed(message, "It is gone.", None, gone=True)
        fresh = way("a", "a@x.example", confirmed=False)
        added = await store.add(fresh)
        assert fresh.id in {one.id for one in await store.of_guest("a")}
        return added, await store.of_guest("a"), [one.why for one in await store.messages("a")]

    added, [found], messages = done(address, work)
    assert added
    assert (found.confirmed, found.rests, found.failures, found.why) == (True, False, 0, "")
    assert messages == ["It is gone."]


def test_there_is_a_limit(address: str) -> None:
    async def work(database: Database) -> list[bool]:
        store = AlertStore(database)
        for number in range(MOST_WAYS):
            assert await store.add(way("a", f"{number}@x.example"))
        with pytest.raises(TooManyWays):
            await store.add(way("a", "one-more@x.example"))
        return [await store.add(way("a", "0@x.example")), await store.add(way("b", "0@x.example"))]

    assert done(address, work) == [False, True]


def test_only_its_owner_wakes_or_removes_a_way(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[bool]:
        store, known, message = await sending(database, clock)
        await store.failed(message, "It is gone.", None, gone=True)
        found = []
        for guest in ("b", "a"):
            await store.wake(guest, known.id)
            found.append(await store.way(known.id) == known)
        for guest in ("b", "a"):
            await store.remove(known.id, guest)
            found.append(await store.way(known.id) is None)
        return [*found, await store.messages("a") == []]

    assert done(address, work) == [False, True, False, True, True]


def test_a_mail_address_is_confirmed(address: str) -> None:
    async def work(database: Database) -> Way | None:
        store, known = AlertStore(database), way("a", "a@x.example", confirmed=False)
        await store.add(known)
        await store.confirm(known.id)
        return await store.way(known.id)

    found = done(address, work)
    assert found is not None
    assert found.confirmed


def test_a_mail_address_is_asked_once_and_never_once_its_owner_says_so(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[str]:
        store = AlertStore(database)
        found = [await store.ask("id"), await store.ask("id"), await store.ask("other")]
        clock.moment += ASKED_AGAIN
        found.append(await store.ask("id"))
        await store.block("id")
        clock.moment += ASKED_AGAIN * 2
        found.append(await store.ask("id"))
        await store.block("id", blocked=False)
        clock.moment += ASKED_AGAIN * 2
        return [*found, await store.ask("id")]

    assert done(address, work) == ["may", "asked", "may", "may", "blocked", "may"]


def test_an_address_can_soon_be_asked_again_if_the_server_ended_before_it_sent_the_mail(
    address: str, clock: Clock
) -> None:
    async def work(database: Database) -> list[str]:
        store = AlertStore(database)
        found: list[str] = [await store.ask("id"), await store.ask("id")]
        for _ in range(2):
            clock.moment += ASKS_FOR
            found.append(await store.ask("id"))
            await store.asked("id")
        clock.moment += ASKED_AGAIN - ASKS_FOR
        return [*found, await store.ask("id")]

    assert done(address, work) == ["may", "asked", "may", "asked", "asked"]


# -- messages ----------------------------------------------------------------------------------------------------------


def test_a_message_is_taken_once_and_again_if_that_process_dies(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[list[int]]:
        store, _known, message = await sending(database, clock)
        found = [[message.tries]]
        for pause in (timedelta(seconds=1), TAKEN_FOR):
            clock.moment += pause
            found.append([one.tries for one, _way in await store.take()])
        return found

    assert done(address, work) == [[1], [], [2]]


def test_after_too_many_failures_a_way_rests_and_what_arrives_wakes_it(address: str, clock: Clock) -> None:
    async def work(database: Database) -> None:
        store, known, message = await sending(database, clock)
        waiting = [one.id for one in await store.messages("a") if one.due]
        assert waiting == [message.id]
        for _ in range(MOST_FAILURES - 1):
            await store.failed(message, "It does not answer.", 60.0)
        assert await store.rests("a") == []
        found = await store.way(known.id)
        assert found is not None
        assert (found.failures, found.why) == (MOST_FAILURES - 1, "It does not answer.")
        await store.put(known, NEWS)
        await store.failed(message, "It does not answer.", 60.0)
        assert [one.id for one in await store.rests("a")] == [known.id]
        assert [(one.due, one.why) for one in await store.messages("a")] == [(None, "It does not answer.")] * 2
        await store.done(message)
        assert await store.way(known.id) == known
        assert [one.sent for one in await store.messages("a") if one.id == message.id] == [clock.moment]

    done(address, work)


def test_a_receiver_that_is_gone_is_not_tried_again(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[int, int]:
        store, _known, message = await sending(database, clock)
        await store.failed(message, "It is gone.", 60.0, gone=True)
        clock.wait(days=1)
        return len(await store.take()), len(await store.rests("a"))

    assert done(address, work) == (0, 1)


def test_a_message_can_wait_or_be_needless(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[int]:
        store, _known, message = await sending(database, clock)
        await store.later(message, 3600.0)
        found = []
        for minutes in (59, 1):
            clock.wait(minutes=minutes)
            found.append(len(await store.take()))
        await store.done(message, "You have looked.")
        [kept] = await store.messages("a")
        assert (kept.due, kept.sent, kept.why) == (None, None, "You have looked.")
        return found

    assert done(address, work) == [0, 1]


def test_the_last_messages_are_kept_and_all_that_are_not_sent(address: str, clock: Clock) -> None:
    async def work(database: Database) -> tuple[bool, int]:
        store, known, first = await sending(database, clock)
        for _ in range(KEPT + 2):
            clock.wait(seconds=1)
            await store.put(known, NEWS)
            [(message, _by)] = await store.take()
            await store.done(message)
        await store.clean_up(clock.moment - timedelta(days=30))
        kept = [one.id for one in await store.messages("a", 999)]
        await store.done(first)
        await store.clean_up(clock.moment - timedelta(days=30))
        return first.id in kept, len(await store.messages("a", 999))

    assert done(address, work) == (True, KEPT)


def test_a_removed_way_gets_no_message_and_none_comes_back(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[Any]:
        store, known, message = await sending(database, clock)
        await store.remove(known.id)
        await store.put(known, NEWS)
        await store.done(message)
        await store.failed(message, "It does not answer.", 60.0)
        await store.later(message, 60.0)
        assert await rows_of(database, ALERTS) == []
        await store.add(known)
        await store.put(known, NEWS)
        async with database.writing() as connection:
            await connection.execute(delete(ALERT_WAYS))
        assert await store.take() == []
        return await rows_of(database, ALERTS)

    assert done(address, work) == []


def test_a_guest_has_looked_once_they_have_seen_all_tables(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[bool]:
        for id in ("one", "two"):
            await seated(database, id, "a", "b")
        store, _known, message = await sending(database, clock)
        found = [await store.has_looked(message, [])]
        for id in ("one", "two"):
            here = HOLDERS.c.guest == "a", HOLDERS.c.table_id == id
            async with database.writing() as connection:
                looked = clock.moment + timedelta(seconds=1)
                await connection.execute(update(HOLDERS).where(*here).values(looked=looked))
            found.append(await store.has_looked(message, ["one", "two"]))
        return found

    assert done(address, work) == [False, False, True]


# -- feeds, and what is removed ----------------------------------------------------------------------------------------


def test_a_new_feed_replaces_the_one_before(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[bool]:
        store = AlertStore(database)
        await store.put_feed("a", "first", "seed")
        await store.put_feed("a", "second", "other seed")
        found = [await store.feed("first") is None, await store.feed("second") == await store.feed_of("a")]
        feed = await store.feed_of("a")
        assert feed is not None
        assert (feed.seed, feed.made) == ("other seed", clock.moment)
        await store.remove_feed("a")
        return [*found, await store.feed_of("a") is None]

    assert done(address, work) == [True, True, True]


def test_old_messages_and_unconfirmed_addresses_go(address: str, clock: Clock) -> None:
    async def work(database: Database) -> dict[str, int]:
        store, known, message = await sending(database, clock)
        await store.done(message)
        unconfirmed = way("a", "b@x.example", confirmed=False, added=clock.moment)
        await store.add(unconfirmed)
        await store.put(unconfirmed, NEWS)
        await store.ask("asked")
        await store.block("blocked")
        async with database.writing() as connection:
            await connection.execute(insert(OUTBOX).values(table_id="gone", due=clock.moment))
            await connection.execute(insert(ALERTED).values(table_id="gone", guest="a", marks={}))
        await store.clean_up(clock.moment - timedelta(days=30))
        assert len(await store.messages("a")) == 2
        clock.wait(days=31)
        await store.put(known, NEWS)
        await store.clean_up(clock.moment - timedelta(days=30))
        tables = (OUTBOX, ALERTED, ALERT_WAYS, ALERTS, MAIL_ADDRESSES)
        return {table.name: len(await rows_of(database, table)) for table in tables}

    assert done(address, work) == {"outbox": 0, "alerted": 0, "alert_ways": 1, "alerts": 1, "mail_addresses": 1}


def test_ways_of_a_guest_with_nothing_else_go(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[list[str]]:
        store = AlertStore(database)
        await seated(database, "table", "seated", "b")
        for guest, added in (("seated", 40), ("gone", 40), ("recent", 1)):
            moment = clock.moment - timedelta(days=added)
            known = way(guest, "a@x.example", added=moment)
            await store.add(known)
            await store.put(known, NEWS)
            async with database.writing() as connection:
                row = {"guest": guest, "id": guest, "seed": "seed", "made": moment}
                await connection.execute(insert(FEEDS).values(row))
        await Expiry(database).remove_unused_ways(clock.moment - timedelta(days=30))
        return [sorted(row.guest for row in await rows_of(database, table)) for table in (ALERT_WAYS, ALERTS, FEEDS)]

    assert done(address, work) == [["recent", "seated"]] * 3


def test_all_alerts_of_a_deleted_guest_go(address: str, clock: Clock) -> None:
    async def work(database: Database) -> list[list[str]]:
        store, _known, message = await sending(database, clock)
        other = way("b", "a@x.example")
        await store.add(other)
        await store.put(other, NEWS)
        for guest in ("a", "b"):
            await store.put_feed(guest, guest, "seed")
            async with database.writing() as connection:
                await connection.execute(insert(ALERTED).values(table_id="table", guest=guest, marks={}))
        await Expiry(database).remove_person("a", "mark")
        await store.done(message)
        tables = (ALERT_WAYS, ALERTS, ALERTED, FEEDS)
        return [[row.guest for row in await rows_of(database, table)] for table in tables]

    assert done(address, work) == [["b"]] * 4
