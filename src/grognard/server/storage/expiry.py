"""Removes expired data, and the data that a guest wants deleted."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, and_, delete, exists, func, or_, select, update

from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.rows import FORGOTTEN, GONE, ID_BYTES, KEY_BYTES, now
from grognard.server.storage.schema import (
    ALERT_WAYS,
    ALERTED,
    ALERTS,
    ANALYSES,
    DAILY,
    DEALING,
    DEEDS,
    DEVICE_LINKS,
    FEEDS,
    GUESTS,
    HOLDERS,
    OUTBOX,
    PASSKEYS,
    PUZZLES,
    RECORDS,
    RECOVERY_CODES,
    SEATS,
    SESSIONS,
    TABLES,
    VACATIONS,
    VERDICTS,
)  # fmt: skip
from grognard.server.storage.sessions import set_mark

AT_ONCE: Final = 100  # tables in a transaction, so that nobody waits for long


class Parted(NamedTuple):
    """The tables of a guest, by what happens to them when the guest's data is deleted."""

    alone: list[str]  # nobody else sits there, or the others are gone too: they are removed
    running: list[str]  # others are still playing there: the guest must resign first
    shared: list[str]  # others keep them


class Expiry:
    """Removes data that nobody has visited for a time, and the data of deleted guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def remove_tables(self, before: datetime) -> Sequence[str]:
        """Removes some tables without any deed or visit by a seat holder since `before`; returns their ids."""
        seen = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.seen >= before)
        done = exists().where(DEEDS.c.table_id == TABLES.c.id, DEEDS.c.done >= before)
        old = select(TABLES.c.id).where(TABLES.c.created < before, ~seen, ~done).limit(AT_ONCE)
        async with self._database.writing() as connection:
            # A guest who arrives at one of them now either counts as seen above or finds it gone.
            found = [id for (id,) in await connection.execute(old.with_for_update(skip_locked=True))]
            await _remove_tables(connection, found)
            return found

    async def prospect(self, guest: str) -> Parted:
        """Returns what would happen to each table of a guest."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest).distinct())
            ids = [id for (id,) in found]
            parts = [await _parted(connection, guest, ids[at : at + AT_ONCE], ()) for at in range(0, len(ids), AT_ONCE)]
            return Parted(*([id for part in parts for id in part[kind]] for kind in range(3)))

    async def remove_guest(self, guest: str, given_up: Collection[str]) -> Parted:
        """Removes a guest from some of their tables, except running ones not yet resigned; returns those tables.

        Where others stay, nothing shows who the guest was anymore. Call this until it returns no tables.
        """
        held = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        async with self._database.writing() as connection:
            some = held.distinct().order_by(HOLDERS.c.table_id).limit(AT_ONCE)
            ids = [id for (id,) in await connection.execute(some)]
            # The same order of locks as for taking a seat.
            for locked in (SEATS.c.table_id, TABLES.c.id):
                await connection.execute(select(locked).where(locked.in_(ids)).order_by(locked).with_for_update())
            parted = await _parted(connection, guest, ids, given_up)
            await _remove_tables(connection, parted.alone)
            for id in parted.shared:
                await _replace(connection, id, guest)
            return parted

    async def remove_undealt(self, table: str, guest: str) -> bool:
        """Removes an undealt table where only this guest sits; returns False for any other."""
        async with self._database.writing() as connection:
            # The same order of locks as for taking a seat.
            await connection.execute(select(SEATS.c.table_id).where(SEATS.c.table_id == table).with_for_update())
            undealt = select(TABLES.c.id).where(TABLES.c.id == table, TABLES.c.seed == "").with_for_update()
            found = (await connection.execute(undealt)).first()
            held = {who for (who,) in await connection.execute(_held(table))}
            if found is None or held != {guest}:
                return False
            await _remove_tables(connection, [table])
            return True

    async def remove_names(self, before: datetime) -> int:
        """Removes some names set before that time, of guests without tables; returns how many."""
        sits = exists().where(HOLDERS.c.guest == GUESTS.c.guest)
        old = select(GUESTS.c.guest).where(GUESTS.c.named < before, ~sits).limit(AT_ONCE)
        async with self._database.writing() as connection:
            return (await connection.execute(delete(GUESTS).where(GUESTS.c.guest.in_(old)))).rowcount

    async def remove_ways(self, guest: str) -> None:
        """Removes every way to send a guest alerts, so that they get none while their other data is removed."""
        async with self._database.writing() as connection:
            await _remove_ways(connection, guest)

    async def remove_person(self, guest: str, mark: str) -> None:
        """Removes everything of a guest that belongs to no table. Ends their sessions.

        `mark` is the id of the mark that voids their cookies (see `sessions.ALL`).
        """
        ended = update(SESSIONS).where(SESSIONS.c.guest == guest).values({**FORGOTTEN, "ended": now()})
        async with self._database.writing() as connection:
            await _remove_ways(connection, guest)
            for table in (GUESTS, PUZZLES, DAILY, VACATIONS, RECOVERY_CODES, DEVICE_LINKS, PASSKEYS, ALERTED, FEEDS):
                await connection.execute(delete(table).where(table.c.guest == guest))
            await connection.execute(ended)
            await set_mark(connection, mark)

    async def remove_codes(self, before: datetime) -> None:
        """Removes recovery codes made before that time, of guests who have nothing else, and expired device links."""
        old = RECOVERY_CODES.c.made < before
        async with self._database.writing() as connection:
            await connection.execute(delete(RECOVERY_CODES).where(old, _has_nothing(RECOVERY_CODES.c.guest)))
            await connection.execute(delete(DEVICE_LINKS).where(DEVICE_LINKS.c.expires <= now()))

    async def remove_vacations(self, before: float) -> None:
        """Removes vacations that were over at that house time, of guests without tables."""
        sits = exists().where(HOLDERS.c.guest == VACATIONS.c.guest)
        async with self._database.writing() as connection:
            await connection.execute(delete(VACATIONS).where(VACATIONS.c.until < before, ~sits))

    async def remove_sessions(self, before: datetime) -> None:
        """Removes sessions neither used nor ended since. Their cookies must have expired by then."""
        old = SESSIONS.c.used < before, SESSIONS.c.ended.is_(None) | (SESSIONS.c.ended < before)
        async with self._database.writing() as connection:
            await connection.execute(delete(SESSIONS).where(*old))

    async def remove_passkeys(self, before: datetime) -> None:
        """Removes passkeys neither added nor used since, of guests who have nothing else."""
        old = func.coalesce(PASSKEYS.c.used, PASSKEYS.c.added) < before
        async with self._database.writing() as connection:
            await connection.execute(delete(PASSKEYS).where(old, _has_nothing(PASSKEYS.c.guest)))

    async def remove_unused_ways(self, before: datetime) -> None:
        """Removes ways and calendar feeds added before that time, of guests who have nothing else."""
        old = ALERT_WAYS.c.added < before, _has_nothing(ALERT_WAYS.c.guest)
        async with self._database.writing() as connection:
            await connection.execute(delete(ALERT_WAYS).where(*old))
            await connection.execute(delete(ALERTS).where(ALERTS.c.way_id.not_in(select(ALERT_WAYS.c.id))))
            await connection.execute(delete(FEEDS).where(FEEDS.c.made < before, _has_nothing(FEEDS.c.guest)))

    async def remove_puzzles(self, before: datetime) -> int:
        """Removes the puzzle attempts of some guests who have tried no puzzle since; returns how many."""
        latest = func.max(PUZZLES.c.tried)
        asked = select(PUZZLES.c.guest).group_by(PUZZLES.c.guest).having(latest < before).limit(AT_ONCE)
        async with self._database.writing() as connection:
            gone = [guest for (guest,) in await connection.execute(asked)]
            return (await connection.execute(delete(PUZZLES).where(PUZZLES.c.guest.in_(gone)))).rowcount

    async def remove_daily(self, before: datetime) -> None:
        """Removes the attempts at earlier daily deals whose tables are gone."""
        old = DAILY.c.day < before.date().isoformat(), DAILY.c.table_id.not_in(select(TABLES.c.id))
        async with self._database.writing() as connection:
            await connection.execute(delete(DAILY).where(*old))

    async def remove_journals(self, before: datetime) -> Sequence[str]:
        """Removes some journals that nobody has uploaded or opened since; returns their ids."""
        old = select(RECORDS.c.id).where(RECORDS.c.brought < before).limit(AT_ONCE)
        async with self._database.writing() as connection:
            found = [id for (id,) in await connection.execute(old.with_for_update(skip_locked=True))]
            if found:
                await _remove_analyses(connection, "record", found)
                await connection.execute(delete(RECORDS).where(RECORDS.c.id.in_(found)))
            return found


