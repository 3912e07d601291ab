"""Recognizes guests by a signed, dated cookie; there are no accounts.

A cookie names a session: one browser of a guest. Only a hash of that name is stored (see `storage.sessions`), and only
once the browser has changed something here. Until then, its guest has nothing, and their id follows from the cookie.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from itsdangerous import BadSignature, TimestampSigner
from litestar import Request
from litestar.datastructures import Cookie, State
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.config import Config
from grognard.server.errors import Damaged
from grognard.server.guests.devices import device_of
from grognard.server.net.addresses import is_secure
from grognard.server.storage.sessions import SessionStore

COOKIE: Final = "grognard_guest"
# Used with TLS. Browsers accept a cookie with this prefix only from this very host, so no other host can plant one.
HOST_COOKIE: Final = f"__Host-{COOKIE}"
CALLER: Final = "who sends the request"
GOOD_FOR: Final = timedelta(days=365)
RENEWED_AFTER: Final = timedelta(days=1)

Connection = Request[Any, Any, State]
# The errors raised by a database that does not answer, or is damaged.
AWAY: Final = (SQLAlchemyError, Damaged)


class Caller(NamedTuple):
    """Who sends a request."""

    guest: str
    session: str  # what the browser's cookie names; nobody else may know it
    stored: bool = False
    is_new: bool = False  # the request came without a valid cookie
    due: bool = False  # the browser needs a new cookie

    @property
    def session_id(self) -> str:
        """The id under which the session is stored."""
        return _hash(self.session)


class Guests:
    """Gives every browser a session with a guest of its own, and recognizes it later."""

    def __init__(self, config: Config, sessions: SessionStore) -> None:
        self._signer = TimestampSigner(config.secret, salt="dated session")
        # Cookies from before there were sessions name the guest.
        self._older = TimestampSigner(config.secret, salt="dated guest")
        self._secret = config.secret.encode()
        self.sessions = sessions

    # -- at the start of a request ---------------------------------------------------------------------------------

    async def recognize(self, request: Connection) -> None:
        """Looks up who sends a request. All other methods need this first.

        If the database does not answer, the request counts as a newcomer's, but gets no cookie.
        """
        try:
            found = await self._recognized(request)
        except AWAY as error:
            request.scope["state"][CALLER] = error
            return
        if found is not None:
            request.scope["state"][CALLER] = found

    async def _recognized(self, request: Connection) -> Caller | None:
        for name in (HOST_COOKIE, COOKIE):
            given = request.cookies.get(name, "")
            found = await self._of_session(given) or await self._of_older_cookie(request, given)
            if found is not None:
                # This also replaces the older cookie without TLS or prefix.
                found = found._replace(due=found.due or name != _name(request))
                if found.due and found.stored:
                    await self.sessions.note_use(found.session_id)
                return found
        return None

    async def _of_session(self, cookie: str) -> Caller | None:
        session, due = _unsigned(self._signer, cookie)
        if session is None:
            return None
        row = await self.sessions.find(_hash(session))
        if row is None:
            return Caller(self._derived(b"guest", session), session, due=due)
        return None if row.ended else Caller(row.guest, session, stored=True, due=due)

    async def _of_older_cookie(self, request: Connection, cookie: str) -> Caller | None:
        """Returns the guest that an older cookie names. It becomes a session, which can be ended like any other."""
        guest, _due = _unsigned(self._older, cookie)
        if guest is None:
            return None
        session = self._derived(b"session of", guest)
        row = await self.sessions.find(_hash(session))
        if row is None:
            await self.sessions.begin(_hash(session), guest, self.device(request))
        elif row.ended:
            return None
        return Caller(guest, session, stored=True, due=True)

    def _derived(self, purpose: bytes, name: str) -> str:
        """Returns a name that follows from another, but cannot be computed without the server's secret."""
        return urlsafe_b64encode(hmac.digest(self._secret, purpose + b" " + name.encode(), "sha256")[:12]).decode()

    # -- during a request ------------------------------------------------------------------------------------------

    def known(self, request: Connection) -> str | None:
        """Returns the guest named by the cookie; None if it is missing, forged or too old, or its session has ended."""
        caller = request.scope["state"].get(CALLER)
        return caller.guest if isinstance(caller, Caller) and not caller.is_new else None

    def guest(self, request: Connection) -> str:
        """Returns the guest of a request; a newcomer gets an id. If a new cookie is due, the answer will set it."""
        return self._caller(request).guest

    def session_id(self, request: Connection) -> str:
        """Returns the id of the session that sends a request."""
        return self._caller(request).session_id

    @staticmethod
    def device(request: Connection) -> str:
        """Returns a name for the browser that sends a request."""
        return device_of(request.headers.get("user-agent", ""))

    def _caller(self, request: Connection) -> Caller:
        given = request.scope["state"]
        if not isinstance(given.get(CALLER), Caller):
            session = secrets.token_urlsafe(16)
            newcomer = Caller(self._derived(b"guest", session), session, is_new=True, due=CALLER not in given)
            given[CALLER] = newcomer
        found: Caller = given[CALLER]
        return found

    async def begin_session(self, request: Connection) -> None:
        """Stores the session of a request that changes something. Raises the error of a database that was away."""
        given = request.scope["state"]
        if isinstance(given.get(CALLER), Exception):
            raise given[CALLER]
        caller = self._caller(request)
        if not caller.stored:
            await self.sessions.begin(caller.session_id, caller.guest, self.device(request))
            given[CALLER] = caller._replace(stored=True)

    async def end_other_sessions(self, request: Connection) -> None:
        """Ends all sessions of the guest, and gives this browser a new one.

        Somebody else may have a copy of its cookie.
        """
        caller = self._caller(request)
        await self.sessions.end_all(caller.guest)
        session = secrets.token_urlsafe(16)
        request.scope["state"][CALLER] = fresh = caller._replace(session=session, due=True)
        await self.sessions.begin(fresh.session_id, fresh.guest, self.device(request))

    def sent_cookie(self, request: Connection) -> bool:
        """Returns whether a request has a guest's cookie, even a forged or expired one."""
        return not {COOKIE, HOST_COOKIE}.isdisjoint(request.cookies)

    def form_token(self, request: Connection) -> str:
        """Returns the token that forms on this guest's pages must send back: no foreign page can know it."""
        caller = self._caller(request)
        name = f"form {caller.guest} {caller.session}"
        return hmac.new(self._secret, name.encode(), hashlib.sha256).hexdigest()

    def knows_form(self, request: Connection, token: object) -> bool:
        """Returns whether this is the token of the guest who sends the form."""
        if self.known(request) is None or not isinstance(token, str):
            return False
        return hmac.compare_digest(token.encode(errors="replace"), self.form_token(request).encode())

    def cookie(self, request: Connection) -> Cookie | None:
        """Returns the cookie for a newcomer, or for a guest whose cookie is due; None if none is due."""
        caller = request.scope["state"].get(CALLER)
        if not isinstance(caller, Caller) or not caller.due:
            return None
        return _cookie(request, self._signer.sign(caller.session).decode(), int(GOOD_FOR.total_seconds()))

    def no_cookies(self, request: Connection) -> list[Cookie]:
        """Returns cookies that make the browser forget the guest, once their data is deleted."""
        request.scope["state"][CALLER] = self._caller(request)._replace(due=False)
        names = (HOST_COOKIE, COOKIE) if is_secure(request) else (COOKIE,)
        return [_cookie(request, "", 0, name) for name in names]


def _hash(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


def _unsigned(signer: TimestampSigner, cookie: str) -> tuple[str | None, bool]:
    """Returns what a cookie names, unless it is forged or too old, and whether a new one is due."""
    now = datetime.now(UTC)
    try:
        name, signed = signer.unsign(cookie, return_timestamp=True)
    except BadSignature:
        return None, True
    # If a clock was ahead, here or in another process, no guest must lose their seats.
    return (name.decode() if now - signed <= GOOD_FOR else None), abs(now - signed) > RENEWED_AFTER


def _name(request: Connection) -> str:
    return HOST_COOKIE if is_secure(request) else COOKIE


def _cookie(request: Connection, value: str, seconds: int, name: str = "") -> Cookie:
    secure = is_secure(request)
    return Cookie(
        key=name or _name(request), value=value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/"
    )
