"""What is kept: tables, who sits at them, and every deed, append-only and numbered. A table is its journal."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    CursorResult,
    DateTime,
    Engine,
    Executable,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from grognard.bots.thinking import Weighed
from grognard.kernel.errors import BadInput, JournalError
from grognard.play.journal import Deed

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("numbers", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("one_screen", Boolean, nullable=False, default=False),
    Column("open_hands", Boolean, nullable=False, default=False),
    # On one screen: the seat whose hand is on it.
    Column("at_screen", Integer),
    # A request to step back: who asked, how much others had seen then, and who has agreed. Void once they see more.
    Column("undo_seat", Integer),
    Column("undo_at", Integer),
    Column("undo_agreed", JSON, nullable=False),
    Column("rematch", String(32)),
    Column("ended", DateTime(timezone=True)),
    # Rises with whatever is changed about the table or its seats, deeds apart: whoever knows it need not read again.
    Column("changes", Integer, nullable=False, server_default="0"),
)
SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("bot", String(64)),
    # Whoever brings it takes the seat; it changes when somebody does, so that an invitation works once.
    Column("key", String(64), nullable=False, unique=True),
    Column("ask", String(16), nullable=False),
    Column("ask_turn", Integer, nullable=False, default=0),
    Column("seen", DateTime(timezone=True)),
    # What the seat has decided ahead of its turn: actions, to be played when it is due.
    Column("plan", JSON, nullable=False, server_default="[]"),
    # The last advice that the seat asked for (a `Hint`).
    Column("hint", Text),
)
# The guests that hold a seat: one person, perhaps on several devices.
HOLDERS: Final = Table(
    "holders",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), primary_key=True, index=True),
)
DEEDS: Final = Table(
    "deeds",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("deed", Text, nullable=False),
    Column("done", DateTime(timezone=True), nullable=False),
)
# Journals that somebody brought along to look at.
RECORDS: Final = Table(
    "records",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("journal", Text, nullable=False),
    Column("brought", DateTime(timezone=True), nullable=False),
)


# What the computer makes of games that are over: whether it shall go on, and a `Verdict` on each decision.
ANALYSES: Final = Table(
    "analyses",
    METADATA,
    Column("id", String(80), primary_key=True),
    Column("total", Integer, nullable=False),
    Column("wanted", Boolean, nullable=False),
    Column("ended", DateTime(timezone=True)),
)
VERDICTS: Final = Table(
    "verdicts",
    METADATA,
    Column("analysis_id", ForeignKey("analyses.id"), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("verdict", Text, nullable=False),
)


class Hint(msgspec.Struct, frozen=True):
    """Advice for a seat, which is thought in rounds: about the position after so many deeds."""

    id: str
    deeds: int
    rounds: int
    of: int
    stopped: bool
    beat: float  # when the last round was done: a server that was killed goes on with nothing
    found: tuple[Weighed, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What the computer makes of a decision: what it would have done, the best first, and what was done."""

    step: int  # the deed, as the replay counts them
    seat: int
    turn: int
    best: tuple[Weighed, ...]
    played: Weighed
    seconds: float  # how long it thought


# Asked with every click, so it is built once.
STANDING: Final = select(
    TABLES.c.changes, select(func.max(DEEDS.c.ply)).where(DEEDS.c.table_id == bindparam("table")).scalar_subquery()
).where(TABLES.c.id == bindparam("table"))
APPEND: Final = insert(DEEDS)

Row = dict[str, Any]


def now() -> datetime:
    """The time, as it is stored."""
    return datetime.now(UTC)


class Taken(Exception):
    """That number of a table's deeds is taken: somebody was quicker."""


