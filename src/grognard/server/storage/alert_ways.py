"""Stores how guests want to get alerts, and the messages to them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.outbox import TAKEN_FOR, kept, note_all_due, put_message
from grognard.server.storage.rows import ID_BYTES, now, zoned
from grognard.server.storage.schema import ALERT_WAYS, ALERTED, ALERTS, FEEDS, HOLDERS, MAIL_ADDRESSES, OUTBOX, TABLES

MOST_WAYS: Final = 10  # of a guest
MOST_FAILURES: Final = 5  # in a row, after which a way rests
KEPT: Final = 30  # of a guest's last messages
AT_ONCE: Final = 32  # messages that a process sends at the same time
EACH: Final = 2  # of those, to one guest, so that slow receivers of one don't hold up others
ASKED_AGAIN: Final = timedelta(days=30)  # an address that did not confirm can be asked again after that
ASKS_FOR: Final = timedelta(minutes=10)  # or after that, if this server ended before it sent the mail

Kind = Literal["push", "webhook", "mail"]
# Whether a mail address may be asked to confirm: it may, it was asked already, or its owner wants no mail at all.
Asking = Literal["may", "asked", "blocked"]


class Way(NamedTuple):
    """A way by which a guest gets alerts (see `schema.ALERT_WAYS`)."""

    id: str
    guest: str
    kind: Kind
    address: str
    form: str
    keys: str
    device: str
    origin: str
    added: datetime
    confirmed: bool
    failures: int
    why: str
    rests: bool
    session: str = ""


class StoredAlert(NamedTuple):
    """A message to a guest (see `schema.ALERTS`)."""

    id: str
    guest: str
    way_id: str
    alerts: Sequence[Mapping[str, Any]]
    made: datetime
    due: datetime | None
    tries: int
    sent: datetime | None
    why: str


class Feed(NamedTuple):
    """A guest's calendar feed: from what its secret address is derived."""

    guest: str
    seed: str
    made: datetime


class TooManyWays(Exception):
    """A guest already has the largest allowed number of ways."""


