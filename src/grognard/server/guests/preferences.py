"""A guest's preferences, which pages follow. They are stored in a cookie, not on the server."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie, State

from grognard.server.guests.cookies import GOOD_FOR
from grognard.server.net.addresses import is_secure

COOKIE: Final = "grognard_scores"  # whether pages show runs and ratings
HIDDEN: Final = "hidden"

Connection = Request[Any, Any, State]


def hides_scores(request: Connection) -> bool:
    """Returns whether the guest has chosen to see no runs, ratings or ranks of their own."""
    return request.cookies.get(COOKIE) == HIDDEN


def scores_cookie(request: Connection, hidden: bool) -> Cookie:
    """Returns the cookie that hides the guest's runs and ratings, or one that removes it to show them again."""
    return Cookie(
        key=COOKIE, value=HIDDEN if hidden else "", max_age=int(GOOD_FOR.total_seconds()) if hidden else 0,
        httponly=True, samesite="lax", secure=is_secure(request), path="/",
    )  # fmt: skip
