"""The page on which guests say where they want alerts, and the calendar feed of their deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from litestar import Controller, Response, get, post

from grognard.kernel.errors import BadInput, NotFound
from grognard.server.alerts import calendar
from grognard.server.guests.alert_ways import PAGE, AlertWays, ListedAlert
from grognard.server.guests.cookies import Guests
from grognard.server.guests.deadlines import deadlines
from grognard.server.net.addresses import host_of, is_secure, lone_host, origin_of_request
from grognard.server.pages.common import FRAGMENT, Connection, Form, origin, page, seen_other
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.tables.table_registry import TableRegistry

FEED: Final = ".ics"
# What the page says after a form: in which of its parts, and the sentence.
SAID: Final = {
    "added": ("ways", "Added. Send a test to see that it works."),
    "made": ("calendar", "New address made."),
    "replaced": ("calendar", "New address made. The old one no longer works."),
    "no-feed": ("calendar", "Address removed. It no longer works."),
}
TESTED: Final = "tested"
NO_FEED: Final = "There is no such calendar. Its address may have been replaced."


class PushOffer(NamedTuple):
    """What the page says about alerts in the browser."""

    key: str  # of this server; empty if it can't send any
    secure: bool  # browsers allow them at the page's address
    mail: bool  # the server sends mail


class Said(NamedTuple):
    """What the page says about the last form, in which of its parts, and whether it waits for more."""

    part: str = ""
    sentence: str = ""
    waits: bool = False


class Refused(NamedTuple):
    """A refused form: its name, the typed text, the choice, and the reason; all empty if no form was refused."""

    form: str = ""
    typed: str = ""
    chosen: str = ""
    why: str = ""


NOT_REFUSED: Final = Refused()


class AlertPages(Controller):
    """Where a guest gets alerts."""

    @get(PAGE)
    async def alerts(self, request: Connection, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Lists where alerts go, with forms for more, and the last alerts."""
        return await _page(request, alert_ways, guests.guest(request))

    @post(f"{PAGE}/webhook")
    async def add_webhook(
        self, request: Connection, data: Form, alert_ways: AlertWays, guests: Guests
    ) -> Response[str]:
        """Adds a webhook."""
        guest, address, form = guests.guest(request), data.get("address", ""), data.get("form", "")
        try:
            await alert_ways.add_webhook(guest, address, form, origin(request))
        except BadInput as error:
            return await _refused(request, alert_ways, guest, Refused("webhook", address, form, error.sentence))
        return _saying("added")

    @post(f"{PAGE}/push")
    async def add_push(self, request: Connection, data: Form, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Adds the browser that sends its subscription."""
        guest, device, session = guests.guest(request), guests.device(request), guests.session_id(request)
        await alert_ways.add_push(guest, data.get("subscription", ""), device, session, origin(request))
        return seen_other(PAGE)

    @post(f"{PAGE}/mail")
    async def add_mail(self, request: Connection, data: Form, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Adds a mail address, whose owner must confirm it. The answer never says whether the address is known."""
        guest, address = guests.guest(request), data.get("address", "")
        try:
            await alert_ways.add_mail(guest, address, origin(request), origin_of_request(request))
        except BadInput as error:
            return await _refused(request, alert_ways, guest, Refused("mail", address, "", error.sentence))
        return seen_other(f"{PAGE}#ways")

    @post(f"{PAGE}/remove")
    async def remove(self, request: Connection, data: Form, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Stops alerts to one place. If it is removed already, nothing changes."""
        await alert_ways.remove(guests.guest(request), data.get("way", ""))
        return seen_other(PAGE)

    @post(f"{PAGE}/wake")
    async def wake(self, request: Connection, data: Form, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Sends alerts again to a place where too many failed."""
        await alert_ways.wake(guests.guest(request), data.get("way", ""))
        return seen_other(PAGE)

    @post(f"{PAGE}/test")
    async def test(self, request: Connection, data: Form, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Sends a test to one place."""
        await alert_ways.test(guests.guest(request), data.get("way", ""))
        return _saying(TESTED)

    @post(f"{PAGE}/feed")
    async def make_feed(self, request: Connection, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Makes the address of a calendar feed, or replaces it."""
        guest = guests.guest(request)
        known = await alert_ways.feed_key(guest)
        await alert_ways.make_feed(guest)
        return _saying("replaced" if known else "made")

    @post(f"{PAGE}/feed/remove")
    async def remove_feed(self, request: Connection, alert_ways: AlertWays, guests: Guests) -> Response[str]:
        """Removes the calendar feed."""
        await alert_ways.remove_feed(guests.guest(request))
        return _saying("no-feed")

    @get("/calendar/{key:str}")
    async def feed(
        self, request: Connection, key: str, alert_ways: AlertWays, tables: TableRegistry, people: PeopleStore
    ) -> Response[bytes]:
        """Returns the calendar of a guest's deadlines to a program that knows its secret address."""
        guest = await alert_ways.guest_of_feed(key.removesuffix(FEED)) if key.endswith(FEED) else None
        if guest is None:
            raise NotFound(NO_FEED)
        here = origin(request)
        found = calendar.feed(await deadlines(tables, people, guest, here), host_of(here), now())
        return Response(found, media_type=calendar.MEDIA_TYPE, headers={"cache-control": "private, no-store"})


def _saying(what: str) -> Response[str]:
    """Returns a redirect to the part of the page that says what happened."""
    part = "ways" if what == TESTED else SAID[what][0]
    return seen_other(f"{PAGE}?said={what}#{part}")


def _said(what: str, alerts: Sequence[ListedAlert]) -> Said:
    """Returns what the page says after a form; after a test, how that went."""
    if what != TESTED:
        return Said(*SAID.get(what, ()))
    test = next((alert for alert in alerts if alert.is_test), None)
    if test is None:
        return Said()
    if test.state == "sent":
        return Said("ways", f"The test was sent to {test.name}.")
    if test.state == "unsent":
        return Said("ways", f"The test was not sent. {test.why}")
    if test.why:
        return Said("ways", f"The test was not sent. {test.why} We'll try again.")
    return Said("ways", "A test is on its way. It can take a few seconds.", waits=True)


async def _refused(request: Connection, alert_ways: AlertWays, guest: str, refused: Refused) -> Response[str]:
    """Returns the page with a refused form as it was typed. Scripts get the sentence alone."""
    if FRAGMENT in request.headers:
        raise BadInput(refused.why)
    return await _page(request, alert_ways, guest, refused)


async def _page(
    request: Connection, alert_ways: AlertWays, guest: str, refused: Refused = NOT_REFUSED
) -> Response[str]:
    ways, alerts = await alert_ways.listed(guest)
    key = await alert_ways.feed_key(guest)
    is_safe = is_secure(request) or bool(lone_host(str(request.base_url)))
    return page(
        request, "alerts.html", 400 if refused.form else 200, ways=ways, alerts=alerts, refused=refused,
        said=_said(request.query_params.get("said", ""), alerts),
        push=PushOffer(alert_ways.push_key, is_safe, alert_ways.sends_mail),
        feed=f"{origin(request)}/calendar/{key}{FEED}" if key else "",
    )  # fmt: skip
