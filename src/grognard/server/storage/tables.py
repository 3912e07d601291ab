"""Tables, their seats and holders, and their deeds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Select, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.play.deal import AnyStep
from grognard.play.journal import Deed
from grognard.server.errors import Damaged
from grognard.server.storage import checksums
from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.rows import (
    GONE,
    Dealt,
    FinishedTable,
    Hint,
    Seat,
    StoredResult,
    StoredTable,
    TableRecord,
    deed_of,
    now,
    zoned,
)
from grognard.server.storage.schema import DAILY, DEALING, DEEDS, GUESTS, HOLDERS, SEATS, TABLES

# Deeds that are read or written at once: those of a long game would take a quarter of a second together.
AT_ONCE: Final = 500
# Asked with every click, so it is built once.
STANDING: Final = select(
    TABLES.c.changes, select(func.max(DEEDS.c.ply)).where(DEEDS.c.table_id == bindparam("table")).scalar_subquery()
).where(TABLES.c.id == bindparam("table"))
# Who holds which seat of a table, and what he calls himself.
HOLDING: Final = (
    select(HOLDERS.c.seat, HOLDERS.c.guest, GUESTS.c.name)
    .outerjoin(GUESTS, GUESTS.c.guest == HOLDERS.c.guest)
    .where(HOLDERS.c.table_id == bindparam("table"))
    .order_by(HOLDERS.c.guest)
)
APPEND: Final = insert(DEEDS)
SUM_UP: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of"), TABLES.c.checksum == bindparam("before"))
    .values(checksum=bindparam("after"))
)
NOTE: Final = (
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("of"), SEATS.c.seat == bindparam("number"))
    .values(seen=bindparam("moment"))
)


class Taken(Exception):
    """That number of a table's deeds is taken, or that seat, or that try at a daily deal: somebody was quicker."""


class Full(Exception):
    """This guest sits at as many unfinished tables as a guest may."""


class Bound(NamedTuple):
    """At how many unfinished tables a guest may sit."""

    guest: str
    most: int


class BothSides(Exception):
    """Whoever took this seat would look into the hands of two sides."""


