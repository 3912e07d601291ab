"""The pages that links in mail lead to. Programs open links too, so nothing changes before a button is pressed."""

from __future__ import annotations

from litestar import Controller, Response, get, post

from grognard.server.guests.alert_ways import AlertWays
from grognard.server.pages.common import Connection, page_for_anyone


class AlertLinkPages(Controller):
    """Confirms a mail address, and ends mail to it. The reader may be no guest here, and does not become one."""

    path = "/alerts"

    @get("/confirm/{id:str}/{token:str}")
    async def ask_to_confirm(self, request: Connection, id: str, token: str, alert_ways: AlertWays) -> Response[str]:
        """Asks whether alerts may go to a mail address."""
        way = await alert_ways.to_confirm(id, token)
        state = "confirmed" if way.confirmed else "confirm"
        return page_for_anyone(request, "alert-link.html", state=state, address=way.address)

    @post("/confirm/{id:str}/{token:str}", status_code=200)
    async def confirm(self, request: Connection, id: str, token: str, alert_ways: AlertWays) -> Response[str]:
        """Confirms a mail address."""
        way = await alert_ways.confirm(id, token)
        return page_for_anyone(request, "alert-link.html", state="confirmed", address=way.address)

    @get("/stop/{id:str}/{token:str}")
    async def ask_to_stop(self, request: Connection, id: str, token: str, alert_ways: AlertWays) -> Response[str]:
        """Asks whether to end mail to an address."""
        way = await alert_ways.mailed("stop", id, token)
        if way is None:
            return page_for_anyone(request, "alert-link.html", state="stopped", address="")
        state = "stop" if way.confirmed else "block"
        return page_for_anyone(request, "alert-link.html", state=state, address=way.address)

    @post("/stop/{id:str}/{token:str}", status_code=200)
    async def stop(self, request: Connection, id: str, token: str, alert_ways: AlertWays) -> Response[str]:
        """Ends mail to an address: by the button, or by one click in a mail program (RFC 8058)."""
        await alert_ways.stop(id, token)
        return page_for_anyone(request, "alert-link.html", state="stopped", address="")
