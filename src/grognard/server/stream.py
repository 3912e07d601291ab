"""What an open page is sent: the table after each deed that shows its guest anything, one deed at a time."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Final

from litestar.channels import ChannelsPlugin, Subscriber
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.drawing import as_html, past, picture
from grognard.server.tables import presence
from grognard.server.tables.at_hand import Tables, channel
from grognard.server.tables.driving import drive
from grognard.server.tables.entry import open_table
from grognard.server.tables.live import Live
from grognard.web.pages import table_fragment
from grognard.web.picture import TablePicture

LOGGER: Final = logging.getLogger("grognard")
HEARTBEAT: Final = ""  # instead of a table: the page's own


class Page:
    """An open page of a guest, and what it was sent so far."""

    def __init__(self, tables: Tables, live: Live, guest: str, csrf: str) -> None:
        self._tables = tables
        self._guest = guest
        self._csrf = csrf
        self._moment = live.done
        self._besides = self._other_things(self._picture(live))

    def _picture(self, live: Live) -> TablePicture:
        return picture(self._tables, live, self._guest, self._csrf)

    def _other_things(self, drawn: TablePicture) -> object:
        """What may change without a deed: who is here, what can be done about the table, and plans (by `at`)."""
        return (
            drawn.seats, drawn.can_claim, drawn.undo_asked_by, drawn.undo_waiting, drawn.rematch, drawn.ask,
            drawn.hand_over, drawn.open_hands, drawn.advice, drawn.at,
        )  # fmt: skip

    def whole(self, live: Live) -> str:
        """The table as it stands."""
        return as_html(live, self._guest, self._picture(live))

    def fragments(self, live: Live) -> list[str]:
        """A fragment for each moment since the last that shows something; one more if something else has changed."""
        held = live.seats_of(self._guest)
        last = live.done
        since = range(self._moment + 1, last + 1)
        shown = [number for number in since if live.version(held, number) > live.version(held, number - 1)]
        self._moment = last
        fragments = [table_fragment(past(live, self._guest, number)) for number in shown if number < last]
        now = self._picture(live)
        besides = self._other_things(now)
        if shown or besides != self._besides:
            fragments.append(as_html(live, self._guest, now))
        self._besides = besides
        return fragments


async def table_events(tables: Tables, channels: ChannelsPlugin, id: str, guest: str, csrf: str) -> AsyncIterator[str]:
    """Fragments for one page, the table as it stands first; an empty one now and then."""
    async with channels.start_subscription([channel(id)]) as subscriber:
        live = await open_table(tables, id)
        presence = asyncio.create_task(_be_here(tables, live, guest, subscriber))
        tables.listening.add(subscriber)
        try:
            if tables.closing:
                return
            page = Page(tables, live, guest, csrf)
            # The page may be older than this: a deed, or somebody who has come or gone, lies between.
            yield page.whole(live)
            async for message in subscriber.iter_events():
                if tables.closing:  # what is still untold is told by the next server
                    return
                news = json.loads(message)
                if news["table"] not in (id, HEARTBEAT):
                    continue
                # What is being written is not true yet.
                async with tables.held(id, news["deeds"]) as live:
                    fragments = page.fragments(live)
                for fragment in fragments:
                    yield fragment
                if news["table"] == HEARTBEAT:
                    drive(tables, live)
                    yield ""
        finally:
            tables.listening.discard(subscriber)
            presence.cancel()


async def _be_here(tables: Tables, live: Live, guest: str, subscriber: Subscriber) -> None:
    """Keeps the guest's seats marked as attended while the page is open, and the page alive."""
    held = set(live.seats_of(guest))
    live.watching.update(held)
    try:
        if held:
            tables.tell(live.id)
        while True:
            try:
                for seat in held & set(live.seats_of(guest)):  # a seat may have been lost since
                    await presence.note(tables, live, seat)
            except SQLAlchemyError as error:
                LOGGER.error("nobody could be marked as here: %s", type(error).__name__)
            await asyncio.sleep(presence.SEEN_EVERY)
            subscriber.put_nowait(json.dumps({"table": HEARTBEAT, "deeds": None}).encode())
    finally:
        live.watching.subtract(held)
        if held:
            tables.tell(live.id)
