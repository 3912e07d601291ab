"""The pages about a guest's stored data: read about it, download it, delete it."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.enums import MediaType
from litestar.response import Stream

from grognard.server.errors import RefusedName
from grognard.server.guests.cookies import Guests
from grognard.server.guests.device_links import DeviceLinks
from grognard.server.guests.erase_guest import erase_guest
from grognard.server.guests.export import zip_stream
from grognard.server.guests.names import rename
from grognard.server.guests.passkeys import Passkeys
from grognard.server.guests.preferences import hides_scores, scores_cookie
from grognard.server.guests.recovery_codes import RecoveryCodes
from grognard.server.jobs.analysis import Analyses
from grognard.server.pages.common import FRAGMENT, Connection, Form, page, seen_other
from grognard.server.storage.alert_ways import AlertStore
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.vacations import VacationStore
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import render


class YourDataPages(Controller):
    """The pages about the guest's own data."""

    path = "/your-data"

    @get("/")
    async def about(
        self, request: Connection, tables: TableRegistry, expiry: Expiry, people: PeopleStore, guests: Guests
    ) -> Response[str]:
        """Shows which data is stored, and for how long."""
        guest = guests.guest(request)
        parted, name = await expiry.prospect(guest), await people.name(guest)
        return page(
            request, "your-data.html", parted=parted, days=tables.config.unvisited_days, name=name,
            statistics=tables.config.counts_games,
        )  # fmt: skip

    @get("/name")
    async def name(self, request: Connection, people: PeopleStore, guests: Guests) -> Response[str]:
        """Shows the form for choosing or changing a name."""
        name = await people.name(guests.guest(request))
        return page(request, "name.html", name=name, refused="", origin="start")

    @post("/name")
    async def rename(
        self, request: Connection, data: Form, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Response[str]:
        """Sets the guest's name; a refused name stays in the field."""
        typed, origin = data.get("name", ""), "your-data" if data.get("from") == "your-data" else "start"
        try:
            await rename(tables, people, guests.guest(request), typed)
        except RefusedName as error:
            if FRAGMENT in request.headers:
                raise
            return page(request, "name.html", 400, name=typed, refused=error.sentence, origin=origin)
        return seen_other("/your-data" if origin == "your-data" else "/")

    @post("/scores", sync_to_thread=False)
    def scores(self, request: Connection, data: Form) -> Response[str]:
        """Shows or hides the guest's runs and ratings on all pages."""
        answer = seen_other("/your-data" if data.get("from") == "your-data" else "/your-data/name")
        answer.cookies.append(scores_cookie(request, hidden="show" not in data))
        return answer

    @post("/download", status_code=200)
    async def download(
        self, request: Connection, tables: TableRegistry, analyses: Analyses, people: PeopleStore,
        puzzle_store: PuzzleStore, daily_store: DailyStore, vacation_store: VacationStore,
        recovery_codes: RecoveryCodes, device_links: DeviceLinks, passkeys: Passkeys, alert_store: AlertStore,
        guests: Guests,
    ) -> Stream:  # fmt: skip
        """Downloads all of the guest's data, as a zip of JSON files."""
        guest = guests.guest(request)
        headers = {"content-disposition": 'attachment; filename="grognard-your-data.zip"'}
        hidden = hides_scores(request)
        pieces = zip_stream(
            tables, analyses, people, puzzle_store, daily_store, vacation_store, guests.sessions, recovery_codes,
            device_links, passkeys.store, alert_store, guest, hidden,
        )  # fmt: skip
        return Stream(pieces, media_type="application/zip", headers=headers)

    @get("/delete")
    async def confirm(self, request: Connection, expiry: Expiry, guests: Guests) -> Response[str]:
        """Shows what deleting would do, and asks for confirmation."""
        return page(request, "delete-data.html", parted=await expiry.prospect(guests.guest(request)))

    @post("/delete")
    async def delete(
        self, request: Connection, tables: TableRegistry, analyses: Analyses, expiry: Expiry, guests: Guests
    ) -> Response[str]:
        """Deletes the guest's data, including the cookie."""
        guest = guests.guest(request)
        await erase_guest(tables, analyses, expiry, guest, guests.mark(guest))
        answer = seen_other("/your-data/deleted")
        answer.cookies.extend(guests.no_cookies(request))
        if hides_scores(request):
            answer.cookies.append(scores_cookie(request, hidden=False))
        return answer

    @get("/deleted", sync_to_thread=False)
    def deleted(self) -> Response[str]:
        """Confirms the deletion. Unlike any other page, this one does not make the visitor a guest again."""
        return Response(render("data-deleted.html"), media_type=MediaType.HTML)
