"""The stream of events that pages of tables listen to."""

from __future__ import annotations

from collections.abc import AsyncIterator
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
    """Tables as the guest may see them, and the new ones after each deed that shows him anything.

    A table is asked for as table=<id>, or table=<id>:<version> if that version is shown already. Events bear its id.
    """
    events = await streams.opened(guests.guest(request), csrf(request), read_tables(table or []))
    # A proxy must pass each event on at once.
    return Stream(_messages(events), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _messages(events: AsyncIterator[tuple[str, str]]) -> AsyncIterator[bytes]:
    """Server-Sent Events. (Litestar's own writer takes as long for a table as drawing a good part of it.)"""
    yield b":\n\n"  # the answer begins at once, even where there is nothing to tell yet
    async for id, fragment in events:
        # A comment now and then finds out whether the page is still there.
        text = f"event: {id}\ndata: " + fragment.replace("\n", "\ndata: ") if fragment else ":"
        yield f"{text}\n\n".encode()
