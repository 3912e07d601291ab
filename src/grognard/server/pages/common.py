"""What all pages share."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import Body

from grognard.kernel.errors import BadInput
from grognard.server.config import Config
from grognard.server.guests.cookies import Guests
from grognard.server.net.addresses import lone_host
from grognard.web.pages import render

Connection = Request[Any, Any, State]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]

# The script asks for the table alone by this header.
FRAGMENT: Final = "x-fragment"


def page(request: Connection, template: str, status: int = 200, **context: object) -> Response[str]:
    """A whole page."""
    return Response(render(template, csrf=csrf(request), **context), status_code=status, media_type=MediaType.HTML)


def csrf(request: Connection) -> str:
    """What every form has to bring back."""
    guests: Guests = request.app.state.guests
    return guests.form_token(request)


def origin(request: Connection) -> str:
    """Returns how this server is reached, without a slash at the end: as its host says, or as this guest did.

    What a guest asked for can be any name that leads here. A server that only its own machine reaches knows better.
    """
    config: Config = request.app.state.tables.config
    asked = str(request.base_url)
    if not config.address and config.is_local and not lone_host(asked):
        asked = config.local_address
    return (config.address or asked).rstrip("/")


def seen_other(path: str) -> Response[str]:
    """Where the browser goes after a form."""
    return Response("", status_code=303, headers={"location": path}, media_type=MediaType.HTML)


def number_in(text: str) -> int:
    """The number of a form's field; raises BadInput."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise BadInput(f"“{text}” should be a number.")
    return int(text)
