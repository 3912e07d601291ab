"""Statistics of the games finished on this server: people and bots apart, no names, and nothing based on few games.

Each game is replayed once in the background, and its row is kept only in memory. So games removed from the database
drop out at the next count, and nothing else is stored about anyone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final, NamedTuple

from sqlalchemy.exc import NoResultFound

from grognard.bots.workers import Workers
from grognard.kernel.game import Meta
from grognard.lab.journals import packed_page, packed_row
from grognard.lab.report.building import MIXED, PEOPLE
from grognard.lab.report.finished import group_of
from grognard.lab.report.sections import Page
from grognard.play.players import PERSON
from grognard.registry import for_players, load
from grognard.server.errors import is_of_one_table, traced
from grognard.server.storage.rows import FinishedTable, StoredTable
from grognard.server.storage.tables import TableStore

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 3600.0  # seconds
PAUSE: Final = 0.05  # seconds between two replayed games
AT_ONCE: Final = 200  # tables read at a time, so that nobody waits for long
LATEST: Final = 1000  # games counted of each kind
GIVEN: Final = (
    1 << 128
)  # the server draws seeds of 256 bits; the seeds of fixed deals, such as daily deals, are smaller


class Kind(NamedTuple):
    """A game with its standard rules and a number of seats."""

    meta: Meta
    seats: int
    options: dict[str, str | int]

    @property
    def name(self) -> tuple[str, int]:
        """The key of this kind: the game and its number of seats."""
        return self.meta.slug, self.seats


class Shown(NamedTuple):
    """The published statistics of a kind: the report, and the number of games in each group that is not hidden."""

    kind: Kind
    page: Page
    counts: dict[str, int]


class Counted(NamedTuple):
    """A replayed game: its group, and its row as `lab.journals` packs it."""

    group: str
    row: bytes


class Statistics:
    """The statistics of finished games, as this process has counted them."""

    def __init__(self, store: TableStore, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        # By table; None if it cannot be counted.
        self._games: dict[str, Counted | None] = {}
        self.shown: dict[tuple[str, int], Shown] = {}  # empty until the first count is done

    async def tend(self) -> None:
        """Counts now and every hour."""
        while True:
            try:
                await self.count()
            except Exception as error:  # of any kind: the next hour's count may work
                LOGGER.error("could not count finished games: %s", traced(error))
            await asyncio.sleep(EVERY)

    async def count(self) -> None:
        """Replays new games, forgets removed ones, and makes the pages."""
        chosen = await self._chosen()
        wanted = {table.id for _kind, tables in chosen for table in tables}
        self._games = {id: game for id, game in self._games.items() if id in wanted}
        for kind, tables in chosen:
            for table in tables:
                if table.id not in self._games:
                    self._games[table.id] = await self._counted(kind, table)
                    await asyncio.sleep(PAUSE)
        shown = {}
        for kind, tables in chosen:
            games = [game for table in tables if (game := self._games[table.id]) is not None]
            rows = {group: [game.row for game in games if game.group == group] for group in (PEOPLE, MIXED)}
            page, counts = await self._workers.aside(packed_page, kind.meta.slug, kind.options, rows)
            shown[kind.name] = Shown(kind, page, counts)
        self.shown = shown

    async def _chosen(self) -> list[tuple[Kind, list[FinishedTable]]]:
        """Returns the tables counted for each kind: the first of each deal, and of those the latest."""
        found: list[tuple[Kind, list[FinishedTable]]] = [(kind, []) for kind in kinds()]
        async for table in self._finished():
            for kind, tables in found:
                if _is_of(table, kind):
                    tables.append(table)
        return [(kind, _latest(tables)) for kind, tables in found]

    async def _finished(self) -> AsyncIterator[FinishedTable]:
        after = ""
        while tables := await self._store.finished(after, AT_ONCE):
            for table in tables:
                yield table
            after = tables[-1].id
            await asyncio.sleep(0)

    async def _counted(self, kind: Kind, table: FinishedTable) -> Counted | None:
        try:
            kept = await self._store.news(table.id, 0)
            if _plays_both(kept):
                return None
            seats = [seat.bot or PERSON for seat in kept.seats]
            known = kind.meta.slug, kind.options, int(table.seed), seats, kept.deeds
            row = await self._workers.aside(packed_row, *known)
        except NoResultFound:  # it has just been removed
            return None
        except Exception as error:  # a deed is broken: other tables still count
            if not is_of_one_table(error):
                raise
            LOGGER.warning("a table cannot be counted: %s", traced(error))
            return None
        return Counted(group_of(seats), row) if row else None


def kinds() -> Iterator[Kind]:
    """Yields all kinds of games that are counted, starting with the game for newcomers."""
    for found in for_players():
        sizes = next((option.values for option in found.meta.options if option.key == "seats"), ())
        for wish in [{"seats": size} for size in sizes] or [{}]:
            game = load(found.meta.slug, wish)
            yield Kind(found.meta, game.num_players(), game.options)


def _is_of(table: FinishedTable, kind: Kind) -> bool:
    """Returns whether a table is of this kind, and was dealt by the server."""
    options = {option.key: option.default for option in kind.meta.options} | dict(table.options)
    rules = table.game, table.rules, options, table.numbers
    return rules == (kind.meta.slug, kind.meta.rules, kind.options, {}) and int(table.seed) >= GIVEN


def _latest(tables: Sequence[FinishedTable]) -> list[FinishedTable]:
    """Returns the game that ended first for each deal: continuing a recorded game replays its deal."""
    by_seed: dict[str, FinishedTable] = {}
    for table in sorted(tables, key=lambda table: table.ended):
        by_seed.setdefault(table.seed, table)
    return [*by_seed.values()][-LATEST:]


def _plays_both(kept: StoredTable) -> bool:
    """Returns whether one guest holds seats on both sides."""
    first, second = ({guest for seat in kept.seats[side::2] for guest in seat.guests} for side in (0, 1))
    return bool(first & second)
