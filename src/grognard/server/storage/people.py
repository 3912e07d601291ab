"""Stores the names of guests and their lists of games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, func, insert, or_, select, update

from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.rows import ListedTable, now
from grognard.server.storage.schema import GUESTS, HOLDERS, SEATS, TABLES

# A table's id, and the number of a seat there.
Place = tuple[str, int]
# Games of one guest that a page searches at most.
MOST_LISTED = 2000
LISTED = ("id", "game", "created", "ended", "result", "rematch", "match")


class PeopleStore:
    """The stored data of guests, apart from their seats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def name(self, guest: str) -> str:
        """Returns a guest's name; empty if they have none."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(GUESTS.c.name).where(GUESTS.c.guest == guest)) or ""

    async def rename(self, guest: str, name: str) -> list[str]:
        """Sets or deletes a guest's name; returns the ids of their running tables, where others see it."""
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        async with self._database.writing() as connection:
            await connection.execute(delete(GUESTS).where(GUESTS.c.guest == guest))
            if name:
                await connection.execute(insert(GUESTS).values(guest=guest, name=name, named=now()))
            await connection.execute(update(TABLES).where(TABLES.c.id.in_(mine)).values(changes=TABLES.c.changes + 1))
            running = select(TABLES.c.id).where(TABLES.c.id.in_(mine), TABLES.c.ended.is_(None)).order_by(TABLES.c.id)
            return [id for (id,) in await connection.execute(running)]

    async def company(self, guest: str, joining: Place | None) -> list[str]:
        """Returns the names of the others at the guest's running tables, and at a table the guest is joining.

        Anyone who shares one of the guest's seats, or the seat to be taken, is the same person on another device.
        """
        mine = select(HOLDERS.c.table_id).join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        running = HOLDERS.c.table_id.in_(mine.where(HOLDERS.c.guest == guest, TABLES.c.ended.is_(None)))
        here = or_(running, HOLDERS.c.table_id == joining[0]) if joining else running
        asked = (
            select(HOLDERS.c.table_id, HOLDERS.c.seat, HOLDERS.c.guest, GUESTS.c.name)
            .outerjoin(GUESTS, GUESTS.c.guest == HOLDERS.c.guest)
            .where(here)
        )
        async with self._database.reading() as connection:
            rows: list[tuple[str, int, str, str | None]] = [tuple(row) for row in await connection.execute(asked)]
        own = {(table, seat) for table, seat, holder, _ in rows if holder == guest} | {joining}
        same = {guest} | {holder for table, seat, holder, _ in rows if (table, seat) in own}
        return sorted({name for _, _, holder, name in rows if name and holder not in same})

    async def finished(self, guest: str) -> int:
        """Returns the number of finished games in a guest's list."""
        async with self._database.reading() as connection:
            asked = select(func.count(TABLES.c.id.distinct())).join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
            return await connection.scalar(asked.where(*_listed_by(guest), TABLES.c.ended.is_not(None))) or 0

    async def known_games(self, guest: str, before: datetime) -> set[str]:
        """Returns the games of the guest's tables that were set up before a moment."""
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        asked = select(TABLES.c.game).where(TABLES.c.id.in_(mine), TABLES.c.created < before).distinct()
        async with self._database.reading() as connection:
            return {game for (game,) in await connection.execute(asked)}

    async def listed(
        self, guest: str, ended: bool, limit: int = MOST_LISTED, company: bool | None = None
    ) -> list[ListedTable]:
        """Returns the running or finished games in a guest's list, newest first.

        `company`: only those that other people play too, or may join; or only those that nobody else plays.
        """
        over = TABLES.c.ended.is_not(None) if ended else TABLES.c.ended.is_(None)
        when = TABLES.c.ended if ended else TABLES.c.created
        asked = (
            select(*(TABLES.c[name] for name in LISTED))
            .where(TABLES.c.id.in_(select(HOLDERS.c.table_id).where(*_listed_by(guest))), over)
            .order_by(when.desc(), TABLES.c.id)
            .limit(limit)
        )
        if company is not None:
            asked = asked.where(_has_company(guest) if company else ~_has_company(guest))
        return await self._database.readable(self._listed, asked, TABLES.c.id)

    async def listed_table(self, guest: str, table: str) -> ListedTable | None:
        """Returns one table in a guest's list; None if it is not there."""
        asked = select(*(TABLES.c[name] for name in LISTED))
        mine = TABLES.c.id.in_(select(HOLDERS.c.table_id).where(*_listed_by(guest)))
        return next(iter(await self._listed(asked.where(TABLES.c.id == table, mine))), None)

    async def _listed(self, asked: Select[Any]) -> list[ListedTable]:
        async with self._database.reading() as connection:
            rows = (await connection.execute(asked)).mappings().all()
            seats = await _seats(connection, [row["id"] for row in rows])
            return [ListedTable.of(dict(row), seats.get(row["id"], [])) for row in rows]

    async def has_unlisted(self, guest: str, table: str) -> bool:
        """Returns whether the guest has removed this game from their list."""
        this = HOLDERS.c.table_id == table, HOLDERS.c.guest == guest, HOLDERS.c.unlisted.is_(True)
        async with self._database.reading() as connection:
            return bool(await connection.scalar(select(func.count()).where(*this)))

    async def unlist(self, guest: str, table: str) -> bool:
        """Removes a finished game from this guest's list only; returns whether it was there."""
        over = select(TABLES.c.id).where(TABLES.c.id == table, TABLES.c.ended.is_not(None))
        this = HOLDERS.c.table_id.in_(over), *_listed_by(guest)
        async with self._database.writing() as connection:
            return (await connection.execute(update(HOLDERS).where(*this).values(unlisted=True))).rowcount > 0


def _has_company(guest: str) -> ColumnElement[bool]:
    """Returns the condition that a table has a seat of a person that this guest does not hold."""
    own = exists().where(
        HOLDERS.c.table_id == SEATS.c.table_id, HOLDERS.c.seat == SEATS.c.seat, HOLDERS.c.guest == guest
    )
    return exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.bot.is_(None), ~own)


def _listed_by(guest: str) -> tuple[Any, Any]:
    return HOLDERS.c.guest == guest, HOLDERS.c.unlisted.is_(False)


async def _seats(connection: AnyConnection, ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Returns who sits where at some tables: for each seat its bot, or its holders and their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for at in range(0, len(ids), 500):  # a statement can take only a limited number of values
        some = ids[at : at + 500]
        asked = (
            select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.bot, SEATS.c.seen, HOLDERS.c.guest, GUESTS.c.name)
            .outerjoin(HOLDERS, (HOLDERS.c.table_id == SEATS.c.table_id) & (HOLDERS.c.seat == SEATS.c.seat))
            .outerjoin(GUESTS, GUESTS.c.guest == HOLDERS.c.guest)
            .where(SEATS.c.table_id.in_(some))
            .order_by(SEATS.c.table_id, SEATS.c.seat, HOLDERS.c.guest)
        )
        for row in (await connection.execute(asked)).mappings():
            found.setdefault(row["table_id"], []).append(dict(row))
    return found
