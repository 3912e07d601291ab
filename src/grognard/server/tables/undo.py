"""Stepping back: freely, after a choice that only bots saw, or with the consent of the others."""

from __future__ import annotations

from grognard.kernel.errors import CannotUndo
from grognard.server.tables import plans
from grognard.server.tables.asking import undo_target
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.driving import go_on
from grognard.server.tables.live import Live, most_deeds
from grognard.server.tables.viewpoint import seat_held


async def step_back(tables: Tables, live: Live, guest: str, at: str) -> None:
    """A guest steps back where that is free, or asks the others. Raises CannotUndo, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        tables.must_be_fresh(live, guest, at)
        if live.plans[seat] and live.planned(seat) is not None:
            await plans.step_back(tables, live, seat)
            tables.tell(live.id)
            return
        if live.done > most_deeds(live.game.spec.meta) // 2:  # what is left is for the game
            raise CannotUndo("So much was done at this table that nothing can be taken back any more.")
        kept, free = undo_target(live, seat)
        asks = not free and live.has_company(guest)
        asked_at = live.version([])
        if not asks:
            await tables.keep(live, live.undo(seat, () if free else live.others(seat), kept))
    if asks:
        await tables.change(live, undo_seat=seat, undo_at=asked_at, undo_agreed=[])
    else:
        go_on(tables, live)


def asked_by(live: Live) -> int | None:
    """The seat that asks to step back, while the question stands."""
    # Until others see something new: that the asker thinks on in secret must not end his question.
    return live.table.undo_seat if live.table.undo_at == live.version([]) else None


async def answer(tables: Tables, live: Live, guest: str, agrees: bool) -> None:
    """A guest lets another step back, or does not. Raises CannotUndo, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        asking = asked_by(live)
        if asking is None or asking == seat:
            raise CannotUndo("Nobody asks to take a choice back any more.")
        agreed = {*live.table.undo_agreed, *live.seats_of(guest)}
        asker = live.seats[asking].guests
        all_agree = agrees and all(other in agreed or live.seats[other].guests & asker for other in live.people)
        if all_agree:
            await _take_back(tables, live, asking)
    if all_agree:
        go_on(tables, live)
    elif agrees:
        await tables.change(live, undo_agreed=sorted(agreed))
    else:
        await tables.change(live, undo_seat=None, undo_at=None)


async def _take_back(tables: Tables, live: Live, asking: int) -> None:
    """What he has picked since, and before it what the others saw."""
    _kept, free = live.session.undo_target(asking)
    while free:
        await tables.keep(live, live.undo(asking))
        _kept, free = live.session.undo_target(asking)
    await tables.keep(live, live.undo(asking, live.others(asking)))
