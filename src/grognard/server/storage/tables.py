"""Stores tables, with their seats, holders and deeds."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Select, bindparam, delete, exists, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from grognard.play.clock import Clock, united
from grognard.play.deal import AnyStep
from grognard.play.journal import Deed
from grognard.server.errors import Damaged
from grognard.server.storage import checksums
from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.outbox import note_due
from grognard.server.storage.rows import (
    GONE,
    KEY_BYTES,
    Dealt,
    FinishedTable,
    Hint,
    PastGame,
    Question,
    Seat,
    StoredResult,
    StoredTable,
    TableRecord,
    deed_of,
    now,
    zoned,
)
from grognard.server.storage.schema import DAILY, DEALING, DEEDS, GUESTS, HOLDERS, SEATS, TABLES, VACATIONS

# Deeds read or written at a time: all deeds of a long game together would take a quarter of a second.
AT_ONCE: Final = 500
RECENT: Final = 20  # of a guest's latest games of one kind: tips and offers depend on them
# This query runs with every click, so it is built only once.
STANDING: Final = select(
    TABLES.c.changes, select(func.max(DEEDS.c.ply)).where(DEEDS.c.table_id == bindparam("table")).scalar_subquery()
).where(TABLES.c.id == bindparam("table"))
# Who holds which seat of a table, their names, and whether programs act for them.
HOLDING: Final = (
    select(HOLDERS.c.seat, HOLDERS.c.guest, HOLDERS.c.program, GUESTS.c.name)
    .outerjoin(GUESTS, GUESTS.c.guest == HOLDERS.c.guest)
    .where(HOLDERS.c.table_id == bindparam("table"))
    .order_by(HOLDERS.c.guest)
)
# The vacations of everyone who holds a seat of a table.
AWAY: Final = (
    select(VACATIONS)
    .where(VACATIONS.c.guest.in_(select(HOLDERS.c.guest).where(HOLDERS.c.table_id == bindparam("table"))))
    .order_by(VACATIONS.c.begins)
)
APPEND: Final = insert(DEEDS)
# Whether a table began with deeds, those of a recorded game or a puzzle: they are as old as the table itself.
CONTINUES: Final = exists().where(DEEDS.c.table_id == TABLES.c.id, DEEDS.c.ply == 0, DEEDS.c.done == TABLES.c.created)
PAST: Final = ("id", "options", "numbers", "daily", "result")
SUM_UP: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of"), TABLES.c.checksum == bindparam("before"))
    .values(checksum=bindparam("after"))
)
SUM_UP_TIMED: Final = SUM_UP.where(TABLES.c.clock_changes == bindparam("known_changes")).values(
    clock=bindparam("new_clock")
)
ASKS: Final = frozenset({"question", "undo_seat"})  # fields by which a player asks the others something
NOTE: Final = (
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("of"), SEATS.c.seat == bindparam("number"))
    .values(seen=bindparam("moment"))
)


class Taken(Exception):
    """Another request was quicker to take this deed's number, this seat or this attempt at a daily deal."""


class Full(Exception):
    """This guest has reached the limit of unfinished tables."""


class Bound(NamedTuple):
    """A limit on the unfinished tables of a guest."""

    guest: str
    most: int


class Timed(NamedTuple):
    """The clock of a table, and the number of its changes so far that came with no deed."""

    clock: Clock
    changes: int


class BothSides(Exception):
    """Taking this seat would let a guest see the hands of both sides."""