class Direct:
    """A connection to SQLite, which answers on the spot.

    A thread for it would cost more than the query: it and the event loop wait for each other several times in each.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, values: Any = None) -> CursorResult[Any]:
        """Runs a statement."""
        return self._connection.execute(statement, values)

    async def scalar(self, statement: Executable) -> Any:
        """Runs a statement; the first value of its first row."""
        return self._connection.scalar(statement)


AnyConnection = AsyncConnection | Direct


class Storage:
    """The database, SQLite or PostgreSQL."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self._direct: Engine | None = None
        self._remote: AsyncEngine | None = None
        if url.get_backend_name() == "sqlite":
            self._direct = create_engine(url)
            event.listen(self._direct, "connect", _prepare_sqlite)
        else:
            self._remote = create_async_engine(url, pool_pre_ping=True)

    async def close(self) -> None:
        """Lets go of the database."""
        if self._direct is not None:
            self._direct.dispose()
        if self._remote is not None:
            await self._remote.dispose()

    async def ready(self) -> None:
        """Raises if the database does not answer."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AnyConnection]:
        """A connection to read from."""
        if self._direct is not None:
            with self._direct.connect() as here:
                yield Direct(here)
        elif self._remote is not None:
            async with self._remote.connect() as there:
                yield there

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AnyConnection]:
        """A transaction: all or nothing."""
        if self._direct is not None:
            with self._direct.begin() as here:
                yield Direct(here)
        elif self._remote is not None:
            async with self._remote.begin() as there:
                yield there

    async def standing(self, table: str) -> tuple[int, int]:
        """How often a table was changed, and how many deeds it has."""
        async with self.reading() as connection:
            found: Any = (await connection.execute(STANDING, {"table": table})).one()
            changes, last = found
            return changes, 0 if last is None else last + 1

    async def row(self, table: str) -> Row | None:
        """A table's own row."""
        async with self.reading() as connection:
            found = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().first()
            return None if found is None else dict(found)

    async def news(self, table: str, since: int) -> tuple[Row, list[Row], list[Row], list[Deed]]:
        """A table's row, its seats, their holders, and the deeds from `since` on, all of one moment."""
        async with self.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().one()
            seats = await connection.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            holders = await connection.execute(select(HOLDERS).where(HOLDERS.c.table_id == table))
            found = await connection.execute(
                select(DEEDS.c.ply, DEEDS.c.deed)
                .where(DEEDS.c.table_id == table, DEEDS.c.ply >= since)
                .order_by(DEEDS.c.ply)
            )
            deeds = []
            for ply, (number, deed) in enumerate(found, start=since):
                if number != ply:
                    raise JournalError(f"Deed {ply} of this table is missing.")
                deeds.append(msgspec.json.decode(deed, type=Deed))
            return dict(row), [dict(s) for s in seats.mappings()], [dict(h) for h in holders.mappings()], deeds

    async def append(self, table: str, ply: int, deed: Deed, ended: bool) -> None:
        """Writes a deed down under its number; raises Taken if another has it."""
        values = {"table_id": table, "ply": ply, "deed": msgspec.json.encode(deed).decode(), "done": now()}
        try:
            async with self.writing() as connection:
                await connection.execute(APPEND, values)
                if ended:
                    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(ended=now()))
        except IntegrityError as error:
            raise Taken from error

    async def set_table(self, table: str, **values: Any) -> None:
        """Changes a table's own row."""
        async with self.writing() as connection:
            await _change(connection, table, **values)

    async def set_seat(self, table: str, seat: int, **values: Any) -> None:
        """Changes a seat's row."""
        async with self.writing() as connection:
            await connection.execute(
                update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(**values)
            )
            await _change(connection, table)

    async def create(
        self,
        row: dict[str, Any],
        seats: Sequence[dict[str, Any]],
        guests: dict[int, list[str]],
        rematch_of: str | None = None,
    ) -> None:
        """A new table, its seats, and the guests that hold some of them; not if that rematch exists already."""
        holders = [{"table_id": row["id"], "seat": seat, "guest": g} for seat, held in guests.items() for g in held]
        async with self.writing() as connection:
            if rematch_of is not None:
                first = update(TABLES).where(TABLES.c.id == rematch_of, TABLES.c.rematch.is_(None))
                if (
                    await connection.execute(first.values(rematch=row["id"], changes=TABLES.c.changes + 1))
                ).rowcount != 1:
                    return
            await connection.execute(insert(TABLES).values(row))
            await connection.execute(insert(SEATS), list(seats))
            if holders:
                await connection.execute(insert(HOLDERS), holders)

    async def copy_deeds(self, table: str, deeds: Sequence[Deed]) -> None:
        """The deeds a new table begins with."""
        done = now()
        rows = [
            {"table_id": table, "ply": ply, "deed": msgspec.json.encode(deed).decode(), "done": done}
            for ply, deed in enumerate(deeds)
        ]
        if rows:
            async with self.writing() as connection:
                await connection.execute(insert(DEEDS), rows)

    async def take_seat(self, table: str, seat: int, key: str, fresh: str, guest: str) -> bool:
        """A guest takes a seat with its key, which changes; False if the key is not that seat's any more."""
        async with self.writing() as connection:
            taken = await connection.execute(
                update(SEATS)
                .where(SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.key == key)
                .values(key=fresh, seen=now())
            )
            if taken.rowcount != 1:
                return False
            await _hold(connection, table, seat, guest)
            return True

    async def add_holder(self, table: str, seat: int, guest: str) -> None:
        """Another device of the person in a seat."""
        async with self.writing() as connection:
            await _hold(connection, table, seat, guest)

    async def seat_of_key(self, table: str, key: str) -> int | None:
        """The seat a key opens."""
        async with self.reading() as connection:
            return await connection.scalar(select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.key == key))

    async def tables_of(self, guest: str, limit: int = 20) -> list[str]:
        """The unfinished tables at which a guest sits, newest first."""
        async with self.reading() as connection:
            found = await connection.execute(
                select(TABLES.c.id)
                .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
                .where(HOLDERS.c.guest == guest, TABLES.c.ended.is_(None))
                .group_by(TABLES.c.id, TABLES.c.created)
                .order_by(TABLES.c.created.desc())
                .limit(limit)
            )
            return [table for (table,) in found]

    async def keep_record(self, id: str, journal: str) -> None:
        """A journal that somebody brought; the same one twice is one record."""
        async with self.writing() as connection:
            if await connection.scalar(select(RECORDS.c.id).where(RECORDS.c.id == id)) is None:
                await connection.execute(insert(RECORDS).values(id=id, journal=journal, brought=now()))

    async def record(self, id: str) -> str | None:
        """The text of a journal that was brought."""
        async with self.reading() as connection:
            return await connection.scalar(select(RECORDS.c.journal).where(RECORDS.c.id == id))

    # -- analyses --------------------------------------------------------------------------------------------------

    async def want_analysis(self, id: str, total: int, wanted: bool) -> None:
        """An analysis shall go on, or stop; the first time it is put down with how many decisions there are."""
        async with self.writing() as connection:
            again = update(ANALYSES).where(ANALYSES.c.id == id, ANALYSES.c.ended.is_(None)).values(wanted=wanted)
            if await connection.scalar(select(ANALYSES.c.id).where(ANALYSES.c.id == id)) is not None:
                await connection.execute(again)
            elif wanted:
                await connection.execute(insert(ANALYSES).values(id=id, total=total, wanted=True))

    async def analysis(self, id: str) -> Row | None:
        """How an analysis stands."""
        async with self.reading() as connection:
            found = (await connection.execute(select(ANALYSES).where(ANALYSES.c.id == id))).mappings().first()
            return None if found is None else dict(found)

    async def verdicts(self, id: str) -> list[Verdict]:
        """What an analysis has found so far, in the order of the game."""
        async with self.reading() as connection:
            found = await connection.execute(
                select(VERDICTS.c.verdict).where(VERDICTS.c.analysis_id == id).order_by(VERDICTS.c.step)
            )
            return [msgspec.json.decode(verdict, type=Verdict) for (verdict,) in found]

    async def keep_verdict(self, id: str, verdict: Verdict) -> None:
        """What was found about a decision, in the place of what was thought before."""
        this = VERDICTS.c.analysis_id == id, VERDICTS.c.step == verdict.step
        text = msgspec.json.encode(verdict).decode()
        async with self.writing() as connection:
            await connection.execute(delete(VERDICTS).where(*this))
            await connection.execute(insert(VERDICTS).values(analysis_id=id, step=verdict.step, verdict=text))

    async def end_analysis(self, id: str) -> None:
        """All is found."""
        async with self.writing() as connection:
            await connection.execute(update(ANALYSES).where(ANALYSES.c.id == id).values(wanted=False, ended=now()))


async def _hold(connection: AnyConnection, table: str, seat: int, guest: str) -> None:
    values = {"table_id": table, "seat": seat, "guest": guest}
    there = select(HOLDERS.c.seat).where(*(HOLDERS.c[name] == value for name, value in values.items()))
    if await connection.scalar(there) is None:
        await connection.execute(insert(HOLDERS).values(values))
    await _change(connection, table)


async def _change(connection: AnyConnection, table: str, **values: Any) -> None:
    await connection.execute(update(TABLES).where(TABLES.c.id == table).values(changes=TABLES.c.changes + 1, **values))


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # Readers and the writer do not wait for each other; a commit survives a killed process.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(url: URL) -> None:
    """Creates the database or brings it up to date; raises BadInput where it cannot be used."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    # A percent sign in a password is no placeholder.
    config.set_main_option("sqlalchemy.url", url.render_as_string(hide_password=False).replace("%", "%%"))
    logging.getLogger("alembic").setLevel(logging.WARNING)
    shown = url.render_as_string(hide_password=True)
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadInput(f"The database {shown} was made by a later Grognard: {error}.") from error
    except SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise BadInput(f"The database {shown} cannot be used: {reason}.") from error
