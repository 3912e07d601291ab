"""What a seat decides ahead of its turn, where a game lets it: kept with the seat, played when it is due."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from grognard.kernel.engine.state import State
from grognard.kernel.errors import IllegalAction
from grognard.server.errors import Stale
from grognard.server.tables.asking import go_on_unasked
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.live import Live


async def add(tables: Tables, live: Live, seat: int, planned: tuple[State, bool], action: int) -> None:
    """One more action of a plan that stands so far as `Live.planned` says. Raises what the rules say."""
    position, whole = planned
    if whole:
        raise Stale("That stands, and waits for the others: step back to change it.")
    position.apply_action(action)
    await _set(tables, live, seat, (*live.plans[seat], action))


async def step_back(tables: Tables, live: Live, seat: int) -> None:
    """One action less."""
    await _set(tables, live, seat, live.plans[seat][:-1])


async def carry_out(tables: Tables, live: Live) -> None:
    """Plays what the seat that is due has decided ahead of its turn; from there it goes on itself."""
    async with tables.still(live):
        await tables.sync(live)
        seat = live.session.state.current_player()
        plan, live.plans[seat] = live.plans[seat], ()
        deeds = []
        with suppress(IllegalAction):  # what does not fit any more is asked for again
            for action in plan:
                deeds.append(live.play(seat, action))
        # All at once: a server that is killed meanwhile has either the plan or what it led to.
        await tables.keep(live, *deeds, *go_on_unasked(live), planned_by=seat)
    tables.tell(live.id)


async def _set(tables: Tables, live: Live, seat: int, plan: tuple[int, ...]) -> None:
    notations = [live.game.action_to_string(action) for action in plan]
    await tables.store.set_seat(live.id, seat, plan=notations)
    live.plans[seat] = plan
    live.seats[seat] = msgspec.structs.replace(live.seats[seat], plan=tuple(notations))
