"""Moves everything that one guest has to another guest: both are the same person, who adds a device.

A table where both hold a seat never moves: the person would see two hands, and even an ally's hand is secret. Having
watched a table is no obstacle. A spectator sees only public information (`tables.viewpoint`), so less than a seat does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, insert, select, update

from grognard.play import clock as clocks
from grognard.play.clock import DAY, Clock, Pace
from grognard.server.storage.database import AnyConnection, Database
from grognard.server.storage.outbox import note_all_due
from grognard.server.storage.rows import now, zoned
from grognard.server.storage.schema import (
    ALERT_WAYS,
    ALERTED,
    ALERTS,
    DAILY,
    DEVICE_LINKS,
    FEEDS,
    GUESTS,
    HOLDERS,
    PASSKEYS,
    PUZZLES,
    RECOVERY_CODES,
    SESSIONS,
    TABLES,
    VACATIONS,
)
from grognard.server.storage.sessions import RUNS, TOKEN
from grognard.server.storage.vacations import Vacation, current, days_left

AT_ONCE: Final = 500  # a statement can take only a limited number of values


class HeldTable(NamedTuple):
    """A table of the guest who joins the other: its game, whether it is over, and whether the other has a seat too."""

    id: str
    game: str
    ended: bool
    shared: bool  # the other guest holds a seat there, too
    covered: bool  # the other guest holds all seats that this one holds


class Belongings(NamedTuple):
    """All that a guest has, as the question lists it before they join another."""

    tables: list[HeldTable]
    daily: int
    puzzles: int
    passkeys: int
    programs: int  # with a token
    has_code: bool
    ways: int  # to get alerts
    has_feed: bool
    # The names of both, those of others at the running tables of the first, by table, and of others at the second's.
    name: str
    other_name: str
    company: dict[str, list[str]]
    other_company: list[str]


class Moved(NamedTuple):
    """The tables that moved, and the other running tables of the guest whom the first has joined."""

    tables: list[str]
    others: list[str]


class JoiningStore:
    """What two guests have stored."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def belongings(self, guest: str, other: str) -> Belongings:
        """Returns what a guest has, seen with regard to the guest they may join."""
        async with self._database.reading() as connection:
            held = await connection.execute(_seats_of(guest))
            seats: dict[str, tuple[str, bool, set[int]]] = {}
            for row in held:
                seats.setdefault(row.table_id, (row.game, row.ended is not None, set()))[2].add(row.seat)
            theirs: dict[str, set[int]] = {}
            for row in await connection.execute(_seats_of(other)):
                theirs.setdefault(row.table_id, set()).add(row.seat)
            tables = [
                HeldTable(id, game, ended, id in theirs, mine <= theirs.get(id, set()))
                for id, (game, ended, mine) in seats.items()
            ]
            company: dict[str, list[str]] = {}
            for table, name in await _company(connection, guest, other):
                company.setdefault(table, []).append(name)
            return Belongings(
                tables,
                await connection.scalar(select(func.count()).where(DAILY.c.guest == guest)) or 0,
                await connection.scalar(select(func.count()).where(PUZZLES.c.guest == guest)) or 0,
                await connection.scalar(select(func.count()).where(PASSKEYS.c.guest == guest)) or 0,
                await connection.scalar(select(func.count()).where(*_programs_of(guest))) or 0,
                bool(await connection.scalar(select(exists().where(RECOVERY_CODES.c.guest == guest)))),
                await connection.scalar(select(func.count()).where(ALERT_WAYS.c.guest == guest)) or 0,
                bool(await connection.scalar(select(exists().where(FEEDS.c.guest == guest)))),
                await _name(connection, guest),
                await _name(connection, other),
                company,
                [name for _, name in await _company(connection, other, guest)],
            )

    async def move(self, guest: str, other: str, staying: Collection[str], with_name: bool, moment: float) -> Moved:
        """Moves what a guest has to the other guest, all at once. Repeating it changes nothing.

        Tables where both hold a seat stay, and so do those named here. `with_name`: the name comes along if the other
        has none. `moment` is the house time.
        """
        async with self._database.writing() as connection:
            tables = await self._movable(connection, guest, other, staying)
            changed = await _charge_clocks(connection, guest, other, moment)
            for some in _parts(tables):
                mine = HOLDERS.c.guest == guest, HOLDERS.c.table_id.in_(some)
                await connection.execute(update(HOLDERS).where(*mine).values(guest=other))
                await _move_alerted(connection, guest, other, some)
                await _note_change(connection, some)
            if with_name:
                changed = await _move_name(connection, guest, other) or changed
            if await _has_clock(connection, tables):
                changed = await _move_vacations(connection, guest, other, moment) or changed
            await connection.execute(update(SESSIONS).where(*_programs_of(guest)).values(guest=other))
            await _move_daily(connection, guest, other)
            await _move_puzzles(connection, guest, other)
            await _move_passkeys(connection, guest, other)
            await note_all_due(connection, other)  # alerts go to more places, and vacations move deadlines
            await _move_ways(connection, guest, other)
            await _move_feed(connection, guest, other)
            await _forget_person(connection, guest)
            others = await self._running(connection, other, tables) if changed else []
            for some in _parts(others):
                await _note_change(connection, some)
            return Moved(tables, others)

    async def _movable(self, connection: AnyConnection, guest: str, other: str, staying: Collection[str]) -> list[str]:
        """Returns the tables that can move, which nobody else changes until the transaction ends."""
        held = select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)
        # Taking a seat locks the table too, so nobody takes one until this is done.
        locked = select(TABLES.c.id).where(TABLES.c.id.in_(held)).order_by(TABLES.c.id).with_for_update()
        ids = [id for (id,) in await connection.execute(locked)]
        both = {id for (id,) in await connection.execute(held.where(HOLDERS.c.table_id.in_(_tables_of(other))))}
        return [id for id in ids if id not in both and id not in staying]

    async def _running(self, connection: AnyConnection, guest: str, but: Collection[str]) -> list[str]:
        asked = select(TABLES.c.id).where(TABLES.c.id.in_(_tables_of(guest)), TABLES.c.ended.is_(None))
        found = await connection.execute(asked.order_by(TABLES.c.id).with_for_update())
        return [id for (id,) in found if id not in {*but}]


