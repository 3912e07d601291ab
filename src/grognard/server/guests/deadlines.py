"""A guest's own deadlines, as their calendar feed shows them."""

from __future__ import annotations

from math import isfinite

from grognard.server.alerts.calendar import Deadline
from grognard.server.guests.my_games import running_games
from grognard.server.storage.people import PeopleStore
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.time_model import to_the_minute


async def deadlines(tables: TableRegistry, people: PeopleStore, guest: str, origin: str) -> list[Deadline]:
    """Returns when a guest's time runs out, for each game with other people that waits for their move.

    To the minute, so that a feed stays the same while nothing happens. A deadline also serves as its number. An undo
    can move it earlier. Then the number falls, and some calendars keep the later time.
    """
    found = []
    for entry in await running_games(tables, people, guest):
        if entry.moves and entry.company and isfinite(entry.seconds):
            moment = to_the_minute(entry.seconds)
            title, url = f"{entry.title}: your time runs out", f"{origin}/tables/{entry.id}"
            found.append(Deadline(entry.id, title, moment, url, int(moment.timestamp()) // 60))
    return sorted(found, key=lambda one: (one.moment, one.table))
