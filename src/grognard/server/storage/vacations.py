"""Stores the vacations of guests. All their times are in house time.

The devices with which a person holds a seat share a vacation and its days: if one device is on vacation, all are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from grognard.kernel.content.wording import counted
from grognard.kernel.errors import BadInput
from grognard.play.clock import DAY, MINUTE, united
from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.outbox import note_due
from grognard.server.storage.schema import HOLDERS, TABLES, VACATIONS

DAYS_A_YEAR: Final = 21
GRACE: Final = 10 * MINUTE  # a vacation begun by mistake costs no day


class Vacation(NamedTuple):
    """A vacation. Its days count for the year in which it begins."""

    begins: float
    until: float
    year: int


class VacationStore:
    """The stored vacations."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guest(self, guest: str) -> list[Vacation]:
        """Returns a guest's own vacations, oldest first."""
        async with self._database.reading() as connection:
            return await _taken(connection, [guest])

    async def of_person(self, guest: str) -> list[Vacation]:
        """Returns the vacations of a guest and of the person's other devices, oldest first."""
        async with self._database.reading() as connection:
            return await _taken(connection, await _devices(connection, guest))

    async def begin(self, guest: str, moment: float, days: int, year: int) -> list[str]:
        """Begins a vacation; returns the ids of the running tables that it concerns. Raises BadInput."""
        async with self._database.writing() as connection:
            devices = await self._locked(connection, guest)
            taken = await _taken(connection, devices)
            if current(taken, moment) is not None:
                raise BadInput("You are already on vacation.")
            _must_be_within(days, days_left(taken, moment, year))
            until = moment + days * DAY
            rows = [{"guest": device, "begins": moment, "until": until, "year": year} for device in devices]
            await connection.execute(insert(VACATIONS), rows)
            return await _changed(connection, devices)

    async def change(self, guest: str, moment: float, days: int) -> list[str]:
        """Makes the current vacation end this many days from now; otherwise like `begin`."""
        async with self._database.writing() as connection:
            devices = await self._locked(connection, guest)
            taken = await _taken(connection, devices)
            now_away = current(taken, moment)
            if now_away is None:
                raise BadInput("Your vacation is over.")
            left = days_left(taken, moment, now_away.year)
            if not 1 <= days <= left:
                raise BadInput(f"You can stay on vacation for 1 to {counted(left, 'more day')}.")
            await connection.execute(
                update(VACATIONS).where(*_current(devices, moment)).values(until=moment + days * DAY)
            )
            return await _changed(connection, devices)

    async def end(self, guest: str, moment: float) -> list[str]:
        """Ends the current vacation, if there is one, so that its other days are left; otherwise like `begin`."""
        async with self._database.writing() as connection:
            devices = await self._locked(connection, guest)
            if current(await _taken(connection, devices), moment) is None:
                return []
            # A vacation that begins now would have no time at all, and the next might begin at the same moment.
            these = _current(devices, moment)
            await connection.execute(delete(VACATIONS).where(*these, VACATIONS.c.begins >= moment))
            await connection.execute(update(VACATIONS).where(*these).values(until=moment))
            return await _changed(connection, devices)

    async def _locked(self, connection: AnyConnection, guest: str) -> list[str]:
        """Returns the devices of a person, and locks their vacations until the transaction ends."""
        devices = await _devices(connection, guest)
        if self._database.is_remote:  # SQLite has one writer at a time anyway
            for device in devices:
                await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(device, 0))))
        return devices


def current(taken: Iterable[Vacation], moment: float) -> Vacation | None:
    """Returns the vacation that lasts at this moment.

    It may begin a little later, as the processes of a server can differ by seconds.
    """
    return max((one for one in taken if one.until > moment), key=lambda one: one.until, default=None)


def days_left(taken: Iterable[Vacation], moment: float, year: int) -> int:
    """Returns the whole days that a person may still be away from this moment on, of those for this year."""
    past = united((one.begins, min(one.until, moment)) for one in taken if one.year == year and one.begins < moment)
    used = sum(until - begins for begins, until in past)
    return max(0, int((DAYS_A_YEAR * DAY - used + GRACE) // DAY))


def _must_be_within(days: int, left: int) -> None:
    if not left:
        raise BadInput("You have no vacation days left this year.")
    if days > left:
        raise BadInput(f"You have {counted(left, 'vacation day')} left this year.")
    if days < 1:
        raise BadInput("A vacation lasts at least 1 day.")


def _current(devices: Collection[str], moment: float) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return VACATIONS.c.guest.in_(devices), VACATIONS.c.until > moment


async def _devices(connection: AnyConnection, guest: str) -> list[str]:
    """Returns the guests that hold a seat of an unfinished table together with this one, and this one itself."""
    own = HOLDERS.alias()
    asked = (
        select(HOLDERS.c.guest)
        .join(own, (own.c.table_id == HOLDERS.c.table_id) & (own.c.seat == HOLDERS.c.seat))
        .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        .where(own.c.guest == guest, TABLES.c.ended.is_(None))
    )
    return sorted({guest, *(device for (device,) in await connection.execute(asked))})


async def _taken(connection: AnyConnection, devices: Collection[str]) -> list[Vacation]:
    asked = select(VACATIONS.c.begins, VACATIONS.c.until, VACATIONS.c.year).where(VACATIONS.c.guest.in_(devices))
    return [Vacation(*row) for row in await connection.execute(asked.order_by(VACATIONS.c.begins))]


async def _changed(connection: AnyConnection, devices: Collection[str]) -> list[str]:
    """Notes at all running tables of a person that something has changed; returns their ids."""
    held = select(HOLDERS.c.table_id).where(HOLDERS.c.guest.in_(devices))
    running = select(TABLES.c.id).where(TABLES.c.id.in_(held), TABLES.c.ended.is_(None)).order_by(TABLES.c.id)
    # In this order, so that two people who do this at the same time do not wait for each other.
    ids = [id for (id,) in await connection.execute(running.with_for_update())]
    await connection.execute(update(TABLES).where(TABLES.c.id.in_(ids)).values(changes=TABLES.c.changes + 1))
    for id in ids:  # their deadlines have moved, and with them the moment to warn of each
        await note_due(connection, id)
    return ids
