"""Deletes a guest's data. At tables that others keep, nothing shows who the guest was anymore."""

from __future__ import annotations

import logging
from typing import Final

from grognard.play.journal import Resign
from grognard.server.errors import Stale, is_of_one_table, traced
from grognard.server.jobs.analysis import Analyses
from grognard.server.storage.expiry import Expiry
from grognard.server.tables import dealing
from grognard.server.tables.autoplay import go_on
from grognard.server.tables.presence import save_seen
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")


async def erase_guest(tables: TableRegistry, analyses: Analyses, expiry: Expiry, guest: str, mark: str) -> None:
    """Resigns the guest's games against others, then removes their data, some tables at a time.

    If this is interrupted, the next request continues from there. `mark` voids the guest's cookies.
    """
    await expiry.remove_ways(guest)
    await save_seen(tables)  # so that their last visit is not stored later
    given_up: set[str] = set()
    while any(parted := await expiry.remove_guest(guest, given_up)):
        for id in parted.running:
            try:
                await _give_up(tables, id, guest)
            except Stale:  # another player was quicker: try again
                continue
            except Exception as error:  # played under older rules, or a deed is broken: nobody is waiting there
                if not is_of_one_table(error):
                    raise
                LOGGER.warning("a table cannot be opened: %s", traced(error))
            given_up.add(id)
        tables.forget(parted.alone)
        await tables.catch_up(parted.shared)
        for id in (*parted.alone, *parted.shared):
            tables.notify(id)
    await expiry.remove_person(guest, mark)
    analyses.forget(guest)
    tables.forget_guest(guest)


async def _give_up(tables: TableRegistry, id: str, guest: str) -> None:
    """Resigns each seat that the guest holds on no other device. A team may continue without it.

    Before the deal, this calls the table off.
    """
    live = await tables.follow(id)
    if not live.dealt:
        for seat in live.seats_of(guest):
            if live.seats[seat].guests == {guest}:
                await dealing.call_off(tables, live, seat)
        return
    for seat in live.seats_of(guest):
        async with tables.still(live):
            await tables.sync(live)
            given_up = any(isinstance(deed, Resign) and deed.seat == seat for deed in live.session.journal.entries)
            if not live.over and not given_up and live.seats[seat].guests == {guest}:
                await tables.keep(live, live.resign(seat))
    go_on(tables, live)