class TableStore:
    """What is kept of tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- reading ---------------------------------------------------------------------------------------------------

    async def standing(self, table: str) -> tuple[int, int]:
        """How often a table was changed, and how many deeds it has."""
        async with self._database.reading() as connection:
            found: Any = (await connection.execute(STANDING, {"table": table})).one()
            changes, last = found
            return changes, 0 if last is None else last + 1

    async def table(self, table: str) -> TableRecord | None:
        """A table's own row."""
        async with self._database.reading() as connection:
            found = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().first()
            return None if found is None else TableRecord.of(dict(found))

    async def news(self, table: str, since: int, checksum: str = "") -> StoredTable:
        """Returns a table, its seats, and its deeds from `since` on; raises Damaged where it does not add up.

        `checksum` is what the table had with that many deeds, if there were any.
        """
        async with self._database.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().one()
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            held: dict[int, dict[str, str]] = {}
            for holder in await connection.execute(HOLDING, {"table": table}):
                held.setdefault(holder.seat, {})[holder.guest] = holder.name or ""
            found = [_seat_of(dict(seat), held.get(seat["seat"], {})) for seat in seats.mappings()]
            dealing = await _rows_of_dealing(connection, table) if since == 0 else []
            if since == 0:
                checksum = checksums.with_seed(
                    checksums.with_steps(checksums.initial_checksum(dict(row)), 0, dealing), row["seed"]
                )
            deeds: list[Deed] = []
            async for texts in _texts(connection, table, since):
                checksum = checksums.with_deeds(checksum, since + len(deeds), texts)
                deeds += map(deed_of, texts)
            if checksum != row["checksum"]:
                raise Damaged("What is stored of this table does not add up.")
            steps = [Dealt(msgspec.json.decode(step, type=AnyStep), secret) for step, secret in dealing]
            return StoredTable(TableRecord.of(dict(row)), found, deeds, steps)

    async def seat_of_key(self, table: str, key: str) -> int | None:
        """The seat a key opens."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.key == key))

    async def tables_of(self, guest: str, limit: int = 20) -> list[str]:
        """The unfinished tables at which a guest sits, newest first."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(TABLES.c.id)
                .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
                .where(HOLDERS.c.guest == guest, TABLES.c.ended.is_(None))
                .group_by(TABLES.c.id, TABLES.c.created)
                .order_by(TABLES.c.created.desc())
                .limit(limit)
            )
            return [table for (table,) in found]

    async def all_of(self, guest: str) -> list[TableRecord]:
        """All tables at which a guest sits, oldest first."""
        mine = TABLES.c.id.in_(select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest))
        asked = select(TABLES).where(mine).order_by(TABLES.c.created, TABLES.c.id)
        return await self._database.readable(self._records, asked, TABLES.c.id)

    async def _records(self, asked: Select[Any]) -> list[TableRecord]:
        async with self._database.reading() as connection:
            found = await connection.execute(asked)
            return [TableRecord.of(dict(row)) for row in found.mappings()]

    async def seats_of(self, table: str, guest: str) -> list[int]:
        """The seats that a guest holds at a table."""
        async with self._database.reading() as connection:
            this = HOLDERS.c.table_id == table, HOLDERS.c.guest == guest
            return sorted(seat for (seat,) in await connection.execute(select(HOLDERS.c.seat).where(*this)))

    async def dated(self, table: str) -> list[tuple[Deed, datetime]]:
        """All deeds of a table, each with its time."""
        asked = select(DEEDS.c.deed, DEEDS.c.done).where(DEEDS.c.table_id == table).order_by(DEEDS.c.ply)
        async with self._database.reading() as connection:
            return [(deed_of(row.deed), row.done) for row in await connection.execute(asked)]

    async def last_done(self, tables: Sequence[str]) -> dict[str, datetime]:
        """When something was done last at each of some tables; what has no deeds is left out."""
        asked = select(DEEDS.c.table_id, func.max(DEEDS.c.done).label("last")).where(DEEDS.c.table_id.in_(tables))
        async with self._database.reading() as connection:
            found = await connection.execute(asked.group_by(DEEDS.c.table_id))
            return {row.table_id: zoned(row.last) for row in found}

    async def finished(self, after: str, limit: int) -> list[FinishedTable]:
        """Some tables whose games are over, by id after this one; none on one screen, and none where somebody who sat
        there has had his data deleted.
        """
        columns = [TABLES.c[name] for name in FinishedTable._fields]
        gone = exists().where(HOLDERS.c.table_id == TABLES.c.id, HOLDERS.c.guest.startswith(GONE, autoescape=True))
        over = TABLES.c.ended.is_not(None), TABLES.c.seed != ""
        these = TABLES.c.id > after, *over, TABLES.c.one_screen.is_(False), ~gone
        async with self._database.reading() as connection:
            found = await connection.execute(select(*columns).where(*these).order_by(TABLES.c.id).limit(limit))
            return [FinishedTable(*row) for row in found]

    # -- a new table -----------------------------------------------------------------------------------------------

    async def create(
        self,
        table: TableRecord,
        seats: Sequence[Seat],
        deeds: Sequence[Deed],
        rematch_of: str | None = None,
        dealing: Sequence[Dealt] = (),
        daily_of: str | None = None,
        bound: Bound | None = None,
    ) -> None:
        """A new table, who sits there, and what it begins with; not if that rematch exists already.

        At a daily deal this is the guest's one try: raises Taken if there has been one. Raises Full if the guest
        of the bound sits at as many unfinished tables as it allows.
        """
        async with self._database.writing() as connection:
            if bound is not None:
                await self._must_have_room(connection, bound)
            if daily_of is not None:
                await _note_daily(connection, table, daily_of)
            if rematch_of is not None:
                first = update(TABLES).where(TABLES.c.id == rematch_of, TABLES.c.rematch.is_(None))
                done = await connection.execute(first.values(rematch=table.id, changes=TABLES.c.changes + 1))
                if done.rowcount != 1:
                    return
            steps, row = [_text_of(one) for one in dealing], table.row()
            row["checksum"] = checksums.with_seed(
                checksums.with_steps(checksums.initial_checksum(row), 0, steps), table.seed
            )
            for at in range(0, len(deeds), AT_ONCE):
                row["checksum"] = checksums.with_deeds(
                    row["checksum"], at, [_text(deed) for deed in deeds[at : at + AT_ONCE]]
                )
                await asyncio.sleep(0)
            await connection.execute(insert(TABLES).values(row))
            await connection.execute(insert(SEATS), [_seat_row(table.id, *numbered) for numbered in enumerate(seats)])
            holders = [
                {"table_id": table.id, "seat": number, "guest": guest}
                for number, seat in enumerate(seats)
                for guest in sorted(seat.guests)
            ]
            if holders:
                await connection.execute(insert(HOLDERS), holders)
            for at in range(0, len(deeds), AT_ONCE):
                texts = [_text(deed) for deed in deeds[at : at + AT_ONCE]]
                await connection.execute(APPEND, _deed_rows(table.id, at, texts))
                await asyncio.sleep(0)
            if dealing:
                await connection.execute(insert(DEALING), _dealing_rows(table.id, 0, steps))

    async def _must_have_room(self, connection: AnyConnection, bound: Bound) -> None:
        """Raises Full. Of several tables that a guest sets up at once, in any process, each counts those before it."""
        if self._database.is_remote:  # SQLite has one writer at a time anyway
            await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(bound.guest, 0))))
        asked = select(func.count(TABLES.c.id.distinct())).join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
        asked = asked.where(HOLDERS.c.guest == bound.guest, TABLES.c.ended.is_(None))
        if (await connection.scalar(asked) or 0) >= bound.most:
            raise Full

    async def add_dealing(
        self, table: str, first: int, dealing: Sequence[Dealt], checksum: str, seed: str = ""
    ) -> None:
        """Writes steps of dealing down, the first under this number; raises Taken if another has it.

        `checksum` is the table's before these steps. With a seed the table is dealt.
        """
        steps = [_text_of(one) for one in dealing]
        after = checksums.with_seed(checksums.with_steps(checksum, first, steps), seed)
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(DEALING), _dealing_rows(table, first, steps))
                await _sum_up(connection, table, checksum, after)
                await _change(connection, table, **({"seed": seed} if seed else {}))
        except IntegrityError as error:
            raise Taken from error

    # -- what changes about it -------------------------------------------------------------------------------------

    async def append(
        self,
        table: str,
        ply: int,
        deeds: Sequence[Deed],
        checksum: str,
        result: StoredResult | None,
        planned_by: int | None = None,
        plan: Sequence[str] = (),
    ) -> str:
        """Writes deeds down, the first under this number; raises Taken if another has it.

        With a result the game is over. Where a seat has planned the deeds, this is left of its plan. `checksum` is the
        table's before these deeds. Returns the checksum after them.
        """
        texts = [_text(deed) for deed in deeds]
        after = checksums.with_deeds(checksum, ply, texts)
        try:
            async with self._database.writing() as connection:
                if deeds:
                    await connection.execute(APPEND, _deed_rows(table, ply, texts))
                    await _sum_up(connection, table, checksum, after)
                if planned_by is not None:
                    await _change_seat(connection, table, planned_by, plan=list(plan))
                if result is not None:
                    over = {"ended": now(), "result": msgspec.to_builtins(result)}
                    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(over))
        except IntegrityError as error:
            raise Taken from error
        return after

    async def set_table(self, table: str, **values: Any) -> None:
        """Changes a table's own row."""
        async with self._database.writing() as connection:
            await _change(connection, table, **values)

    async def set_seat(self, table: str, seat: int, **values: Any) -> None:
        """Changes a seat's row."""
        async with self._database.writing() as connection:
            await _change_seat(connection, table, seat, **values)

    async def note(self, seen: Mapping[tuple[str, int], datetime]) -> dict[str, int]:
        """When seats were last seen, by table and seat; how often each of the tables was changed by now."""
        rows = [{"of": table, "number": seat, "moment": moment} for (table, seat), moment in sorted(seen.items())]
        ids = sorted({table for table, _ in seen})
        async with self._database.writing() as connection:
            await connection.execute(NOTE, rows)
            changed = update(TABLES).where(TABLES.c.id.in_(ids)).values(changes=TABLES.c.changes + 1)
            found = await connection.execute(changed.returning(TABLES.c.id, TABLES.c.changes))
            return {row.id: row.changes for row in found}

    async def set_hint(self, table: str, seat: int, hint: Hint) -> None:
        """What the computer has thought for a seat."""
        await self.set_seat(table, seat, hint=msgspec.json.encode(hint).decode())

    async def take_seat(
        self, table: str, seat: int, key: str, fresh: str, guest: str, against: Collection[int]
    ) -> bool:
        """Gives a guest a seat for its key, which changes; False if the key is not that seat's any more.

        Raises BothSides if the guest holds one of the seats `against` it.
        """
        async with self._database.writing() as connection:
            await _must_not_hold(connection, table, against, guest)
            taken = await connection.execute(
                update(SEATS)
                .where(SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.key == key)
                .values(key=fresh, seen=now())
            )
            if taken.rowcount != 1:
                return False
            await _hold(connection, table, seat, guest)
            return True

    async def add_holder(self, table: str, seats: Collection[int], guest: str, against: Collection[int]) -> None:
        """Seats another device of the person in these seats. Raises BothSides as `take_seat` does."""
        async with self._database.writing() as connection:
            await _must_not_hold(connection, table, against, guest)
            for seat in seats:
                await _hold(connection, table, seat, guest)

    async def hold_alone(
        self, table: str, keys: Mapping[int, tuple[str, str]], guest: str, against: Collection[int]
    ) -> None:
        """Gives a guest seats that nobody else holds then; each key changes, old to new.

        Raises Taken if a key has changed, and BothSides as `take_seat` does.
        """
        async with self._database.writing() as connection:
            await _must_not_hold(connection, table, against, guest)
            for number, (key, fresh) in keys.items():
                this = SEATS.c.table_id == table, SEATS.c.seat == number
                taken = await connection.execute(update(SEATS).where(*this, SEATS.c.key == key).values(key=fresh))
                if taken.rowcount != 1:
                    raise Taken
                others = HOLDERS.c.table_id == table, HOLDERS.c.seat == number, HOLDERS.c.guest != guest
                await connection.execute(delete(HOLDERS).where(*others))
                await _hold(connection, table, number, guest)


