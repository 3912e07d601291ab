"""The deals of a guest that came to nothing, as the guest's record lists them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from grognard.play.deal import attempts, called_off_told, void_told
from grognard.registry import spec
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import ListedTable
from grognard.server.storage.tables import TableStore


class FailedDeal(NamedTuple):
    """A table with an attempt to deal that came to nothing: a sentence about each, and why it was called off if so."""

    table: str
    title: str
    when: datetime
    told: list[str]
    called_off: str


async def failed_deals(store: TableStore, people: PeopleStore, guest: str) -> list[FailedDeal]:
    """Returns the failed deals of a guest, latest first."""
    steps = await store.failed_deals(guest)
    if not steps:
        return []
    every = [table for ended in (False, True) for table in await people.listed(guest, ended=ended)]
    found = []
    for table in every:
        if table.id in steps:
            people_here = [seat for seat, bot in enumerate(table.bots) if bot is None]
            tried = attempts(table.id, steps[table.id], people_here)
            names = _names(table)
            title = spec(table.game).meta.title
            told = void_told(tried, names)
            found.append(FailedDeal(table.id, title, table.created, told, called_off_told(tried, names)))
    return sorted(found, key=lambda one: one.when, reverse=True)


def _names(table: ListedTable) -> list[str]:
    """Returns what others call each seat: the name of its person, or else its own."""
    seats = spec(table.game).meta.seats
    return [name or seats[number] for number, name in enumerate(table.names)]
