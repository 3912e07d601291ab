"""One guest joins another, since both are the same person on two devices: their games and attempts move."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from grognard.registry import spec
from grognard.server.guests.lookalikes import skeletons
from grognard.server.storage.joining import Belongings, HeldTable, JoiningStore
from grognard.server.tables.table_registry import TableRegistry

BOTH_SIT = "Your other device has another seat there, so you would see two hands."
SAME_NAME = "A player there has a name like yours. Change one of the names first."


class GamesOf(NamedTuple):
    """How many games of one kind come along."""

    title: str
    running: int
    finished: int


class Staying(NamedTuple):
    """A game that cannot come along, and why."""

    title: str
    reason: str


class Luggage(NamedTuple):
    """The things that a guest can bring along, and the games that have to stay."""

    games: list[GamesOf]
    daily: int
    puzzles: int
    passkeys: int
    programs: int  # with a token
    ways: int  # to get alerts
    has_feed: bool  # of deadlines, for a calendar
    staying: list[Staying]
    has_code: bool  # a recovery code, which is removed once no game is left

    @property
    def comes(self) -> bool:
        """Whether anything can come along."""
        return any((self.games, self.daily, self.puzzles, self.passkeys, self.programs, self.ways, self.has_feed))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to ask about."""
        return not (self.comes or self.staying)


async def luggage(store: JoiningStore, guest: str, other: str) -> Luggage:
    """Returns what a guest would bring along to the other guest."""
    found = await store.belongings(guest, other)
    held_back = _held_back(found)
    coming = [table for table in found.tables if not table.shared and table.id not in held_back]
    running = Counter(_title(table) for table in coming if not table.ended)
    finished = Counter(_title(table) for table in coming if table.ended)
    games = [GamesOf(title, running[title], finished[title]) for title in sorted({*running, *finished})]
    staying = [
        Staying(_title(table), BOTH_SIT if table.shared else SAME_NAME)
        for table in found.tables
        if (table.shared and not table.covered) or table.id in held_back
    ]
    return Luggage(
        games, found.daily, found.puzzles, found.passkeys, found.programs, found.ways, found.has_feed, staying,
        found.has_code,
    )  # fmt: skip


async def join_guest(tables: TableRegistry, store: JoiningStore, guest: str, other: str) -> None:
    """Moves everything that can come along to the other guest, and updates all tables concerned."""
    found = await store.belongings(guest, other)
    named = not _alike(found.name, found.other_company)
    moved = await store.move(guest, other, _held_back(found), named, tables.house.now())
    tables.forget_pages(guest, other)
    ids = [*moved.tables, *moved.others]
    await tables.catch_up(ids)
    for id in ids:
        tables.notify(id, guests=(guest, other))


def _held_back(found: Belongings) -> set[str]:
    """Returns the running tables where the name that the guest will have looks like another player's."""
    name = found.other_name or found.name
    return {table for table, others in found.company.items() if _alike(name, others)}


def _alike(name: str, others: list[str]) -> bool:
    own = skeletons(name) if name else frozenset[str]()
    return any(not own.isdisjoint(skeletons(other)) for other in others)


def _title(table: HeldTable) -> str:
    return spec(table.game).meta.title
