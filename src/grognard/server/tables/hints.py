"""Hints: the computer's advice for a seat, based only on that seat's knowledge.

The worker pool searches in rounds. The result is stored with the seat, so that every process of the server can show its
progress and stop it. In games between people there are no hints.
"""

from __future__ import annotations

import secrets
import time
from typing import Final

import msgspec

from grognard.bots.reasons import Explanation, explain
from grognard.bots.workers import ROUND_SECONDS, ROUNDS, SearchTask, merged, search_task_at
from grognard.kernel.errors import GameOver, NotYourTurn
from grognard.server.errors import Forbidden, Stale
from grognard.server.storage.rows import Hint
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held, viewpoint

LOST_AFTER: Final = 30.0  # seconds without progress, after which the search must have been killed


def offered(live: LiveTable, guest: str) -> bool:
    """Returns whether a guest can ask for hints: only against the computer, and not in a daily deal."""
    return bool(live.seats_of(guest)) and not live.has_company(guest) and live.table.daily is None


def is_thinking(hint: Hint) -> bool:
    """Returns whether the search is still running."""
    return hint.rounds < hint.of and not hint.stopped and time.time() - hint.beat < LOST_AFTER


async def ask(tables: TableRegistry, live: LiveTable, guest: str, at: str) -> None:
    """Starts a search for the guest's seat. Raises Forbidden, Stale, GameOver, NotYourTurn."""
    seat = _deciding(live, guest)
    async with tables.still(live):
        tables.must_be_fresh(live, guest, at)
        # Under the lock: if several requests come at once, the second finds the search that the first has started.
        known = live.hint(seat)
        if known is not None and (is_thinking(known) or known.rounds == known.of):
            return
        asked = search_task_at(live.session)
        hint = Hint(secrets.token_urlsafe(8), live.done, 0, ROUNDS, False, time.time(), ())
        await tables.store.set_hint(live.id, seat, hint)
        await tables.sync(live)
    tables.notify(live.id, live.done)
    tables.begin(_think(tables, live, seat, asked, hint.id))


async def _think(tables: TableRegistry, live: LiveTable, seat: int, asked: SearchTask, id: str) -> None:
    """Searches round by round, until it is stopped or the table moves on."""
    rounds = []
    for turn in range(1, ROUNDS + 1):
        rounds.append(await tables.workers.weigh(asked, ROUND_SECONDS, turn))
        found = tuple(merged(rounds))
        told = await tables.workers.aside(explain, asked, found) if turn == ROUNDS else Explanation()
        try:
            async with tables.still(live):
                await tables.sync(live)
                now = live.hint(seat)
            if now is None or now.id != id or now.stopped:
                return
            known = msgspec.structs.replace(
                now, rounds=turn, beat=time.time(), found=found, where=told.where, why=told.why
            )
            await _show(tables, live, seat, known)
        except Stale:
            return


async def _show(tables: TableRegistry, live: LiveTable, seat: int, hint: Hint) -> None:
    """Stores and shows the advice so far. Raises Stale."""
    await tables.store.set_hint(live.id, seat, hint)
    await tables.refresh(live)


async def stop(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Stops the search and keeps its result so far. Raises Forbidden, GameOver, NotYourTurn."""
    seat = _deciding(live, guest)
    hint = live.hint(seat)
    if hint is not None and is_thinking(hint):
        await _show(tables, live, seat, msgspec.structs.replace(hint, stopped=True))


async def show(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Shows the best choice, after the note where to look. Raises Forbidden, GameOver, NotYourTurn."""
    seat = _deciding(live, guest)
    hint = live.hint(seat)
    if hint is not None and not is_thinking(hint):
        await _show(tables, live, seat, msgspec.structs.replace(hint, opened=True))


def _deciding(live: LiveTable, guest: str) -> int:
    """Returns the guest's seat, if it has to decide now and can ask for hints."""
    seat_held(live, guest)
    if live.has_company(guest):
        raise Forbidden("There are no hints in games between people.")
    if live.table.daily is not None:
        raise Forbidden("There are no hints in a daily deal.")
    if live.over:
        raise GameOver("The game is over, so there is nothing left to decide.")
    decider = live.session.state.current_player()
    if viewpoint(live, guest).seat != decider:
        raise NotYourTurn(f"{live.game.seats[decider]} decides now.")
    return decider
