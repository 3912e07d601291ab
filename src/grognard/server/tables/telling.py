"""How a game went that has been played at a table."""

from __future__ import annotations

from grognard.play.story import story
from grognard.server.tables.live import Live
from grognard.server.work import Work


async def tell(work: Work, live: Live) -> None:
    """Has the story of a game that is over ready. It is told once, beside the event loop: a long one takes a second."""
    if live.over and live.story is None:
        states, told = zip(*((moment.state, moment.told) for moment in live.moments), strict=True)
        live.story = await work.finish_aside(story, live.session, states, told)
