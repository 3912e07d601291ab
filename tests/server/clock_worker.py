"""A process of the server without pages, whose clocks a test sets. It does what it reads from a pipe."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any, Final, cast

from sqlalchemy import insert, update

from grognard.kernel.errors import BadInput
from grognard.play.clock import NAMES, read_pace
from grognard.server.config import Config
from grognard.server.errors import Stale
from grognard.server.storage import house_time, rows
from grognard.server.storage.database import Database
from grognard.server.storage.house_time import HouseTime
from grognard.server.storage.schema import TABLES, VACATIONS
from grognard.server.storage.tables import TableStore
from grognard.server.tables import live_table, presence
from grognard.server.tables.clocks import time_left
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.open_table import open_table
from grognard.server.tables.play import play
from grognard.server.tables.resigning import claim, claim_reason
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.time_up import give_time
from tests.server.support import Json, dealt

AT_ONCE: Final = 4  # commands that a process works on at the same time
LONGEST: Final = 2 * 24 * 3600.0  # stands for `house_time.LONGEST`: here days pass between two ticks
EPOCH: Final = datetime(2031, 3, 1, tzinfo=UTC)


class Nothing:
    """Takes the news, and keeps nothing."""

    def publish(self, data: Any, channels: Any) -> None:
        """Does nothing."""


class Worker:
    """The tables of a process, and its clocks."""

    def __init__(self, database: str, booted: float, wall: float) -> None:
        self.monotonic, self.wall = booted, wall
        # All guests of the test come from one address, and all their tables stay in memory.
        config = Config(database=database, moments=10**9, secret="s" * 32)
        self._database = Database(config.url)
        self.house = HouseTime(self._database, lambda: self.monotonic)
        self.tables = TableRegistry(config, TableStore(self._database), Nothing(), cast(Any, None), self.house)
        self._room = asyncio.Semaphore(AT_ONCE)

    def take_over_clocks(self) -> None:
        """Makes everything in this process read the clocks of the test."""
        house_time.LONGEST = LONGEST  # type: ignore[misc]
        stopped = SimpleNamespace(monotonic=lambda: self.monotonic)
        for module in (presence, live_table):
            module.time = stopped  # type: ignore[attr-defined]
        real = rows.now
        for module in [*sys.modules.values()]:
            if getattr(module, "now", None) is real:
                module.now = self.now  # type: ignore[attr-defined]

    def now(self) -> datetime:
        """The time of the wall clock, which anyone may set."""
        return EPOCH + timedelta(seconds=self.monotonic + self.wall)

    async def answer(self, wanted: Json) -> Json:
        """Does what a command says."""
        given = dict(wanted)
        do = given.pop("do")
        async with self._room:
            found: Json = await getattr(self, f"do_{do}")(**given)
        return found | {"house": self.house.now()}

    # -- commands ----------------------------------------------------------------------------------------------------

    async def do_advance(self, by: float) -> Json:
        """Lets time pass."""
        self.monotonic += by
        return {}

    async def do_step(self, by: float) -> Json:
        """Sets the wall clock."""
        self.wall += by
        return {}

    async def do_tick(self) -> Json:
        """Writes the house time."""
        await self.house.tick()
        return {}

    async def do_create(self, game: str, options: Json, pace: str, guests: list[str], minutes: int) -> Json:
        """Sets up a table of these guests, and deals."""
        assert pace in NAMES
        setup = Setup(
            game=game,
            options=options,
            seats=["you", *["open"] * (len(guests) - 1)],
            holders={seat: [guest] for seat, guest in enumerate(guests) if seat},
            asks=["always"] * len(guests),
            pace=read_pace(pace, minutes=minutes, increment=minutes * 5),
        )
        id = await create(self.tables, setup, guests[0])
        live = await dealt(self.tables, id, *guests)
        await open_table(self.tables, id, guests[0])
        return self._state(live)

    async def do_look(self, table: str) -> Json:
        """What each seat is offered, and how much time it has left."""
        live = await self.tables.follow(table)
        moment = self.house.now()
        seats = range(len(live.seats))
        offers = [claim_reason(self.tables, live, seat) for seat in seats]
        return self._state(live) | {"offers": offers, "left": [time_left(live, seat, moment) for seat in seats]}

    async def do_play(self, table: str, number: int) -> Json:
        """Plays some action of the seat that decides."""
        live = await self.tables.follow(table)
        if live.over:
            return self._state(live) | {"ok": False}
        seat = live.session.state.current_player()
        legal = live.session.state.legal_actions()
        guest = next(iter(live.seats[seat].guests))
        action = legal[number % len(legal)]
        return await self._tried(live, play(self.tables, live, guest, action, self.tables.token(live, guest)))

    async def do_give(self, table: str, seat: int) -> Json:
        """Gives the opponent time, or is refused."""
        live = await self.tables.follow(table)
        return await self._tried(live, give_time(self.tables, live, next(iter(live.seats[seat].guests))))

    async def do_claim(self, table: str, seat: int) -> Json:
        """Claims the game, or is refused."""
        live = await self.tables.follow(table)
        return await self._tried(live, claim(self.tables, live, next(iter(live.seats[seat].guests))))

    async def do_leave(self, table: str, guest: str, begins: float, until: float) -> Json:
        """Stores a guest's vacation, and that their table has changed."""
        year = int(begins)  # any: it is part of no rule that is tested here
        async with self._database.writing() as connection:
            row = {"guest": guest, "begins": begins, "until": until, "year": year}
            await connection.execute(insert(VACATIONS).values(row))
            changed = update(TABLES).where(TABLES.c.id == table)
            await connection.execute(changed.values(changes=TABLES.c.changes + 1))
        return {}

    async def _tried(self, live: LiveTable, deed: Any) -> Json:
        before = live.done
        try:
            await deed
        except Stale:
            return {"ok": False, "table": live.id, "void": live.void}
        except BadInput as error:
            return self._state(live) | {"ok": False, "refused": str(error)}
        return self._state(live) | {"ok": True, "before": before}

    def _state(self, live: LiveTable) -> Json:
        state = live.session.state
        return {
            "table": live.id,
            "done": live.done,
            "clock_changes": live.table.clock_changes,
            "over": live.over,
            "seat": None if live.over else int(state.current_player()),
            "turn": int(state.turn),
            "sides": list(live.game.sides),
            "void": live.void,
        }


async def _attend(pipe: Connection, given: Mapping[str, Any]) -> None:
    worker = Worker(**given)
    worker.take_over_clocks()
    await worker.house.tick()
    pipe.send([{"house": worker.house.now()}])
    while True:
        commands = await asyncio.to_thread(pipe.recv)
        pipe.send(await asyncio.gather(*map(worker.answer, commands)))


def attend(pipe: Connection, name: str, given: Mapping[str, Any]) -> None:
    """Answers commands until it is killed. The database knows its connections by this name."""
    os.environ["PGAPPNAME"] = name
    asyncio.run(_attend(pipe, given))
