"""All tables of this server: keeps those in memory in step with the database, and sends news of changes."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import time
import zlib
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from typing import Any, Final, Protocol

import msgspec
from sqlalchemy.exc import NoResultFound

from grognard.bots.workers import Workers
from grognard.kernel.errors import NotFound
from grognard.kernel.game import Game
from grognard.play.journal import Deed
from grognard.registry import spec
from grognard.server.config import Config
from grognard.server.errors import Damaged, Stale, is_of_one_table, traced
from grognard.server.guests.budgets import Shelf, Work
from grognard.server.storage.house_time import HouseTime
from grognard.server.storage.rows import TableRecord
from grognard.server.storage.tables import TableStore, Taken, Timed
from grognard.server.tables.clocks import after_deeds
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.quotas import Hourly
from grognard.server.tables.viewpoint import version_for

LOGGER: Final = logging.getLogger("grognard")
CLOSED: Final = (
    "This table is damaged, so it is closed. Ask the host to restore a backup. You can still play at your other tables."
)
ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)
CHANNELS: Final = 64
BREATH: Final = 0.01  # seconds of replaying a long game before other tasks get a turn
PROCESS: Final = secrets.token_hex(4)  # stands for this process in news to others
ROOM_AFTER: Final = 100  # deeds that a table may grow by before memory is freed for it
RENAMED_PER_HOUR: Final = 20  # each change is announced at all tables of a guest
VACATIONS_PER_HOUR: Final = 20  # as above


class News(Protocol):
    """Sends all processes the news that a table has changed."""

    def publish(self, data: Any, channels: str | Iterable[str]) -> None: ...


class Listener(Protocol):
    """An open page, which gets news; None ends its stream."""

    def put_nowait(self, item: bytes | None) -> bool: ...


class TableRegistry:
    """All tables, and the background tasks at them."""

    def __init__(self, config: Config, store: TableStore, news: News, workers: Workers, house: HouseTime) -> None:
        self.config = config
        self.store = store
        self.house = house
        self.workers = workers
        self.work = Work(config.work_per_minute)
        self.shelf = Shelf(config.moments)
        self.variants = config.variant_list
        self._news = news
        self._opening: dict[str, asyncio.Lock] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        self.listening: set[Listener] = set()
        # When guests were seen, by table and seat, and when they looked at tables with others; not saved yet.
        self.seen: dict[tuple[str, int], datetime] = {}
        self.looked: dict[tuple[str, str], datetime] = {}
        self.made = Hourly(config.tables_per_hour, "You have set up too many tables. Wait an hour and try again.")
        much = "You have uploaded too many journals. Wait an hour and try again."
        self.brought = Hourly(config.journals_per_hour, much)
        self.brought_bytes = Hourly(config.journal_bytes_per_hour, much)
        self.renamed = Hourly(RENAMED_PER_HOUR, "You have changed your name too often. Wait an hour.")
        self.vacations = Hourly(VACATIONS_PER_HOUR, "You have changed your vacation too often. Wait an hour.")
        self.closing = False

    def variant_title(self, game: Game) -> str:
        """Returns the title of the host's variant with exactly the rules of this game; empty if there is none."""
        return next((found.title for found in self.variants if found.fits(game)), "")

    # -- opening ---------------------------------------------------------------------------------------------------

    async def follow(self, id: str, deeds: int | None = None) -> LiveTable:
        """Returns the table with at least `deeds` deeds, or the latest from the database. Raises NotFound."""
        async with self.held(id, deeds) as live:
            return live

    async def looked_at(self, id: str) -> LiveTable:
        """Returns the table for reading it once: if it is not in memory, it is not kept there. Raises NotFound."""
        if self._at_hand(id) is not None:
            return await self.follow(id)
        return await self._read(id)

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Updates the tables that are in memory from the database."""
        for id in ids:
            if self._at_hand(id) is not None:
                with suppress(NotFound, Damaged):
                    await self.follow(id)

    @asynccontextmanager
    async def held(self, id: str, deeds: int | None = None) -> AsyncIterator[LiveTable]:
        """Locks and yields the table, as `follow` returns it."""
        while True:
            live = await self._live(id)
            async with live.lock:
                if not live.void:
                    if deeds is None or live.done < deeds:
                        await self.sync(live)
                    yield live
                    return

    @asynccontextmanager
    async def still(self, live: LiveTable) -> AsyncIterator[None]:
        """Locks this table; raises Stale if the copy in memory is out of date."""
        async with live.lock:
            if live.void:
                raise Stale("The game moved on before your click, so nothing was done.")
            yield

    async def _live(self, id: str) -> LiveTable:
        live = self._at_hand(id)
        if live is None:
            try:
                async with self._opening.setdefault(id, asyncio.Lock()):
                    live = self._at_hand(id) or await self._built(id)
            finally:
                self._opening.pop(id, None)
        return live

    def _at_hand(self, id: str) -> LiveTable | None:
        live = self.shelf.get(id)
        return live if isinstance(live, LiveTable) else None

    async def _built(self, id: str) -> LiveTable:
        live = await self._read(id)
        self.shelf.put(id, live)
        return live

    async def _read(self, id: str) -> LiveTable:
        with _closed_if_damaged():
            live = LiveTable(await self._table(id))
            await self.sync(live)
            return live

    async def _table(self, id: str) -> TableRecord:
        # Check the form of the id first: PostgreSQL rejects some characters with an error.
        table = await self.store.table(id) if ID.fullmatch(id) else None
        if table is None:
            raise NotFound("There is no such table.")
        rules = spec(table.game).meta.rules
        if table.rules != rules:
            raise NotFound(f"This table uses version {table.rules} of the rules, but this server has version {rules}.")
        return table

    async def sync(self, live: LiveTable) -> None:
        """Updates a table from the database."""
        try:
            if live.seats and await self.store.standing(live.id) == (live.table.changes, live.done):
                return
            with _closed_if_damaged():
                kept = await self.store.news(live.id, live.done, live.table.checksum)
        except NoResultFound as error:  # it was removed
            self._forget(live)
            raise NotFound("There is no such table.") from error
        except Damaged:
            self._forget(live)
            raise
        try:
            with _closed_if_damaged():
                live.settle(kept)
                begun = time.monotonic()
                for deed in kept.deeds:
                    live.enter(deed)
                    if time.monotonic() - begun > BREATH:
                        await asyncio.sleep(0)
                        begun = time.monotonic()
        except BaseException:
            self._forget(live)
            raise

    async def prepare_summary(self, live: LiveTable) -> None:
        """Prepares the summary of a finished game once, in a thread: for a long game this takes a second."""
        if live.over and live.timeline.summary is None:
            await self.work.finish_aside(live.timeline.prepare_summary)

    def forget(self, ids: Iterable[str]) -> None:
        """Drops removed tables from memory."""
        for live in filter(None, map(self._at_hand, ids)):
            self._forget(live)

    def forget_guest(self, guest: str) -> None:
        """Forgets a guest whose data is deleted. Tables are updated from the database anyway."""
        for used in (self.made, self.brought, self.brought_bytes, self.renamed, self.vacations, self.work):
            used.forget(guest)
        self.looked = {key: moment for key, moment in self.looked.items() if key[1] != guest}
        self.forget_pages(guest)

    def forget_pages(self, *guests: str) -> None:
        """Forgets what pages of tables have shown these guests."""
        for live in self.shelf:
            if isinstance(live, LiveTable):
                for known in (live.shown, live.offers, live.tipped, live.accepted):
                    for guest in guests:
                        known.pop(guest, None)

    def _forget(self, live: LiveTable) -> None:
        """Drops a table from memory, since it may differ from the database."""
        live.void = True
        if self._at_hand(live.id) is live:
            self.shelf.pop(live.id)

    # -- changing: under its lock ------------------------------------------------------------------------------------

    def token(self, live: LiveTable, guest: str) -> str:
        """Returns a token that a page sends back with a click: it identifies the state shown, and reveals nothing."""
        held = live.seats_of(guest)
        plans = [live.plans[seat] for seat in held]
        text = f"{live.id} {held} {version_for(live, guest)} {plans}"
        return hmac.new(self.config.secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:24]

    def must_be_fresh(self, live: LiveTable, guest: str, at: str) -> None:
        """Raises Stale if the guest acts on an outdated view of the table."""
        if not hmac.compare_digest(at.encode(errors="replace"), self.token(live, guest).encode()):
            raise Stale("The game moved on before your click, so nothing was played.")

    async def keep(self, live: LiveTable, *deeds: Deed, planned_by: int | None = None) -> None:
        """Saves the deeds just done, all at once; if that fails, they were not done.

        If a seat had planned them, the rest of its plan is saved with them.
        """
        try:
            plan = () if planned_by is None else live.plan(planned_by)
            at, before = live.done - len(deeds), live.table.checksum
            clock = after_deeds(live, self.house.now())
            timed = None if clock is None else Timed(clock, live.table.clock_changes)
            checksum = await self.store.append(
                live.id, at, deeds, before, live.result, planned_by, plan, timed, live.against_people
            )
            live.table = msgspec.structs.replace(live.table, checksum=checksum, clock=clock)
            if at // ROOM_AFTER != live.done // ROOM_AFTER:
                self.shelf.make_room()
        except Taken as error:
            self._forget(live)
            raise Stale("Someone else was quicker, so nothing was played. Here is the current table.") from error
        except BaseException:
            self._forget(live)
            raise

    async def keep_seen(self, seen: Mapping[tuple[str, int], datetime]) -> None:
        """Saves when guests were seen, by table and seat. Notes its own change, so that it need not be read again."""
        for id, changes in (await self.store.note(seen)).items() if seen else ():
            live = self._at_hand(id)
            if live is not None and live.table.changes == changes - 1:
                live.table = msgspec.structs.replace(live.table, changes=changes)

    async def change(self, live: LiveTable, **values: Any) -> None:
        """Changes fields of the table's own row, and sends the news. Do not call this under the table's lock."""
        await self.store.set_table(live.id, **values)
        await self.refresh(live)

    async def change_at_rest(self, live: LiveTable, wanted: Callable[[], Mapping[str, Any]]) -> None:
        """Changes fields of the table's own row that depend on the position, and sends the news.

        `wanted` returns the fields once the table is up to date, none if there is nothing to change. Raises Stale if
        the table changes at the same time. Do not call this under the table's lock.
        """
        async with self.still(live):
            await self.sync(live)
            values = wanted()
            if not values:
                return
            try:
                await self.store.set_at_rest(live.table, **values)
            except Taken as error:
                raise Stale("The game moved on before your click, so nothing was done.") from error
            await self.sync(live)
        self.notify(live.id)

    async def refresh(self, live: LiveTable) -> None:
        """Updates a table from the database, and sends the news. Do not call this under the table's lock."""
        async with self.still(live):
            await self.sync(live)
        self.notify(live.id)

    def notify(self, id: str, deeds: int | None = None, guests: Collection[str] = ()) -> None:
        """Sends news of a table: its new number of deeds, or that something else about it has changed.

        The start pages of its people get the news too, and those of these other guests.
        """
        live = self._at_hand(id)
        people = {*guests}
        if live is not None and live.against_people:
            people.update(*(seat.guests for seat in live.seats))
        marks = sorted({mark_of(guest) for guest in people})
        news = {"table": id, "deeds": deeds, "from": PROCESS}
        # A page of a table hears both channels, and must not draw the table twice.
        if marks:
            self._news.publish(news | {"of": marks}, {people_channel(mark) for mark in marks})
        if live is not None:
            news["spectators"] = live.spectators_here
        self._news.publish(news, channel(id))

    # -- background tasks --------------------------------------------------------------------------------------------

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts a background task, which may run until the server stops."""
        task = asyncio.create_task(self._metered(work))
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        task.add_done_callback(lambda _task: work.close())  # for a task canceled before it begins
        return task

    async def _metered(self, work: Coroutine[Any, Any, None]) -> None:
        await self.work.metered(work)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOGGER.error("a background task failed: %s", traced(error))

    def hang_up(self) -> None:
        """Ends all open streams, and those still opening. Their pages reconnect when a server is running again."""
        self.closing = True
        for listener in self.listening:
            listener.put_nowait(None)

    async def close(self) -> None:
        """Stops all background tasks. All games are already saved."""
        for task in [*self._under_way]:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)


@contextmanager
def _closed_if_damaged() -> Iterator[None]:
    """Raises Damaged if a table cannot be read or replayed; lets errors of the whole database through."""
    try:
        yield
    except (NotFound, NoResultFound):
        raise
    except Exception as error:
        if not is_of_one_table(error):
            raise
        raise Damaged(CLOSED) from error


def mark_of(guest: str) -> int:
    """Returns a number that stands for a guest in news between processes; a few guests may share it."""
    return zlib.crc32(guest.encode())


def people_channel(mark: int) -> str:
    """Returns the channel for news of all tables of a guest with this mark."""
    return f"people_{mark % CHANNELS}"


def channel(id: str) -> str:
    """Returns the channel for a table's news. Tables share a few channels, since each has a cost."""
    return f"tables_{zlib.crc32(id.encode()) % CHANNELS}"
