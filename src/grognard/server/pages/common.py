"""Functions shared by all pages."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import Body
from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.content.handbook import Clause, Handbook
from grognard.kernel.content.options import with_labels
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.scenarios.guide import scenarios
from grognard.server.config import Config
from grognard.server.guests.cookies import Guests
from grognard.server.guests.preferences import hides_scores
from grognard.server.net.addresses import lone_host
from grognard.server.storage.people import PeopleStore
from grognard.web.pages import render

Connection = Request[Any, Any, State]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]

# With this header, the script asks for only the table, without the page around it.
FRAGMENT: Final = "x-fragment"
NAME: Final = "the name in the navigation"
# A picture of a table is shown inside other pages, unlike any page.
FRAMED: Final = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; object-src 'none'"
    ),
    "x-frame-options": "SAMEORIGIN",
}


def page(request: Connection, template: str, status: int = 200, **context: object) -> Response[str]:
    """Returns a whole page, with the navigation for its path and for the guest who asks for it."""
    return page_for_anyone(request, template, status, csrf=csrf(request), **context)


def page_for_anyone(request: Connection, template: str, status: int = 200, **context: object) -> Response[str]:
    """Returns a whole page without the token of a form. It makes no newcomer a guest."""
    guests: Guests = request.app.state.guests
    shared = {
        "path": request.scope["path"], "own_name": own_name(request), "hides_scores": hides_scores(request),
        "signed_out": guests.was_signed_out(request),
    }  # fmt: skip
    return Response(render(template, **shared, **context), status_code=status, media_type=MediaType.HTML)


async def look_up_name(request: Connection) -> None:
    """Looks up the guest's name for the navigation, before a request for a whole page is handled.

    If the database does not answer, the page shows no name: it may need nothing else from there.
    """
    guests: Guests = request.app.state.guests
    if FRAGMENT in request.headers or "text/html" not in request.headers.get("accept", ""):
        return
    people: PeopleStore = request.app.state.people
    with suppress(SQLAlchemyError):
        guest = guests.known(request)
        if guest is not None:
            request.scope["state"][NAME] = await people.name(guest)


def own_name(request: Connection) -> str:
    """Returns the name of the guest who asks for a page; empty if they have none, or nobody looked it up."""
    return str(request.scope["state"].get(NAME, ""))


def csrf(request: Connection) -> str:
    """Returns the token that every form must send back."""
    guests: Guests = request.app.state.guests
    return guests.form_token(request)


def origin(request: Connection) -> str:
    """Returns this server's address without a final slash: the host's setting, or else the address in the request.

    A request can name any host that leads here, so a server reachable only from its own machine ignores foreign names.
    """
    config: Config = request.app.state.tables.config
    asked = str(request.base_url)
    if not config.address and config.is_local and not lone_host(asked):
        asked = config.local_address
    return (config.address or asked).rstrip("/")


def seen_other(path: str) -> Response[str]:
    """Returns a redirect, which the browser follows after a form."""
    return Response("", status_code=303, headers={"location": path}, media_type=MediaType.HTML)


def number_in(text: str) -> int:
    """Returns the number in a form's field; raises BadInput."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise BadInput(f"“{text}” should be a number.")
    return int(text)


def handbook_of(game: Game) -> Handbook:
    """Returns the handbook with house rules named as on the set-up page; on the command line, they go by their keys."""
    return Handbook(with_labels(game.handbook.text, game.spec.meta.options))


def handbook_page(request: Connection, game: Game, handbook: Handbook, table: str = "") -> Response[str]:
    """Returns the page of a handbook; `table` is the address of the table whose numbers it has."""
    chapters: dict[str, list[Clause]] = {}
    for clause in handbook.clauses.values():
        chapters.setdefault(clause.chapter, []).append(clause)
    guide, address = len(scenarios(game.spec)), f"{table or f'/games/{game.slug}'}/rules"
    meta = game.spec.meta
    return page(request, "rules.html", meta=meta, chapters=chapters, guide=guide, address=address, table=table)
