"""The recap of a game that was played at a table."""

from __future__ import annotations

from grognard.server.guests.budgets import Work
from grognard.server.tables.live_table import LiveTable


async def prepare_recap(work: Work, live: LiveTable) -> None:
    """Prepares the recap of a finished game, once, in a thread: a long game takes a second."""
    if live.over and live.timeline.recap is None:
        await work.finish_aside(live.timeline.prepare_recap)
