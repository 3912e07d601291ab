"""The page on which a guest gets a token for a program."""

from __future__ import annotations

from litestar import Controller, Response, post

from grognard.kernel.errors import BadInput
from grognard.server.guests.cookies import Guests
from grognard.server.guests.names import clean_label
from grognard.server.guests.tokens import MOST_LETTERS, SCOPES
from grognard.server.pages.common import FRAGMENT, Connection, Form, page
from grognard.server.storage.sessions import MOST_TOKENS, TooManyTokens


class ProgramPages(Controller):
    """Tokens for programs. The page of the guest's devices lists them and ends them."""

    path = "/your-data/devices/tokens"

    @post("/", status_code=200)
    async def make(self, request: Connection, data: Form, guests: Guests) -> Response[str]:
        """Makes a token and shows it, only on this page: a redirect would need its text in the address."""
        name, scope = data.get("name", ""), data.get("scope", "")
        try:
            text = await _made(request, guests, name, scope)
        except BadInput as error:
            if FRAGMENT in request.headers:
                raise
            return page(request, "token.html", 400, text="", name=name, scope=scope, refused=error.sentence)
        return page(request, "token.html", text=text, name=name, scope=scope, refused="")


async def _made(request: Connection, guests: Guests, name: str, scope: str) -> str:
    """Makes a token and returns its text. Raises BadInput."""
    label = clean_label(name, MOST_LETTERS)
    if not label:
        raise BadInput("Type a name, so that you recognize the program later.")
    if scope not in SCOPES:
        raise BadInput("Choose what the program may do.")
    try:
        return await guests.make_token(request, label, scope)
    except TooManyTokens as error:
        raise BadInput(f"You have {MOST_TOKENS} tokens. End one that you don't need.") from error
