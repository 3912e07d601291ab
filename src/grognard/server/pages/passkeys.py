"""Passkeys: what pages say about them, the challenges that the script asks for, and the forms that it sends."""

from __future__ import annotations

from typing import NamedTuple

from litestar import Controller, Response, get, post
from litestar.enums import MediaType

from grognard.kernel.errors import BadInput
from grognard.server.guests.cookies import Guests
from grognard.server.guests.join_guests import join_guest, luggage
from grognard.server.guests.passkeys import NOT_HERE, OFF, Passkeys, Place, are_available, place_at
from grognard.server.net.addresses import host_name, host_of, lone_host
from grognard.server.net.local_name import NAME, NUMBERS, on_this_machine
from grognard.server.pages.common import Connection, Form, origin, page, seen_other
from grognard.server.storage.joining import JoiningStore
from grognard.server.storage.people import PeopleStore
from grognard.server.tables.table_registry import TableRegistry


class Offer(NamedTuple):
    """What a page says about passkeys."""

    available: bool  # on this server
    works: bool  # at the address of the page
    elsewhere: str  # an address where they work; empty if there is none
    earlier: str  # at localhost: the address where this browser may have played before; otherwise empty


def offer(request: Connection) -> Offer:
    """Returns what a page says about passkeys."""
    place, asked = _place(request), str(request.base_url)
    elsewhere = "" if place is None else place.origin
    local = lone_host(asked) if request.app.state.tables.config.has_local_name else ""
    if place is None and local:
        elsewhere = on_this_machine(request)
    works = are_available() and place is not None and place.host == host_of(asked)
    return Offer(are_available(), works, elsewhere, on_this_machine(request, NUMBERS) if local == NAME else "")


def _place(request: Connection) -> Place | None:
    """Returns where passkeys work on this server: at its own address, and on the host's machine at localhost."""
    asked = str(request.base_url).rstrip("/")
    return place_at(asked if lone_host(asked) and host_name(asked) else origin(request))


def _must_work(request: Connection) -> Place:
    if not are_available():
        raise BadInput(OFF)
    place = _place(request)
    if place is None:
        raise BadInput(NOT_HERE)
    return place


class PasskeyPages(Controller):
    """The guest's passkeys."""

    path = "/your-data/devices/passkeys"

    @get("/to-add")
    async def to_add(
        self, request: Connection, passkeys: Passkeys, people: PeopleStore, guests: Guests
    ) -> Response[str]:
        """Returns what the browser needs to make a passkey."""
        guest, place = guests.guest(request), _must_work(request)
        name = await people.name(guest)
        text = await passkeys.options_to_add(place, guests.session_id(request), guest, name)
        return Response(text, media_type=MediaType.JSON)

    @post("/add")
    async def add(self, request: Connection, data: Form, passkeys: Passkeys, guests: Guests) -> Response[str]:
        """Adds the passkey that the browser has made."""
        place, session, guest = _must_work(request), guests.session_id(request), guests.guest(request)
        await passkeys.add(place, session, guest, guests.device(request), data.get("code", ""))
        return seen_other("/your-data/devices?done=passkey-added")

    @post("/remove")
    async def remove(self, request: Connection, data: Form, passkeys: Passkeys, guests: Guests) -> Response[str]:
        """Removes a passkey. If it is removed already, nothing changes."""
        await passkeys.store.remove(guests.guest(request), data.get("passkey", ""))
        return seen_other("/your-data/devices?done=passkey-removed")

    @get("/to-sign-in", sync_to_thread=False)
    def to_sign_in(self, request: Connection, passkeys: Passkeys, guests: Guests) -> Response[str]:
        """Returns what the browser needs to sign in with a passkey."""
        text = passkeys.options_to_sign_in(_must_work(request), guests.session_id(request))
        return Response(text, media_type=MediaType.JSON)

    @post("/sign-in", status_code=200)
    async def sign_in(
        self, request: Connection, data: Form, passkeys: Passkeys, joining: JoiningStore, people: PeopleStore,
        tables: TableRegistry, guests: Guests,
    ) -> Response[str]:  # fmt: skip
        """Makes this browser a device of the guest whose passkey it is. If it has games of its own, asks about them."""
        place, before, session = _must_work(request), guests.guest(request), guests.session_id(request)
        answer, wanted = data.get("code", ""), data.get("games")
        signed = await passkeys.signed(place, session, answer)
        guest = signed.passkey.guest
        own = await luggage(joining, before, guest)
        if guest != before and wanted not in ("bring", "leave") and not own.is_empty:
            name, others = await people.name(guest), await guests.other_devices(request)
            return page(request, "passkey.html", luggage=own, name=name, code=answer, others=others)
        await passkeys.note_use(signed)
        if guest != before:
            if wanted == "bring":
                await join_guest(tables, joining, before, guest)
            await guests.sign_in(request, guest, answer)
        return seen_other("/")
