"""A guest's vacation, which stops the clocks of their games over days: how it begins, changes and ends."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from grognard.play.clock import DAY
from grognard.server.storage.rows import now
from grognard.server.storage.vacations import VacationStore, current, days_left
from grognard.server.tables.table_registry import TableRegistry


class Leave(NamedTuple):
    """A guest's vacation: when they will be back (None while they are here), and how many days they have left.

    While they are away, `days` are those that they can still stay away for, and `days_away` those until they are back.
    """

    back: datetime | None
    days: int
    days_away: int = 0

    @property
    def told(self) -> str:
        """The day on which they will be back; empty while they are here."""
        return "" if self.back is None else f"{self.back:%A} {self.back.day} {self.back:%B}"


async def leave(tables: TableRegistry, store: VacationStore, guest: str) -> Leave:
    """Returns when a guest will be back, and their days."""
    taken, moment, today = await store.of_person(guest), tables.house.now(), now()
    away = current(taken, moment)
    if away is None:
        return Leave(None, days_left(taken, moment, today.year))
    rest = away.until - moment
    days_away = math.ceil(round(rest / DAY, 3))
    return Leave(today + timedelta(seconds=rest), days_left(taken, moment, away.year), days_away)


async def begin(tables: TableRegistry, store: VacationStore, guest: str, days: int) -> None:
    """Sends a guest on vacation for this many days. Raises BadInput or TooMuch."""
    tables.vacations.use(guest)
    await _announce(tables, await store.begin(guest, tables.house.now(), days, now().year))


async def change(tables: TableRegistry, store: VacationStore, guest: str, days: int) -> None:
    """Makes a guest's vacation end in this many days. Raises BadInput or TooMuch."""
    tables.vacations.use(guest)
    await _announce(tables, await store.change(guest, tables.house.now(), days))


async def end(tables: TableRegistry, store: VacationStore, guest: str) -> None:
    """Ends a guest's vacation now, if there is one. Raises TooMuch."""
    tables.vacations.use(guest)
    await _announce(tables, await store.end(guest, tables.house.now()))


async def _announce(tables: TableRegistry, ids: Iterable[str]) -> None:
    """Tells those at the guest's running tables."""
    ids = list(ids)
    await tables.catch_up(ids)
    for id in ids:
        tables.notify(id)
