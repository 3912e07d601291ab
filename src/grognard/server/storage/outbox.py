"""Stores the tables where someone may have to be alerted, and of what guests have been alerted."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import DateTime, Select, bindparam, delete, func, insert, select, text, update

from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.rows import ID_BYTES, now, zoned
from grognard.server.storage.schema import ALERT_WAYS, ALERTED, ALERTS, HOLDERS, OUTBOX, TABLES

QUIET: Final = timedelta(minutes=2)  # in which a guest may still look at the table of their own accord
TAKEN_FOR: Final = timedelta(seconds=60)  # after that, another process takes over
AT_ONCE: Final = 20
# Only tables where two or more people play, each at their own device.
NOTE_DUE: Final = text(
    """
    INSERT INTO outbox (table_id, due, entries, asked, joined)
    SELECT id, :due, 1, :asked, :joined FROM tables WHERE id = :table AND NOT one_screen
    AND (SELECT count(*) FROM seats WHERE seats.table_id = tables.id AND seats.bot IS NULL) > 1
    ON CONFLICT (table_id) DO UPDATE SET
    entries = outbox.entries + 1,
    due = CASE WHEN excluded.due < outbox.due THEN excluded.due ELSE outbox.due END,
    asked = COALESCE(excluded.asked, outbox.asked),
    joined = COALESCE(excluded.joined, outbox.joined)
    """
).bindparams(*(bindparam(name, type_=DateTime(timezone=True)) for name in ("due", "asked", "joined")))


class DueTable(NamedTuple):
    """A table to check, and when the last question was asked, and someone joined, since the check before."""

    id: str
    due: datetime
    entries: int
    asked: datetime | None
    joined: datetime | None


class Holder(NamedTuple):
    """A guest at a table who gets alerts: when they looked at it last on any device, and what they know already."""

    guest: str
    looked: datetime | None
    marks: Mapping[str, str]


class News(NamedTuple):
    """The news of a table for a guest, and the marks of all news that they know then."""

    alerts: Sequence[Mapping[str, Any]]
    marks: Mapping[str, str]


class NewAlert(NamedTuple):
    """A message to a guest about some tables, which is about to be stored, once for each of their ways."""

    guest: str
    news: Mapping[str, News]


def kept(asked: Select[Any]) -> Select[Any]:
    """Returns the query with a lock: until the transaction ends, nobody removes its rows, or changes who sits there."""
    return asked.with_for_update(read=True, key_share=True)


async def note_due(connection: AnyConnection, table: str, asked: bool = False, joined: bool = False) -> None:
    """Notes, in the transaction that changes a table, that somebody may need an alert about it.

    `asked`: a player has asked something, or the deal continues. `joined`: a player has joined.
    """
    moment = now()
    times = {"due": moment + QUIET, "asked": moment if asked else None, "joined": moment if joined else None}
    await connection.execute(NOTE_DUE, {"table": table} | times)


async def note_all_due(connection: AnyConnection, guest: str) -> None:
    """Notes the same of all running tables of a guest."""
    mine = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
    running = select(TABLES.c.id).where(TABLES.c.id.in_(mine), TABLES.c.ended.is_(None)).order_by(TABLES.c.id)
    for (id,) in (await connection.execute(kept(running))).all():
        await note_due(connection, id)


class OutboxStore:
    """The stored outbox."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self) -> list[DueTable]:
        """Takes some tables that are due, so that no other process checks them for a while."""
        moment = now()
        due = select(OUTBOX.c.table_id).where(OUTBOX.c.due <= moment).order_by(OUTBOX.c.due, OUTBOX.c.table_id)
        async with self._database.reading() as connection:
            if await connection.scalar(due.limit(1)) is None:  # most of the time
                return []
        these = OUTBOX.c.table_id.in_(due.limit(AT_ONCE).with_for_update(skip_locked=True))
        taken = update(OUTBOX).where(these).values(due=moment + TAKEN_FOR).returning(OUTBOX)
        async with self._database.writing() as connection:
            return [_due_table(row) for row in await connection.execute(taken)]

    async def holders(self, table: str) -> list[Holder]:
        """Returns the guests at a table who get alerts by some way that works."""
        own, other = HOLDERS.alias(), HOLDERS.alias()
        looked = (  # by the person, perhaps on another device
            select(func.max(other.c.looked))
            .join(own, (own.c.table_id == other.c.table_id) & (own.c.seat == other.c.seat))
            .where(own.c.table_id == table, own.c.guest == HOLDERS.c.guest)
            .scalar_subquery()
        )
        asked = (
            select(HOLDERS.c.guest, looked.label("looked"), ALERTED.c.marks)
            .outerjoin(ALERTED, (ALERTED.c.table_id == HOLDERS.c.table_id) & (ALERTED.c.guest == HOLDERS.c.guest))
            .where(HOLDERS.c.table_id == table, HOLDERS.c.guest.in_(_reachable()))
            .order_by(HOLDERS.c.guest)
        )
        async with self._database.reading() as connection:
            found = {row.guest: row for row in await connection.execute(asked)}
        return [Holder(row.guest, row.looked and zoned(row.looked), row.marks or {}) for row in found.values()]

    async def last_alert(self, guest: str) -> datetime | None:
        """Returns when the last message to a guest was made."""
        async with self._database.reading() as connection:
            found = await connection.scalar(select(func.max(ALERTS.c.made)).where(ALERTS.c.guest == guest))
            return None if found is None else zoned(found)

    async def finish(self, tables: Mapping[DueTable, datetime | None], alerts: Sequence[NewAlert]) -> bool:
        """Stores messages, once for each way, and when to check these tables next; all at once.

        Leaves out a table that has changed during the check, with its news, and returns False. It is checked again in
        a minute or two.
        """
        ids = {table.id for table in tables}.union(*(alert.news for alert in alerts))
        # Locked first, as by any other change, so that no guest leaves during this.
        these = select(TABLES.c.id).where(TABLES.c.id.in_(ids)).order_by(TABLES.c.id)
        async with self._database.writing() as connection:
            await connection.execute(kept(these))
            changed = {table.id for table in sorted(tables) if not await _is_unchanged(connection, table)}
            for table, following in tables.items():
                if table.id not in changed:
                    await _put_off(connection, table.id, following)
            for alert in alerts:
                await _put_alert(
                    connection, alert.guest, {id: alert.news[id] for id in alert.news if id not in changed}
                )
            return not changed

    async def watch(self, guest: str) -> None:
        """Has all running tables of a guest checked, since they have added a way."""
        async with self._database.writing() as connection:
            await note_all_due(connection, guest)


