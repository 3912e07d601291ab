"""Plans: actions that a seat chooses ahead, stored with the seat and played when they are due.

In some games a seat decides ahead of its turn. In all games it may leave out implied actions (`GameSpec.implied`):
nobody sees such a plan before it is complete, and the rest of it is dropped if the others do not let it pass.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from grognard.kernel.engine.state import State
from grognard.kernel.errors import IllegalAction
from grognard.kernel.views.shortcuts import implied_actions, let_pass, preview
from grognard.server.errors import Stale
from grognard.server.tables.auto_pass import play_automatic_actions
from grognard.server.tables.clocks import is_paused
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry


def implied_before(live: LiveTable, seat: int, planned: tuple[State, bool] | None, action: int) -> list[int]:
    """Returns the implied actions before this action, from the current position or the end of the plan."""
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
    """Adds an action to a plan, whose state is `planned` (see `LiveTable.planned`). Raises errors of the rules.

    If that completes the plan and the seat decides now, it is played.
    """
    position, whole = (live.session.state, False) if planned is None else planned
    if whole:
        raise Stale("Your choice is in. Undo it to change it.")
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
    """Removes the last action of a plan."""
    await _set(tables, live, seat, live.plans[seat][:-1])


async def leave_out(tables: TableRegistry, live: LiveTable, seat: int, number: int) -> None:
    """Removes an action from a plan, and keeps the later actions that still fit."""
    plan, rest = live.plans[seat][:number], live.plans[seat][number + 1 :]
    for action in rest:
        live.plans[seat] = (*plan, action)
        planned = live.planned(seat)
        if planned is not None and not planned[1]:
            plan = live.plans[seat]
    await _set(tables, live, seat, plan)


async def play_due_plan(tables: TableRegistry, live: LiveTable) -> None:
    """Plays the plan of the seat that decides now, and the forced moves after it. Does nothing during a pause."""
    async with tables.still(live):
        await tables.sync(live)
        if is_paused(live):
            return
        seat = live.session.state.current_player()
        if not _stands(live, seat):
            live.plans[seat] = ()
        await _play(tables, live, seat)
    tables.notify(live.id, live.done)


async def _play(tables: TableRegistry, live: LiveTable, seat: int) -> None:
    """Plays a plan until another seat decides; the rest waits."""
    plan, live.plans[seat] = live.plans[seat], ()
    deeds = []
    with suppress(IllegalAction):  # if an action no longer fits, the seat is asked again
        while plan and not live.over and live.session.state.current_player() == seat:
            deeds.append(live.play(seat, plan[0]))
            plan = plan[1:]
        live.plans[seat] = () if live.over else plan
    # Save everything at once: if the server is killed, the database has either the plan or its deeds.
    await tables.keep(live, *deeds, *play_automatic_actions(live), planned_by=seat)


def _stands(live: LiveTable, seat: int) -> bool:
    """Returns whether a plan is still valid. After the seat's own choice, others may only have let it pass."""
    number = live.done
    while number and live.timeline.moments[number].actor != seat:
        number -= 1
    last = live.timeline.moments[number].state
    if last.ahead(seat) is not None:  # valid no matter what the others did
        return True
    passed = last.clone()
    let_pass(passed, seat)
    return passed.serialize() == live.session.state.serialize()


async def _set(tables: TableRegistry, live: LiveTable, seat: int, plan: tuple[int, ...]) -> None:
    notations = [live.game.action_to_string(action) for action in plan]
    await tables.store.set_seat(live.id, seat, plan=notations)
    live.plans[seat] = plan
    live.seats[seat] = msgspec.structs.replace(live.seats[seat], plan=tuple(notations))