def _seat_of(row: dict[str, Any], held: Mapping[str, str]) -> Seat:
    """A seat and who holds it; of his devices any may know his name."""
    return Seat.of(row, frozenset(held), next(filter(None, held.values()), ""))


def _seat_row(table: str, number: int, seat: Seat) -> dict[str, Any]:
    """The row of a seat at a new table, where nobody has planned anything or asked for advice."""
    return {
        "table_id": table,
        "seat": number,
        "bot": seat.bot,
        "key": seat.key,
        "ask": seat.ask,
        "ask_turn": seat.ask_turn,
        "seen": seat.seen,
    }


def _text(deed: Deed) -> str:
    return msgspec.json.encode(deed).decode()


def _deed_rows(table: str, first: int, deeds: Sequence[str]) -> list[dict[str, Any]]:
    return [{"table_id": table, "ply": ply, "deed": deed, "done": now()} for ply, deed in enumerate(deeds, start=first)]


async def _sum_up(connection: AnyConnection, table: str, before: str, after: str) -> None:
    """Writes the new checksum in the place of the one before; raises Taken where another has written since."""
    done = await connection.execute(SUM_UP, {"of": table, "before": before, "after": after})
    if done.rowcount != 1:
        raise Taken


async def _texts(connection: AnyConnection, table: str, since: int) -> AsyncIterator[list[str]]:
    """The deeds of a table from this number on, as they are stored, some at once."""
    asked = select(DEEDS.c.ply, DEEDS.c.deed).where(DEEDS.c.table_id == table).order_by(DEEDS.c.ply).limit(AT_ONCE)
    ply = since
    while rows := (await connection.execute(asked.where(DEEDS.c.ply >= ply))).all():
        for row in rows:
            if row.ply != ply:
                raise Damaged(f"Deed {ply} of this table is missing.")
            ply += 1
        yield [row.deed for row in rows]
        if len(rows) < AT_ONCE:
            return
        await asyncio.sleep(0)