def _parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE))


def _tables_of(guest: str) -> Select[tuple[str]]:
    return select(HOLDERS.c.table_id).where(HOLDERS.c.guest == guest)


def _seats_of(guest: str) -> Select[Any]:
    return (
        select(HOLDERS.c.table_id, HOLDERS.c.seat, TABLES.c.game, TABLES.c.ended)
        .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        .where(HOLDERS.c.guest == guest)
        .order_by(TABLES.c.created, TABLES.c.id)
    )


async def _name(connection: AnyConnection, guest: str) -> str:
    return await connection.scalar(select(GUESTS.c.name).where(GUESTS.c.guest == guest)) or ""


async def _company(connection: AnyConnection, guest: str, but: str) -> list[tuple[str, str]]:
    """Returns the names of others at a guest's running tables, each with the table."""
    asked = (
        select(HOLDERS.c.table_id, GUESTS.c.name)
        .join(GUESTS, GUESTS.c.guest == HOLDERS.c.guest)
        .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        .where(TABLES.c.ended.is_(None), HOLDERS.c.table_id.in_(_tables_of(guest)))
        .where(HOLDERS.c.guest.not_in((guest, but)))
    )
    return [(row.table_id, row.name) for row in await connection.execute(asked)]


async def _note_change(connection: AnyConnection, ids: Sequence[str]) -> None:
    await connection.execute(update(TABLES).where(TABLES.c.id.in_(ids)).values(changes=TABLES.c.changes + 1))


async def _move_name(connection: AnyConnection, guest: str, other: str) -> bool:
    """Gives the name of a guest to the other, if they have none; returns whether it did."""
    found = (await connection.execute(select(GUESTS).where(GUESTS.c.guest == guest))).mappings().first()
    if found is None or await _name(connection, other):
        return False
    await connection.execute(insert(GUESTS).values({**found, "guest": other}))
    return True


