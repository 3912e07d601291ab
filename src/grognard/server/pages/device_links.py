"""The pages that add a device: on the device that a guest has, and on the new one."""

from __future__ import annotations

from typing import Final

import segno
from litestar import Controller, Response, get, post

from grognard.kernel.errors import BadInput
from grognard.server.guests.cookies import Guests
from grognard.server.guests.device_links import DeviceLinks
from grognard.server.guests.join_guests import join_guest, luggage
from grognard.server.net.addresses import lone_host
from grognard.server.pages.common import FRAGMENT, Connection, Form, origin, page, seen_other
from grognard.server.storage.joining import JoiningStore
from grognard.server.storage.people import PeopleStore
from grognard.server.tables.table_registry import TableRegistry

OWN: Final = "/your-data/devices/link"


class DeviceLinkPages(Controller):
    """Device links."""

    @get(OWN)
    async def link(self, request: Connection, device_links: DeviceLinks, guests: Guests) -> Response[str]:
        """Shows the guest's link; once the new device shows its digits, the field for them."""
        return await _own_link(request, device_links, guests.guest(request))

    @post(OWN)
    async def make(self, request: Connection, device_links: DeviceLinks, guests: Guests) -> Response[str]:
        """Makes a link, and shows it."""
        await device_links.make(guests.guest(request))
        return seen_other(OWN)

    @post(f"{OWN}/digits")
    async def approve(
        self, request: Connection, data: Form, device_links: DeviceLinks, guests: Guests
    ) -> Response[str]:
        """Approves the browser that shows these digits."""
        guest, typed = guests.guest(request), data.get("digits", "")
        try:
            await device_links.approve(guest, typed)
        except BadInput as error:
            if FRAGMENT in request.headers:
                raise
            return await _own_link(request, device_links, guest, typed, error.sentence)
        return seen_other(OWN)

    @get("/device/{key:str}")
    async def opened(
        self, request: Connection, key: str, device_links: DeviceLinks, joining: JoiningStore, people: PeopleStore,
        guests: Guests,
    ) -> Response[str]:  # fmt: skip
        """Shows a new device whose guest it would become. Programs open links too, so this changes nothing."""
        guest = guests.guest(request)
        link = await device_links.opened(key, guests.session_id(request), guest)
        if link.guest == guest:
            return page(request, "device.html", state="already")
        state = "new" if link.waiting is None else "approved" if link.approved else "waits"
        return page(
            request, "device.html", state=state, key=key, name=await people.name(link.guest),
            digits=device_links.digits(link) if state == "waits" else "",
            luggage=await luggage(joining, guest, link.guest) if state == "approved" else None,
            others=await guests.other_devices(request) if state == "approved" else 0,
        )  # fmt: skip

    @post("/device/{key:str}/digits")
    async def show_digits(
        self, request: Connection, key: str, device_links: DeviceLinks, guests: Guests
    ) -> Response[str]:
        """Makes this browser the one that waits for approval, and shows its digits."""
        await device_links.wait(key, guests.session_id(request), guests.guest(request))
        return seen_other(f"/device/{key}")

    @post("/device/{key:str}/cancel")
    async def cancel(self, request: Connection, key: str, device_links: DeviceLinks, guests: Guests) -> Response[str]:
        """Ends the request to become a device. If the link is gone already, nothing changes."""
        await device_links.cancel(key, guests.session_id(request))
        return seen_other("/")

    @post("/device/{key:str}/continue")
    async def proceed(
        self, request: Connection, key: str, data: Form, device_links: DeviceLinks, joining: JoiningStore,
        tables: TableRegistry, guests: Guests,
    ) -> Response[str]:  # fmt: skip
        """Makes the approved browser a device of the guest. If it has games of its own, asks about them first."""
        before, session, wanted = guests.guest(request), guests.session_id(request), data.get("games")
        link = await device_links.opened(key, session, before)
        if link.guest == before:
            return seen_other("/")
        if not link.approved or (
            wanted not in ("bring", "leave") and not (await luggage(joining, before, link.guest)).is_empty
        ):
            return seen_other(f"/device/{key}")
        guest = await device_links.use(key, session)
        if wanted == "bring":
            await join_guest(tables, joining, before, guest)
        await guests.sign_in(request, guest, link.id)
        return seen_other("/")


async def _own_link(
    request: Connection, device_links: DeviceLinks, guest: str, typed: str = "", refused: str = ""
) -> Response[str]:
    """Returns the page of a guest's link, with the reason if the digits typed there are refused."""
    link = await device_links.of_guest(guest)
    address = "" if link is None else f"{origin(request)}/device/{link.key}"
    return page(
        request, "device-link.html", 400 if refused else 200, link=link, address=address,
        qr=segno.make(address, error="m").svg_inline(scale=4, border=2, omitsize=True) if address else "",
        lone=lone_host(address), typed=typed, refused=refused,
    )  # fmt: skip