class AlertStore:
    """The stored ways, messages and feeds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- ways --------------------------------------------------------------------------------------------------------

    async def add(self, way: Way) -> bool:
        """Stores a new way; returns False, and changes nothing, if the guest has it already.

        A subscription for push whose keys or session have changed replaces the one before, and so does any way that
        rests. It gets the messages that were for the other, and its owner need not confirm it again.
        Raises TooManyWays.
        """
        mine = ALERT_WAYS.c.guest == way.guest
        same = mine, ALERT_WAYS.c.kind == way.kind, ALERT_WAYS.c.address == way.address, ALERT_WAYS.c.form == way.form
        async with self._database.writing() as connection:
            if self._database.is_remote:  # so that clicking twice adds one
                await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(way.guest, 1))))
            before = (await connection.execute(select(ALERT_WAYS).where(*same))).first()
            if before is not None and not before.rests:
                is_same = way.kind != "push" or (before.keys, before.session) == (way.keys, way.session)
                if is_same:
                    return False
            if before is not None:
                await connection.execute(delete(ALERT_WAYS).where(ALERT_WAYS.c.id == before.id))
                await connection.execute(update(ALERTS).where(ALERTS.c.way_id == before.id).values(way_id=way.id))
                way = way._replace(confirmed=way.confirmed or before.confirmed)
            if (await connection.scalar(select(func.count()).where(mine)) or 0) >= MOST_WAYS:
                raise TooManyWays
            await connection.execute(insert(ALERT_WAYS).values(way._asdict()))
            return True

    async def of_guest(self, guest: str) -> list[Way]:
        """Returns a guest's ways, oldest first."""
        asked = select(ALERT_WAYS).where(ALERT_WAYS.c.guest == guest).order_by(ALERT_WAYS.c.added, ALERT_WAYS.c.id)
        async with self._database.reading() as connection:
            return [_way(row) for row in await connection.execute(asked)]

    async def way(self, id: str) -> Way | None:
        """Returns a way; None if there is none with this id."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(ALERT_WAYS).where(ALERT_WAYS.c.id == id))).first()
            return None if row is None else _way(row)

    async def rests(self, guest: str) -> list[Way]:
        """Returns the ways of a guest that rest, since they failed too often."""
        return [way for way in await self.of_guest(guest) if way.rests]

    async def confirm(self, id: str) -> None:
        """Notes that the owner of a mail address wants alerts."""
        async with self._database.writing() as connection:
            await connection.execute(update(ALERT_WAYS).where(ALERT_WAYS.c.id == id).values(confirmed=True))

    async def note_why(self, id: str, why: str) -> None:
        """Notes why the mail that asks to confirm a way failed; empty if it did not."""
        async with self._database.writing() as connection:
            await connection.execute(update(ALERT_WAYS).where(ALERT_WAYS.c.id == id).values(why=why))

    async def wake(self, guest: str, id: str) -> None:
        """Lets a way that rests try again."""
        this = ALERT_WAYS.c.id == id, ALERT_WAYS.c.guest == guest
        async with self._database.writing() as connection:
            await note_all_due(connection, guest)  # games that already wait
            await connection.execute(update(ALERT_WAYS).where(*this).values(rests=False, failures=0, why=""))

    async def remove(self, id: str, guest: str | None = None) -> None:
        """Removes a way with its messages; with a guest, only if it is theirs. If there is none, nothing changes."""
        async with self._database.writing() as connection:
            this = select(ALERT_WAYS.c.id).where(ALERT_WAYS.c.id == id)
            if await connection.scalar(this if guest is None else this.where(ALERT_WAYS.c.guest == guest)) is not None:
                await _remove(connection, id)

    # -- mail addresses ----------------------------------------------------------------------------------------------

    async def ask(self, id: str) -> Asking:
        """Notes that a mail address is being asked to confirm, if it may be. `id` is its HMAC.

        It may be asked once in a long time, no matter by how many guests. Call `asked` once the mail is sent.
        """
        moment = now()
        async with self._database.writing() as connection:
            if self._database.is_remote:
                await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(id, 2))))
            this = MAIL_ADDRESSES.c.id == id
            found = (await connection.execute(select(MAIL_ADDRESSES).where(this))).first()
            if found is not None and found.blocked:
                return "blocked"
            if found is not None and zoned(found.asked) > moment - ASKED_AGAIN:
                return "asked"
            await connection.execute(delete(MAIL_ADDRESSES).where(this))
            await connection.execute(insert(MAIL_ADDRESSES).values(id=id, asked=moment - ASKED_AGAIN + ASKS_FOR))
            return "may"

    async def asked(self, id: str) -> None:
        """Notes that the mail which asks an address to confirm was sent."""
        async with self._database.writing() as connection:
            await connection.execute(update(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.id == id).values(asked=now()))

    async def forget_asking(self, id: str) -> None:
        """Forgets that a mail address was asked to confirm, so that it may be asked again, unless it is blocked."""
        this = MAIL_ADDRESSES.c.id == id, MAIL_ADDRESSES.c.blocked.is_(False)
        async with self._database.writing() as connection:
            await connection.execute(delete(MAIL_ADDRESSES).where(*this))

    async def block(self, id: str, blocked: bool = True) -> None:
        """Notes whether the owner of a mail address, given by its HMAC, wants no mail from here at all."""
        async with self._database.writing() as connection:
            await connection.execute(delete(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.id == id))
            await connection.execute(insert(MAIL_ADDRESSES).values(id=id, asked=now(), blocked=blocked))

    # -- messages ----------------------------------------------------------------------------------------------------

    async def put(self, way: Way, alerts: Sequence[Mapping[str, Any]]) -> None:
        """Stores a message that is to be sent now by one way, unless that was removed in the meantime."""
        this = kept(select(ALERT_WAYS.c.guest).where(ALERT_WAYS.c.id == way.id))
        async with self._database.writing() as connection:
            guest = await connection.scalar(this)
            if guest is not None:
                await put_message(connection, guest, way.id, alerts, now())

    async def messages(self, guest: str, limit: int = KEPT) -> list[StoredAlert]:
        """Returns a guest's last messages, newest first."""
        asked = select(ALERTS).where(ALERTS.c.guest == guest).order_by(ALERTS.c.made.desc(), ALERTS.c.id).limit(limit)
        async with self._database.reading() as connection:
            return [_stored_alert(row) for row in await connection.execute(asked)]

    async def take(self) -> list[tuple[StoredAlert, Way]]:
        """Takes some messages that are due, each with its way, so that no other process sends them, too.

        If this process dies, another sends them again a little later.
        """
        moment = now()
        first = func.row_number().over(partition_by=ALERTS.c.guest, order_by=(ALERTS.c.due, ALERTS.c.id))
        due = select(ALERTS.c.id, ALERTS.c.due, first.label("place")).where(ALERTS.c.due <= moment).subquery()
        some = select(due.c.id).where(due.c.place <= EACH).order_by(due.c.due, due.c.id).limit(AT_ONCE)
        async with self._database.reading() as connection:
            ids = [id for (id,) in await connection.execute(some)]
        if not ids:
            return []
        # Never waits for a lock while it holds others.
        free = select(ALERTS.c.id).where(ALERTS.c.id.in_(ids), ALERTS.c.due <= moment).with_for_update(skip_locked=True)
        these = update(ALERTS).where(ALERTS.c.id.in_(free))
        taken = these.values(due=moment + TAKEN_FOR, tries=ALERTS.c.tries + 1).returning(ALERTS)
        async with self._database.writing() as connection:
            found = [_stored_alert(row) for row in await connection.execute(taken)]
            ways = select(ALERT_WAYS).where(ALERT_WAYS.c.id.in_([one.way_id for one in found]))
            known = {row.id: _way(row) for row in await connection.execute(ways)}
            orphans = [one.id for one in found if one.way_id not in known]
            await connection.execute(delete(ALERTS).where(ALERTS.c.id.in_(orphans)))
            return [(one, known[one.way_id]) for one in found if one.way_id in known]

    async def has_looked(self, alert: StoredAlert, tables: Sequence[str]) -> bool:
        """Returns whether a guest has looked at all these tables since a message was made."""
        looked = HOLDERS.c.guest == alert.guest, HOLDERS.c.looked > alert.made
        asked = select(func.count(HOLDERS.c.table_id.distinct())).where(HOLDERS.c.table_id.in_(tables), *looked)
        async with self._database.reading() as connection:
            return bool(tables) and await connection.scalar(asked) == len({*tables})

    async def done(self, alert: StoredAlert, why: str = "") -> None:
        """Notes that a message was sent, or else why there is no need to send it anymore."""
        async with self._database.writing() as connection:
            if not why:  # the way before its messages, as everywhere, so that nobody waits for each other
                this = ALERT_WAYS.c.id == alert.way_id
                await connection.execute(update(ALERT_WAYS).where(this).values(failures=0, why="", rests=False))
            values = {"due": None, "sent": None if why else now(), "why": why}
            await connection.execute(update(ALERTS).where(ALERTS.c.id == alert.id).values(values))

    async def at_table(self, guest: str, table: str) -> tuple[datetime | None, list[str]]:
        """Returns when a guest last looked at a table, and the kinds of news that they got alerts for."""
        looked = select(func.max(HOLDERS.c.looked)).where(HOLDERS.c.table_id == table, HOLDERS.c.guest == guest)
        marks = select(ALERTED.c.marks).where(ALERTED.c.table_id == table, ALERTED.c.guest == guest)
        async with self._database.reading() as connection:
            moment, found = await connection.scalar(looked), await connection.scalar(marks)
            return moment and zoned(moment), sorted(found or {})

    async def later(self, alert: StoredAlert, seconds: float) -> None:
        """Puts a message off: its receiver asks to wait."""
        async with self._database.writing() as connection:
            due = now() + timedelta(seconds=seconds)
            await connection.execute(update(ALERTS).where(ALERTS.c.id == alert.id).values(due=due))

    async def failed(self, alert: StoredAlert, why: str, again: float | None, gone: bool = False) -> None:
        """Notes that a message failed, and tries again after some seconds, if any.

        After too many failures, or if the receiver is gone, the way rests.
        """
        due = None if again is None else now() + timedelta(seconds=again)
        this = ALERT_WAYS.c.id == alert.way_id
        async with self._database.writing() as connection:
            counted = update(ALERT_WAYS).where(this).values(failures=ALERT_WAYS.c.failures + 1, why=why)
            failures = await connection.scalar(counted.returning(ALERT_WAYS.c.failures))
            await connection.execute(update(ALERTS).where(ALERTS.c.id == alert.id).values(due=due, why=why))
            if gone or (failures or 0) >= MOST_FAILURES:
                await connection.execute(update(ALERT_WAYS).where(this).values(rests=True))
                waiting = ALERTS.c.way_id == alert.way_id, ALERTS.c.due.is_not(None)
                await connection.execute(update(ALERTS).where(*waiting).values(due=None, why=why))

    # -- feeds -------------------------------------------------------------------------------------------------------

    async def feed_of(self, guest: str) -> Feed | None:
        """Returns a guest's feed, if they have one."""
        async with self._database.reading() as connection:
            return await _feed(connection, FEEDS.c.guest == guest)

    async def feed(self, id: str) -> Feed | None:
        """Returns the feed with this id, if there is one."""
        async with self._database.reading() as connection:
            return await _feed(connection, FEEDS.c.id == id)

    async def put_feed(self, guest: str, id: str, seed: str) -> None:
        """Stores a guest's new feed. The address before stops working."""
        async with self._database.writing() as connection:
            if self._database.is_remote:
                await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(guest, 3))))
            await connection.execute(delete(FEEDS).where(FEEDS.c.guest == guest))
            await connection.execute(insert(FEEDS).values(guest=guest, id=id, seed=seed, made=now()))

    async def remove_feed(self, guest: str) -> None:
        """Removes a guest's feed."""
        async with self._database.writing() as connection:
            await connection.execute(delete(FEEDS).where(FEEDS.c.guest == guest))

    # -- removal -----------------------------------------------------------------------------------------------------

    async def clean_up(self, before: datetime) -> None:
        """Removes old messages, what belongs to removed tables, and addresses that may be asked again.

        Messages are old if they were made before that time, or if their guest has many newer ones.
        """
        gone = [column.not_in(select(TABLES.c.id)) for column in (OUTBOX.c.table_id, ALERTED.c.table_id)]
        async with self._database.writing() as connection:
            await connection.execute(delete(ALERTS).where(ALERTS.c.made < before, ALERTS.c.due.is_(None)))
            await connection.execute(delete(OUTBOX).where(gone[0]))
            await connection.execute(delete(ALERTED).where(gone[1]))
            old = MAIL_ADDRESSES.c.asked < now() - ASKED_AGAIN, MAIL_ADDRESSES.c.blocked.is_(False)
            await connection.execute(delete(MAIL_ADDRESSES).where(*old))
            unconfirmed = ALERT_WAYS.c.confirmed.is_(False), ALERT_WAYS.c.added < now() - ASKED_AGAIN
            await connection.execute(delete(ALERT_WAYS).where(*unconfirmed))
            await connection.execute(delete(ALERTS).where(ALERTS.c.way_id.not_in(select(ALERT_WAYS.c.id))))
            last = func.row_number().over(partition_by=ALERTS.c.guest, order_by=(ALERTS.c.made.desc(), ALERTS.c.id))
            sent = select(ALERTS.c.id, last.label("place")).where(ALERTS.c.due.is_(None)).subquery()
            more = select(sent.c.id).where(sent.c.place > KEPT)
            await connection.execute(delete(ALERTS).where(ALERTS.c.id.in_(more)))


