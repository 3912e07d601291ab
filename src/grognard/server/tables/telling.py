"""How a game went that has been played at a table."""

from __future__ import annotations

import asyncio

from grognard.play.story import story
from grognard.server.tables.live import Live


async def tell(live: Live) -> None:
    """Has the story of a game that is over ready. It is told once, beside the event loop: a long one takes a second."""
    if live.over and live.story is None:
        states, told = zip(*((moment.state, moment.told) for moment in live.moments), strict=True)
        live.story = await asyncio.to_thread(story, live.session, states, told)
