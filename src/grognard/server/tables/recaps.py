"""How a game went that has been played at a table."""

from __future__ import annotations

from grognard.play.recap import recap
from grognard.server.guests.budgets import Work
from grognard.server.tables.live_table import LiveTable


async def prepare_recap(work: Work, live: LiveTable) -> None:
    """Has the story of a game that is over ready. It is told once, beside the event loop: a long one takes a second."""
    if live.over and live.recap is None:
        states, told = zip(*((moment.state, moment.told) for moment in live.moments), strict=True)
        live.recap = await work.finish_aside(recap, live.session, states, told)
