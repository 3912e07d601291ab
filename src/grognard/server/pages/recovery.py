"""The pages of recovery codes: make one, and use one."""

from __future__ import annotations

from litestar import Controller, Response, get, post

from grognard.kernel.errors import BadInput
from grognard.server.guests.cookies import Guests
from grognard.server.guests.join_guests import join_guest, luggage
from grognard.server.guests.recovery_codes import RecoveryCodes, read_code, spaced
from grognard.server.net.addresses import origin_of_request
from grognard.server.pages.common import FRAGMENT, Connection, Form, number_in, page, seen_other
from grognard.server.pages.passkeys import offer
from grognard.server.storage.joining import JoiningStore
from grognard.server.storage.people import PeopleStore
from grognard.server.tables.table_registry import TableRegistry


class RecoveryPages(Controller):
    """A guest's recovery code."""

    @get("/your-data/devices/code")
    async def about(self, request: Connection, recovery_codes: RecoveryCodes, guests: Guests) -> Response[str]:
        """Shows whether the guest has a code."""
        made = await recovery_codes.of_guest(guests.guest(request))
        return page(request, "recovery-code.html", code="", made=made, seed=recovery_codes.form_seed())

    @post("/your-data/devices/code", status_code=200)
    async def make(
        self, request: Connection, data: Form, recovery_codes: RecoveryCodes, guests: Guests
    ) -> Response[str]:
        """Makes a code, or replaces it, and shows it this once."""
        number = number_in(data.get("number", ""))
        code = await recovery_codes.make(guests.guest(request), number, data.get("seed", ""))
        return page(request, "recovery-code.html", code=code, used=False, had=number > 0, name="")

    @get("/recover", sync_to_thread=False)
    def ask(self, request: Connection) -> Response[str]:
        """Shows the form for a guest who has lost all devices."""
        return _form(request)

    @get("/recover/code")
    async def following(
        self, request: Connection, recovery_codes: RecoveryCodes, people: PeopleStore, guests: Guests
    ) -> Response[str]:
        """Shows the code that replaces the one just used. For some minutes, the page can be reloaded."""
        guest = guests.guest(request)
        code = await recovery_codes.following(guest, guests.secret(request))
        if not code:
            return seen_other("/your-data/devices/code")
        return page(request, "recovery-code.html", code=code, used=True, name=await people.name(guest))

    @post("/recover", status_code=200)
    async def recover(
        self, request: Connection, data: Form, recovery_codes: RecoveryCodes, joining: JoiningStore,
        people: PeopleStore, tables: TableRegistry, guests: Guests,
    ) -> Response[str]:  # fmt: skip
        """Makes the browser a device of the guest whose code this is, and goes to the code that replaces it.

        If the browser has games of its own, asks first whether they come along.
        """
        typed, wanted = data.get("code", ""), data.get("games")
        before, session = guests.guest(request), guests.session_id(request)
        try:
            guest = await recovery_codes.find(typed, session, origin_of_request(request))
            if guest == before:
                return page(request, "recover.html", luggage=None, already=True)
            own = await luggage(joining, before, guest)
            name = await people.name(guest)
            if wanted not in ("bring", "leave") and not own.is_empty:
                code = spaced(read_code(typed))
                others = await guests.other_devices(request)
                return page(request, "recover.html", luggage=own, name=name, code=code, others=others)
            proof = read_code(typed)
            await recovery_codes.use(typed, session, guests.next_secret(request, proof))
        except BadInput as error:
            if FRAGMENT in request.headers:
                raise
            return _form(request, typed, error.sentence)
        if wanted == "bring":
            await join_guest(tables, joining, before, guest)
        await guests.sign_in(request, guest, proof)
        return seen_other("/recover/code")


def _form(request: Connection, typed: str = "", refused: str = "") -> Response[str]:
    """Returns the form for a code, with the reason if the code typed there is refused."""
    status = 400 if refused else 200
    return page(
        request, "recover.html", status, luggage=None, already=False, code=typed, refused=refused,
        passkeys=offer(request),
    )  # fmt: skip