async def _note_daily(connection: AnyConnection, table: TableRecord, guest: str) -> None:
    row = {"guest": guest, "game": table.game, "day": table.daily, "table_id": table.id}
    try:
        await connection.execute(insert(DAILY).values(row))
    except IntegrityError as error:
        raise Taken from error


def _text_of(one: Dealt) -> tuple[str, str | None]:
    return msgspec.json.encode(one.step).decode(), one.secret


def _dealing_rows(table: str, first: int, steps: Sequence[tuple[str, str | None]]) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "number": number, "step": step, "secret": secret}
        for number, (step, secret) in enumerate(steps, start=first)
    ]


async def _rows_of_dealing(connection: AnyConnection, table: str) -> list[tuple[str, str | None]]:
    asked = select(DEALING.c.number, DEALING.c.step, DEALING.c.secret).where(DEALING.c.table_id == table)
    found = (await connection.execute(asked.order_by(DEALING.c.number))).all()
    if [row.number for row in found] != [*range(len(found))]:
        raise Damaged("A step of dealing of this table is missing.")
    return [(row.step, row.secret) for row in found]


async def _must_not_hold(connection: AnyConnection, table: str, seats: Collection[int], guest: str) -> None:
    """Raises BothSides if a guest holds one of these seats. Two requests of one guest wait for each other here."""
    await connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
    held = select(HOLDERS.c.seat).where(
        HOLDERS.c.table_id == table, HOLDERS.c.guest == guest, HOLDERS.c.seat.in_(seats)
    )
    if await connection.scalar(held.limit(1)) is not None:
        raise BothSides


async def _hold(connection: AnyConnection, table: str, seat: int, guest: str) -> None:
    values = {"table_id": table, "seat": seat, "guest": guest}
    there = select(HOLDERS.c.seat).where(*(HOLDERS.c[name] == value for name, value in values.items()))
    if await connection.scalar(there) is None:
        await connection.execute(insert(HOLDERS).values(values))
    await _change(connection, table)


async def _change(connection: AnyConnection, table: str, **values: Any) -> None:
    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(changes=TABLES.c.changes + 1, **values))


async def _change_seat(connection: AnyConnection, table: str, seat: int, **values: Any) -> None:
    this = SEATS.c.table_id == table, SEATS.c.seat == seat
    await connection.execute(update(SEATS).where(*this).values(**values))
    await _change(connection, table)
