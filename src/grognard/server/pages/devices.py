"""The page of a guest's devices: the browsers that are signed in as this guest."""

from __future__ import annotations

import secrets

from litestar import Controller, Response, get, post

from grognard.server.guests.cookies import Guests
from grognard.server.guests.device_links import DeviceLinks
from grognard.server.guests.passkeys import Passkeys
from grognard.server.guests.recovery_codes import RecoveryCodes
from grognard.server.pages.common import Connection, Form, page, seen_other
from grognard.server.pages.passkeys import offer
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.sessions import TOKEN


class DevicePages(Controller):
    """The guest's devices, which can be signed out."""

    path = "/your-data/devices"

    @get("/")
    async def devices(
        self, request: Connection, passkeys: Passkeys, recovery_codes: RecoveryCodes, expiry: Expiry, guests: Guests
    ) -> Response[str]:
        """Lists the devices, this one first."""
        guest, this = guests.guest(request), guests.session_id(request)
        sessions, tokens = await guests.sessions.of_guest(guest), await guests.sessions.of_guest(guest, TOKEN)
        others = [session for session in sessions if this not in (session.id, session.replaces)]
        return page(
            request, "devices.html", others=others, device=guests.device(request), form=secrets.token_urlsafe(9),
            tokens=tokens, passkeys=offer(request), code=(await recovery_codes.of_guest(guest)).made,
            own_passkeys=await passkeys.store.of_guest(guest), has_games=any(await expiry.prospect(guest)),
        )  # fmt: skip

    @post("/end")
    async def end(self, request: Connection, data: Form, device_links: DeviceLinks, guests: Guests) -> Response[str]:
        """Signs out one device. If it is signed out already, nothing changes."""
        await guests.sign_out(request, data.get("device", ""))
        await device_links.remove(guests.guest(request))  # that device may have made the link
        return seen_other("/your-data/devices")

    @post("/end-others")
    async def end_others(
        self, request: Connection, data: Form, device_links: DeviceLinks, guests: Guests
    ) -> Response[str]:
        """Signs out all devices except this one."""
        await guests.sign_out_others(request, data.get("form", ""))
        await device_links.remove(guests.guest(request))
        return seen_other("/your-data/devices")