def new_id() -> str:
    """Returns an id for a new way."""
    return secrets.token_urlsafe(ID_BYTES)


def _way(row: Any) -> Way:
    return Way(**{name: getattr(row, name) for name in Way._fields})._replace(added=zoned(row.added))


def _stored_alert(row: Any) -> StoredAlert:
    found = StoredAlert(**{name: getattr(row, name) for name in StoredAlert._fields})
    return found._replace(
        made=zoned(found.made), due=found.due and zoned(found.due), sent=found.sent and zoned(found.sent)
    )


async def _feed(connection: AnyConnection, which: ColumnElement[bool]) -> Feed | None:
    row = (await connection.execute(select(FEEDS.c.guest, FEEDS.c.seed, FEEDS.c.made).where(which))).first()
    return None if row is None else Feed(row.guest, row.seed, zoned(row.made))


async def _remove(connection: AnyConnection, way: str) -> None:
    # The way first: a message that another process is just writing keeps the way from being removed until it is there.
    await connection.execute(delete(ALERT_WAYS).where(ALERT_WAYS.c.id == way))
    await connection.execute(delete(ALERTS).where(ALERTS.c.way_id == way))


async def remove_push(connection: AnyConnection, guest: str, which: ColumnElement[bool]) -> None:
    """Ends alerts in some browsers of a guest, whose sessions end in this transaction."""
    these = ALERT_WAYS.c.guest == guest, ALERT_WAYS.c.kind == "push", which
    for way in (await connection.execute(select(ALERT_WAYS.c.id).where(*these))).scalars().all():
        await _remove(connection, way)
