"""Recognizes guests by a signed, dated cookie, and their programs by a token; there are no accounts.

A cookie names a session, which is one browser of a guest, and the guest. If the session is stored, the stored guest
counts. An ended session identifies no one. A session is stored once its browser has changed something, or has come back
on another day. Until then, and after a backup was restored, the cookie alone says who its guest is.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from itsdangerous import BadSignature, TimestampSigner
from litestar import Request
from litestar.datastructures import Cookie, State
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.config import Config
from grognard.server.errors import Forbidden
from grognard.server.guests.devices import device_of
from grognard.server.guests.tokens import PLAY, READ_ONLY, Tokens, WrongToken, sends_token
from grognard.server.net.addresses import is_secure
from grognard.server.storage.rows import now
from grognard.server.storage.sessions import BROWSER, ENDED_ELSEWHERE, TOKEN, Claim, SessionStore

COOKIE: Final = "grognard_guest"
# Used with TLS. Browsers accept a cookie with this prefix only from this very host, so no other host can plant one.
HOST_COOKIE: Final = f"__Host-{COOKIE}"
CALLER: Final = "who sends the request"
CLAIMED: Final = "what the cookie says"
FAILURE: Final = "why the lookup failed"
ENDED: Final = "whether the session has ended"
LATE: Final = "whether the session was replaced just now"
GOOD_FOR: Final = timedelta(days=365)
RENEWED_AFTER: Final = timedelta(days=1)
NOTED_AFTER: Final = timedelta(hours=12)
# For this long after a session was replaced, its requests may be late ones of a browser that has a newer cookie by now.
JUST_NOW: Final = timedelta(seconds=10)
ID: Final = re.compile("[0-9a-f]{64}")
SIGNED_OUT: Final = "This browser was signed out, so nothing was done."
SAFE: Final = ("GET", "HEAD", "OPTIONS")

Connection = Request[Any, Any, State]


class Caller(NamedTuple):
    """Who sends a request, as far as their cookie or their token says."""

    guest: str
    session: str  # nobody else may know it
    signed: datetime | None = None  # when the cookie was made; None for a newcomer
    due: bool = False  # the browser needs a new cookie
    used: datetime | None = None  # when the session was last noted as used; None if it is not stored
    is_fresh: bool = False  # the answer to this request begins the session
    kind: str = BROWSER
    scope: str = ""  # what a token may do

    @property
    def id(self) -> str:
        """The id under which the session is stored."""
        return hashlib.sha256(self.session.encode()).hexdigest()


class Guests:
    """Gives every browser a session with a guest of its own, and recognizes it later."""

    def __init__(self, config: Config, sessions: SessionStore) -> None:
        self._signer = TimestampSigner(config.secret, salt="dated session")
        # Cookies from before there were sessions name the guest only.
        self._older = TimestampSigner(config.secret, salt="dated guest")
        self._secret = config.secret.encode()
        self._tokens = Tokens(config)
        self.sessions = sessions
        # Is called with the guest when some of their sessions have ended.
        self.on_end: Callable[[str], object] = lambda _guest: None

    # -- what the cookie says --------------------------------------------------------------------------------------

    def claimed(self, request: Connection) -> Caller | None:
        """Returns the caller that the cookie or the token names; None if it is missing, forged or too old.

        The session may have ended.
        """
        if sends_token(request):
            token = self._tokens.read(request)
            return None if token is None else Caller(token.guest, token.secret, token.signed, kind=TOKEN)
        given = request.scope["state"]
        if CLAIMED not in given:
            given[CLAIMED] = self._in_cookies(request)
        found: Caller | None = given[CLAIMED]
        return found

    def _in_cookies(self, request: Connection) -> Caller | None:
        for name in (HOST_COOKIE, COOKIE):
            found = self._read(request.cookies.get(name, ""))
            if found is not None:
                # This also replaces the older cookie without TLS or prefix.
                return found._replace(due=found.due or name != _name(request))
        return None

    def _read(self, cookie: str) -> Caller | None:
        if found := _unsigned(self._signer, cookie):
            text, signed = found
            session, _, guest = text.partition(":")
            return Caller(guest, session, signed, due=abs(datetime.now(UTC) - signed) > RENEWED_AFTER)
        if found := _unsigned(self._older, cookie):
            guest, signed = found
            return Caller(guest, self._derived("session", guest), signed, due=True)
        return None

    def sent_cookie(self, request: Connection) -> bool:
        """Returns whether a request has a guest's cookie, even a forged or expired one."""
        return not {COOKIE, HOST_COOKIE}.isdisjoint(request.cookies)

    def _derived(self, purpose: str, name: str) -> str:
        """Returns a name derived from another with the server's secret."""
        return urlsafe_b64encode(hmac.digest(self._secret, f"{purpose} {name}".encode(), "sha256")[:18]).decode()

    def mark(self, guest: str) -> str:
        """Returns the id of the stored mark that makes a guest's cookies void (see `sessions.ALL`)."""
        return hashlib.sha256(self._derived("all of", guest).encode()).hexdigest()

    # -- who that is -----------------------------------------------------------------------------------------------

    async def recognize(self, request: Connection) -> None:
        """Looks up who sends a request. If the database is away, `known` and `guest` raise its error.

        Raises WrongToken, and Forbidden if a token may not send this request.
        """
        claimed = self.claimed(request)
        try:
            found = None if claimed is None else await self._looked_up(claimed, request)
        except SQLAlchemyError as error:
            request.scope["state"][FAILURE] = error
            return
        if sends_token(request):
            if found is None:
                raise WrongToken
            if found.scope != PLAY and request.method not in SAFE:
                raise Forbidden(READ_ONLY)
        request.scope["state"] |= {CALLER: found, ENDED: claimed is not None and found is None}

    async def _looked_up(self, claimed: Caller, request: Connection | None = None) -> Caller | None:
        if claimed.kind == TOKEN:
            return await self._looked_up_token(claimed)
        row, marked = await self.sessions.find(claimed.id, self.mark(claimed.guest))
        if row is not None and row.replaces is not None and row.ended is None:
            for guest in await self.sessions.confirm(row.id, row.replaces):
                self.on_end(guest)
            row, marked = await self.sessions.find(claimed.id, self.mark(claimed.guest))
        if row is None:
            return None if marked and claimed.signed and claimed.signed < marked else claimed
        if row.ended is None:
            return claimed._replace(guest=row.guest, used=row.used)
        if request is not None and row.scope != ENDED_ELSEWHERE and now() - row.ended < JUST_NOW:
            request.scope["state"][LATE] = True
        return None

    def has_ended(self, request: Connection) -> bool:
        """Returns whether a request comes from a session that has ended."""
        return bool(request.scope["state"].get(ENDED))

    def was_signed_out(self, request: Connection) -> bool:
        """Returns whether a request comes from a browser that was signed out and has no newer cookie yet."""
        return self.has_ended(request) and LATE not in request.scope["state"]

    async def _looked_up_token(self, claimed: Caller) -> Caller | None:
        row, _ = await self.sessions.find(claimed.id, "")
        if row is None or row.kind != TOKEN or row.ended is not None:
            return None
        used = row.used if row.used != row.began else None
        return claimed._replace(guest=row.guest, used=used, scope=row.scope)

    async def is_signed_in(self, request: Connection) -> bool:
        """Returns whether the session that sent a request has still not ended. Trusts it if the database is away."""
        caller = self._caller(request)
        try:
            found = await self._looked_up(caller)
        except SQLAlchemyError:
            return True
        return found is not None and found.guest == caller.guest

    def known(self, request: Connection) -> str | None:
        """Returns the guest who sends a request; None for a newcomer, or if their session has ended."""
        if FAILURE in request.scope["state"]:
            raise request.scope["state"][FAILURE]
        return self.charged(request) or None

    def charged(self, request: Connection) -> str:
        """Returns the guest whom the work for a request is charged to; empty for a newcomer or an unknown caller."""
        caller = request.scope["state"].get(CALLER)
        return caller.guest if caller is not None and caller.signed else ""

    def guest(self, request: Connection) -> str:
        """Returns the guest of a request; a newcomer gets an id. If a new cookie is due, the answer will set it."""
        if FAILURE in request.scope["state"]:
            raise request.scope["state"][FAILURE]
        return self._caller(request).guest

    def session_id(self, request: Connection) -> str:
        """Returns the id of the session that sends a request."""
        return self._caller(request).id

    async def other_devices(self, request: Connection) -> int:
        """Returns how many other browsers are signed in as the guest who sends a request."""
        this = self._caller(request)
        return sum(session.id != this.id for session in await self.sessions.of_guest(this.guest))

    def is_program(self, request: Connection) -> bool:
        """Returns whether a program with a token sends a request."""
        return self._caller(request).kind == TOKEN

    @staticmethod
    def device(request: Connection) -> str:
        """Returns a name for the browser that sends a request."""
        return device_of(request.headers.get("user-agent", ""))

    def _caller(self, request: Connection) -> Caller:
        given = request.scope["state"]
        if given.get(CALLER) is None:
            given[CALLER] = Caller(secrets.token_urlsafe(12), secrets.token_urlsafe(18), due=True)
        found: Caller = given[CALLER]
        return found

    def _claim(self, caller: Caller) -> Claim:
        return Claim(caller.id, caller.guest, caller.signed or now(), self.mark(caller.guest))

    # -- signing in and out ----------------------------------------------------------------------------------------

    async def sign_in(self, request: Connection, guest: str, proof: str = "") -> None:
        """Makes this browser one of the guest's devices. Its old session ends when the new cookie is first used.

        `proof` is what lets the browser in, this once. A request repeated with it gets the same new session.
        """
        caller = self._caller(request)
        session = self.next_secret(request, proof) if proof else secrets.token_urlsafe(18)
        fresh = Caller(guest, session, now(), due=True, used=now(), is_fresh=True)
        if not await self.sessions.replace(self._claim(caller), fresh.id, guest, self.device(request)):
            raise Forbidden(SIGNED_OUT)
        request.scope["state"][CALLER] = fresh

    def next_secret(self, request: Connection, proof: str) -> str:
        """Returns the secret of the session that `sign_in` begins with this proof."""
        return self._derived("sign in", f"{proof} {self._caller(request).session}")

    def secret(self, request: Connection) -> str:
        """Returns the secret of the session that sends a request, which only its cookie holds."""
        return self._caller(request).session

    async def sign_out_others(self, request: Connection, form: str) -> None:
        """Ends all other sessions of the guest, and gives this browser a new one: someone may have copied its cookie.

        `form` is different on each page that asks for this, so a repeated request gets the same new session.
        """
        caller = self._caller(request)
        session = self._derived("next", f"{form} {caller.session}")
        fresh = Caller(caller.guest, session, now(), due=True, used=now(), is_fresh=True)
        if not await self.sessions.end_others(self._claim(caller), fresh.id, self.device(request)):
            raise Forbidden(SIGNED_OUT)
        request.scope["state"][CALLER] = fresh
        self.on_end(caller.guest)

    async def sign_out(self, request: Connection, id: str) -> None:
        """Ends another session of the guest. If it has ended already, nothing changes."""
        caller = self._caller(request)
        if ID.fullmatch(id) and await self.sessions.end(self._claim(caller), id):
            self.on_end(caller.guest)

    async def sign_out_here(self, request: Connection) -> None:
        """Ends the session of the browser that sends a request."""
        caller = self._caller(request)
        await self.sessions.end_own(self._claim(caller), self.device(request))
        self.on_end(caller.guest)

    # -- tokens ----------------------------------------------------------------------------------------------------

    async def make_token(self, request: Connection, name: str, scope: str) -> str:
        """Makes a token of the guest and returns its text, which nobody can look up later. Raises TooManyTokens."""
        made = Caller(self.guest(request), secrets.token_urlsafe(18))
        if not await self.sessions.add_token(self._claim(self._caller(request)), made.id, name, scope):
            raise Forbidden(SIGNED_OUT)
        return self._tokens.text(made.session, made.guest)

    # -- forms and cookies -----------------------------------------------------------------------------------------

    def form_token(self, request: Connection) -> str:
        """Returns the token that forms on this guest's pages must send back: no foreign page can know it."""
        given = request.scope["state"]
        # An error page is also shown if nobody looked up who asks for it.
        claimed = None if CALLER in given else self.claimed(request)
        guest = claimed.guest if claimed else self._caller(request).guest
        return hmac.new(self._secret, b"form " + guest.encode(), hashlib.sha256).hexdigest()

    def knows_form(self, request: Connection, token: object) -> bool:
        """Returns whether this is the token of the guest who sends the form."""
        if self.known(request) is None or not isinstance(token, str):
            return False
        return hmac.compare_digest(token.encode(errors="replace"), self.form_token(request).encode())

    async def cookies(self, request: Connection, greets: bool) -> list[Cookie]:
        """Returns the cookies for the answer to a request that did not fail.

        `greets`: a newcomer gets one. Stores the session if the request has changed something, or a new day began. If
        the database is away, that waits for the next request.
        """
        caller, is_late = request.scope["state"].get(CALLER), LATE in request.scope["state"]
        if caller is None or not (caller.signed or (greets and not is_late)):
            return []
        if caller.kind == TOKEN:
            if caller.used is None or now() - caller.used > NOTED_AFTER:
                with suppress(SQLAlchemyError):
                    await self.sessions.note_token(caller.id)
            return []
        if not caller.is_fresh:
            try:
                may_renew = await self._note_use(caller, request)
            except SQLAlchemyError:
                may_renew = not caller.signed  # a newcomer's only chance: the next request would be another guest's
            if not may_renew:
                return []
        if not caller.due:
            return []
        value = self._signer.sign(f"{caller.session}:{caller.guest}").decode()
        given = [_cookie(request, value, int(GOOD_FOR.total_seconds()))]
        if is_secure(request) and COOKIE in request.cookies:
            given.append(_cookie(request, "", 0, COOKIE))
        return given

    async def _note_use(self, caller: Caller, request: Connection) -> bool:
        """Notes the use of a session, at most twice a day; returns whether its cookie may be renewed.

        An answer may be late: by then, the browser may have been signed out, or have a newer cookie.
        """
        changes, is_back = request.method not in SAFE, caller.due and caller.signed is not None
        is_stale = caller.used is not None and now() - caller.used > NOTED_AFTER
        if is_stale or (caller.used is None and (changes or is_back)):
            await self.sessions.note_use(self._claim(caller), self.device(request))
        return not is_back or await self.sessions.may_renew(self._claim(caller))

    def no_cookies(self, request: Connection) -> list[Cookie]:
        """Returns cookies that make the browser forget the guest, once their data is deleted."""
        request.scope["state"].pop(CALLER, None)
        names = (HOST_COOKIE, COOKIE) if is_secure(request) else (COOKIE,)
        return [_cookie(request, "", 0, name) for name in names]


def _unsigned(signer: TimestampSigner, cookie: str) -> tuple[str, datetime] | None:
    """Returns the text of a cookie and when it was signed; None if it is forged or too old."""
    try:
        text, signed = signer.unsign(cookie, return_timestamp=True)
    except BadSignature:
        return None
    # If a clock was ahead, here or in another process, no guest must lose their seats.
    return (text.decode(), signed) if datetime.now(UTC) - signed <= GOOD_FOR else None


def _name(request: Connection) -> str:
    return HOST_COOKIE if is_secure(request) else COOKIE


def _cookie(request: Connection, value: str, seconds: int, name: str = "") -> Cookie:
    secure = is_secure(request)
    return Cookie(
        key=name or _name(request), value=value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/"
    )