def _has_nothing(guest: Column[str]) -> ColumnElement[bool]:
    """Returns the condition that a guest has no seat and no attempt."""
    return and_(*(~exists().where(table.c.guest == guest) for table in (HOLDERS, PUZZLES, DAILY)))


def _held(table: str) -> Select[tuple[str]]:
    return select(HOLDERS.c.guest).where(HOLDERS.c.table_id == table)


async def _parted(connection: AnyConnection, guest: str, ids: Sequence[str], given_up: Collection[str]) -> Parted:
    asked = select(TABLES.c.id).where(TABLES.c.id.in_(ids), TABLES.c.ended.is_(None))
    running = {id for (id,) in await connection.execute(asked)} - {*given_up}
    holders: dict[str, dict[int, set[str]]] = {id: {} for id in ids}
    for row in (await connection.execute(select(HOLDERS).where(HOLDERS.c.table_id.in_(ids)))).mappings():
        holders[row["table_id"]].setdefault(row["seat"], set()).add(row["guest"])
    parted = Parted([], [], [])
    for id, seats in holders.items():
        if all(other == guest or other.startswith(GONE) for held in seats.values() for other in held):
            parted.alone.append(id)
        elif id in running and {guest} in seats.values():
            parted.running.append(id)
        else:
            parted.shared.append(id)
    return parted


