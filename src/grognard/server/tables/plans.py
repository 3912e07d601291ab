"""What a seat decides ahead: kept with the seat, and played when it is due.

In some games a seat decides ahead of its turn. In all it may leave out what goes without saying (`GameSpec.implied`):
nobody sees that before it is whole, and what is left of it ends where the others do not let it pass.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from grognard.kernel.engine.state import State
from grognard.kernel.errors import IllegalAction
from grognard.kernel.views.shortcuts import implied_actions, let_pass, preview
from grognard.server.errors import Stale
from grognard.server.tables.auto_pass import play_automatic_actions
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry


def implied_before(live: LiveTable, seat: int, planned: tuple[State, bool] | None, action: int) -> list[int]:
    """What goes without saying before this action, where a seat decides or has planned so far."""
    state = live.session.state if planned is None else planned[0]
    return implied_actions(state, action) if live.session.state.current_player() == seat and not live.over else []


async def add(
    tables: TableRegistry,
    live: LiveTable,
    seat: int,
    planned: tuple[State, bool] | None,
    action: int,
    before: list[int],
) -> None:
    """One more action of a plan that stands so far as `LiveTable.planned` says. Raises what the rules say.

    If that makes it whole, and the seat decides, it is played.
    """
    position, whole = (live.session.state, False) if planned is None else planned
    if whole:
        raise Stale("That stands, and waits for the others: step back to change it.")
    position = (preview(position, seat, before) if before else None) or position.clone()
    reveals = position.reveals
    position.apply_action(action)
    plan = (*(() if planned is None else live.plans[seat]), *before, action)
    open = position.picks() > 0 and position.current_player() == seat and position.reveals == reveals
    if open or live.session.state.current_player() != seat:
        await _set(tables, live, seat, plan)
    else:
        live.plans[seat] = plan
        await _play(tables, live, seat)


async def step_back(tables: TableRegistry, live: LiveTable, seat: int) -> None:
    """One action less."""
    await _set(tables, live, seat, live.plans[seat][:-1])


async def leave_out(tables: TableRegistry, live: LiveTable, seat: int, number: int) -> None:
    """The plan without this action, and what still fits without it."""
    plan, rest = live.plans[seat][:number], live.plans[seat][number + 1 :]
    for action in rest:
        live.plans[seat] = (*plan, action)
        planned = live.planned(seat)
        if planned is not None and not planned[1]:
            plan = live.plans[seat]
    await _set(tables, live, seat, plan)


async def play_due_plan(tables: TableRegistry, live: LiveTable) -> None:
    """Plays what the seat that is due has decided ahead; from there it goes on itself."""
    async with tables.still(live):
        await tables.sync(live)
        seat = live.session.state.current_player()
        if not _stands(live, seat):
            live.plans[seat] = ()
        await _play(tables, live, seat)
    tables.notify(live.id)


async def _play(tables: TableRegistry, live: LiveTable, seat: int) -> None:
    """Plays a plan up to where another decides; the rest waits for that."""
    plan, live.plans[seat] = live.plans[seat], ()
    deeds = []
    with suppress(IllegalAction):  # what does not fit any more is asked for again
        while plan and not live.over and live.session.state.current_player() == seat:
            deeds.append(live.play(seat, plan[0]))
            plan = plan[1:]
        live.plans[seat] = () if live.over else plan
    # All at once: a server that is killed meanwhile has either the plan or what it led to.
    await tables.keep(live, *deeds, *play_automatic_actions(live), planned_by=seat)


def _stands(live: LiveTable, seat: int) -> bool:
    """Does a plan still stand? What follows an own choice does if the others have let that pass, and nothing else."""
    number = live.done
    while number and live.timeline.moments[number].actor != seat:
        number -= 1
    last = live.timeline.moments[number].state
    if last.ahead(seat) is not None:  # whatever the others did
        return True
    passed = last.clone()
    let_pass(passed, seat)
    return passed.serialize() == live.session.state.serialize()


async def _set(tables: TableRegistry, live: LiveTable, seat: int, plan: tuple[int, ...]) -> None:
    notations = [live.game.action_to_string(action) for action in plan]
    await tables.store.set_seat(live.id, seat, plan=notations)
    live.plans[seat] = plan
    live.seats[seat] = msgspec.structs.replace(live.seats[seat], plan=tuple(notations))