async def _charge_clocks(connection: AnyConnection, guest: str, other: str, moment: float) -> bool:
    """Takes off the clocks what both guests have used until now; returns whether there was anything.

    Otherwise, vacations of the one guest would give back time that the other has used.
    """
    both = (guest, other)
    if await connection.scalar(select(VACATIONS.c.guest).where(VACATIONS.c.guest.in_(both)).limit(1)) is None:
        return False
    asked = (
        select(TABLES.c.id, TABLES.c.clock, TABLES.c.pace, HOLDERS.c.seat)
        .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
        .where(HOLDERS.c.guest.in_(both), TABLES.c.ended.is_(None), TABLES.c.clock.is_not(None))
        .order_by(TABLES.c.id)
        .with_for_update()
    )
    charged = False
    for row in (await connection.execute(asked)).all():
        clock, pace = msgspec.convert(row.clock, Clock), msgspec.convert(row.pace, Pace)
        if clock.running == row.seat and not pace.is_live:
            here = HOLDERS.c.table_id == row.id, HOLDERS.c.seat == row.seat
            away = select(VACATIONS.c.begins, VACATIONS.c.until).join(HOLDERS, HOLDERS.c.guest == VACATIONS.c.guest)
            spans = clocks.united((one.begins, one.until) for one in await connection.execute(away.where(*here)))
            after = msgspec.to_builtins(clocks.charged(clock, pace, moment, spans))
            values = {"clock": after, "clock_changes": TABLES.c.clock_changes + 1}
            await connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(values))
            await _note_change(connection, [row.id])
            charged = True
    return charged


async def _has_clock(connection: AnyConnection, tables: Sequence[str]) -> bool:
    """Returns whether one of these tables has a running clock, which a vacation may stop."""
    for some in _parts(tables):
        runs = TABLES.c.id.in_(some), TABLES.c.ended.is_(None), TABLES.c.clock.is_not(None)
        if await connection.scalar(select(TABLES.c.id).where(*runs).limit(1)) is not None:
            return True
    return False


async def _move_vacations(connection: AnyConnection, guest: str, other: str, moment: float) -> bool:
    """Copies the vacations of a guest to the other; returns whether there were any.

    The current one becomes shorter if the other has no days left for it: two guests are not two people.
    """
    taken = {who: await _vacations(connection, who) for who in (guest, other)}
    rows = {one.begins: one for one in taken[other]}
    away = current(taken[guest], moment)
    for one in taken[guest]:
        until = one.until
        if one == away:
            past = [*taken[other], *(each for each in taken[guest] if each != away), away._replace(until=moment)]
            until = min(until, moment + days_left(past, moment, one.year) * DAY)
        if until > one.begins:
            known = rows.get(one.begins)
            rows[one.begins] = one._replace(until=until if known is None else max(until, known.until))
    await connection.execute(delete(VACATIONS).where(VACATIONS.c.guest == other))
    if rows:
        values = [{"guest": other, **one._asdict()} for one in rows.values()]
        await connection.execute(insert(VACATIONS), values)
    return bool(taken[guest])


async def _vacations(connection: AnyConnection, guest: str) -> list[Vacation]:
    asked = select(VACATIONS.c.begins, VACATIONS.c.until, VACATIONS.c.year).where(VACATIONS.c.guest == guest)
    return [Vacation(*row) for row in await connection.execute(asked.order_by(VACATIONS.c.begins))]


async def _move_daily(connection: AnyConnection, guest: str, other: str) -> None:
    """Moves the attempts at daily deals. If both have tried a deal, the earlier attempt counts."""
    own, theirs = DAILY.alias(), DAILY.alias()
    same = and_(own.c.game == theirs.c.game, own.c.day == theirs.c.day)
    twice = select(own.c.game, own.c.day).join(theirs, same).where(own.c.guest == guest, theirs.c.guest == other)
    for both in (await connection.execute(twice)).all():
        this = DAILY.c.game == both.game, DAILY.c.day == both.day
        asked = (
            select(DAILY.c.guest, DAILY.c.late, TABLES.c.created)
            .outerjoin(TABLES, TABLES.c.id == DAILY.c.table_id)
            .where(*this, DAILY.c.guest.in_((guest, other)))
        )
        # A table that is gone was unvisited for long, so it was the earlier one.
        moments = {
            row.guest: (row.late, row.created is not None, zoned(row.created or now()))
            for row in await connection.execute(asked)
        }
        later = guest if moments[other] <= moments[guest] else other
        await connection.execute(delete(DAILY).where(*this, DAILY.c.guest == later))
    await connection.execute(update(DAILY).where(DAILY.c.guest == guest).values(guest=other))


