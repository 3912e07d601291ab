"""Takes the seat of a link for a guest, for the page of an invitation and for programs."""

from __future__ import annotations

from grognard.server.guests.names import must_be_known_apart, rename
from grognard.server.storage.people import PeopleStore
from grognard.server.tables import lobby
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry


async def take_seat(
    tables: TableRegistry,
    people: PeopleStore,
    live: LiveTable,
    key: str,
    guest: str,
    name: str,
    beside: bool = False,
) -> int:
    """Takes the seat of a key, under a new name unless it is empty; returns the seat. For `beside`, see `lobby.join`.

    Raises RefusedName, Forbidden and BadInput.
    """
    seat = await lobby.seat_of_key(tables, live, key)
    place = None if seat is None else (live.id, seat)
    if name:
        await rename(tables, people, guest, name, place)
    elif place is not None:
        await must_be_known_apart(people, guest, place)
    return await lobby.join(tables, live, key, guest, beside)