async def _replace(connection: AnyConnection, table: str, guest: str) -> None:
    """Removes a guest from a table. Their seats stay taken, but by nobody, or by another device if one holds them."""
    nobody = GONE + secrets.token_urlsafe(ID_BYTES)
    mine = HOLDERS.c.table_id == table, HOLDERS.c.guest == guest
    for (seat,) in (await connection.execute(select(HOLDERS.c.seat).where(*mine))).all():
        here = HOLDERS.c.table_id == table, HOLDERS.c.seat == seat
        if await connection.scalar(select(func.count()).where(*here)) != 1:
            await connection.execute(delete(HOLDERS).where(*here, HOLDERS.c.guest == guest))
        else:
            nothing = {"guest": nobody, "program": False, "looked": None}
            await connection.execute(update(HOLDERS).where(*here).values(nothing))
            left: dict[str, Any] = {"key": secrets.token_urlsafe(KEY_BYTES), "seen": None, "plan": [], "hint": None}
            this = SEATS.c.table_id == table, SEATS.c.seat == seat
            await connection.execute(update(SEATS).where(*this).values(left))
    await connection.execute(delete(ALERTED).where(ALERTED.c.table_id == table, ALERTED.c.guest == guest))
    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(changes=TABLES.c.changes + 1))


async def _remove_tables(connection: AnyConnection, ids: Sequence[str]) -> None:
    if ids:
        await _remove_analyses(connection, "table", ids)
        for table in (DEALING, DEEDS, HOLDERS, SEATS, OUTBOX, ALERTED):
            await connection.execute(delete(table).where(table.c.table_id.in_(ids)))
        before = update(TABLES).where(TABLES.c.rematch.in_(ids))  # there may be another rematch
        await connection.execute(before.values(rematch=None, changes=TABLES.c.changes + 1))
        await connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))


async def _remove_ways(connection: AnyConnection, guest: str) -> None:
    # The ways first: a message that another process is just writing keeps its way from being removed until it is there.
    for table in (ALERT_WAYS, ALERTS):
        await connection.execute(delete(table).where(table.c.guest == guest))


async def _remove_analyses(connection: AnyConnection, kind: str, ids: Sequence[str]) -> None:
    # The key of an analysis begins with the version of the search.
    these = or_(*(ANALYSES.c.id.endswith(f"-{kind}-{id}", autoescape=True) for id in ids))
    await connection.execute(delete(VERDICTS).where(VERDICTS.c.analysis_id.in_(select(ANALYSES.c.id).where(these))))
    await connection.execute(delete(ANALYSES).where(these))
