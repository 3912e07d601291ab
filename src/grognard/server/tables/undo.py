"""Undoes choices: freely, or after a choice that only bots saw, or with the consent of the other players."""

from __future__ import annotations

from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.errors import CannotUndo
from grognard.server.tables import plans
from grognard.server.tables.auto_pass import undo_target
from grognard.server.tables.autoplay import go_on
from grognard.server.tables.live_table import LiveTable, most_deeds
from grognard.server.tables.pausing import must_not_be_paused
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import must_play_itself, seat_held


async def step_back(tables: TableRegistry, live: LiveTable, guest: str, at: str) -> None:
    """Undoes a guest's last choice if that is free; otherwise asks others. Raises CannotUndo, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        must_play_itself(live, seat)
        tables.must_be_fresh(live, guest, at)
        must_not_be_paused(live)
        if live.plans[seat] and live.planned(seat) is not None:
            await plans.step_back(tables, live, seat)
            tables.notify(live.id, live.done)
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
    """Puts back a card that a guest has picked. Later picks stay if they still fit.

    Raises CannotUndo, Forbidden, Stale.
    """
    seat = seat_held(live, guest)
    async with tables.still(live):
        must_play_itself(live, seat)
        tables.must_be_fresh(live, guest, at)
        must_not_be_paused(live)
        _must_have_room(live)
        is_planned = bool(live.plans[seat]) and live.planned(seat) is not None
        made = live.plans[seat] if is_planned else live.session.picked(seat)
        named = [live.game.actions.card[action] for action in made]
        number = max(
            (n for n, one in enumerate(named) if one != NO_CARD and live.game.names[one] == card), default=None
        )
        if number is None:
            raise CannotUndo("You have not picked that card.")
        if is_planned:
            await plans.leave_out(tables, live, seat, number)
        else:
            taken = [live.undo(seat) for _ in made[number:]]
            again = [live.play(seat, action) for action in made[number + 1 :] if _is_open_after(live, seat, action)]
            await tables.keep(live, *taken, *again)
    go_on(tables, live)


def _is_open_after(live: LiveTable, seat: int, action: int) -> bool:
    """Returns whether this seat could still undo the action."""
    position = live.session.state.clone()
    if not position.is_legal(action):
        return False
    position.apply_action(action)
    return position.picks() > 0 and position.current_player() == seat


def _must_have_room(live: LiveTable) -> None:
    if live.done > most_deeds(live.game.spec.meta) // 2:  # the rest is for the game
        raise CannotUndo("You can't undo anymore, because this game has had too many actions.")


def asked_by(live: LiveTable) -> int | None:
    """Returns the seat that is asking to undo, if any."""
    # The request ends when others see something new. Secret picks of the asking seat must not end it.
    return live.table.undo_seat if live.table.undo_at == live.version([]) else None


def refused_to(live: LiveTable) -> int | None:
    """Returns the seat whose request to undo was refused, until others see something new."""
    return live.table.undo_seat if live.table.undo_at == _refused_at(live) else None


def _refused_at(live: LiveTable) -> int:
    """Returns the stored form of a refusal: the version of the request, as a negative number."""
    return -1 - live.version([])


async def answer(tables: TableRegistry, live: LiveTable, guest: str, agrees: bool) -> None:
    """Accepts or refuses another player's request to undo. Raises BadInput, CannotUndo, Forbidden, Stale."""
    seat = seat_held(live, guest)
    async with tables.still(live):
        must_not_be_paused(live)
        asking = asked_by(live)
        if asking is None or asking == seat:
            raise CannotUndo("Nobody is asking to undo anymore.")
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
    """Undoes the asking seat's picks since, and then the choice that others saw."""
    _kept, free = live.session.undo_target(asking)
    while free:
        await tables.keep(live, live.undo(asking))
        _kept, free = live.session.undo_target(asking)
    await tables.keep(live, live.undo(asking, live.others(asking)))
