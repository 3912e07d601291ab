"""Stepping back: freely, after a choice that only bots saw, or with the consent of the others."""

from __future__ import annotations

from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.errors import CannotUndo
from grognard.server.tables import plans
from grognard.server.tables.auto_pass import undo_target
from grognard.server.tables.autoplay import go_on
from grognard.server.tables.live_table import LiveTable, most_deeds
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held


async def step_back(tables: TableRegistry, live: LiveTable, guest: str, at: str) -> None:
    """A guest steps back where that is free, or asks the others. Raises CannotUndo, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        tables.must_be_fresh(live, guest, at)
        if live.plans[seat] and live.planned(seat) is not None:
            await plans.step_back(tables, live, seat)
            tables.notify(live.id)
            return
        _must_have_room(live)
        kept, free = undo_target(live, seat)
        asks = not free and live.has_company(guest)
        asked_at = live.version([])
        if not asks:
            await tables.keep(live, live.undo(seat, () if free else live.others(seat), kept))
    if asks:
        await tables.change(live, undo_seat=seat, undo_at=asked_at, undo_agreed=[])
    else:
        go_on(tables, live)


async def put_back(tables: TableRegistry, live: LiveTable, guest: str, card: str, at: str) -> None:
    """A guest puts one of the cards back that he has picked. What he has chosen since stays where it still fits.

    Raises CannotUndo, Forbidden, Stale.
    """
    seat = seat_held(live, guest)
    async with tables.still(live):
        tables.must_be_fresh(live, guest, at)
        _must_have_room(live)
        is_planned = bool(live.plans[seat]) and live.planned(seat) is not None
        made = live.plans[seat] if is_planned else live.session.picked(seat)
        named = [live.game.actions.card[action] for action in made]
        number = max(
            (n for n, one in enumerate(named) if one != NO_CARD and live.game.pieces[one] == card), default=None
        )
        if number is None:
            raise CannotUndo("That card is not among those you have picked.")
        if is_planned:
            await plans.leave_out(tables, live, seat, number)
        else:
            taken = [live.undo(seat) for _ in made[number:]]
            again = [live.play(seat, action) for action in made[number + 1 :] if _is_open_after(live, seat, action)]
            await tables.keep(live, *taken, *again)
    go_on(tables, live)


def _is_open_after(live: LiveTable, seat: int, action: int) -> bool:
    """Could this seat still take the action back?"""
    position = live.session.state.clone()
    if not position.is_legal(action):
        return False
    position.apply_action(action)
    return position.picks() > 0 and position.current_player() == seat


def _must_have_room(live: LiveTable) -> None:
    if live.done > most_deeds(live.game.spec.meta) // 2:  # what is left is for the game
        raise CannotUndo("So much was done at this table that nothing can be taken back any more.")


def asked_by(live: LiveTable) -> int | None:
    """The seat that asks to step back, while the question stands."""
    # Until others see something new: that the asker thinks on in secret must not end his question.
    return live.table.undo_seat if live.table.undo_at == live.version([]) else None


def refused_to(live: LiveTable) -> int | None:
    """The seat that asked to step back and was refused, until others see something new."""
    return live.table.undo_seat if live.table.undo_at == _refused_at(live) else None


def _refused_at(live: LiveTable) -> int:
    """How a refusal is kept: the version at which it was asked, below zero."""
    return -1 - live.version([])


async def answer(tables: TableRegistry, live: LiveTable, guest: str, agrees: bool) -> None:
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
        await tables.change(live, undo_at=_refused_at(live))


async def _take_back(tables: TableRegistry, live: LiveTable, asking: int) -> None:
    """What he has picked since, and before it what the others saw."""
    _kept, free = live.session.undo_target(asking)
    while free:
        await tables.keep(live, live.undo(asking))
        _kept, free = live.session.undo_target(asking)
    await tables.keep(live, live.undo(asking, live.others(asking)))