class TableStore:
    """The stored tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- reading ---------------------------------------------------------------------------------------------------

    async def standing(self, table: str) -> tuple[int, int]:
        """Returns how often a table was changed, and how many deeds it has."""
        async with self._database.reading() as connection:
            found: Any = (await connection.execute(STANDING, {"table": table})).one()
            changes, last = found
            return changes, 0 if last is None else last + 1

    async def table(self, table: str) -> TableRecord | None:
        """Returns a table's own row; None if there is no such table."""
        async with self._database.reading() as connection:
            found = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().first()
            return None if found is None else TableRecord.of(dict(found))

    async def news(self, table: str, since: int, checksum: str = "") -> StoredTable:
        """Returns a table, its seats, and its deeds from `since` on; raises Damaged if its checksum is wrong.

        `checksum` is the table's checksum after `since` deeds, unless that is 0.
        """
        async with self._database.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().one()
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            held: dict[int, list[Any]] = {}
            for holder in await connection.execute(HOLDING, {"table": table}):
                held.setdefault(holder.seat, []).append(holder)
            away: dict[str, list[tuple[float, float]]] = {}
            for one in await connection.execute(AWAY, {"table": table}) if len(held) > 1 else ():
                away.setdefault(one.guest, []).append((one.begins, one.until))
            found = [_seat_of(dict(seat), held.get(seat["seat"], ()), away) for seat in seats.mappings()]
            dealing = await _read_dealing(connection, table) if since == 0 else []
            if since == 0:
                steps = [(one.step, one.secret) for one in dealing]
                first = checksums.with_steps(checksums.initial_checksum(dict(row)), 0, steps)
                checksum = checksums.with_seed(first, row["seed"])
            deeds: list[Deed] = []
            async for texts in _texts(connection, table, since):
                checksum = checksums.with_deeds(checksum, since + len(deeds), texts)
                deeds += map(deed_of, texts)
            if checksum != row["checksum"]:
                raise Damaged("The stored data of this table does not match its checksum.")
            return StoredTable(TableRecord.of(dict(row)), found, deeds, [_dealt_of(one) for one in dealing])

    async def seat_of_key(self, table: str, key: str) -> int | None:
        """Returns the seat that a key opens; None if it opens none."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.key == key))

    async def tables_of(self, guest: str, limit: int = 20) -> list[str]:
        """Returns the ids of a guest's unfinished tables, newest first."""
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

    async def shared_of(self, guest: str) -> list[str]:
        """Returns the ids of the tables where another guest holds one of this guest's seats."""
        other = HOLDERS.alias()
        same = (other.c.table_id == HOLDERS.c.table_id) & (other.c.seat == HOLDERS.c.seat)
        asked = select(HOLDERS.c.table_id).join(other, same & (other.c.guest != guest)).where(HOLDERS.c.guest == guest)
        async with self._database.reading() as connection:
            return [table for (table,) in await connection.execute(asked.distinct())]

    async def all_of(self, guest: str) -> list[TableRecord]:
        """Returns all tables of a guest, oldest first."""
        mine = TABLES.c.id.in_(select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest))
        asked = select(TABLES).where(mine).order_by(TABLES.c.created, TABLES.c.id)
        return await self._database.readable(self._records, asked, TABLES.c.id)

    async def _records(self, asked: Select[Any]) -> list[TableRecord]:
        async with self._database.reading() as connection:
            found = await connection.execute(asked)
            return [TableRecord.of(dict(row)) for row in found.mappings()]

    async def seats_of(self, table: str, guest: str) -> list[int]:
        """Returns the seats that a guest holds at a table."""
        async with self._database.reading() as connection:
            this = HOLDERS.c.table_id == table, HOLDERS.c.guest == guest
            return sorted(seat for (seat,) in await connection.execute(select(HOLDERS.c.seat).where(*this)))

    async def dated(self, table: str) -> list[tuple[Deed, datetime]]:
        """Returns all deeds of a table, each with its time."""
        asked = select(DEEDS.c.deed, DEEDS.c.done).where(DEEDS.c.table_id == table).order_by(DEEDS.c.ply)
        async with self._database.reading() as connection:
            return [(deed_of(row.deed), row.done) for row in await connection.execute(asked)]

    async def done_at(self, deeds: Mapping[str, int]) -> dict[str, datetime]:
        """Returns the time of one deed at each of these tables, given by its number; leaves out deeds that are gone."""
        wanted = tuple_(DEEDS.c.table_id, DEEDS.c.ply).in_(list(deeds.items()))
        async with self._database.reading() as connection:
            found = await connection.execute(select(DEEDS.c.table_id, DEEDS.c.done).where(wanted))
            return {row.table_id: zoned(row.done) for row in found}

    async def past(self, guest: str, game: str, limit: int) -> list[PastGame]:
        """Returns the latest finished games of one kind in a guest's list, newest first."""
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest, HOLDERS.c.unlisted.is_(False))
        these = (
            select(*(TABLES.c[name] for name in PAST), CONTINUES.label("continues"))
            .where(TABLES.c.id.in_(mine), TABLES.c.game == game, TABLES.c.ended.is_not(None))
            .order_by(TABLES.c.ended.desc(), TABLES.c.id)
            .limit(limit)
        )
        return await self._database.readable(partial(self._past, guest), these, TABLES.c.id)

    async def _past(self, guest: str, these: Select[Any]) -> list[PastGame]:
        async with self._database.reading() as connection:
            rows = (await connection.execute(these)).mappings().all()
            ids = [row["id"] for row in rows]
            asked = select(SEATS.c.table_id, SEATS.c.bot).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat)
            bots = [*await connection.execute(asked)]
            held = select(HOLDERS.c.table_id, HOLDERS.c.seat).where(HOLDERS.c.table_id.in_(ids))
            own = [*await connection.execute(held.where(HOLDERS.c.guest == guest).order_by(HOLDERS.c.seat))]
            return [
                PastGame(
                    **{**row, "result": msgspec.convert(row["result"], StoredResult)},
                    bots=tuple(bot for table, bot in bots if table == row["id"]),
                    own=tuple(seat for table, seat in own if table == row["id"]),
                )
                for row in rows
                if row["result"]
            ]

    async def continues(self, table: str) -> bool:
        """Returns whether a table continues a recorded game or a puzzle."""
        async with self._database.reading() as connection:
            asked = select(TABLES.c.id).where(TABLES.c.id == table, CONTINUES)
            return await connection.scalar(asked) is not None

    async def failed_deals(self, guest: str) -> dict[str, list[AnyStep]]:
        """Returns the steps of the deals of a guest's tables at which an attempt came to nothing, by table."""
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest, HOLDERS.c.unlisted.is_(False))
        kinds = or_(*(DEALING.c.step.startswith(f'{{"is":"{kind}"') for kind in ("void", "calloff")))
        failed = select(DEALING.c.table_id).where(DEALING.c.table_id.in_(mine), kinds)
        asked = select(DEALING.c.table_id, DEALING.c.step).where(DEALING.c.table_id.in_(failed))
        found: dict[str, list[AnyStep]] = {}
        async with self._database.reading() as connection:
            for row in await connection.execute(asked.order_by(DEALING.c.table_id, DEALING.c.number)):
                found.setdefault(row.table_id, []).append(msgspec.json.decode(row.step, type=AnyStep))
        return found

    async def finished(self, after: str, limit: int) -> list[FinishedTable]:
        """Returns some finished tables whose ids come after this one, in order.

        Leaves out tables on one screen, and tables where a guest has deleted their data.
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
        late: bool = False,
        bound: Bound | None = None,
        asked: Question | None = None,
    ) -> None:
        """Stores a new table with its seats, deal and first deeds; does nothing if the rematch already exists.

        `asked` is the question for a rematch, as the finished table shows it.

        At a daily deal this is the guest's one attempt, late if its day was over: raises Taken if there has been one.
        Raises Full if the guest of the bound has reached its limit of unfinished tables.
        """
        async with self._database.writing() as connection:
            if bound is not None:
                await self._must_have_room(connection, bound)
            if daily_of is not None:
                await _note_daily(connection, table, daily_of, late)
            if rematch_of is not None:
                first = update(TABLES).where(TABLES.c.id == rematch_of, TABLES.c.rematch.is_(None))
                values = {"rematch": table.id, "question": asked and msgspec.to_builtins(asked)}
                done = await connection.execute(first.values(values | {"changes": TABLES.c.changes + 1}))
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
                await connection.execute(APPEND, _deed_rows(table.id, at, texts, table.created))
                await asyncio.sleep(0)
            if dealing:
                await connection.execute(insert(DEALING), _dealing_rows(table.id, 0, dealing))
            await note_due(connection, table.id, asked=table.question is not None)

    async def _must_have_room(self, connection: AnyConnection, bound: Bound) -> None:
        """Raises Full at the limit. If a guest sets up several tables at once, each one counts those before it."""
        if self._database.is_remote:  # SQLite has one writer at a time anyway
            await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(bound.guest, 0))))
        asked = select(func.count(TABLES.c.id.distinct())).join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
        asked = asked.where(HOLDERS.c.guest == bound.guest, TABLES.c.ended.is_(None))
        if (await connection.scalar(asked) or 0) >= bound.most:
            raise Full

    async def add_dealing(
        self,
        table: str,
        first: int,
        dealing: Sequence[Dealt],
        checksum: str,
        seed: str = "",
        ended: bool = False,
        freed: Collection[int] = (),
    ) -> None:
        """Stores steps of dealing, numbered from `first`; raises Taken if another request has used that number.

        `checksum` is the table's checksum before these steps. A seed means that the table is dealt; `ended`, that it
        is called off. The `freed` seats lose their holders, and get new keys.
        """
        steps = [_text_of(one) for one in dealing]
        after = checksums.with_seed(checksums.with_steps(checksum, first, steps), seed)
        try:
            async with self._database.writing() as connection:
                if steps:
                    await connection.execute(insert(DEALING), _dealing_rows(table, first, dealing))
                await _sum_up(connection, table, checksum, after)
                values = {"seed": seed} if seed else {"ended": now()} if ended else {}
                await _change(connection, table, **values)
                if ended:  # there may be another rematch
                    before = update(TABLES).where(TABLES.c.rematch == table)
                    await connection.execute(before.values(rematch=None, changes=TABLES.c.changes + 1))
                await note_due(connection, table, asked=True)
                for seat in freed:
                    await connection.execute(delete(HOLDERS).where(HOLDERS.c.table_id == table, HOLDERS.c.seat == seat))
                    await _change_seat(connection, table, seat, key=secrets.token_urlsafe(KEY_BYTES), seen=None)
        except IntegrityError as error:
            raise Taken from error

    # -- changes ---------------------------------------------------------------------------------------------------

    async def append(
        self,
        table: str,
        ply: int,
        deeds: Sequence[Deed],
        checksum: str,
        result: StoredResult | None,
        planned_by: int | None = None,
        plan: Sequence[str] = (),
        timed: Timed | None = None,
        with_people: bool = False,
    ) -> str:
        """Stores deeds, numbered from `ply`; raises Taken if another request has used that number.

        A result means that the game is over. If the deeds were planned by a seat, `plan` is the rest of its plan.
        `checksum` is the table's checksum before these deeds. Returns the checksum after them. At a table with
        a clock, `timed` is the clock after them. `with_people`: someone else may have to be alerted.
        """
        texts = [_text(deed) for deed in deeds]
        after = checksums.with_deeds(checksum, ply, texts)
        try:
            async with self._database.writing() as connection:
                if deeds:
                    await connection.execute(APPEND, _deed_rows(table, ply, texts))
                    await _sum_up(connection, table, checksum, after, timed)
                if planned_by is not None:
                    await _change_seat(connection, table, planned_by, plan=list(plan))
                if result is not None:
                    over = {"ended": now(), "result": msgspec.to_builtins(result)}
                    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(over))
                if with_people:
                    await note_due(connection, table)
        except IntegrityError as error:
            raise Taken from error
        return after

    async def set_table(self, table: str, **values: Any) -> None:
        """Changes a table's own row."""
        async with self._database.writing() as connection:
            await _change(connection, table, **values)
            await note_due(connection, table, asked=not ASKS.isdisjoint(values))

    async def set_at_rest(self, known: TableRecord, **values: Any) -> None:
        """Changes a table's own row; raises Taken if it is not as known anymore, or if deeds were added."""
        still = TABLES.c.id == known.id, TABLES.c.changes == known.changes, TABLES.c.checksum == known.checksum
        async with self._database.writing() as connection:
            counted = {"changes": TABLES.c.changes + 1, "clock_changes": TABLES.c.clock_changes + 1}
            changed = update(TABLES).where(*still).values(counted | values)
            if (await connection.execute(changed)).rowcount != 1:
                raise Taken
            await note_due(connection, known.id, asked=not ASKS.isdisjoint(values))

    async def set_seat(self, table: str, seat: int, **values: Any) -> None:
        """Changes a seat's row."""
        async with self._database.writing() as connection:
            await _change_seat(connection, table, seat, **values)

    async def note(self, seen: Mapping[tuple[str, int], datetime]) -> dict[str, int]:
        """Stores when seats were last seen; returns the new count of changes of each table."""
        rows = [{"of": table, "number": seat, "moment": moment} for (table, seat), moment in sorted(seen.items())]
        ids = sorted({table for table, _ in seen})
        async with self._database.writing() as connection:
            await connection.execute(NOTE, rows)
            changed = update(TABLES).where(TABLES.c.id.in_(ids)).values(changes=TABLES.c.changes + 1)
            found = await connection.execute(changed.returning(TABLES.c.id, TABLES.c.changes))
            return {row.id: row.changes for row in found}

    async def look(self, looked: Mapping[tuple[str, str], datetime]) -> None:
        """Notes when guests looked at tables, by table and guest."""
        async with self._database.writing() as connection:
            for (table, guest), moment in sorted(looked.items()):
                this = HOLDERS.c.table_id == table, HOLDERS.c.guest == guest
                await connection.execute(update(HOLDERS).where(*this).values(looked=moment))

    async def set_hint(self, table: str, seat: int, hint: Hint) -> None:
        """Stores the computer's advice for a seat."""
        await self.set_seat(table, seat, hint=msgspec.json.encode(hint).decode())

    async def take_seat(
        self, table: str, seat: int, key: str, fresh: str, guest: str, against: Collection[int]
    ) -> bool:
        """Gives a guest the seat that a key belongs to, and changes the key. Returns False if the key is not valid.

        Raises BothSides if the guest holds one of the opposing seats `against`.
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
        """Gives these seats to another device of the same person, too. Raises BothSides as `take_seat` does."""
        async with self._database.writing() as connection:
            await _must_not_hold(connection, table, against, guest)
            for seat in seats:
                await _hold(connection, table, seat, guest)

    async def mark_program(self, table: str, guest: str) -> bool:
        """Notes that a program has acted for a guest at a table. Returns False if nothing has changed."""
        this = HOLDERS.c.table_id == table, HOLDERS.c.guest == guest, HOLDERS.c.program.is_(False)
        async with self._database.writing() as connection:
            marked = (await connection.execute(update(HOLDERS).where(*this).values(program=True))).rowcount > 0
            if marked:
                await _change(connection, table)
            return marked

    async def hold_alone(
        self, table: str, keys: Mapping[int, tuple[str, str]], guest: str, against: Collection[int]
    ) -> None:
        """Makes a guest the only holder of seats; `keys` gives the old and the new key of each.

        Raises Taken if a key has changed since, and BothSides as `take_seat` does.
        """
        async with self._database.writing() as connection:
            await _must_not_hold(connection, table, against, guest)
            for number, (key, fresh) in keys.items():
                this = SEATS.c.table_id == table, SEATS.c.seat == number
                taken = await connection.execute(update(SEATS).where(*this, SEATS.c.key == key).values(key=fresh))
                if taken.rowcount != 1:
                    raise Taken
                await _hold(connection, table, number, guest)
                others = HOLDERS.c.table_id == table, HOLDERS.c.seat == number, HOLDERS.c.guest != guest
                await connection.execute(delete(HOLDERS).where(*others))


def _seat_of(row: dict[str, Any], held: Sequence[Any], away: Mapping[str, Sequence[tuple[float, float]]]) -> Seat:
    """Makes a seat's record from its row and holders, any of whom may have the person's name and be on vacation."""
    guests = frozenset(holder.guest for holder in held)
    name = next((holder.name for holder in held if holder.name), "")
    vacations = united(span for guest in guests for span in away.get(guest, ()))
    return Seat.of(row, guests, name, vacations, any(holder.program for holder in held))


def _seat_row(table: str, number: int, seat: Seat) -> dict[str, Any]:
    """Returns the row of a seat at a new table, without plans or advice."""
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


def _deed_rows(table: str, first: int, deeds: Sequence[str], done: datetime | None = None) -> list[dict[str, Any]]:
    done = done or now()
    return [{"table_id": table, "ply": ply, "deed": deed, "done": done} for ply, deed in enumerate(deeds, start=first)]


async def _sum_up(connection: AnyConnection, table: str, before: str, after: str, timed: Timed | None = None) -> None:
    """Replaces a table's checksum and its clock, if any; raises Taken if another request has changed one of them."""
    statement = SUM_UP
    values: dict[str, Any] = {"of": table, "before": before, "after": after}
    if timed is not None:
        statement = SUM_UP_TIMED
        values |= {"known_changes": timed.changes, "new_clock": msgspec.to_builtins(timed.clock)}
    done = await connection.execute(statement, values)
    if done.rowcount != 1:
        raise Taken


