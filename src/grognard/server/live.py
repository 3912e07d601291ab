"""What an open page is sent: the table after each deed that shows its guest anything, one deed at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

from litestar.channels import ChannelsPlugin, Subscriber

from grognard.server.pictures import past, picture
from grognard.server.tables import SEEN_EVERY, Live, Tables, channel
from grognard.web.pages import table_fragment


async def table_events(
    tables: Tables, channels: ChannelsPlugin, id: str, guest: str, csrf: str, at: str
) -> AsyncIterator[str]:
    """Fragments for one page, from the state that `at` stands for on; an empty one now and then."""
    async with channels.start_subscription([channel(id)]) as subscriber:
        live = await tables.open(id)
        held = live.seats_of(guest)
        sent = len(live.moments) - 1
        presence = asyncio.create_task(_be_here(tables, live.id, held, subscriber))
        try:
            if at != tables.token(live, guest):
                yield table_fragment(picture(tables, live, guest, csrf))
            async for message in subscriber.iter_events():
                deeds = json.loads(message)["deeds"]
                if deeds == 0:
                    yield ""
                    continue
                live = await tables.follow(id, deeds)
                async with live.lock:  # what is being written is not true yet
                    fragments = _fragments(tables, live, guest, csrf, sent, deeds is None)
                    sent = len(live.moments) - 1
                for fragment in fragments:
                    yield fragment
        finally:
            presence.cancel()


def _fragments(tables: Tables, live: Live, guest: str, csrf: str, sent: int, changed: bool) -> list[str]:
    """A fragment for each moment that came since and shows something; if the table itself changed, at least one."""
    held = live.seats_of(guest)
    last = len(live.moments) - 1
    shown = [n for n in range(sent + 1, last + 1) if live.version(held, n) > live.version(held, n - 1)]
    fragments = [table_fragment(past(live, guest, number)) for number in shown if number < last]
    if changed or shown:
        fragments.append(table_fragment(picture(tables, live, guest, csrf)))
    return fragments


async def _be_here(tables: Tables, id: str, held: list[int], subscriber: Subscriber) -> None:
    """Keeps the guest's seats marked as attended while the page is open."""
    live = await tables.follow(id, 0)
    live.watching.update(held)
    tables.tell(id)
    try:
        while True:
            for seat in held:
                await tables.seen(live, seat)
            await asyncio.sleep(SEEN_EVERY)
            subscriber.put_nowait(b'{"deeds": 0}')
    finally:
        live.watching.subtract(held)
        with suppress(Exception):
            tables.tell(id)
