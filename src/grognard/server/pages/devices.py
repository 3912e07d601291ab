"""The page of a guest's devices: the browsers that are signed in as this guest."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

from litestar import Controller, Response, get, post
from litestar.params import Parameter

from grognard.server.guests.cookies import NOTED_AFTER, Guests
from grognard.server.guests.device_links import DeviceLinks
from grognard.server.guests.my_games import ago
from grognard.server.guests.passkeys import Passkeys
from grognard.server.guests.recovery_codes import RecoveryCodes
from grognard.server.pages.common import Connection, Form, page, seen_other
from grognard.server.pages.passkeys import offer
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.rows import now
from grognard.server.storage.sessions import TOKEN
from grognard.server.tables import lobby
from grognard.server.tables.table_registry import TableRegistry

PATH: Final = "/your-data/devices"
# What the page says after a form, by the word in its address.
DONE: Final = {
    "passkey-added": "Passkey added.",
    "passkey-removed": "Passkey removed.",
    "signed-out": "That browser is signed out.",
    "token-ended": "Token ended.",
    "all-signed-out": "Signed out everywhere else.",
}


def done(word: str) -> Response[str]:
    """Returns a redirect to the page of the devices, with a notice there."""
    return seen_other(f"{PATH}?done={word}")


class DevicePages(Controller):
    """The guest's devices, which can be signed out."""

    path = PATH

    @get("/")
    async def devices(
        self, request: Connection, passkeys: Passkeys, recovery_codes: RecoveryCodes, expiry: Expiry, guests: Guests,
        tables: TableRegistry, word: Annotated[str, Parameter(query="done")] = "",
    ) -> Response[str]:  # fmt: skip
        """Lists the devices, this one first."""
        guest, this = guests.guest(request), guests.session_id(request)
        sessions, tokens = await guests.sessions.of_guest(guest), await guests.sessions.of_guest(guest, TOKEN)
        others = [session for session in sessions if this not in (session.id, session.replaces)]
        return page(
            request, "devices.html", others=others, device=guests.device(request), form=secrets.token_urlsafe(9),
            tokens=tokens, passkeys=offer(request), code=(await recovery_codes.of_guest(guest)).made,
            own_passkeys=await passkeys.store.of_guest(guest), has_games=any(await expiry.prospect(guest)),
            shared=len(await tables.store.shared_of(guest)), notice=DONE.get(word, ""),
            ago=lambda moment: ago(now() - moment, moment),
            away=[session.id for session in others if now() - session.used > NOTED_AFTER],
        )  # fmt: skip

    @post("/end")
    async def end(self, request: Connection, data: Form, device_links: DeviceLinks, guests: Guests) -> Response[str]:
        """Signs out one device, or ends a token. If it has ended already, nothing changes."""
        await guests.sign_out(request, data.get("device", ""))
        await device_links.remove(guests.guest(request))  # that device may have made the link
        return done("token-ended" if "token" in data else "signed-out")

    @post("/sign-out", status_code=200)
    async def sign_out(
        self, request: Connection, data: Form, passkeys: Passkeys, recovery_codes: RecoveryCodes, guests: Guests
    ) -> Response[str]:
        """Signs out this browser. Asks first if nothing would lead back to the guest's games."""
        guest = guests.guest(request)
        if "sure" not in data and not (
            await guests.other_devices(request)
            or await passkeys.store.of_guest(guest)
            or (await recovery_codes.of_guest(guest)).made
        ):
            return page(request, "sign-out.html")
        await guests.sign_out_here(request)
        answer = seen_other("/")
        answer.cookies.extend(guests.no_cookies(request))
        return answer

    @post("/end-others")
    async def end_others(
        self, request: Connection, data: Form, device_links: DeviceLinks, guests: Guests, tables: TableRegistry
    ) -> Response[str]:
        """Signs out all devices except this one, and takes the guest's seats away from other guests."""
        await guests.sign_out_others(request, data.get("form", ""))
        await lobby.forget_others_everywhere(tables, guests.guest(request))
        await device_links.remove(guests.guest(request))
        return done("all-signed-out")
