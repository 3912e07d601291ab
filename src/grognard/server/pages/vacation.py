"""The page of a guest's vacation."""

from __future__ import annotations

from litestar import Controller, Response, get, post

from grognard.server.guests import vacations
from grognard.server.guests.cookies import Guests
from grognard.server.pages.common import Connection, Form, number_in, page, seen_other
from grognard.server.storage.vacations import DAYS_A_YEAR, VacationStore
from grognard.server.tables.table_registry import TableRegistry


class VacationPages(Controller):
    """The guest's vacation, which stops the clocks of their games over days."""

    path = "/vacation"

    @get("/")
    async def vacation(
        self, request: Connection, tables: TableRegistry, vacation_store: VacationStore, guests: Guests
    ) -> Response[str]:
        """Shows when the guest will be back, or else how many days they have left."""
        leave = await vacations.leave(tables, vacation_store, guests.guest(request))
        return page(request, "vacation.html", leave=leave, a_year=DAYS_A_YEAR)

    @post("/")
    async def begin(
        self, request: Connection, data: Form, tables: TableRegistry, vacation_store: VacationStore, guests: Guests
    ) -> Response[str]:
        """Begins a vacation."""
        await vacations.begin(tables, vacation_store, guests.guest(request), number_in(data.get("days", "")))
        return seen_other("/vacation")

    @post("/change")
    async def change(
        self, request: Connection, data: Form, tables: TableRegistry, vacation_store: VacationStore, guests: Guests
    ) -> Response[str]:
        """Changes the end of the current vacation."""
        await vacations.change(tables, vacation_store, guests.guest(request), number_in(data.get("days", "")))
        return seen_other("/vacation")

    @post("/end")
    async def end(
        self, request: Connection, tables: TableRegistry, vacation_store: VacationStore, guests: Guests
    ) -> Response[str]:
        """Ends the vacation, and shows the guest's games."""
        await vacations.end(tables, vacation_store, guests.guest(request))
        return seen_other("/")