async def _texts(connection: AnyConnection, table: str, since: int) -> AsyncIterator[list[str]]:
    """Yields the stored deeds of a table from this number on, in batches."""
    asked = select(DEEDS.c.ply, DEEDS.c.deed).where(DEEDS.c.table_id == table).order_by(DEEDS.c.ply).limit(AT_ONCE)
    ply = since
    while rows := (await connection.execute(asked.where(DEEDS.c.ply >= ply))).all():
        for row in rows:
            if row.ply != ply:
                raise Damaged(f"Action {ply} of this table is missing.")
            ply += 1
        yield [row.deed for row in rows]
        if len(rows) < AT_ONCE:
            return
        await asyncio.sleep(0)


async def _note_daily(connection: AnyConnection, table: TableRecord, guest: str, late: bool) -> None:
    row = {"guest": guest, "game": table.game, "day": table.daily, "table_id": table.id, "late": late}
    try:
        await connection.execute(insert(DAILY).values(row))
    except IntegrityError as error:
        raise Taken from error


def _text_of(one: Dealt) -> tuple[str, str | None]:
    return msgspec.json.encode(one.step).decode(), one.secret


def _dealt_of(row: Any) -> Dealt:
    return Dealt(
        msgspec.json.decode(row.step, type=AnyStep),
        row.secret,
        None if row.done is None else zoned(row.done),
        row.house,
    )


