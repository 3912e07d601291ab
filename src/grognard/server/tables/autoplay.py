"""Plays actions that need no click: bots' choices, plans that are due, and moves a person need not be asked about."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine
from typing import Any, Final

from grognard.bots import seconds_left
from grognard.bots.workers import Choice
from grognard.server.errors import Stale
from grognard.server.tables import plans
from grognard.server.tables.auto_pass import automatic_action, current_ask, play_automatic_actions
from grognard.server.tables.clocks import is_paused
from grognard.server.tables.live_table import LiveTable, shows
from grognard.server.tables.table_registry import TableRegistry

# An automatic pass against people takes as long as a person might, so that it looks like a choice.
PASS_MILLISECONDS: Final = (1500, 4000)


def go_on(tables: TableRegistry, live: LiveTable) -> None:
    """Sends news of the latest deeds, and lets bots answer."""
    tables.notify(live.id, live.done)
    autoplay(tables, live)


def autoplay(tables: TableRegistry, live: LiveTable) -> None:
    """Lets bots play until a person has to decide.

    Does nothing while the game is paused, or if this table's driver is already running.
    """
    if live.void or live.over or not live.dealt or is_paused(live):
        return
    if live.driver is not None and not live.driver.done():
        return
    state = live.session.state
    seat = state.current_player()
    if live.computer(seat) is None and current_ask(live, seat, state.turn) == "always" and not live.due(seat):
        return
    live.driver = tables.begin(_drive(tables, live))


async def _drive(tables: TableRegistry, live: LiveTable) -> None:
    asked, thought = time.monotonic(), 0.0
    try:
        while not live.over and not is_paused(live):
            if live.timeline.moments[-1].open:  # otherwise a bot is in the middle of a choice that nobody has seen yet
                asked, thought = time.monotonic(), 0.0
            if live.due(live.session.state.current_player()):
                await plans.play_due_plan(tables, live)
                continue
            wanted = _automatic(tables, live, asked, thought)
            if wanted is None:
                return
            seen = live.done
            action, seconds = await wanted
            thought += seconds
            async with tables.still(live):
                seat = live.session.state.current_player()
                if live.done != seen or not await _still_wanted(tables, live, seat, action):
                    continue
                await tables.keep(live, live.play(seat, action), *play_automatic_actions(live))
            tables.notify(live.id, live.done)
    except Stale:  # another process is playing for the same bot
        return


async def _still_wanted(tables: TableRegistry, live: LiveTable, seat: int, action: int) -> bool:
    """Returns whether a person who wanted to pass still does, or has not taken their seat back from the computer.

    A bot in its own seat does not change its mind, but the people at the table may have paused the game.
    """
    if live.seats[seat].bot is not None and not live.against_people:
        return True
    seen, stood_in = live.done, live.computer(seat)
    await tables.sync(live)
    if live.done != seen or live.computer(seat) != stood_in or is_paused(live):
        return False
    return stood_in is not None or automatic_action(live, seat) == action


def _automatic(
    tables: TableRegistry, live: LiveTable, asked: float, thought: float
) -> Coroutine[Any, Any, Choice] | None:
    """Returns the next action if nobody has to be asked for it; otherwise None."""
    seat = live.session.state.current_player()
    bot = live.computer(seat)
    if bot is not None:
        return _in_its_time(tables, live, seat, bot, asked, thought)
    action = automatic_action(live, seat)
    return None if action is None else _after_a_while(action, live.against_people)


async def _in_its_time(
    tables: TableRegistry, live: LiveTable, seat: int, bot: str, asked: float, thought: float
) -> Choice:
    """Returns a bot's choice, delayed to the time its level allots, or a multiple of it.

    Otherwise its thinking time would show other players whether it had a choice. Invisible choices are not delayed.
    """
    state = live.session.state
    chosen = await tables.workers.choose(live.session, seat, bot, thought)
    if shows(state, chosen.action):
        await asyncio.sleep(seconds_left(bot, time.monotonic() - asked))
    return chosen


async def _after_a_while(action: int, against_people: bool) -> Choice:
    if against_people:
        least, most = PASS_MILLISECONDS
        await asyncio.sleep((least + secrets.randbelow(most - least)) / 1000)
    return Choice(action, 0.0)