async def _move_puzzles(connection: AnyConnection, guest: str, other: str) -> None:
    """Moves the attempts at puzzles. If both have tried one, this makes one record as if one guest had."""
    own, theirs = PUZZLES.alias(), PUZZLES.alias()
    same = and_(own.c.game == theirs.c.game, own.c.puzzle == theirs.c.puzzle)
    twice = select(own.c.game, own.c.puzzle).join(theirs, same).where(own.c.guest == guest, theirs.c.guest == other)
    for tried in (await connection.execute(twice)).all():
        this = PUZZLES.c.game == tried.game, PUZZLES.c.puzzle == tried.puzzle
        both = select(PUZZLES).where(*this, PUZZLES.c.guest.in_((guest, other)))
        rows = [dict(row) for row in (await connection.execute(both)).mappings()]
        await connection.execute(delete(PUZZLES).where(*this, PUZZLES.c.guest == guest))
        await connection.execute(update(PUZZLES).where(*this, PUZZLES.c.guest == other).values(merged(*rows)))
    await connection.execute(update(PUZZLES).where(PUZZLES.c.guest == guest).values(guest=other))


def merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Returns one record of a puzzle from two. All tries before it was solved or shown count."""
    first, second = sorted((first, second), key=lambda row: zoned(row["first_tried"]))
    decided = [row for row in (first, second) if row["solved"] or row["shown"]]
    if decided:
        decisive = min(decided, key=lambda row: zoned(row["tried"]))
    else:
        decisive = max(first, second, key=lambda row: zoned(row["tried"]))
    rest = second if decisive is first else first
    counts = not decided or zoned(rest["first_tried"]) < zoned(decisive["tried"])
    return {
        "tries": decisive["tries"] + (rest["tries"] if counts else 0),
        "shown": decisive["shown"],
        "solved": decisive["solved"],
        "tried": decisive["tried"],
        "first_tried": first["first_tried"],
        "choices": [*first["choices"], *(one for one in second["choices"] if one not in first["choices"])],
    }


async def _move_passkeys(connection: AnyConnection, guest: str, other: str) -> None:
    """Moves the passkeys of a guest who has no seat anymore, so that they lead to where the games are."""
    mine = PASSKEYS.c.guest == guest, ~exists().where(HOLDERS.c.guest == guest)
    await connection.execute(update(PASSKEYS).where(*mine).values(guest=other))


async def _move_alerted(connection: AnyConnection, guest: str, other: str, tables: Sequence[str]) -> None:
    """Moves what a guest was alerted of at tables where the other has no seat, though they may have had one."""
    here = ALERTED.c.table_id.in_(tables)
    await connection.execute(delete(ALERTED).where(here, ALERTED.c.guest == other))
    await connection.execute(update(ALERTED).where(here, ALERTED.c.guest == guest).values(guest=other))


async def _move_ways(connection: AnyConnection, guest: str, other: str) -> None:
    """Moves the ways to get alerts, and the messages. Of a way that both have, the one that works stays."""
    both = select(ALERT_WAYS).where(ALERT_WAYS.c.guest.in_((guest, other))).order_by(ALERT_WAYS.c.id)
    best: dict[tuple[str, str, str], Any] = {}
    for way in (await connection.execute(both.with_for_update())).all():
        known = best.setdefault((way.kind, way.address, way.form), way)
        if known is not way:
            stays, goes = (known, way) if _rank(known) > _rank(way) else (way, known)
            best[way.kind, way.address, way.form] = stays
            await connection.execute(update(ALERTS).where(ALERTS.c.way_id == goes.id).values(way_id=stays.id))
            await connection.execute(delete(ALERT_WAYS).where(ALERT_WAYS.c.id == goes.id))
    for table in (ALERT_WAYS, ALERTS):
        await connection.execute(update(table).where(table.c.guest == guest).values(guest=other))


def _rank(way: Any) -> tuple[bool, datetime]:
    return way.confirmed and not way.rests, zoned(way.added)


async def _move_feed(connection: AnyConnection, guest: str, other: str) -> None:
    """Moves the calendar feed of a guest, or removes it if the other has one."""
    mine = FEEDS.c.guest == guest
    if await connection.scalar(select(FEEDS.c.guest).where(FEEDS.c.guest == other)) is None:
        await connection.execute(update(FEEDS).where(mine).values(guest=other))
    await connection.execute(delete(FEEDS).where(mine))


def _programs_of(guest: str) -> tuple[ColumnElement[bool], ...]:
    return SESSIONS.c.guest == guest, SESSIONS.c.kind == TOKEN, RUNS


async def _forget_person(connection: AnyConnection, guest: str) -> None:
    """Removes what belongs to no table of a guest who has no seat anymore: nobody should get back to nothing."""
    sits = exists().where(HOLDERS.c.guest == guest)
    for table in (GUESTS, VACATIONS, RECOVERY_CODES, DEVICE_LINKS, ALERTED):
        await connection.execute(delete(table).where(table.c.guest == guest, ~sits))