def _dealing_rows(table: str, first: int, dealing: Sequence[Dealt]) -> list[dict[str, Any]]:
    rows = []
    for number, one in enumerate(dealing, start=first):
        step, secret = _text_of(one)
        values = {"step": step, "secret": secret, "done": now(), "house": one.house}
        rows.append({"table_id": table, "number": number} | values)
    return rows


async def _read_dealing(connection: AnyConnection, table: str) -> Sequence[Any]:
    """Returns the rows of the steps of a deal."""
    asked = select(DEALING).where(DEALING.c.table_id == table)
    found = (await connection.execute(asked.order_by(DEALING.c.number))).all()
    if [row.number for row in found] != [*range(len(found))]:
        raise Damaged("A step of this table's deal is missing.")
    return found


async def _must_not_hold(connection: AnyConnection, table: str, seats: Collection[int], guest: str) -> None:
    """Raises BothSides if a guest holds one of these seats. Makes simultaneous requests of one guest wait in line."""
    await connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
    held = select(HOLDERS.c.seat).where(
        HOLDERS.c.table_id == table, HOLDERS.c.guest == guest, HOLDERS.c.seat.in_(seats)
    )
    if await connection.scalar(held.limit(1)) is not None:
        raise BothSides


async def _hold(connection: AnyConnection, table: str, seat: int, guest: str) -> None:
    values = {"table_id": table, "seat": seat, "guest": guest}
    held = select(HOLDERS.c.guest).where(HOLDERS.c.table_id == table, HOLDERS.c.seat == seat)
    holders = [holder for (holder,) in await connection.execute(held)]
    if guest not in holders:  # perhaps it is another device of the same person
        await note_due(connection, table, joined=not holders)
        await connection.execute(insert(HOLDERS).values(values | {"looked": now()}))
    await _change(connection, table)


async def _change(connection: AnyConnection, table: str, **values: Any) -> None:
    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(changes=TABLES.c.changes + 1, **values))


async def _change_seat(connection: AnyConnection, table: str, seat: int, **values: Any) -> None:
    this = SEATS.c.table_id == table, SEATS.c.seat == seat
    await connection.execute(update(SEATS).where(*this).values(**values))
    await _change(connection, table)
