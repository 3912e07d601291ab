"""The stream of events that table pages listen to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from litestar import get
from litestar.params import Parameter
from litestar.response import Stream

from grognard.server.guests.cookies import Guests
from grognard.server.net.stream import Streams, read_tables
from grognard.server.pages.common import Connection, csrf


@get("/stream")
async def stream(
    request: Connection,
    streams: Streams,
    guests: Guests,
    table: Annotated[list[str] | None, Parameter(query="table")] = None,
) -> Stream:
    """Sends tables as the guest may see them, again after each deed visible to the guest.

    A request names each table as table=<id>, or table=<id>:<version> if the page shows that version. Events carry the
    table's id.
    """
    events = await streams.opened(
        guests.guest(request),
        csrf(request),
        read_tables(table or []),
        partial(guests.is_signed_in, request),
    )
    # Makes a proxy forward each event at once.
    return Stream(_messages(events), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _messages(events: AsyncIterator[tuple[str, str]]) -> AsyncIterator[bytes]:
    """Writes Server-Sent Events. (Litestar's own writer takes almost as long as drawing the table.)"""
    yield b":\n\n"  # starts the answer at once, even if there are no events yet
    async for id, fragment in events:
        # The heartbeat has no name. It also finds out whether the page is still open.
        name = f"event: {id}\n" if id else ""
        lines = fragment.replace("\n", "\ndata: ")
        yield f"{name}data: {lines}\n\n".encode()