def reachable_ways() -> tuple[Any, Any]:
    """Returns the conditions that a way works."""
    return ALERT_WAYS.c.confirmed.is_(True), ALERT_WAYS.c.rests.is_(False)


def _reachable() -> Any:
    return select(ALERT_WAYS.c.guest).where(*reachable_ways())


def _due_table(row: Any) -> DueTable:
    times = (None if moment is None else zoned(moment) for moment in (row.asked, row.joined))
    return DueTable(row.table_id, zoned(row.due), row.entries, *times)


async def _is_unchanged(connection: AnyConnection, table: DueTable) -> bool:
    """Returns whether a table is as it was when it was taken, and keeps it so until the transaction ends."""
    this = select(OUTBOX.c.entries, OUTBOX.c.due).where(OUTBOX.c.table_id == table.id).with_for_update()
    found = (await connection.execute(this)).first()
    return found is not None and (found.entries, zoned(found.due)) == (table.entries, table.due)


async def _put_off(connection: AnyConnection, table: str, following: datetime | None) -> None:
    """Stores when to check a table next, if ever."""
    this = OUTBOX.c.table_id == table
    if following is None:
        await connection.execute(delete(OUTBOX).where(this))
        return
    values: dict[str, datetime | None] = {"due": following}
    if following - now() > QUIET:  # otherwise there is an alert to come
        values |= {"asked": None, "joined": None}
    await connection.execute(update(OUTBOX).where(this).values(values))


async def _put_alert(connection: AnyConnection, guest: str, news: Mapping[str, News]) -> None:
    """Stores a message to a guest about the tables that they have not left in the meantime."""
    seats = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest, HOLDERS.c.table_id.in_(news))
    held = sorted({id for (id,) in await connection.execute(seats)})
    asked = select(ALERT_WAYS).where(ALERT_WAYS.c.guest == guest, *reachable_ways()).order_by(ALERT_WAYS.c.id)
    ways = (await connection.execute(kept(asked))).all() if held else []
    for way in ways:
        await put_message(connection, guest, way.id, [alert for id in held for alert in news[id].alerts], now())
    for table in held if ways else ():
        this = ALERTED.c.table_id == table, ALERTED.c.guest == guest
        await connection.execute(delete(ALERTED).where(*this))
        await connection.execute(insert(ALERTED).values(table_id=table, guest=guest, marks=dict(news[table].marks)))


async def put_message(
    connection: AnyConnection, guest: str, way: str, alerts: Sequence[Mapping[str, Any]], moment: datetime
) -> None:
    """Stores a message that is to be sent now."""
    row = {"id": secrets.token_urlsafe(ID_BYTES), "guest": guest, "way_id": way, "alerts": list(alerts)}
    await connection.execute(insert(ALERTS).values(row | {"made": moment, "due": moment}))
