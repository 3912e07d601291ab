"""The page of a guest's devices: the browsers that are signed in as this guest."""

from __future__ import annotations

from litestar import Controller, Response, get, post

from grognard.server.guests.cookies import Guests
from grognard.server.net.stream import Streams
from grognard.server.pages.common import Connection, Form, page, seen_other


class DevicePages(Controller):
    """The guest's devices, which can be signed out."""

    path = "/your-data/devices"

    @get("/")
    async def devices(self, request: Connection, guests: Guests) -> Response[str]:
        """Lists the devices, this one first."""
        sessions, this = await guests.sessions.of_guest(guests.guest(request)), guests.session_id(request)
        others = [session for session in sessions if session.id != this]
        return page(request, "devices.html", others=others, device=guests.device(request))

    @post("/end")
    async def end(self, request: Connection, data: Form, guests: Guests, streams: Streams) -> Response[str]:
        """Signs out one device. If it is signed out already, nothing changes."""
        guest = guests.guest(request)
        await guests.sessions.end(guest, data.get("device", ""))
        streams.end_signed_out(guest)
        return seen_other("/your-data/devices")

    @post("/end-others")
    async def end_others(self, request: Connection, guests: Guests, streams: Streams) -> Response[str]:
        """Signs out all devices except this one."""
        await guests.end_other_sessions(request)
        streams.end_signed_out(guests.guest(request))
        return seen_other("/your-data/devices")
