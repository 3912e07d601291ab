"""The part of the devices page about passkeys, and what its script asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from litestar import Controller, Response, get, post
from litestar.enums import MediaType

from grognard.kernel.errors import BadInput
from grognard.server.errors import Forbidden
from grognard.server.guests.cookies import Guests
from grognard.server.guests.passkeys import NOT_HERE, OFF, Passkeys, Place, are_available, place_at
from grognard.server.net.addresses import host_name, host_of, lone_host
from grognard.server.net.local_name import at_local_name
from grognard.server.pages.common import Connection, Form, origin, seen_other
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.passkeys import Passkey
from grognard.server.storage.people import PeopleStore

HAS_GAMES = "This browser has games of its own, and you would lose them. Use a browser that has none."


class Section(NamedTuple):
    """What the page says about passkeys."""

    own: Sequence[Passkey]
    works: bool  # at the address of this page
    elsewhere: str  # an address where they work
    has_games: bool  # of its own, so that the browser must not become another guest

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to say."""
        return are_available() or bool(self.own)


async def section(request: Connection, passkeys: Passkeys, expiry: Expiry, guests: Guests) -> Section:
    """Returns what the page says about passkeys."""
    guest = guests.guest(request)
    own, place, asked = await passkeys.store.of_guest(guest), _place(request), str(request.base_url)
    elsewhere = "" if place is None else place.origin
    if place is None and lone_host(asked) and request.app.state.tables.config.has_local_name:
        elsewhere = at_local_name(request)
    works = are_available() and place is not None and place.host == host_of(asked)
    return Section(own, works, elsewhere, any(await expiry.prospect(guest)))


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
        await passkeys.add(place, session, guest, guests.device(request), data.get("answer", ""))
        return seen_other("/your-data/devices")

    @post("/remove")
    async def remove(self, request: Connection, data: Form, passkeys: Passkeys, guests: Guests) -> Response[str]:
        """Removes a passkey. If it is removed already, nothing changes."""
        await passkeys.store.remove(guests.guest(request), data.get("passkey", ""))
        return seen_other("/your-data/devices")

    @get("/to-sign-in", sync_to_thread=False)
    def to_sign_in(self, request: Connection, passkeys: Passkeys, guests: Guests) -> Response[str]:
        """Returns what the browser needs to sign in with a passkey."""
        text = passkeys.options_to_sign_in(_must_work(request), guests.session_id(request))
        return Response(text, media_type=MediaType.JSON)

    @post("/sign-in")
    async def sign_in(
        self, request: Connection, data: Form, passkeys: Passkeys, expiry: Expiry, guests: Guests
    ) -> Response[str]:
        """Makes this browser a device of the guest whose passkey it is."""
        place, session = _must_work(request), guests.session_id(request)
        if any(await expiry.prospect(guests.guest(request))):
            raise Forbidden(HAS_GAMES)
        await guests.sign_in(request, await passkeys.use(place, session, data.get("answer", "")))
        return seen_other("/")
